package run_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/kinds"
)

// A moody engine finds the relevant document at another rank in each repeat, and counts
// how often it was asked what.
type moody struct {
	mu    sync.Mutex
	asked map[string]int
	rank  func(query, repeat int) int // 0: it fails
	limit int                         // calls after which the run is stopped; 0: none
	stop  func()
}

func (m *moody) Retrieve(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.limit > 0 && len(m.asked) == m.limit {
		m.stop()
		return nil, context.Canceled
	}
	m.asked[fmt.Sprintf("%s/%d", q.ID, q.Repeat)]++
	if at := m.rank(wingtest.Number(q), q.Repeat); at > 0 {
		return wingtest.Answering(q, at), nil
	}
	return nil, errors.New("no answer this time")
}

const repeated = twoConfigs + "min_coverage: 0.5\nresamples: 100\n"

// asking prepares an experiment whose components other retrievers will stand in for, so that
// its own file has no use for repeats.
func asking(t *testing.T, repeats int, dir string, opts run.Options) *run.Prepared {
	t.Helper()
	planned, err := plan.Load(dir+"/experiment.yaml", kinds.All(nil)...)
	if err != nil {
		t.Fatal(err)
	}
	planned.Retrieve.Repeats = repeats
	p, err := run.Prepare(t.Context(), planned, opts)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A score is the mean over the repeats that were answered, worked out here by hand: RR is
// 1/rank. What was stored says the same when it is compared again.
func TestScoresAreMeansOverRepeats(t *testing.T) {
	rank := func(query, repeat int) int {
		switch {
		case query == 1 && repeat == 2, query == 2:
			return 0 // once, and always
		}
		return 1 + (query+repeat)%4
	}
	engine := &moody{asked: map[string]int{}, rank: rank}
	dir, store := wingtest.LiveDir(t, 12, repeated), wingtest.NewMemory()
	ran := func(engine retrieval.Retriever) *result.Comparison {
		t.Helper()
		c, err := wingtest.AnsweredBy(asking(t, 3, dir, run.Options{PerQuery: true}), engine, wingtest.AtRank(1)).Run(t.Context(), store)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	first := ran(engine)
	for q, times := range engine.asked {
		if times != 1 {
			t.Errorf("%s was asked %d times, want once", q, times)
		}
	}
	if len(engine.asked) != 36 || first.Retrieval.Calls != 3*36 || first.Retrieval.Components[0].Calls != 36 || first.Retrieval.Failed != 4 {
		t.Errorf("%d of the first asked, %+v; want 12 queries three times of each, and 4 failures", len(engine.asked), first.Retrieval)
	}
	squares, freedom := 0.0, 0.0 // within queries
	for _, q := range first.Comparisons[0].PerQuery {
		number, sum, n, sum2 := wingtest.Number(retrieval.Query{ID: q.QueryID}), 0.0, 0.0, 0.0
		for repeat := range 3 {
			if at := rank(number, repeat); at > 0 {
				sum, n, sum2 = sum+1/float64(at), n+1, sum2+1/float64(at*at)
			}
		}
		if n > 0 {
			squares, freedom = squares+sum2-sum*sum/n, freedom+n-1
		}
		if n > 0 && math.Abs(*q.A["RR"]-sum/n) > 1e-15 || n == 0 && q.A["RR"] != nil {
			t.Errorf("%s: RR %v, by hand %v of %v", q.QueryID, q.A["RR"], sum, n)
		}
	}
	pair := first.Comparisons[0]
	if r := pair.Measures[0].Repeats; r == nil || math.Abs(r.WithinA-squares/freedom) > 1e-15 || !(r.WithinB > 0) || r.Between == nil {
		t.Errorf("repeats %+v, want a variance of %v within queries", r, squares/freedom)
	}
	failed, ok := wingtest.Finding(pair.Health, result.FindingFailed)
	if !ok || !strings.Contains(failed.Text, "4 of 36 runs of 12 queries failed") || !strings.Contains(failed.Text, "q002 (3)") {
		t.Errorf("health %+v, want the runs that failed", pair.Health)
	}
	if f, ok := wingtest.Finding(pair.Health, result.FindingUnstable); !ok || !strings.Contains(f.Text, "bm25 gave other answers to 11 of 11 queries") {
		t.Errorf("health %+v, want that bm25 varies", pair.Health)
	}
	if f, ok := wingtest.Finding(pair.Health, result.FindingSteady); !ok || !strings.Contains(f.Text, "dense gave the same answer to each of 12 queries in all 3 repeats") {
		t.Errorf("health %+v, want that dense does not", pair.Health)
	}
	again := ran(&moody{asked: map[string]int{}, rank: func(int, int) int { return 9 }})
	if again.Retrieval.Calls != 0 || !again.Retrieval.Cached {
		t.Errorf("%+v, want that nothing is asked again", again.Retrieval)
	}
	first.Retrieval, again.Retrieval = nil, nil
	if diff := cmp.Diff(string(wingtest.Marshal(t, first)), string(wingtest.Marshal(t, again))); diff != "" {
		t.Errorf("as it was run (-) and as it is stored (+):\n%s", diff)
	}
}

// A run that was stopped goes on with the very repeats that it lacks, and more repeats
// ask only those that are new.
func TestRepeatsGoOn(t *testing.T) {
	dir, store := wingtest.LiveDir(t, 20, repeated), wingtest.NewMemory()
	rank := func(query, repeat int) int { return 1 + (query*7+repeat)%5 }
	engine := &moody{asked: map[string]int{}, rank: rank, limit: 27}
	ctx, stop := context.WithCancel(t.Context())
	engine.stop = stop
	if _, err := wingtest.AnsweredBy(asking(t, 3, dir, run.Options{}), engine, wingtest.AtRank(1)).Run(ctx, store); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v, want an interruption", err)
	}
	for _, repeats := range []int{3, 5} {
		p := asking(t, repeats, dir, run.Options{Clock: time.Now})
		engine.limit = 0
		c, err := wingtest.AnsweredBy(p, engine, wingtest.AtRank(1)).Run(t.Context(), store)
		if err != nil && !compare.NoVerdict(err) {
			t.Fatal(err)
		}
		for q, times := range engine.asked {
			if times != 1 {
				t.Errorf("%d repeats: %s was asked %d times, want once", repeats, q, times)
			}
		}
		if len(engine.asked) != 20*repeats || math.Abs(c.Comparisons[0].Measures[0].Repeats.Runs-float64(repeats)) > 1e-12 {
			t.Errorf("%d asked, %+v; want 20 queries in each of %d repeats", len(engine.asked), c.Comparisons[0].Measures[0].Repeats, repeats)
		}
	}
}

// An index in this process says the same in every repeat and is asked once; a fusion of it
// with a component that varies is made again of each repeat.
func TestWhatDoesNotVaryIsAskedOnce(t *testing.T) {
	dir := wingtest.LiveDir(t, 10, "configs:\n  one: {components: [splade]}\n  two: {components: [bm25, dense], fusion_method: rrf}\n")
	p := asking(t, 4, dir, run.Options{})
	engine := &moody{asked: map[string]int{}, rank: func(query, repeat int) int { return 1 + (query+repeat)%3 }}
	wingtest.Answer(p, "dense", engine)
	c, err := p.Run(t.Context(), wingtest.NewMemory())
	if c == nil {
		t.Fatal(err)
	}
	for _, of := range c.Retrieval.Components {
		want := 10
		if of.Component == "dense" {
			want = 40
		}
		if of.Calls != want {
			t.Errorf("%+v, want %d calls", of, want)
		}
	}
	if f, ok := wingtest.Finding(c.Comparisons[0].Health, result.FindingSteady); ok {
		t.Errorf("%s: of an index in this process no one expects anything else", f.Text)
	}
	if len(c.Ceilings) != 0 || len(c.Attribution) != 0 || len(c.Gains) != 1 {
		t.Errorf("%d ceilings and %d attributions, which are of one ranking; %d gains, want that over bm25 and dense alone", len(c.Ceilings), len(c.Attribution), len(c.Gains))
	}
}
