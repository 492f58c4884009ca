package run

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/runfile"
)

// Retrieved is what the components of some systems have to say: from run files,
// and from recordings. It can be read any number of times.
type Retrieved struct {
	*Prepared
	repeat   int          // which of the repeats it is of, from 0
	repeats  []*Retrieved // all of them, in order
	recorder result.Recorder
	known    *recording.States
	report   *result.RetrievalReport         // of all repeats
	columns  map[string]*column              // by component, and by configuration that is reranked
	live     map[string]*recording.Component // those that could be asked
}

// Retrieve sees to it that what the components of these systems say to every query can be read: it reads
// run files and recordings, and asks for the rest. Nothing is repeated.
func (p *Prepared) Retrieve(ctx context.Context, recorder result.Recorder, systems []System) (*Retrieved, error) {
	r := p.reading(recorder, recording.NewStates(recorder), 1)
	if err := r.forget(ctx); err != nil {
		return nil, err
	}
	return r, r.retrieve(ctx, p.components(systems))
}

// reading returns the first of a number of repeats, none of which has anything to read yet.
func (p *Prepared) reading(recorder result.Recorder, known *recording.States, repeats int) *Retrieved {
	report := &result.RetrievalReport{RunIDs: map[string]string{}, Failures: []result.RecordedFailure{}}
	all := make([]*Retrieved, max(1, repeats))
	for i := range all {
		all[i] = &Retrieved{
			Prepared: p, repeat: i, repeats: all, recorder: recorder, known: known, report: report,
			columns: map[string]*column{}, live: map[string]*recording.Component{},
		}
	}
	return all[0]
}

// components lists those that systems need, in the order of the plan.
func (p *Prepared) components(systems []System) []string {
	var names []string
	for _, c := range p.plan.Components {
		if slices.ContainsFunc(systems, func(s System) bool { return s.uses(c.Name) }) {
			names = append(names, c.Name)
		}
	}
	return names
}

// retrieve does the same for all repeats, which are asked for together.
func (r *Retrieved) retrieve(ctx context.Context, components []string) error {
	var open []*recording.Component
	for _, one := range r.repeats {
		asked, err := one.gather(ctx, components)
		if err != nil {
			return err
		}
		open = append(open, asked...)
	}
	if err := r.checkCollections(ctx, open); err != nil {
		return err
	}
	return r.ask(ctx, open)
}

// gather reads run files, and returns the live components of a repeat with what is known of
// them. What has no chance in it is the same in every repeat.
func (r *Retrieved) gather(ctx context.Context, components []string) (open []*recording.Component, err error) {
	for _, name := range components {
		src, first := r.sources[name], r.repeats[0]
		if r.repeat > 0 && !src.component.Varies() {
			r.columns[name], r.live[name] = first.columns[name], first.live[name]
			continue
		}
		if !src.live() {
			if err := r.readRun(ctx, src); err != nil {
				return nil, fmt.Errorf("component %q: %w", name, err)
			}
			continue
		}
		c, err := r.component(ctx, src)
		if err != nil {
			return nil, fmt.Errorf("component %q: %w", name, err)
		}
		r.columns[name] = &column{feed: recording.Feed{Recorder: r.recorder, Key: c.Key}}
		if src.stateless != nil {
			r.columns[name].findings = []result.Finding{result.Noted(result.FindingNoState, fmt.Sprintf("%s: %v; set state: none to silence this", name, src.stateless))}
		}
		open = append(open, c)
	}
	return open, nil
}

// component returns a live component with what the store already knows of it.
func (r *Retrieved) component(ctx context.Context, src source) (*recording.Component, error) {
	name := src.component.Name
	key, err := r.key(src)
	if err != nil {
		return nil, err
	}
	c := &recording.Component{
		Name: name, Key: key, Depth: r.plan.Depth(), Open: src.open, Repeat: r.repeat,
		Report: result.ComponentRetrieval{Component: name},
	}
	if r.repeat > 0 {
		c.Of = r.repeats[0].live[name]
	}
	r.live[name] = c
	if c.Known, err = r.known.Of(ctx, key); err != nil {
		return nil, err
	}
	if r.opts.Recorded != nil {
		return c, r.unrecorded(c)
	}
	if slices.Contains(r.opts.Refresh, name) {
		maps.DeleteFunc(c.Known, func(_ string, have result.RecordingState) bool { return !r.opts.Shard.Fresh(have) })
	}
	c.Divide(r.judgments.Requests(), r.opts.RetryFailed, r.opts.Shard)
	return c, nil
}

