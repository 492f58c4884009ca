package stats_test

import (
	"math"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// The expanded percentile interval reads Hesterberg's α′ = Φ(−√(n/(n−1)) t)
// instead of α. With three pairs, t has two degrees of freedom and a closed
// form, and both intervals come from the same replicates.
func TestPercentileExpanded(t *testing.T) {
	d := []float64{0.31831, -0.14142, 0.27183}
	boot := stats.Bootstrap{Seed: 3, Sampled: true}
	for _, level := range []float64{0.3, 0.5, 0.6} {
		wide := boot
		wide.Kind, wide.Level = stats.PercentileExpanded, level
		alpha := math.Erfc(math.Sqrt(3.0/2)*studentWith2DF((1+level)/2)/math.Sqrt2) / 2
		plain := boot
		plain.Level = 1 - 2*alpha
		got, err := wide.Interval(d)
		want, errPlain := plain.Interval(d)
		if err != nil || errPlain != nil {
			t.Fatal(err, errPlain)
		}
		within(t, "low", got.Interval.Low, want.Interval.Low, 1e-12)
		within(t, "high", got.Interval.High, want.Interval.High, 1e-12)
		if got.Interval.Level != level {
			t.Errorf("level %v, want %v", got.Interval.Level, level)
		}
	}
}

// studentWith2DF returns the quantile of Student's t with two degrees of freedom,
// whose distribution function is 1/2 + t/(2√(2+t²)).
func studentWith2DF(p float64) float64 { return (2*p - 1) * math.Sqrt(2/(4*p*(1-p))) }
