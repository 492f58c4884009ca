package scoring

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// ErrNoCommonQuery says that a run answers none of the judged queries.
var ErrNoCommonQuery = errors.New("no query in common with the judgments")

// A NoCommonQueryError is ErrNoCommonQuery of one run.
type NoCommonQueryError struct {
	Run         string // where it was read
	TestSet     string
	Has, Judged []string // some of the ids
}

// Error returns the reason, with where the run was read.
func (e *NoCommonQueryError) Error() string { return e.Run + ": " + e.Reason() }

// Reason says which ids the two have, and not where the run is.
func (e *NoCommonQueryError) Reason() string {
	text := ErrNoCommonQuery.Error() + " " + e.TestSet + ": "
	if len(e.Has) == 0 {
		return text + "it holds no query"
	}
	return text + fmt.Sprintf("it has %s, the judgments have %s; write the ids alike", prose.Quoted(e.Has), prose.Quoted(e.Judged))
}

// Unwrap returns the sentinel.
func (e *NoCommonQueryError) Unwrap() error { return ErrNoCommonQuery }

// NoCommonQuery returns ErrNoCommonQuery of a run, with some of its ids and of those that are judged.
func NoCommonQuery(name string, ids []string, j *judgments.Judgments) error {
	e := &NoCommonQueryError{Run: name, TestSet: j.Info.Name, Has: ids[:min(exampleIDs, len(ids))]}
	for q := range min(exampleIDs, j.Len()) {
		e.Judged = append(e.Judged, j.ID(q))
	}
	return e
}

// RunFile scores a run file in one streaming pass: each query's ranking is joined with its judgments once,
// and all measures see only that. Memory is bounded by the block and the table of scores, not by the file.
func RunFile(ctx context.Context, src trec.Source, j *judgments.Judgments, measures []metrics.Measure, profile metrics.Profile, opts Options) (*Table, error) {
	return RunFiles(ctx, src.Name, []trec.Source{src}, j, measures, profile, opts)
}

// RunFiles scores a run that is in several files, each query in one of them.
func RunFiles(ctx context.Context, name string, files []trec.Source, j *judgments.Judgments, measures []metrics.Measure, profile metrics.Profile, opts Options) (*Table, error) {
	if opts.Depth < 0 || opts.RelString < 0 || opts.KeepHits < 0 {
		return nil, fmt.Errorf("depth %d, %d judgments as text, %d kept hits: want 0 or more", opts.Depth, opts.RelString, opts.KeepHits)
	}
	if opts.Ties && opts.Run.Order != "" && opts.Run.Order != trec.OrderScore {
		return nil, fmt.Errorf("ties are of scores, and order %q does not rank by them", opts.Run.Order)
	}
	if opts.Ties && j.Chunks.HasPassages() {
		return nil, errors.New("ties: which passage a hit takes follows from the order; leave them out where passages are judged")
	}
	if err := metrics.CheckRuns(measures, max(1, opts.Runs)); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	share, err := ScoreShare(ctx, files, j, measures, profile, opts)
	if err != nil {
		return nil, err
	}
	if share.Seen.Stats.Queries == 0 {
		return nil, fmt.Errorf("%s: %w", name, trec.ErrEmpty)
	}
	s, err := share.pass.table(name)
	if err == nil && opts.Hash {
		s.SHA256 = runfile.HashOf(ordered.Each(files, func(file trec.Source) string { return file.Name }), share.SHA256)
	}
	return s, err
}

// A ResultScan hands over the queries of a run one by one, such as [runfile.Scan] does of a file. It may be asked once.
type ResultScan func(each func(runfile.Result) error) (runfile.Stats, error)

// ScanResults scores a run as it is handed over and keeps none of the rankings. A run without any query
// that is judged is not an error: what it has counts in the totals of a profile that has some.
func ScanResults(scan ResultScan, j *judgments.Judgments, measures []metrics.Measure, profile metrics.Profile, opts Options) (*Table, error) {
	p := newPass(j, measures, profile, opts)
	stats, err := p.scanResults(scan)
	if err != nil {
		return nil, err
	}
	p.scorer.noted.Stats = stats
	s := p.finish()
	s.Name = opts.Name
	return s, nil
}

// finish returns the table when everything was read.
func (p *pass) finish() *Table {
	p.flush()
	s, n := p.scores, p.scorer.noted
	s.Tag = n.Stats.Tag
	p.fillMissing()
	if p.profile.OfRun {
		s.beyond = n.Extra
	}
	s.Unmatched = p.scorer.unmatched()
	s.Health = append(FormatFindings(runfile.Stats{Unscored: n.Unscored}), failedFinding(s, "")...)
	s.Health = append(s.Health, strangerFinding(s, p.judgments)...)
	s.Health = append(s.Health, p.findings()...)
	p.scorer.conclude(p.judgments, s.Measures)
	return s
}

// A pass scores the rankings of one run as they come, from several workers at
// once: each query owns its row, each worker its scratch space.
type pass struct {
	judgments *judgments.Judgments
	profile   metrics.Profile
	scorer    scorer
	scores    *Table
	opts      Options
	scratch   []scratch
	seen      []bool // by query
	keep      *keeper
}

// scratch is one worker's space.
type scratch struct {
	matches []trec.Match
	ranking trec.Ranking // of results that are handed over
	batches []batch      // by level
	_       [8]int       // keeps workers off each other's cache lines
}

