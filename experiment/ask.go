package experiment

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval"
)

// defaultGiveUpAfter is how many calls in a row may find an engine unavailable.
const defaultGiveUpAfter = 5

// A call asks one component one query.
type call struct {
	of    *recorded
	query retrieval.Query
	from  retrieval.Retriever
}

// An UnavailableError says that a component's engine was found down so often
// that the run was stopped. What was retrieved before is recorded.
type UnavailableError struct {
	Component string
	InARow    int
	Last      string // error
}

// Error names the component and the remedy.
func (e *UnavailableError) Error() string {
	return fmt.Sprintf("component %q: stopped after %s in a row found its engine unavailable; what was retrieved is recorded; run again when it is up, or with a higher give_up_after if it is. The last: %s",
		e.Component, prose.Plural(e.InARow, "call"), e.Last)
}

// Unwrap makes it a failed arm.
func (e *UnavailableError) Unwrap() error { return ErrArmFailed }

// ask retrieves what is missing, query by query over all components, and
// records as it goes.
func (r *Runner) ask(ctx context.Context, open []*recorded) error {
	calls, closeAll, err := r.calls(ctx, open)
	defer closeAll()
	if err != nil || len(calls) == 0 {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	a := &asking{
		runner: r, ctx: ctx, stop: stop, open: open, total: len(calls),
		fetch:   fetcher{settings: r.plan.Retrieve, clock: r.opts.Clock},
		journal: journal{recorder: r.recorder, last: time.Now()},
		streaks: map[*recorded]streak{},
	}
	start := time.Now()
	err = a.all(calls)
	a.finish(time.Since(start))
	switch {
	case a.journal.err != nil:
		return &result.StoreError{Err: a.journal.err}
	case a.down != nil:
		return a.down
	case err != nil:
		again := "run again to go on"
		if len(r.opts.Refresh) > 0 {
			again = "the recordings are now partly old and partly new: run again with --refresh"
		}
		return fmt.Errorf("interrupted after %d of %d retrieval calls, which are recorded; %s: %w", a.done, len(calls), again, err)
	}
	return nil
}

// calls opens the components that have something to answer, warms them up,
// and lists what to ask: query by query, so that an engine that drifts hits
// all components alike, in turns from the first and from the last one.
func (r *Runner) calls(ctx context.Context, open []*recorded) (list []call, closeAll func(), err error) {
	var closers []io.Closer
	closeAll = func() {
		for _, c := range closers {
			c.Close()
		}
	}
	byQuery := map[string][]call{}
	for _, rec := range open {
		if len(rec.missing) == 0 {
			continue
		}
		opened, err := rec.source.open(ctx)
		if err != nil {
			return nil, closeAll, fmt.Errorf("component %q: %w", rec.source.component.Name, err)
		}
		if c, ok := opened.Retriever.(io.Closer); ok {
			closers = append(closers, c)
		}
		r.warmUp(ctx, rec, opened.Retriever)
		for _, q := range rec.missing {
			byQuery[q.ID] = append(byQuery[q.ID], call{rec, q, opened.Retriever})
		}
	}
	for i, q := range r.judgments.Requests() {
		of := byQuery[q.ID]
		for j := range of {
			if i%2 == 1 {
				j = len(of) - 1 - j
			}
			list = append(list, of[j])
		}
	}
	return list, closeAll, nil
}

// warmUp asks queries that count for nothing: connections open, caches fill.
// What fails here fails again where it is reported.
func (r *Runner) warmUp(ctx context.Context, rec *recorded, from retrieval.Retriever) {
	f := fetcher{settings: r.plan.Retrieve, clock: r.opts.Clock}
	queries := r.judgments.Requests()
	n := min(f.settings.WarmUp, len(queries))
	_ = f.each(ctx, n, func(i int) {
		f.fetch(ctx, from, queries[i], rec.depth)
	}, func(int) { rec.report.WarmUpCalls++ })
}

// asking is the retrieval of a run while it goes on.
type asking struct {
	runner  *Runner
	ctx     context.Context
	stop    context.CancelCauseFunc
	open    []*recorded
	total   int
	done    int
	fetch   fetcher
	journal journal

	streaks map[*recorded]streak
	down    error
}

// A streak is the calls in a row that found a component's engine unavailable.
// Its failures are held back: they are those of their queries when the engine
// comes back, and of nobody when the run stops.
type streak struct {
	calls    int
	failures []result.Recording
}

func (a *asking) all(calls []call) error {
	if a.fetch.settings.Repeat <= 1 {
		return a.once(calls, nil)
	}
	for from := 0; from < len(calls); from += repeatBlock {
		if err := a.repeatedly(calls[from:min(from+repeatBlock, len(calls))]); err != nil {
			return err
		}
	}
	return nil
}

// once makes each call and records what came; keep, when not nil, gets it too.
func (a *asking) once(calls []call, keep []result.Recording) error {
	type reply struct {
		result.Recording
		unavailable bool
	}
	replies := make([]reply, len(calls))
	return a.fetch.each(a.ctx, len(calls), func(i int) {
		replies[i].Recording, replies[i].unavailable = a.fetch.fetch(a.ctx, calls[i].from, calls[i].query, calls[i].of.depth)
	}, func(i int) {
		got := replies[i]
		replies[i] = reply{} // the hits are in the journal from here on
		if got.Error != "" && a.ctx.Err() != nil {
			return // cut off, not failed: the next run asks again
		}
		if keep != nil {
			keep[i] = got.Recording
		}
		a.take(calls[i].of, got.Recording, got.unavailable)
	})
}

// take records one answer. It is called by one goroutine at a time.
func (a *asking) take(of *recorded, rec result.Recording, unavailable bool) {
	report := &a.runner.report
	if of.report.Step == result.StepRerank {
		report.Reranks++
	} else {
		report.Calls++
	}
	a.done++
	of.report.Calls++
	of.report.Retries += rec.Attempts - 1
	if unavailable {
		s := a.streaks[of]
		s.failures = append(s.failures, rec)
		a.streaks[of] = s
		a.missed(of, rec.Error)
	} else {
		a.release(of)
		a.record(of, rec)
	}
	if show := a.runner.opts.Progress; show != nil {
		show(Progress{Done: a.done, Total: a.total, Reused: report.Reused})
	}
}

// missed counts a call that found its engine unavailable, and stops the run
// after too many in a row.
func (a *asking) missed(of *recorded, failure string) {
	s := a.streaks[of]
	s.calls++
	a.streaks[of] = s
	limit := a.fetch.settings.GiveUpAfter
	if limit == 0 {
		limit = defaultGiveUpAfter
	}
	if s.calls == limit && a.down == nil {
		a.down = &UnavailableError{Component: of.source.component.Name, InARow: s.calls, Last: failure}
		a.stop(a.down)
	}
}

func (a *asking) record(of *recorded, rec result.Recording) {
	of.asked[rec.QueryID] = true
	a.keep(of, rec)
}

// keep hands a recording to the store. When that cannot keep it, asking on
// would be for nothing.
func (a *asking) keep(of *recorded, rec result.Recording) {
	of.known[rec.QueryID] = rec.State()
	if a.journal.add(a.ctx, of.key, rec); a.journal.err != nil {
		a.stop(a.journal.err)
	}
}

// release records the failures of a streak that has ended.
func (a *asking) release(of *recorded) {
	for _, rec := range a.streaks[of].failures {
		a.record(of, rec)
	}
	delete(a.streaks, of)
}

// finish keeps what was retrieved, even when the run has ended early: then a
// streak may be the end of the engine and is left to the next run.
func (a *asking) finish(took time.Duration) {
	for of, s := range a.streaks {
		if a.ctx.Err() == nil {
			a.release(of)
		} else {
			a.done -= len(s.failures)
		}
	}
	a.journal.flush(context.WithoutCancel(a.ctx))
	a.runner.report.DurationMS += float64(took) / float64(time.Millisecond)
	for _, rec := range a.open {
		if n := rec.report.Calls + rec.report.RepeatedCalls; n > 0 {
			rec.report.QueriesPerSecond = result.Number(float64(n) / took.Seconds())
		}
	}
}
