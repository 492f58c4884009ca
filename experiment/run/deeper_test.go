package run_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval"
)

// A deeper configuration has its components asked again, as deep as it looks:
// what is recorded ends too early for it, and an engine that is asked for more
// may answer otherwise. So the shallow configurations next to it are other runs.
func TestDeeperConfigurationAsksAgain(t *testing.T) {
	const relevant = 150 // the rank of the relevant document
	var mu sync.Mutex
	depths := map[int]int{} // calls by depth
	engine := retrieval.Func(func(_ context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
		mu.Lock()
		defer mu.Unlock()
		depths[k]++
		var hits []retrieval.Hit
		for rank := 1; rank <= k; rank++ {
			id := fmt.Sprintf("other%d", rank)
			if rank == relevant || rank == 1 && k > 100 && wingtest.Number(q) == 0 { // q000 is answered otherwise
				id = fmt.Sprintf("d%d", wingtest.Number(q))
			}
			if rank == relevant && wingtest.Number(q) == 0 {
				continue
			}
			hits = append(hits, retrieval.Hit{ID: id, Score: float64(-rank)})
		}
		return hits, nil
	})
	store := wingtest.NewMemory()
	ran := func(configs string) *result.Comparison {
		t.Helper()
		r := wingtest.Prepared(t, wingtest.LiveDir(t, 4, "configs:\n  one: {components: [bm25]}\n"+configs), run.Options{})
		c, err := wingtest.AnsweredBy(r, engine, wingtest.AtRank(1)).Run(t.Context(), store)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	first := ran("  two: {components: [dense]}\n")
	second := ran("  two: {components: [bm25], top_k: 200}\n")
	if depths[100] != 4 || depths[200] != 4 || len(depths) != 2 {
		t.Errorf("calls by depth %v, want 4 of 100 and 4 of 200", depths)
	}
	rr := second.Comparisons[0].Measures[0]
	wingtest.WantNumber(t, "RR of the first 100, asked for 100", first.Comparisons[0].Measures[0].MeanA, 0, 0, "by hand: the relevant document is deeper")
	wingtest.WantNumber(t, "RR of the first 100, asked for 200", rr.MeanA, 1./4, 1e-15, "by hand: q000 has it at rank 1 now")
	wingtest.WantNumber(t, "RR of the first 200", rr.MeanB, (1+3./relevant)/4, 1e-15, "by hand")
	if a, b := first.Retrieval.RunIDs["one"], second.Retrieval.RunIDs["one"]; a == b {
		t.Errorf("one id, %s, for two contents", a)
	}
	again := ran("  two: {components: [dense]}\n")
	wingtest.WantNumber(t, "RR of the first 100, from the store", again.Comparisons[0].Measures[0].MeanA, 0, 0, "as before")
	if !again.Retrieval.Cached {
		t.Error("the first run is not in the store any more")
	}
}
