package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/fingerprint"
	"github.com/rankduel/rankduel/retrieval"
)

// answers are what one component has to say to all queries.
type answers struct {
	feed     feed
	findings []result.Finding // what the reader noticed about a run file
	missing  int              // queries that a run file lacks
	dropped  int              // duplicate documents, counted as the answers are read
}

// retrieve sees to it that every answer of these components can be read: from
// run files, from recordings, and the rest from the retrievers.
func (r *Runner) retrieve(ctx context.Context, components []string) error {
	var open []*recorded
	for _, name := range components {
		src := r.sources[name]
		if src.component.Run != "" {
			if err := r.readRun(ctx, src); err != nil {
				return fmt.Errorf("component %q: %w", name, err)
			}
			continue
		}
		rec, err := r.recorded(ctx, src)
		if err != nil {
			return fmt.Errorf("component %q: %w", name, err)
		}
		r.answers[name] = &answers{feed: storeFeed{r.recorder, rec.key}}
		open = append(open, rec)
	}
	if err := r.ask(ctx, open); err != nil {
		return err
	}
	for _, rec := range open {
		if err := r.noteFailures(rec); err != nil {
			return err
		}
	}
	return nil
}

// eachQuery reads the answers of some components, a batch of queries at a
// time, and calls do for every query, for several at once. Memory is bounded
// by the batch.
func (r *Runner) eachQuery(ctx context.Context, components []string, do func(q int, parts map[string]result.Ranking)) error {
	return r.eachBatch(ctx, components, func(from, n int, columns map[string][]result.Ranking) error {
		var group errgroup.Group
		group.SetLimit(runtime.GOMAXPROCS(0))
		for i := range n {
			group.Go(func() error {
				do(from+i, row(columns, i))
				return nil
			})
		}
		return group.Wait()
	})
}

