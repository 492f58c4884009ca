package compare_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
)

// BenchmarkCompareLarge is a whole comparison: 12 measures, half of them on a
// lattice, 4 strata, 10,000 resamples, 7,000 queries.
func BenchmarkCompareLarge(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	random := func(name string) *scoring.Table {
		var table strings.Builder
		table.WriteString("query_id")
		for m := range 12 {
			fmt.Fprintf(&table, ",M%d", m)
		}
		for q := range 7000 {
			fmt.Fprintf(&table, "\nq%05d", q)
			for m := range 12 {
				v := rng.Float64()
				if m%2 == 0 {
					v = float64(rng.IntN(6)) / 5
				}
				fmt.Fprintf(&table, ",%v", v)
			}
		}
		s, err := scorefile.Read(name, strings.NewReader(table.String()))
		if err != nil {
			b.Fatal(err)
		}
		for q := range s.Len() {
			s.Edit(q).Stratum = fmt.Sprintf("s%d", q%4)
		}
		return s
	}
	x, y := random("a"), random("b")
	for b.Loop() {
		if _, err := compare.Against(x, []*scoring.Table{y}, compare.Settings{}); err != nil {
			b.Fatal(err)
		}
	}
}
