package experiment

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
)

// BenchmarkCompareLarge is a whole comparison: 12 measures, half of them on a
// lattice, 4 strata, 10,000 resamples, 7,000 queries.
func BenchmarkCompareLarge(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	names := make([]metrics.Measure, 12)
	for i := range names {
		names[i] = Foreign(fmt.Sprintf("M%d", i))
	}
	random := func(name string) *Scores {
		s := newScores(name, profileNamed("default"), result.TestSetInfo{Name: "x"}, names, 7000)
		for q := range s.Queries {
			s.Queries[q] = ScoredQuery{ID: fmt.Sprintf("q%05d", q), Stratum: fmt.Sprintf("s%d", q%4)}
			for m := range names {
				v := r.Float64()
				if m%2 == 0 {
					v = float64(r.IntN(6)) / 5
				}
				s.values[m][q] = v
			}
		}
		return s
	}
	x, y := random("a"), random("b")
	for b.Loop() {
		if _, err := Compare(x, []*Scores{y}, CompareSettings{}); err != nil {
			b.Fatal(err)
		}
	}
}
