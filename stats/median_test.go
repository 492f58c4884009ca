package stats_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/stats"
)

// The median of Summarize is the type-7 quantile of the sorted values.
func TestMedianIsQuantile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.SampledFrom([]float64{-1, 0, 0, 0, .25, .5, .5, 1, 3}), 1, 60).Draw(t, "values")
		before := slices.Clone(values)
		s, err := stats.Summarize(values)
		if err != nil {
			t.Fatal(err)
		}
		sorted := slices.Sorted(slices.Values(values))
		if want := stats.Quantile7(sorted, 0.5); s.Median != want {
			t.Fatalf("Median of %v = %v, want %v (Quantile7 of the sorted values)", values, s.Median, want)
		}
		if !slices.Equal(values, before) {
			t.Fatal("Summarize reordered its argument")
		}
	})
}

// The median of two is the number nearest to the middle of both, as R's median, NumPy's
// and Python's statistics.median have it, which round the sum alone: 0.33335, which is
// below the decimal and rounds to 0.3333. It is not an infinity where the sum would be.
func TestMedianOfTwo(t *testing.T) {
	for _, c := range []struct{ low, high, want float64 }{
		{0.3333, 0.3334, 0.33335}, {-0.3334, -0.3333, -0.33335}, {1.5e308, 1.7e308, 1.6e308},
	} {
		s, err := stats.Summarize([]float64{c.high, c.low})
		if err != nil {
			t.Fatal(err)
		}
		if s.Median != c.want {
			t.Errorf("median of %v and %v = %v, want %v (Python 3.11 statistics.median)", c.low, c.high, s.Median, c.want)
		}
	}
}
