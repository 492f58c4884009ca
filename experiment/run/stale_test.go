package run_test

import (
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval"
)

// A fusion whose component another experiment has asked again is scored again,
// although its own run is stored: its old score must not stand next to a new one
// of the component.
//
// Neither that answers take some time nor that no two take the same is needed: a
// clock may stand still, an engine may count whole milliseconds.
func TestFusionOfRefreshedComponent(t *testing.T) {
	t.Run("clock", func(t *testing.T) { testRefreshed(t, nil) })
	t.Run("clock that stands still", func(t *testing.T) { testRefreshed(t, func() time.Time { return time.Unix(0, 0) }) })
}

func testRefreshed(t *testing.T, clock func() time.Time) {
	store := wingtest.NewMemory()
	ran := func(configs string, opts run.Options, bm25 retrieval.Retriever) *result.Comparison {
		t.Helper()
		opts.Clock = clock
		c, err := wingtest.AnsweredBy(wingtest.Prepared(t, wingtest.LiveDir(t, 10, configs), opts), bm25, wingtest.AtRank(1)).Run(t.Context(), store)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	check := func(when string, c *result.Comparison, bm25 int) {
		t.Helper()
		rr := c.Comparisons[0].Measures[0]
		wingtest.WantNumber(t, when+": RR of bm25", rr.MeanA, 1/float64(bm25), 1e-15, "its rank")
		wingtest.WantNumber(t, when+": RR of the fusion", rr.MeanB, 1/float64(fusedRank(bm25, 1)), 1e-15, "reciprocal ranks added up")
	}
	if fusedRank(4, 1) == fusedRank(2, 1) {
		t.Fatal("the fusions of both rankings are alike: nothing to tell them apart by")
	}
	check("first", ran(twoConfigs, run.Options{}, wingtest.AtRank(4)), 4)
	ran("configs:\n  x: {components: [bm25]}\n  y: {components: [dense]}\n", run.Options{Refresh: []string{"bm25"}}, wingtest.AtRank(2))
	again := ran(twoConfigs, run.Options{}, wingtest.AtRank(9))
	check("after the refresh elsewhere", again, 2)
	if again.Retrieval.Calls != 0 {
		t.Errorf("%d calls, want none: all is recorded", again.Retrieval.Calls)
	}
}

// fusedRank returns where the relevant document comes in the fusion by 1/(60 + rank)
// of two rankings of [answering] that have it at ranks a and b: it is behind
// every other document that has more. No two have the same sum here.
func fusedRank(a, b int) int {
	relevant := 1/float64(60+a) + 1/float64(60+b)
	ahead := 0
	for rank := 1; rank <= 10; rank++ { // other<rank-1> is there, but where the relevant one does
		sum := 0.0
		for _, taken := range []int{a, b} {
			if rank != taken {
				sum += 1 / float64(60+rank)
			}
		}
		if sum > relevant {
			ahead++
		}
	}
	return ahead + 1
}