// eachBatch reads the answers of some components and calls do for each batch
// of n queries, in the judgments' order.
func (r *Runner) eachBatch(ctx context.Context, components []string, do func(from, n int, columns map[string][]result.Ranking) error) error {
	queries := r.judgments.Requests()
	for _, name := range components {
		r.answers[name].dropped = 0
	}
	for from := 0; from < len(queries); from += batchSize {
		batch := queries[from:min(from+batchSize, len(queries))]
		columns := make(map[string][]result.Ranking, len(components))
		for _, name := range components {
			column, err := r.answers[name].feed.answers(ctx, batch)
			if err != nil {
				return fmt.Errorf("component %q: %w", name, err)
			}
			r.answers[name].dropped += unique(column)
			columns[name] = column
		}
		if err := do(from, len(batch), columns); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// row is what the components answered to one query of a batch.
func row(columns map[string][]result.Ranking, i int) map[string]result.Ranking {
	parts := make(map[string]result.Ranking, len(columns))
	for name, column := range columns {
		parts[name] = column[i]
	}
	return parts
}

// unique leaves each document once in every answer, and says how many
// repetitions there were.
func unique(column []result.Ranking) (dropped int) {
	for i := range column {
		kept := retrieval.Unique(column[i].Hits)
		dropped += len(column[i].Hits) - len(kept)
		column[i].Hits = kept
	}
	return dropped
}

// needed lists the components of the arms that are not settled, in plan order.
func (r *Runner) needed() []string {
	var names []string
	for _, c := range r.plan.Components {
		if slices.ContainsFunc(r.arms, func(s *arm) bool {
			return !s.stored && slices.Contains(s.config.Components, c.Name)
		}) {
			names = append(names, c.Name)
		}
	}
	return names
}

// readRun reads a run file, and reports the queries that had failed when it
// was written.
func (r *Runner) readRun(ctx context.Context, src source) error {
	read, err := r.runAnswers(ctx, src)
	if err != nil {
		return err
	}
	for _, q := range r.judgments.Requests() {
		if got, _ := read.feed.(runFeed).run.Result(q.ID); got.Error != "" {
			r.note(result.RecordedFailure{Component: src.component.Name, QueryID: q.ID, Error: got.Error})
		}
	}
	r.answers[src.component.Name] = read
	return nil
}

// runAnswers opens a run file.
func (r *Runner) runAnswers(ctx context.Context, src source) (*answers, error) {
	opened, err := src.open(ctx)
	if err != nil {
		return nil, err
	}
	missing := 0
	for _, q := range r.judgments.Requests() {
		if !opened.run.Has(q.ID) {
			missing++
		}
	}
	if missing == r.judgments.Len() {
		return nil, fmt.Errorf("%s: %w %s: compare the ids in both files", src.component.Run, scoring.ErrNoCommonQuery, r.judgments.Info.Name)
	}
	return &answers{feed: runFeed{opened.run, r.plan.depth()}, findings: opened.findings, missing: missing}, nil
}

// recorded is a live component with what the store already knows of it.
type recorded struct {
	source  source
	key     result.RecordingKey
	depth   int                              // hits that are asked for
	known   map[string]result.RecordingState // by query
	asked   map[string]bool                  // queries that were answered in this run
	missing []retrieval.Query
	total   int // queries that it has to answer
	report  result.ComponentRetrieval
}

func (r *Runner) recorded(ctx context.Context, src source) (*recorded, error) {
	at, err := r.recordingKey(src)
	if err != nil {
		return nil, err
	}
	name := src.component.Name
	rec := &recorded{
		source: src, key: at, depth: r.plan.depth(), asked: map[string]bool{}, total: r.judgments.Len(),
		report: result.ComponentRetrieval{Component: name},
	}
	r.live[name] = rec
	if rec.known, err = r.states(ctx, rec.key); err != nil {
		return nil, err
	}
	if slices.Contains(r.opts.Refresh, name) {
		clear(rec.known)
	}
	retry := r.opts.RetryFailed || allFailed(rec.known)
	for _, q := range r.judgments.Requests() {
		if have, ok := rec.known[q.ID]; ok && (have.Error == "" || !retry) {
			rec.report.Reused++
			continue
		}
		rec.missing = append(rec.missing, q)
	}
	r.report.Reused += rec.report.Reused
	return rec, nil
}

// recordingKey is where a live component's answers are recorded.
func (r *Runner) recordingKey(src source) (result.RecordingKey, error) {
	id, _, err := fingerprint.Canonical(struct {
		Identity any `json:"identity"`
		Depth    int `json:"depth"`
	}{src.identity, r.plan.depth()})
	return result.RecordingKey{Component: id, TestSet: r.judgments.Info.SHA256}, err
}

// allFailed tells a component that was down from one that fails on some
// queries: what was down is asked again.
func allFailed(recorded map[string]result.RecordingState) bool {
	for _, have := range recorded {
		if have.Error == "" {
			return false
		}
	}
	return true
}

// noteFailures reports the queries that a component could not answer.
func (r *Runner) noteFailures(rec *recorded) error {
	name := rec.source.component.Name
	first := ""
	for i := range r.judgments.Len() {
		q := r.judgments.Query(i)
		if failure := rec.known[q.ID].Error; failure != "" {
			rec.report.Failed++
			first = cmp.Or(first, failure)
			r.note(result.RecordedFailure{Component: name, QueryID: q.ID, Error: failure})
		}
	}
	r.report.Components = append(r.report.Components, rec.report)
	if rec.total > 0 && rec.report.Failed >= rec.total {
		return fmt.Errorf("component %q: %w, the first with: %s", name, ErrArmFailed, first)
	}
	return nil
}

// ErrArmFailed says that a component answered no query at all.
var ErrArmFailed = errors.New("every query failed")

// maxFailures bounds the failures that a report lists; all are counted.
const maxFailures = 20

func (r *Runner) note(f result.RecordedFailure) {
	r.report.Failed++
	if len(r.report.Failures) < maxFailures {
		r.report.Failures = append(r.report.Failures, f)
	}
}
