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
