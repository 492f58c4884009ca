package experiment_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
)

// An engine that is down stops the run after a few calls: what was answered
// before is kept, what it could not answer is nobody's failure, and the next
// run asks for exactly the rest.
func TestEngineDown(t *testing.T) {
	dir, store := liveDir(t, 40, strings.Replace(twoConfigs, "concurrency: 2", "concurrency: 1\ngive_up_after: 3", 1)), newMemory()
	var calls atomic.Int64
	dying := retrieval.Func(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		if calls.Add(1) > 10 {
			return nil, fmt.Errorf("connection refused: %w", retrieval.ErrUnavailable)
		}
		return answering(q, 2), nil
	})
	_, err := answeredBy(prepared(t, dir, experiment.RunOptions{}), atRank(1), dying).Run(t.Context(), store)
	var down *experiment.UnavailableError
	if !errors.As(err, &down) || !errors.Is(err, experiment.ErrArmFailed) {
		t.Fatalf("Run = %v, want an UnavailableError that is a failed arm", err)
	}
	if down.InARow != 3 || !strings.Contains(err.Error(), "connection refused") || !strings.Contains(err.Error(), "run again") {
		t.Errorf("error = %v, want 3 calls, cause and remedy", err)
	}
	kept := 0
	for _, recordings := range store.recordings {
		for _, r := range recordings {
			if r.Error != "" {
				t.Errorf("%s is recorded as failed: %s", r.QueryID, r.Error)
			}
			kept++
		}
	}
	alive := counting(atRank(2))
	c, err := answeredBy(prepared(t, dir, experiment.RunOptions{}), atRank(1), alive).Run(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	if c.Retrieval.Reused != kept || c.Retrieval.Calls != 120-kept {
		t.Errorf("reused %d and asked %d, want %d and %d", c.Retrieval.Reused, c.Retrieval.Calls, kept, 120-kept)
	}
}

// A few unavailable calls between answers are failures of their queries.
func TestEngineStumbles(t *testing.T) {
	dir := liveDir(t, 40, strings.Replace(twoConfigs, "concurrency: 2", "concurrency: 1\ngive_up_after: 3", 1))
	stumbling := retrieval.Func(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		if n := number(q); n == 7 || n == 8 || n == 39 {
			return nil, retrieval.ErrUnavailable
		}
		return answering(q, 2), nil
	})
	c, err := answeredBy(prepared(t, dir, experiment.RunOptions{}), stumbling, atRank(1)).Run(t.Context(), newMemory())
	if c == nil {
		t.Fatal(err)
	}
	if c.Retrieval.Failed != 3 {
		t.Errorf("failed = %d, want 3", c.Retrieval.Failed)
	}
}

