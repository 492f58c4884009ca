package scoring

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/idtable"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// ErrNoCommonQuery says that a run answers none of the judged queries.
var ErrNoCommonQuery = errors.New("no query in common with the judgments")

// Options tune the scoring of a run file. The zero value is the default.
type Options struct {
	Name      string         // of the run; empty: the file's tag or name
	Format    runfile.Format // empty: what the content shows
	Run       trec.RunOptions
	KeepRanks bool // remember where relevant documents stood, for moved queries
	Hash      bool // take the SHA-256 of the file, which costs another pass over it

	Depth      int  // only so many hits of each query count, after they were put into order; 0: all
	JudgedOnly bool // take the unjudged documents out, after the cut at Depth
	Common     bool // leave out judged queries that the run lacks, in place of scoring them 0
	RelString  int  // keep the judgments of so many hits as text; see metrics.RelString

	Ties   bool // range of each measure over the orders of tied scores; see metrics.Ties
	Bounds bool // range of each measure over the judgments of unjudged hits; see metrics.Bounds
}

// RunFile scores a run file in one streaming pass: each query's ranking is
// joined with its judgments once, and all measures see only that. Memory is
// bounded by the block and the table of scores, not by the file.
func RunFile(ctx context.Context, src trec.Source, j *judgments.Judgments, measures []metrics.Measure, profile metrics.Profile, opts Options) (*Table, error) {
	if opts.Depth < 0 || opts.RelString < 0 {
		return nil, fmt.Errorf("depth %d and %d judgments as text: want 0 or more", opts.Depth, opts.RelString)
	}
	if opts.Ties && opts.Run.Order != "" && opts.Run.Order != trec.OrderScore {
		return nil, fmt.Errorf("ties are of scores, and order %q does not rank by them", opts.Run.Order)
	}
	p := newPass(j, measures, profile, opts)
	stats, err := p.scan(ctx, src)
	if err != nil {
		return nil, err
	}
	p.flush()
	if p.matched() == 0 {
		return nil, fmt.Errorf("%s: %w %s: compare the ids in both files", src.Name, ErrNoCommonQuery, j.Info.Name)
	}
	s := p.scores
	if s.Name = opts.Name; s.Name == "" {
		s.Name = src.Name
	}
	if opts.Hash {
		if s.SHA256, err = src.SHA256(); err != nil {
			return nil, err
		}
	}
	s.Tag = stats.Tag
	p.fillMissing()
	p.countBeyond()
	s.Health = append(s.Health, failedFinding(s, "")...)
	s.Health = append(s.Health, strangerFinding(s)...)
	s.Health = append(s.Health, p.findings(stats)...)
	s.Health = append(s.Health, p.scorer.levelFinding(j, measures)...)
	s.Health = append(s.Health, p.scorer.answers.findings()...)
	s.Health = append(s.Health, p.scorer.noScoreFinding()...)
	return s, nil
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
	top       int    // highest grade, for the bounds
}

// scratch is one worker's space.
type scratch struct {
	matches []trec.Match
	batches []batch // by level
	extra   beyond  // queries that the test set does not have
	_       [8]int  // keeps workers off each other's cache lines
}

func newPass(j *judgments.Judgments, measures []metrics.Measure, profile metrics.Profile, opts Options) *pass {
	workers := opts.Run.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	scores := newTable("", profile, j.Info, measures, j.Len())
	scores.ranges = newRanges(opts, measures, j.Len())
	scores.common = scores.common || opts.Common
	if profile.Layout == metrics.TasksLayout {
		scores.sizes = make([]size, j.Len())
	}
	for i := range j.Len() {
		q := j.Query(i)
		scores.Queries[i] = ScoredQuery{ID: q.ID, Stratum: q.Stratum, Text: q.Text}
	}
	p := &pass{
		judgments: j, profile: profile, scores: scores, opts: opts,
		scorer:  newScorer(j, measures, profile, scores),
		scratch: make([]scratch, workers), seen: make([]bool, j.Len()),
	}
	for i := range p.scratch {
		p.scratch[i].batches = make([]batch, len(p.scorer.levels))
	}
	if opts.Bounds {
		p.top = j.Top()
	}
	return p
}

