package run_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval"
)

// A run that was cut off keeps what it had, and the next one asks only for the
// rest: no query is asked twice, not even one whose answer came as it ended.
func TestInterruptedRunGoesOn(t *testing.T) {
	for name, linger := range map[string]time.Duration{"at once": 0, "an answer waits while the run ends": 250 * time.Millisecond} {
		t.Run(name, func(t *testing.T) { interrupt(t, linger) })
	}
}

// interrupt ends a run in its 20th report, which takes as long as linger.
func interrupt(t *testing.T, linger time.Duration) {
	t.Helper()
	dir, store := wingtest.LiveDir(t, 30, twoConfigs), wingtest.NewMemory()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var mu sync.Mutex
	answered := map[string]int{} // by component and query
	slow := func(name string) retrieval.Func {
		return func(ctx context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
			select {
			case <-time.After(time.Millisecond):
			case <-ctx.Done():
				return nil, ctx.Err()
			}
			mu.Lock()
			defer mu.Unlock()
			answered[name+q.ID]++
			return wingtest.Answering(q, 1), nil
		}
	}
	runner := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{Progress: func(p run.Progress) {
		if p.Done == 20 {
			time.Sleep(linger)
			cancel()
		}
	}}), slow("bm25"), slow("dense"))
	_, err := runner.Run(ctx, store)
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "run again to go on") {
		t.Fatalf("Run = %v, want context.Canceled and what to do", err)
	}
	kept := 0
	for _, recordings := range store.Answers {
		for _, r := range recordings {
			if r.Error != "" {
				t.Errorf("%s is recorded as failed: %s", r.QueryID, r.Error)
			}
			kept++
		}
	}
	if kept < 20 || kept > 22 {
		t.Errorf("%d answers kept, want the 20 that were reported, and at most two under way", kept)
	}
	c, err := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{}), slow("bm25"), slow("dense")).Run(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	if c.Retrieval.Reused != kept || c.Retrieval.Calls+kept != 90 {
		t.Errorf("reused %d, asked %d, want %d and the rest of 90", c.Retrieval.Reused, c.Retrieval.Calls, kept)
	}
	for what, n := range answered {
		if n > 1 && strings.HasPrefix(what, "bm25") { // dense answers for splade too
			t.Errorf("%s was answered %d times", what, n)
		}
	}
}

// Progress counts every call once, up to the total.
func TestProgress(t *testing.T) {
	var last run.Progress
	calls := 0
	runner := wingtest.AnsweredBy(wingtest.Prepared(t, wingtest.LiveDir(t, 10, twoConfigs), run.Options{Progress: func(p run.Progress) {
		calls++
		if p.Done != calls {
			t.Errorf("Done = %d in call %d", p.Done, calls)
		}
		last = p
	}}), wingtest.AtRank(1), wingtest.AtRank(2))
	if _, err := runner.Run(t.Context(), wingtest.NewMemory()); err != nil {
		t.Fatal(err)
	}
	if last != (run.Progress{Done: 30, Total: 30}) {
		t.Errorf("last progress = %+v, want 30 of 30", last)
	}
}

