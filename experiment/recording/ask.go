// Package recording asks the components of an experiment and keeps what they say: each query once, or once
// in each repeat, with bounded concurrency and a timeout, in a journal that a killed run can lose little
// of, and gone on with where it was. What is recorded is read back a batch of queries at a time.
//
// It knows retrievers and a Recorder, and nothing of judgments, fusions or the run that it works for.
package recording

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval"
)

// A call asks one component one query.
type call struct {
	of    *Component
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

// Unwrap makes it a component of which nothing is left to measure.
func (e *UnavailableError) Unwrap() error { return ErrAllFailed }

// A FailedError says of what, such as component "bm25", every query failed, and the first error.
type FailedError struct{ Name, First string }

func (e *FailedError) Error() string {
	return fmt.Sprintf("%s: %v, the first with: %s", e.Name, ErrAllFailed, e.First)
}
func (e *FailedError) Unwrap() error { return ErrAllFailed }

// ErrAllFailed says that a component or a system has no ranking for any query.
var ErrAllFailed = errors.New("every query failed")

// A Tally sums up what was asked.
type Tally struct {
	Calls      int     // of retrievers
	Reranks    int     // calls of rerankers
	DurationMS float64 // from the first call to the last
}

// Ask retrieves what the components are missing, query by query over all of them, and records as it goes.
// Queries are all that the experiment has, in its order.
func Ask(ctx context.Context, queries []retrieval.Query, components []*Component, recorder result.Recorder, settings Settings, hooks Hooks) (Tally, error) {
	a := &asking{
		queries: queries, components: components, hooks: hooks,
		fetch:   Fetcher{Settings: settings, Clock: hooks.Clock},
		journal: journal{recorder: recorder, last: time.Now()},
		streaks: map[*Component]streak{}, opened: map[*Component]retrieval.Retriever{},
	}
	calls, closeAll, err := a.calls(ctx)
	defer closeAll()
	if err != nil || len(calls) == 0 {
		return Tally{}, err
	}
	a.ctx, a.stop = context.WithCancelCause(ctx)
	defer a.stop(nil)
	a.total = len(calls)
	start := time.Now()
	err = a.all(calls)
	a.finish(time.Since(start))
	switch {
	case a.journal.err != nil:
		return a.sum, &result.StoreError{Err: a.journal.err}
	case a.down != nil:
		return a.sum, a.down
	case err != nil:
		again := "run again to go on"
		if hooks.Refreshed {
			again = "the recordings are now partly old and partly new: run again with --refresh"
		}
		return a.sum, fmt.Errorf("interrupted after %d of %d retrieval calls, which are recorded; %s: %w", a.done, len(calls), again, err)
	}
	return a.sum, nil
}

// calls opens the components that have queries to be asked, warms them up, and lists what to ask: all
// of it before any is repeated, so that no repetition meets a warm engine, and query by query, in turns
// from the first and the last component, so that an engine that drifts hits all alike.
func (a *asking) calls(ctx context.Context) (list []call, closeAll func(), err error) {
	closeAll = func() {
		for _, opened := range a.opened {
			if c, ok := opened.(io.Closer); ok {
				c.Close()
			}
		}
	}
	type place struct {
		query  string
		repeat int
	}
	calls := map[place][]call{}
	last := 0
	for _, c := range a.components {
		c.asked = map[string]bool{}
		if len(c.Missing) == 0 {
			continue
		}
		opened, err := a.open(ctx, c)
		if err != nil {
			return nil, closeAll, fmt.Errorf("component %q: %w", c.Name, err)
		}
		last = max(last, c.Repeat)
		for _, q := range c.Missing {
			q.Repeat = c.Repeat
			at := place{q.ID, c.Repeat}
			calls[at] = append(calls[at], call{c, q, opened})
		}
	}
	for repeat := range last + 1 {
		for i, q := range a.queries {
			of := calls[place{q.ID, repeat}]
			for j := range of {
				if i%2 == 1 {
					j = len(of) - 1 - j
				}
				list = append(list, of[j])
			}
		}
	}
	return list, closeAll, nil
}

// open returns the retriever of a component, which answers its repetitions too.
func (a *asking) open(ctx context.Context, c *Component) (retrieval.Retriever, error) {
	c = cmp.Or(c.Of, c)
	opened, ok := a.opened[c]
	if ok {
		return opened, nil
	}
	opened, err := c.Open(ctx)
	if err != nil {
		return nil, err
	}
	a.opened[c] = opened
	a.warmUp(ctx, c, opened)
	return opened, nil
}

// warmUp asks queries that count for nothing: programs load, connections open, caches
// fill. What fails here fails again where it is reported.
func (a *asking) warmUp(ctx context.Context, c *Component, from retrieval.Retriever) {
	n := a.fetch.Settings.WarmUp
	if loader, ok := from.(retrieval.Loader); ok && n >= 0 {
		n = max(n, loader.Loading())
	}
	start := a.fetch.now()
	_ = a.fetch.Each(ctx, min(n, len(a.queries)), func(i int) {
		a.fetch.Fetch(ctx, from, a.queries[i], c.Depth)
	}, func(int) { c.Report.WarmUpCalls++ })
	if c.Report.WarmUpCalls > 0 {
		c.Report.WarmUpMS = float64(a.fetch.now().Sub(start)) / float64(time.Millisecond)
	}
}

// asking is the retrieval of a run while it goes on.
type asking struct {
	queries    []retrieval.Query
	components []*Component
	hooks      Hooks
	fetch      Fetcher
	journal    journal

	ctx   context.Context
	stop  context.CancelCauseFunc
	total int
	done  int
	sum   Tally

	streaks map[*Component]streak
	opened  map[*Component]retrieval.Retriever
	down    error
}

// A streak is the calls in a row that found a component's engine unavailable. Its failures are held back:
// they are those of their queries when the engine comes back, and of no one when the run stops.
type streak struct {
	calls    int
	failures []result.Recording
}

// all makes each call and records what came.
func (a *asking) all(calls []call) error {
	type reply struct {
		result.Recording
		err error
	}
	replies := make([]reply, len(calls))
	return a.fetch.Each(a.ctx, len(calls), func(i int) {
		replies[i].Recording, replies[i].err = a.fetch.fetch(a.ctx, calls[i].from, calls[i].query, calls[i].of.Depth)
	}, func(i int) {
		got := replies[i]
		replies[i] = reply{} // the hits are in the journal from here on
		if got.Error != "" && a.ctx.Err() != nil {
			return // cut off, not failed: the next run asks again
		}
		a.take(calls[i].of, got.Recording, calls[i].of.down(got.err))
	})
}

// take records one ranking, or a failure. It is called by one goroutine at a time.
func (a *asking) take(of *Component, rec result.Recording, unavailable bool) {
	if of.Report.Step == result.StepRerank {
		a.sum.Reranks++
	} else {
		a.sum.Calls++
	}
	a.done++
	of.Report.Calls++
	of.Report.Retries += rec.Attempts - 1
	if unavailable {
		s := a.streaks[of]
		s.failures = append(s.failures, rec)
		a.streaks[of] = s
		a.missed(of, rec.Error)
	} else {
		a.release(of)
		a.record(of, rec)
	}
	if a.hooks.Progress != nil {
		a.hooks.Progress(a.done, a.total)
	}
}

// missed counts a call that found its engine unavailable, and stops the run after too many in a row.
func (a *asking) missed(of *Component, failure string) {
	s := a.streaks[of]
	s.calls++
	a.streaks[of] = s
	if s.calls == cmp.Or(a.fetch.Settings.GiveUpAfter, DefaultGiveUpAfter) && a.down == nil {
		a.down = &UnavailableError{Component: of.Name, InARow: s.calls, Last: failure}
		a.stop(a.down)
	}
}

// record hands a recording to the store. When that cannot keep it, asking on would be for nothing.
func (a *asking) record(of *Component, rec result.Recording) {
	of.asked[rec.QueryID] = true
	rec.Content = contentOf(rec)
	rec.RecordedAt = a.fetch.now().UTC().Truncate(time.Second)
	of.Known[rec.QueryID] = rec.State()
	if a.journal.add(a.ctx, of.Key, rec); a.journal.err != nil {
		a.stop(a.journal.err)
	}
}

// release records the failures of a streak that has ended.
func (a *asking) release(of *Component) {
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
	a.sum.DurationMS = float64(took) / float64(time.Millisecond)
	for _, c := range a.components {
		if n := c.Report.Calls; n > 0 {
			c.Report.QueriesPerSecond = result.Number(float64(n) / took.Seconds())
		}
	}
}
