package stats_test

import (
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// Thirty scores of five decimals are on a lattice of 1/100,000, and so is the sum of
// thirty draws: its distribution is computed, not sampled. The test adds up all sums
// itself, one draw after the other.
func TestBootstrapOfFiveDecimalsIsExact(t *testing.T) {
	if testing.Short() {
		t.Skip("computes in one goroutine for long under the race detector; without -short it runs")
	}
	units := map[int]int{-40001: 10, -12345: 8, 7: 6, 23456: 4, 39998: 2} // how often
	const n, low, span = 30, -40001, 79999
	var d []float64
	for u, times := range units {
		for range times {
			d = append(d, float64(u)/100_000)
		}
	}
	at := []float64{1} // the probability of each sum, from n·low on
	for k := range n {
		next := make([]float64, (k+1)*span+1)
		for u, times := range units {
			for s, p := range at {
				next[s+u-low] += p * float64(times) / n
			}
		}
		at = next
	}
	reps, err := stats.Bootstrap{}.ReplicatesOf([]stats.Differences{diffs(t, d)})
	if err != nil {
		t.Fatal(err)
	}
	if !reps[0].Exact() {
		t.Fatal("sampled")
	}
	var below float64
	checked := 0
	for s, p := range at {
		if sum := s + n*low; sum%50_000 == 0 {
			less, equal := reps[0].Below(float64(sum) / 100_000 / n)
			within(t, "below", less, below, 1e-12)
			within(t, "equal", equal, p, 1e-12)
			checked++
		}
		below += p
	}
	if checked < 40 {
		t.Errorf("%d sums compared", checked)
	}
}