// What failed stays failed, with its error, until it is asked for again.
func TestRetryFailed(t *testing.T) {
	dir := wingtest.LiveDir(t, 40, twoConfigs)
	store := wingtest.NewMemory()
	flaky := counting(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		if wingtest.Number(q) == 3 {
			return nil, wingtest.ErrDown
		}
		return wingtest.Answering(q, 2), nil
	})
	ran := func(dense retrieval.Retriever, opts run.Options) *result.Comparison {
		t.Helper()
		c, err := wingtest.AnsweredBy(wingtest.Prepared(t, dir, opts), wingtest.AtRank(1), dense).Run(t.Context(), store)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	first := ran(flaky, run.Options{})
	if r := first.Retrieval; r.Failed != 2 || len(r.Failures) != 2 || r.Failures[0].QueryID != "q003" || r.Failures[0].Error != "connection refused" {
		t.Errorf("retrieval = %+v, want q003 failed in splade and dense", r)
	}
	if p := first.Comparisons[0]; p.Measures[0].N != 39 || p.FailuresAsZero == nil {
		t.Errorf("n = %d, as zero %v, want 39 pairs and the other count", p.Measures[0].N, p.FailuresAsZero)
	}
	flaky.calls.Store(0)
	if again := ran(flaky, run.Options{}); flaky.calls.Load() != 0 || !again.Retrieval.Cached {
		t.Errorf("%d calls, cached %v, want a failure to be remembered", flaky.calls.Load(), again.Retrieval.Cached)
	}
	mended := counting(wingtest.AtRank(2))
	retried := ran(mended, run.Options{RetryFailed: true})
	if mended.calls.Load() != 2 || retried.Retrieval.Failed != 0 || retried.Comparisons[0].Measures[0].N != 40 {
		t.Errorf("%d calls, %d failed, n = %d, want q003 asked of both, 0 and 40",
			mended.calls.Load(), retried.Retrieval.Failed, retried.Comparisons[0].Measures[0].N)
	}
	if last := ran(mended, run.Options{}); !last.Retrieval.Cached || last.Comparisons[0].Measures[0].N != 40 {
		t.Errorf("cached %v, n = %d, want the mended run from the store", last.Retrieval.Cached, last.Comparisons[0].Measures[0].N)
	}
}

// A component that answers nothing is an error, never a row of zeros, and is
// asked again as soon as it is back.
func TestArmFailed(t *testing.T) {
	dir := wingtest.LiveDir(t, 5, twoConfigs)
	store := wingtest.NewMemory()
	down := retrieval.Func(func(context.Context, retrieval.Query, int) ([]retrieval.Hit, error) { return nil, wingtest.ErrDown })
	_, err := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{}), down, wingtest.AtRank(1)).Run(t.Context(), store)
	if !errors.Is(err, recording.ErrAllFailed) || !strings.Contains(err.Error(), `component "bm25"`) || !strings.Contains(err.Error(), wingtest.ErrDown.Error()) {
		t.Fatalf("Run = %v, want ErrAllFailed with component and cause", err)
	}
	if len(store.Runs) != 0 {
		t.Errorf("%d runs stored, want none", len(store.Runs))
	}
	back, others := counting(wingtest.AtRank(1)), counting(wingtest.AtRank(1))
	c, err := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{}), back, others).Run(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	if back.calls.Load() != 5 || others.calls.Load() != 0 || c.Retrieval.Failed != 0 {
		t.Errorf("%d calls of what was down, %d of the others, want 5 and 0", back.calls.Load(), others.calls.Load())
	}
}

// A run below the minimum coverage is stored and comes with its error.
func TestRunWithLowCoverage(t *testing.T) {
	flaky := retrieval.Func(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		if wingtest.Number(q)%2 == 0 {
			return nil, wingtest.ErrDown
		}
		return wingtest.Answering(q, 1), nil
	})
	store := wingtest.NewMemory()
	c, err := wingtest.AnsweredBy(wingtest.Prepared(t, wingtest.LiveDir(t, 20, twoConfigs), run.Options{}), wingtest.AtRank(1), flaky).Run(t.Context(), store)
	var coverage *compare.CoverageError
	if !errors.As(err, &coverage) || coverage.Measured != 10 {
		t.Fatalf("Run = %v, want a *CoverageError of 10 pairs", err)
	}
	if c == nil || c.Retrieval.Failed != 20 || len(c.Retrieval.Failures) != 20 || len(store.Runs) != 4 {
		t.Errorf("comparison %v, %d runs stored, want it whole and 4 runs: one is bm25 alone", c != nil, len(store.Runs))
	}
}

// What the store cannot do ends the run with an error that says so.
func TestBrokenStore(t *testing.T) {
	store := wingtest.NewMemory()
	store.Broken = errors.New("disk full")
	_, err := wingtest.AnsweredBy(wingtest.Prepared(t, wingtest.LiveDir(t, 5, twoConfigs), run.Options{}), wingtest.AtRank(1), wingtest.AtRank(2)).Run(t.Context(), store)
	var failed *result.StoreError
	if !errors.As(err, &failed) || !errors.Is(err, store.Broken) {
		t.Errorf("Run = %v, want a *StoreError that wraps the cause", err)
	}
}
