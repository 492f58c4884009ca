package run_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/kinds"
)

// An engine that is down stops the run after a few calls: what was answered
// before is kept, what it could not answer is no one's failure, and the next
// run asks for exactly the rest.
func TestEngineDown(t *testing.T) {
	dir, store := wingtest.LiveDir(t, 40, strings.Replace(twoConfigs, "concurrency: 2", "concurrency: 1\ngive_up_after: 3", 1)), wingtest.NewMemory()
	var calls atomic.Int64
	dying := retrieval.Func(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		if calls.Add(1) > 10 {
			return nil, fmt.Errorf("connection refused: %w", retrieval.ErrUnavailable)
		}
		return wingtest.Answering(q, 2), nil
	})
	_, err := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{}), wingtest.AtRank(1), dying).Run(t.Context(), store)
	var down *recording.UnavailableError
	if !errors.As(err, &down) || !errors.Is(err, recording.ErrAllFailed) {
		t.Fatalf("Run = %v, want an UnavailableError that is a failed arm", err)
	}
	if down.InARow != 3 || !strings.Contains(err.Error(), "connection refused") || !strings.Contains(err.Error(), "run again") {
		t.Errorf("error = %v, want 3 calls, cause and remedy", err)
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
	alive := counting(wingtest.AtRank(2))
	c, err := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{}), wingtest.AtRank(1), alive).Run(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	if c.Retrieval.Reused != kept || c.Retrieval.Calls != 120-kept {
		t.Errorf("reused %d and asked %d, want %d and %d", c.Retrieval.Reused, c.Retrieval.Calls, kept, 120-kept)
	}
}

// A few unavailable calls between answers are failures of their queries.
func TestEngineStumbles(t *testing.T) {
	dir := wingtest.LiveDir(t, 40, strings.Replace(twoConfigs, "concurrency: 2", "concurrency: 1\ngive_up_after: 3", 1))
	stumbling := retrieval.Func(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		if n := wingtest.Number(q); n == 7 || n == 8 || n == 39 {
			return nil, retrieval.ErrUnavailable
		}
		return wingtest.Answering(q, 2), nil
	})
	c, err := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{}), stumbling, wingtest.AtRank(1)).Run(t.Context(), wingtest.NewMemory())
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
	store := wingtest.NewMemory()
	_, err := wingtest.AnsweredBy(wingtest.Prepared(t, wingtest.LiveDir(t, 5, twoConfigs), run.Options{}), retrying{}, wingtest.AtRank(1)).Run(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, recordings := range store.Answers {
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
		Hits: wingtest.Answering(q, 1), Answer: &retrieval.Answer{Text: "yes"}, Attempts: 3, Took: 7 * time.Millisecond,
	}, nil
}

// Refresh asks one component again, and with it the configurations that use it.
func TestRefresh(t *testing.T) {
	dir, store := wingtest.LiveDir(t, 10, twoConfigs), wingtest.NewMemory()
	ran := func(opts run.Options, dense retrieval.Retriever) *result.Comparison {
		t.Helper()
		c, err := wingtest.AnsweredBy(wingtest.Prepared(t, dir, opts), wingtest.AtRank(1), dense).Run(t.Context(), store)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	before := ran(run.Options{}, wingtest.AtRank(3))
	after := ran(run.Options{Refresh: []string{"dense"}}, wingtest.AtRank(1))
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
	plan, err := plan.Load(dir+"/experiment.yaml", kinds.All(nil)...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Prepare(t.Context(), plan, run.Options{Refresh: []string{"nosuch"}}); err == nil {
		t.Error("an unknown component was refreshed")
	}
}

// Scores that were made of recordings which another experiment has replaced
// since are made again: they must not stand next to scores of the new ones.
func TestRefreshElsewhere(t *testing.T) {
	store := wingtest.NewMemory()
	ran := func(configs string, opts run.Options, bm25 retrieval.Retriever) *result.Comparison {
		t.Helper()
		c, err := wingtest.AnsweredBy(wingtest.Prepared(t, wingtest.LiveDir(t, 10, configs), opts), bm25, wingtest.AtRank(1)).Run(t.Context(), store)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	first := ran(twoConfigs, run.Options{}, wingtest.AtRank(4))
	ran("configs:\n  x: {components: [bm25]}\n  y: {components: [dense]}\n", run.Options{Refresh: []string{"bm25"}}, wingtest.AtRank(2))
	again := ran(twoConfigs, run.Options{}, wingtest.AtRank(9)) // not asked
	if a, b := *first.Comparisons[0].Measures[0].MeanA, *again.Comparisons[0].Measures[0].MeanA; a != 1./4 || b != 1./2 {
		t.Errorf("RR %v, and %v after the refresh elsewhere; want 1/4 and 1/2", a, b)
	}
	if again.Retrieval.Calls != 0 {
		t.Errorf("%d calls, want none: all is recorded", again.Retrieval.Calls)
	}
	if last := ran(twoConfigs, run.Options{}, wingtest.AtRank(9)); !last.Retrieval.Cached {
		t.Error("the second time nothing was to be done, but it was")
	}
}
