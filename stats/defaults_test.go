package stats_test

import (
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// The zero value of a setting is the default that its comment gives, and the
// result says what was used.
func TestDefaults(t *testing.T) {
	d := []float64{0.31831, 0.14142, 0.27183, 0.05772, 0.16180, 0.36788, 0.22360, 0.41421}
	diffs, err := stats.DifferencesOf(d)
	if err != nil {
		t.Fatal(err)
	}
	flip, err := stats.SignFlip{Sampled: true}.Test(diffs)
	if err != nil || flip.Rounds != 100_000 {
		t.Errorf("sign flips: %d rounds, %v", flip.Rounds, err)
	}
	family, err := stats.MaxT{}.Adjust([][]float64{d})
	if err != nil || family.Rounds != 100_000 {
		t.Errorf("max-T: %d rounds, %v", family.Rounds, err)
	}
	within(t, "p of eight gains", family.P[0], 2.0/256, 0.0015) // five standard errors
	boot, err := stats.Bootstrap{Sampled: true}.Interval(d)
	if err != nil || boot.Resamples != 10_000 || boot.Kind != stats.Percentile || boot.Interval.Level != 0.95 {
		t.Errorf("bootstrap: %+v, %v", boot, err)
	}
	student, err := stats.TTest{}.Test(diffs)
	if err != nil || student.Interval.Level != 0.95 {
		t.Errorf("t: %+v, %v", student.Interval, err)
	}
	// Two systems that are eight gains apart: the range of totals is largest
	// when all gains are on one side, in 2 of 2⁸ permutations.
	pairs, err := stats.TukeyHSD{}.Compare([][]float64{make([]float64, 8), d})
	if err != nil {
		t.Fatal(err)
	}
	within(t, "p of two systems", pairs[0].P, 2.0/256, 0.005)
}

// Fewer than 50 pairs are labelled, 50 are not; one pair has no inference that
// could be.
func TestLowN(t *testing.T) {
	for _, n := range []int{1, 2, 49, 50, 51} {
		d := make([]float64, n)
		for i := range d {
			d[i] = float64(i%7) - 2.5
		}
		diffs, err := stats.DifferencesOf(d)
		if err != nil {
			t.Fatal(err)
		}
		r, err := stats.TTest{}.Test(diffs)
		if err != nil || r.Has(stats.WarnLowN) != (n >= 2 && n < 50) {
			t.Errorf("%d pairs: warnings %v, %v", n, r.Warnings, err)
		}
	}
}