// ask has the components asked what they are missing, and reports what they could not answer.
func (r *Retrieved) ask(ctx context.Context, open []*recording.Component) error {
	for _, c := range open {
		r.report.Reused += c.Report.Reused
	}
	hooks := recording.Hooks{Clock: r.opts.Clock, Refreshed: len(r.opts.Refresh) > 0}
	if show := r.opts.Progress; show != nil {
		hooks.Progress = func(done, total int) { show(Progress{Done: done, Total: total, Reused: r.report.Reused}) }
	}
	asked, err := recording.Ask(ctx, r.judgments.Requests(), open, r.recorder, r.plan.Retrieve, hooks)
	r.report.Calls += asked.Calls
	r.report.Reranks += asked.Reranks
	r.report.DurationMS += asked.DurationMS
	if err != nil {
		return err
	}
	for _, c := range open {
		if err := r.noteFailures(c); err != nil {
			return err
		}
	}
	return nil
}

// noteFailures reports the queries that a component could not answer.
func (r *Retrieved) noteFailures(c *recording.Component) error {
	first := ""
	for q := range r.judgments.Len() {
		id := r.judgments.Query(q).ID
		if failure := c.Known[id].Error; failure != "" {
			c.Report.Failed++
			first = cmp.Or(first, failure)
			note(r.report, result.RecordedFailure{Component: c.Name, QueryID: id, Repeat: c.Repeat, Error: failure})
		}
	}
	addReport(r.report, c.Report)
	if total := len(c.Missing) + c.Report.Reused; r.opts.Shard.I == 0 && total > 0 && c.Report.Failed >= total {
		return &recording.FailedError{Name: fmt.Sprintf("component %q", c.Name), First: first}
	}
	return nil
}

// readRun reads a run file, and reports the queries that had failed when it was written.
func (r *Retrieved) readRun(ctx context.Context, src source) error {
	run, err := r.openRun(ctx, src)
	if err != nil {
		return err
	}
	for _, q := range r.judgments.Requests() {
		if got, _ := run.Result(q.ID); got.Error != "" {
			note(r.report, result.RecordedFailure{Component: src.component.Name, QueryID: q.ID, Error: got.Error})
		}
	}
	return nil
}

// openRun makes a run file readable.
func (r *Retrieved) openRun(ctx context.Context, src source) (*runfile.Run, error) {
	run, stats, err := src.read(ctx)
	if err != nil {
		return nil, err
	}
	missing := 0
	stats.Hits, stats.Tied = 0, 0 // of the queries that count, and not of all in the file
	for q := range r.judgments.Len() {
		id := r.judgments.Query(q).ID
		if !run.Has(id) {
			missing++
		}
		scores := ordered.Each(run.Hits(id), func(h retrieval.Hit) float64 { return h.Score })
		slices.Sort(scores)
		for i, s := range scores {
			stats.Hits++
			if i > 0 && s == scores[i-1] || i+1 < len(scores) && s == scores[i+1] {
				stats.Tied++
			}
		}
	}
	if missing == r.judgments.Len() {
		return nil, scoring.NoCommonQuery(src.component.Run, run.Queries(), r.judgments)
	}
	findings := append(scoring.FormatFindings(stats), scoring.ReaderFindings(stats.RunStats, stats.Order)...)
	r.columns[src.component.Name] = &column{feed: runFeed{run, r.plan.Depth()}, findings: findings, missing: missing}
	return run, nil
}

// Report says what was done, and what had been done already.
func (r *Retrieved) Report() *result.RetrievalReport { return r.report }

// Column says what was noticed about one component: the findings of its reader, the queries that its run
// file lacks, and the duplicate documents that were dropped when it was read last.
func (r *Retrieved) Column(name string) (findings []result.Finding, missing, dropped int) {
	c := r.columns[name]
	return c.findings, c.missing, c.dropped
}

// batchSize is how many queries are held at once while rankings are fused and scored: enough to keep the
// processors busy, few enough that memory does not grow with the test set.
const batchSize = 256

// eachQuery reads what some components say, a batch of queries at a time, and
// calls do for every query, for several at once. Memory is bounded by the batch.
func (r *Retrieved) eachQuery(ctx context.Context, components []string, do func(q int, parts map[string]result.Ranking)) error {
	return r.EachBatch(ctx, components, func(from, n int, columns map[string][]result.Ranking) error {
		var group errgroup.Group
		group.SetLimit(runtime.GOMAXPROCS(0))
		for i := range n {
			group.Go(func() error {
				do(from+i, Row(columns, i))
				return nil
			})
		}
		return group.Wait()
	})
}

// EachBatch reads what some components say and calls do for each batch of n queries, in the judgments' order.
func (r *Retrieved) EachBatch(ctx context.Context, components []string, do func(from, n int, columns map[string][]result.Ranking) error) error {
	queries := r.judgments.Requests()
	for _, name := range components {
		r.columns[name].dropped = 0
	}
	for from := 0; from < len(queries); from += batchSize {
		batch := queries[from:min(from+batchSize, len(queries))]
		columns := make(map[string][]result.Ranking, len(components))
		for _, name := range components {
			rankings, err := r.columns[name].feed.Rankings(ctx, batch)
			if err != nil {
				return fmt.Errorf("component %q: %w", name, err)
			}
			r.columns[name].dropped += unique(rankings)
			columns[name] = rankings
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
