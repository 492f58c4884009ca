package run_test

import (
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/run"
)

// The time of a configuration is made from those of its components, query by
// query: of the slowest one when they are asked in parallel, as they are unless
// something else is written, and of all when they are asked in sequence.
func TestTimesOfComponentsAddUp(t *testing.T) {
	times := wingtest.ComponentTimes{Fast: []float64{3, 40, 7, 0, 12, 31, 64}, Slow: []float64{20, 5, 9, 8, 13, 2, 64.5}}
	c := ranPlan(t, wingtest.WriteFiles(t, times.Files(t, `configs:
  unwritten: {fusion_method: rrf}
  parallel: {fusion_method: rrf, components_asked: in_parallel}
  sequence: {fusion_method: rrf, components_asked: in_sequence}
`)), wingtest.NewMemory(), run.Options{})
	for i, want := range [][]float64{times.Together(wingtest.Larger), times.Together(wingtest.Larger), times.Together(wingtest.Both)} {
		system := c.Systems[i]
		if l := system.Latency; l == nil || l.N != len(want) {
			t.Fatalf("latency of %s = %+v, want that of %d queries", system.Name, l, len(want))
		}
		wingtest.WantNumber(t, "mean time of "+system.Name, &system.Latency.MeanMS, meanOf(want), 1e-12, "enumeration")
		wingtest.WantNumber(t, "longest time of "+system.Name, &system.Latency.MaxMS, slices.Max(want), 0, "enumeration")
		wingtest.WantNumber(t, "median time of "+system.Name, &system.Latency.P50MS, wingtest.Middle(want), 1e-12, "enumeration")
	}
	l := c.Comparisons[1].Latency
	wingtest.WantNumber(t, "sequence - unwritten", l.MeanDifferenceMS, meanOf(times.Together(wingtest.Both))-meanOf(times.Together(wingtest.Larger)), 1e-12, "enumeration")
}

func meanOf(list []float64) float64 {
	total := 0.0
	for _, v := range list {
		total += v
	}
	return total / float64(len(list))
}
