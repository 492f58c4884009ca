package stats_test

import (
	"math"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// All 5⁵ resamples of five differences: the roots (mean* − mean)/se*, with the
// sample standard deviation of each resample, and the quantiles of them that
// the interval is made of. 200,000 drawn resamples come near.
func TestStudentizedEnumeration(t *testing.T) {
	d := []float64{0.31831, -0.14142, 0.27183, 0.05772, 0.16180}
	mean, sd := meanAndSD(d)
	var roots []float64
	sample := make([]float64, 5)
	for code := range 5 * 5 * 5 * 5 * 5 {
		for i, rest := 0, code; i < 5; i, rest = i+1, rest/5 {
			sample[i] = d[rest%5]
		}
		m, s := meanAndSD(sample)
		switch {
		case s > 1e-12:
			roots = append(roots, (m-mean)/(s/math.Sqrt(5)))
		default:
			roots = append(roots, math.Copysign(math.Inf(1), m-mean))
		}
	}
	slices.Sort(roots)
	se := sd / math.Sqrt(5)
	for _, level := range []float64{0.5, 0.8} {
		boot, err := stats.Bootstrap{Kind: stats.Studentized, Level: level, Resamples: 200_000, Seed: 2, Sampled: true}.Interval(d)
		if err != nil || boot.Interval == nil {
			t.Fatalf("%+v, %v", boot, err)
		}
		low, high := mean-stats.Quantile7(roots, (1+level)/2)*se, mean-stats.Quantile7(roots, (1-level)/2)*se
		within(t, "low", boot.Interval.Low, low, 0.02*(high-low))
		within(t, "high", boot.Interval.High, high, 0.02*(high-low))
	}
}

// meanAndSD returns the textbook sums.
func meanAndSD(xs []float64) (mean, sd float64) {
	for _, x := range xs {
		mean += x / float64(len(xs))
	}
	for _, x := range xs {
		sd += (x - mean) * (x - mean) / float64(len(xs)-1)
	}
	return mean, math.Sqrt(sd)
}