// A Responder's own time and attempts are recorded, and not those of its
// waiting between attempts.
func TestAttempts(t *testing.T) {
	store := newMemory()
	_, err := answeredBy(prepared(t, liveDir(t, 5, twoConfigs), experiment.RunOptions{}), retrying{}, atRank(1)).Run(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, recordings := range store.recordings {
		for _, r := range recordings {
			if r.Attempts == 3 && r.LatencyMS == 7 && r.Answer != nil && r.Answer.Text == "yes" {
				found++
			}
		}
	}
	if found != 5 {
		t.Errorf("%d recordings with 3 attempts, 7 ms and the answer, want 5", found)
	}
}

type retrying struct{}

func (retrying) Retrieve(context.Context, retrieval.Query, int) ([]retrieval.Hit, error) {
	return nil, errors.New("Respond says more")
}

func (retrying) Respond(_ context.Context, q retrieval.Query, _ int) (retrieval.Response, error) {
	return retrieval.Response{
		Hits: answering(q, 1), Answer: &retrieval.Answer{Text: "yes"}, Attempts: 3, Took: 7 * time.Millisecond,
	}, nil
}

// Repeating finds the queries whose ranking is another one each time; the
// first ranking is the one that counts. Warm-up calls count for nothing.
func TestRepeat(t *testing.T) {
	store := newMemory()
	var mu sync.Mutex
	asked := map[string]int{}
	moody := counting(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		mu.Lock()
		defer mu.Unlock()
		if asked[q.ID]++; number(q)%4 == 0 {
			return answering(q, asked[q.ID]), nil
		}
		return answering(q, 2), nil
	})
	dir := liveDir(t, 40, twoConfigs+"warm_up: 2\nrepeat: 3\n")
	c, err := answeredBy(prepared(t, dir, experiment.RunOptions{}), moody, atRank(1)).Run(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	if got := moody.calls.Load(); got != 40*3+2 {
		t.Errorf("%d calls, want 40 three times and 2 to warm up", got)
	}
	bm25 := c.Retrieval.Components[0]
	if bm25.Component != "bm25" || bm25.Calls != 40 || bm25.RepeatedCalls != 80 || bm25.ChangedQueries != 10 || bm25.WarmUpCalls != 2 {
		t.Errorf("bm25 = %+v, want 40 calls, 80 repeated, 10 changed queries, 2 to warm up", bm25)
	}
	if c.Retrieval.Calls != 120 {
		t.Errorf("calls = %d, want 120", c.Retrieval.Calls)
	}
	repeated := 0
	for _, recordings := range store.recordings {
		for _, r := range recordings {
			if r.Repeats == 2 {
				repeated++
			}
		}
	}
	if repeated != 120 {
		t.Errorf("%d recordings with 2 repeats, want 120", repeated)
	}
}

// Refresh asks one component again, and with it the configurations that use it.
func TestRefresh(t *testing.T) {
	dir, store := liveDir(t, 10, twoConfigs), newMemory()
	run := func(opts experiment.RunOptions, dense retrieval.Retriever) *result.Comparison {
		t.Helper()
		c, err := answeredBy(prepared(t, dir, opts), atRank(1), dense).Run(t.Context(), store)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	before := run(experiment.RunOptions{}, atRank(3))
	after := run(experiment.RunOptions{Refresh: []string{"dense"}}, atRank(1))
	if after.Retrieval.Calls != 10 {
		t.Errorf("asked %d, want the 10 queries of dense", after.Retrieval.Calls)
	}
	rr := func(c *result.Comparison, system string) float64 {
		for _, s := range c.Systems {
			if s.Name == system {
				return *s.Measures[0].Mean
			}
		}
		t.Fatalf("no system %s", system)
		return 0
	}
	if rr(before, "dense") != 1./3 || rr(after, "dense") != 1 {
		t.Errorf("RR of dense = %v, then %v, want 1/3, then 1", rr(before, "dense"), rr(after, "dense"))
	}
	plan, err := experiment.Load(dir + "/experiment.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := experiment.Prepare(t.Context(), plan, experiment.RunOptions{Refresh: []string{"nosuch"}}); err == nil {
		t.Error("an unknown component was refreshed")
	}
}

// Scores that were made of recordings which another experiment has replaced
// since are made anew: they must not stand beside scores of the new ones.
func TestRefreshElsewhere(t *testing.T) {
	store := newMemory()
	run := func(configs string, opts experiment.RunOptions, bm25 retrieval.Retriever) *result.Comparison {
		t.Helper()
		c, err := answeredBy(prepared(t, liveDir(t, 10, configs), opts), bm25, atRank(1)).Run(t.Context(), store)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	first := run(twoConfigs, experiment.RunOptions{}, atRank(4))
	run("configs:\n  x: {components: [bm25]}\n  y: {components: [dense]}\n", experiment.RunOptions{Refresh: []string{"bm25"}}, atRank(2))
	again := run(twoConfigs, experiment.RunOptions{}, atRank(9)) // not asked
	if a, b := *first.Comparisons[0].Measures[0].MeanA, *again.Comparisons[0].Measures[0].MeanA; a != 1./4 || b != 1./2 {
		t.Errorf("RR %v, and %v after the refresh elsewhere; want 1/4 and 1/2", a, b)
	}
	if again.Retrieval.Calls != 0 {
		t.Errorf("%d calls, want none: all is recorded", again.Retrieval.Calls)
	}
	if last := run(twoConfigs, experiment.RunOptions{}, atRank(9)); !last.Retrieval.Cached {
		t.Error("the second time nothing was to be done, but it was")
	}
}

// What repeating showed is said again when the answers come from the store,
// and so is that recorded answers were not repeated.
func TestRepeatIsRemembered(t *testing.T) {
	store := newMemory()
	var mu sync.Mutex
	asked := map[string]int{}
	moody := retrieval.Func(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		mu.Lock()
		defer mu.Unlock()
		asked[q.ID]++
		return answering(q, asked[q.ID]), nil
	})
	dir := liveDir(t, 10, twoConfigs+"repeat: 2\n")
	for range 2 {
		c, err := answeredBy(prepared(t, dir, experiment.RunOptions{}), moody, atRank(1)).Run(t.Context(), store)
		if err != nil {
			t.Fatal(err)
		}
		f, ok := finding(c.Comparisons[0].Health, result.FindingUnstable)
		if !ok || !strings.Contains(f.Text, "10 of 10") {
			t.Errorf("health %+v, want bm25 unstable on 10 of 10 queries", c.Comparisons[0].Health)
		}
	}
	plan, err := experiment.Load(dir + "/experiment.yaml")
	if err != nil {
		t.Fatal(err)
	}
	plan.Retrieve.Repeat = 5
	runner, err := experiment.Prepare(t.Context(), plan, experiment.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := answeredBy(runner, moody, atRank(1)).Run(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	if f, ok := finding(c.Comparisons[0].Health, result.FindingUnrepeated); !ok || !strings.Contains(f.Text, "--refresh bm25") {
		t.Errorf("health %+v, want a note that answers were not repeated so often", c.Comparisons[0].Health)
	}
}
