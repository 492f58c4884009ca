package compare_test

import (
	"math"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// BenchmarkCompare is the whole inference over 1,000 queries and 5 measures:
// two on a lattice, three not.
func BenchmarkCompare(b *testing.B) {
	const queries = 1000
	arm := func(phase float64) map[string][]float64 {
		columns := map[string][]float64{}
		for m, name := range []string{"nDCG@10", "AP", "RBP(p=0.8)", "R@10", "P@5"} {
			for q := range queries {
				v := math.Abs(math.Sin(phase + float64(q*(m+1))))
				if m >= 3 {
					v = math.Round(5*v) / 5
				}
				columns[name] = append(columns[name], v)
			}
		}
		return columns
	}
	x, y := tablesOf(b, "a", arm(0)), tablesOf(b, "b", arm(.1))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := compare.Against(x, []*scoring.Table{y}, compare.Settings{}); err != nil {
			b.Fatal(err)
		}
	}
}