func newPass(j *judgments.Judgments, measures []metrics.Measure, profile metrics.Profile, opts Options) *pass {
	workers := opts.Run.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	scores := newTable("", profile, j.Info, measures, j.Len())
	scores.queries = queries{of: j, rankings: make([]uint64, j.Len())}
	scores.ranges = newRanges(opts, measures, j.Len())
	scores.common = scores.common || opts.Common
	if profile.Layout == metrics.TasksLayout {
		scores.sizes = make([]size, j.Len())
	}
	p := &pass{
		judgments: j, profile: profile, scores: scores, opts: opts,
		scorer:  newScorer(j, measures, profile, scores),
		scratch: make([]scratch, workers), seen: make([]bool, j.Len()),
	}
	for i := range p.scratch {
		p.scratch[i].batches = make([]batch, len(p.scorer.levels))
	}
	if opts.RelString > 0 || opts.KeepHits > 0 { // by all workers at once
		scores.queries.rows()
	}
	if opts.KeepRanks {
		scores.queries.items = p.scorer.levels[0].items
		scores.queries.ranks = make([]int32, scores.queries.items.Qrels.Size())
	}
	if opts.Bounds {
		scores.Top = j.Top()
	}
	if opts.KeepUnjudged {
		p.keep = newKeeper(scores, j)
	}
	return p
}

// reset forgets everything, before an interleaved run is read again.
func (p *pass) reset() {
	clear(p.seen)
	p.scorer.noted.Seen = Seen{Order: p.scorer.noted.Order, Levels: SeenLevels{}}
	for i := range p.scratch {
		for b := range p.scratch[i].batches {
			p.scratch[i].batches[b].n = 0
		}
	}
}

// stranger counts a query that is not judged.
func (p *pass) stranger(id string, hits int, failed bool) {
	p.scorer.noted.note(func(n *Seen) {
		n.Extra.Queries++
		if failed {
			n.Extra.Failed++
		}
		if hits == 0 {
			n.Extra.Empty++
		}
		if n.Strange = append(n.Strange, id); !p.opts.KeepStrange { // the first by id, in whichever order they come
			slices.Sort(n.Strange)
			n.Strange = n.Strange[:min(exampleIDs, len(n.Strange))]
		}
	})
}

func (p *pass) add(r *trec.Ranking) error {
	if p.opts.Only != nil && !p.opts.Only(r.Query) {
		return nil
	}
	w := &p.scratch[r.Worker]
	i, ok := p.judgments.Index(r.Query)
	if !ok {
		p.stranger(string(r.Query), r.Len(), false)
		return nil
	}
	for at := range p.scorer.levels {
		p.enter(at, i, r, nil, w)
	}
	p.scorer.answers.score(p.scores, i, response{retrieved: r.Len()})
	p.seen[i] = true
	return nil
}

// enter joins a ranking with what a level looks at, to be scored in time.
func (p *pass) enter(level, i int, r *trec.Ranking, hits []retrieval.Hit, w *scratch) {
	l, b := &p.scorer.levels[level], &w.batches[level]
	p.join(l, i, r, hits, w, b.next(i))
	if b.n == batchQueries {
		p.scorer.scoreAll(l, b.take())
	}
}

// flush scores what still waits in the batches.
func (p *pass) flush() {
	for i := range p.scratch {
		for at := range p.scorer.levels {
			p.scorer.scoreAll(&p.scorer.levels[at], p.scratch[i].batches[at].take())
		}
	}
}

func (p *pass) join(l *scoredLevel, i int, r *trec.Ranking, hits []retrieval.Hit, w *scratch, to *Joined) {
	item, matches := l.match(i, r, hits, w.matches[:0])
	w.matches = matches
	judged := Join(item, w.matches, r.Depth(), to)
	p.scores.addRanking(l, i, r)
	if p.opts.Ties {
		p.ties(l, i, r, judged)
	}
	p.opts.narrow(judged)
	if p.opts.Bounds {
		p.bounds(l, i, judged)
	}
	if p.keep != nil {
		p.keep.add(l.level, i, judged, r)
	}
	if !l.judged {
		return
	}
	if p.opts.RelString > 0 {
		p.scores.edit(i).RelString = metrics.RelString(judged, p.opts.RelString)
	}
	if p.opts.KeepHits > 0 {
		keepHits(p.scores.edit(i), r, w.matches, p.opts.KeepHits)
	}
	if _, ranks, kept := p.scores.ranksOf(i); kept {
		clear(ranks) // of an interleaved run they were begun
		for _, m := range matches {
			if p.opts.Depth == 0 || m.Rank <= p.opts.Depth {
				ranks[m.Judgment] = int32(m.Rank)
			}
		}
	}
}

// matched returns the places of judged queries that the run has.
func (p *pass) matched() (places []int) {
	for q, seen := range p.seen {
		if seen {
			places = append(places, q)
		}
	}
	return places
}

// fillMissing scores judged queries that the run lacks as empty rankings, unless only common queries count.
func (p *pass) fillMissing() {
	for i, seen := range p.seen {
		if seen {
			continue
		}
		p.scores.edit(i).Status = result.Missing
		if !p.scores.common {
			p.scorer.scoreHits(i, nil)
			p.scorer.answers.score(p.scores, i, response{})
			if p.keep != nil {
				p.keep.hits(&p.scorer, i, nil)
			}
		}
	}
}