// reset forgets everything, before an interleaved run is read again.
func (p *pass) reset() {
	clear(p.seen)
	for i := range p.scratch {
		p.scratch[i].extra = beyond{}
		for b := range p.scratch[i].batches {
			p.scratch[i].batches[b].n = 0
		}
	}
}

// add takes one ranking.
func (p *pass) add(r *trec.Ranking) error {
	w := &p.scratch[r.Worker]
	i, ok := p.judgments.Index(r.Query)
	if !ok {
		w.extra.add(r.Len(), false)
		return nil
	}
	for at := range p.scorer.levels {
		p.enter(at, i, r, w)
	}
	p.scorer.answers.score(p.scores, i, response{retrieved: r.Len()})
	p.seen[i] = true
	return nil
}

// enter joins a ranking with what a level looks at, to be scored in time.
func (p *pass) enter(level, i int, r *trec.Ranking, w *scratch) {
	l, b := &p.scorer.levels[level], &w.batches[level]
	p.join(l, i, r, w, b.next(i))
	if b.full() {
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

// join joins a ranking with the judgments of one level.
func (p *pass) join(l *scoredLevel, i int, r *trec.Ranking, w *scratch, to *Joined) {
	item := &l.items.Queries[i]
	w.matches = l.match(i, r, w.matches[:0])
	judged := Join(item, w.matches, r.Len(), to)
	if p.opts.Ties {
		p.ties(l, i, r, judged)
	}
	p.opts.narrow(judged)
	if p.opts.Bounds {
		p.bounds(l, i, judged)
	}
	if !l.judged {
		return
	}
	if p.opts.RelString > 0 {
		p.scores.Queries[i].RelString = metrics.RelString(judged, p.opts.RelString)
	}
	if p.opts.KeepRanks {
		rank := rankIn(r)
		p.scores.Queries[i].Relevant = item.Ranks(func(id string) int {
			if at := rank(id); p.opts.Depth == 0 || at <= p.opts.Depth {
				return at
			}
			return 0
		})
	}
}

func (p *pass) matched() int {
	n := 0
	for _, seen := range p.seen {
		if seen {
			n++
		}
	}
	return n
}

// fillMissing scores judged queries that the run lacks as empty rankings,
// unless only common queries count.
func (p *pass) fillMissing() {
	for i, seen := range p.seen {
		if seen {
			continue
		}
		p.scores.Queries[i].Status = result.Missing
		if !p.scores.common {
			p.scorer.scoreHits(i, nil)
			p.scorer.answers.score(p.scores, i, response{})
		}
	}
}

// scoreHits scores one live ranking, whose order is the order in which the
// hits came. Of a hit that comes twice the first counts; dropped is how many
// did not.
func (s *scorer) scoreHits(i int, hits []retrieval.Hit) (dropped int) {
	kept := retrieval.Unique(hits)
	for at := range s.levels {
		l := &s.levels[at]
		r := trec.NewRanking(s.scores.Queries[i].ID, s.at(l.level, kept))
		item := &l.items.Queries[i]
		s.score(l, i, Join(item, l.match(i, r, nil), r.Len(), new(Joined)))
		if l.judged {
			s.scores.Queries[i].Relevant = item.Ranks(rankIn(r))
		}
	}
	return len(hits) - len(kept)
}

// match finds the judged hits of a ranking of query i, and appends them to
// matches.
func (l *scoredLevel) match(i int, r *trec.Ranking, matches []trec.Match) []trec.Match {
	if at := l.items.Queries[i].InQrels; at >= 0 {
		return l.items.Qrels.Match(at, r, matches)
	}
	return matches
}

// rankIn looks ranks up in a ranking, 0 for what it does not have.
func rankIn(r *trec.Ranking) func(id string) int {
	return func(id string) int {
		if at, ok := r.Find(idtable.Hash([]byte(id)), id); ok {
			return at + 1
		}
		return 0
	}
}
