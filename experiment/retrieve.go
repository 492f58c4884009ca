package experiment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// flushEvery bounds what a killed run can lose.
const flushEvery = 200 * time.Millisecond

// retrieve gets every answer that the unsettled arms need: from run files,
// from recordings, and the rest from the retrievers.
func (r *Runner) retrieve(ctx context.Context) error {
	var open []*recorded
	for _, name := range r.needed() {
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
		open = append(open, rec)
	}
	if err := r.ask(ctx, open); err != nil {
		return err
	}
	for _, rec := range open {
		if err := r.collect(rec); err != nil {
			return err
		}
	}
	return nil
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

// readRun answers every query from a run file. A query that it lacks is an
// empty ranking, not a failure.
func (r *Runner) readRun(ctx context.Context, src source) error {
	opened, err := src.open(ctx)
	if err != nil {
		return err
	}
	answers := make([]answer, r.judgments.Len())
	found := 0
	for i, q := range r.judgments.Queries() {
		hits, err := opened.Retrieve(ctx, q, r.plan.depth())
		if err != nil {
			return err
		}
		answers[i] = answer{hits: hits, missing: !opened.run.Has(q.ID)}
		if !answers[i].missing {
			found++
		}
	}
	if found == 0 {
		return fmt.Errorf("%s: %w %s: compare the ids in both files", src.component.Run, ErrNoCommonQuery, r.judgments.Info.Name)
	}
	name := src.component.Name
	r.answers[name], r.health[name] = answers, opened.findings
	return nil
}

// readerFindings says what the reader noticed about a run file that it read in
// the given order.
func readerFindings(run trec.RunStats, order trec.Order) []Finding {
	used, ties := "the scores were used", "ties are broken by document id"
	switch order {
	case trec.OrderRank:
		used, ties = "the rank column was used", "the rank column orders them"
	case trec.OrderFile:
		used, ties = "the order of the lines was used", "the order of the lines decides"
	}
	var list []Finding
	if run.RankContradictions > 0 {
		list = append(list, Finding{
			FindingContradictions, SeverityNote,
			fmt.Sprintf("the rank column contradicts the scores %s; %s", plural(run.RankContradictions, "time"), used),
		})
	}
	if share := float64(run.Tied) / float64(max(run.Hits, 1)); share > tieWarning {
		list = append(list, Finding{
			FindingTies, SeverityWarning,
			fmt.Sprintf("%.1f %% of the hits share their score with another one of their query; %s", 100*share, ties),
		})
	}
	if run.Duplicates > 0 {
		list = append(list, Finding{
			FindingDuplicates, SeverityWarning,
			plural(run.Duplicates, "duplicate document") + " dropped, the best-ranked one of each kept",
		})
	}
	if run.Interleaved {
		list = append(list, Finding{FindingInterleaved, SeverityNote, "lines of one query do not stand together; they were grouped by id"})
	}
	return list
}

// recorded is a live component with what the store already knows of it.
type recorded struct {
	source  source
	key     RecordingKey
	known   map[string]Recording
	missing []retrieval.Query
}

func (r *Runner) recorded(ctx context.Context, src source) (*recorded, error) {
	id, _, err := key(struct {
		Identity any `json:"identity"`
		Depth    int `json:"depth"`
	}{src.identity, r.plan.depth()})
	if err != nil {
		return nil, err
	}
	rec := &recorded{source: src, key: RecordingKey{Component: id, TestSet: r.judgments.Info.SHA256}}
	if rec.known, err = r.recorder.Recordings(ctx, rec.key); err != nil {
		return nil, &StoreError{err}
	}
	retry := r.opts.RetryFailed || allFailed(rec.known)
	for _, q := range r.judgments.Queries() {
		if have, ok := rec.known[q.ID]; ok && (have.Error == "" || !retry) {
			r.report.Reused++
			continue
		}
		rec.missing = append(rec.missing, q)
	}
	return rec, nil
}

// allFailed tells a component that was down from one that fails on some
// queries: what was down is asked again.
func allFailed(known map[string]Recording) bool {
	for _, k := range known {
		if k.Error == "" {
			return false
		}
	}
	return true
}

// ask retrieves what is missing, query by query over all components, and
// records as it goes.
func (r *Runner) ask(ctx context.Context, open []*recorded) error {
	type call struct {
		rec   *recorded
		query retrieval.Query
		from  retrieval.Retriever
	}
	var calls []call
	for _, rec := range open {
		if len(rec.missing) == 0 {
			continue
		}
		opened, err := rec.source.open(ctx)
		if err != nil {
			return fmt.Errorf("component %q: %w", rec.source.component.Name, err)
		}
		for _, q := range rec.missing {
			calls = append(calls, call{rec, q, opened})
		}
	}
	f := fetcher{settings: r.plan.Retrieve, clock: r.opts.Clock}
	results := make([]Recording, len(calls))
	journal := journal{recorder: r.recorder, every: flushEvery, last: time.Now()}
	err := f.each(ctx, len(calls), func(i int) {
		results[i] = f.fetch(ctx, calls[i].from, calls[i].query, r.plan.depth())
	}, func(i int) {
		if results[i].Error != "" && ctx.Err() != nil {
			return // cut off, not failed: the next run asks again
		}
		r.report.Calls++
		calls[i].rec.known[results[i].QueryID] = results[i]
		journal.add(ctx, calls[i].rec.key, results[i])
		if r.opts.Progress != nil {
			r.opts.Progress(Progress{Done: r.report.Calls, Total: len(calls), Reused: r.report.Reused})
		}
	})
	// What was retrieved is kept even when ctx has ended.
	journal.flush(context.WithoutCancel(ctx))
	if journal.err != nil {
		return &StoreError{journal.err}
	}
	if err != nil {
		return fmt.Errorf("interrupted after %d of %d retrieval calls, which are recorded; run again to go on: %w", r.report.Calls, len(calls), err)
	}
	return nil
}

// collect puts a live component's recordings into the judgments' order.
func (r *Runner) collect(rec *recorded) error {
	name := rec.source.component.Name
	answers := make([]answer, r.judgments.Len())
	failures, dropped := 0, 0
	for i := range r.judgments.queries {
		id := r.judgments.queries[i].id
		answers[i] = answered(rec.known[id])
		hits := keepFirst(answers[i].hits)
		dropped += len(answers[i].hits) - len(hits)
		answers[i].hits = hits
		if answers[i].failure != "" {
			failures++
			r.note(RecordedFailure{Component: name, QueryID: id, Error: answers[i].failure})
		}
	}
	r.answers[name] = answers
	if dropped > 0 {
		r.health[name] = []Finding{droppedFinding(dropped)}
	}
	if failures == len(answers) {
		return fmt.Errorf("component %q: %w, the first with: %s", name, ErrArmFailed, answers[0].failure)
	}
	return nil
}

// keepFirst drops documents that came before, which fusion would count twice.
func keepFirst(hits []retrieval.Hit) []retrieval.Hit {
	seen := make(map[string]bool, len(hits))
	kept := make([]retrieval.Hit, 0, len(hits))
	for _, h := range hits {
		if !seen[h.ID] {
			seen[h.ID] = true
			kept = append(kept, h)
		}
	}
	return kept
}

// ErrArmFailed says that a component answered no query at all.
var ErrArmFailed = errors.New("every query failed")

// maxFailures bounds the failures that a report lists; all are counted.
const maxFailures = 20

func (r *Runner) note(f RecordedFailure) {
	r.report.Failed++
	if len(r.report.Failures) < maxFailures {
		r.report.Failures = append(r.report.Failures, f)
	}
}

// A journal hands recordings to the store in small batches.
type journal struct {
	recorder Recorder
	every    time.Duration
	last     time.Time
	pending  map[RecordingKey][]Recording
	err      error
}

func (j *journal) add(ctx context.Context, key RecordingKey, r Recording) {
	if j.pending == nil {
		j.pending = map[RecordingKey][]Recording{}
	}
	j.pending[key] = append(j.pending[key], r)
	if now := time.Now(); now.Sub(j.last) >= j.every {
		j.flush(context.WithoutCancel(ctx)) // what was answered is kept when ctx has just ended
		j.last = now
	}
}

func (j *journal) flush(ctx context.Context) {
	for key, batch := range j.pending {
		if err := j.recorder.Record(ctx, key, batch); err != nil {
			j.err = errors.Join(j.err, err)
		}
	}
	clear(j.pending)
}
