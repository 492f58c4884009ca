package sweep_test

import (
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
)

// So is that of a sweep's settings, whose cost it is.
func TestTimesOfSettingsAddUp(t *testing.T) {
	times := wingtest.ComponentTimes{Fast: []float64{3, 40, 7, 12, 31, 64}, Slow: []float64{20, 5, 9, 13, 2, 64.5}}
	s := swept(t, times.Files(t, `sweep:
  grid:
  - {fusion_method: rrf}
  - {fusion_method: isr, components_asked: in_parallel}
  - {fusion_method: combsum, components_asked: in_sequence}
`))
	if s.Cost != result.CostLatency {
		t.Errorf("cost = %s, want %s: every time was measured", s.Cost, result.CostLatency)
	}
	for i, want := range [][]float64{times.Together(wingtest.Larger), times.Together(wingtest.Larger), times.Together(wingtest.Both)} {
		wingtest.WantNumber(t, "median time of "+s.Settings[i].Name, s.Settings[i].LatencyMS, wingtest.Middle(want), 1e-12, "enumeration")
	}
}
