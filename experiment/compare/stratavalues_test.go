package compare_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
)

// The p values of strata are adjusted by Benjamini and Hochberg's method over
// all measures and strata of a pair: each is the smallest of p·m/rank over
// itself and all larger ones (1995, doi:10.1111/j.2517-6161.1995.tb02031.x).
func TestStrataAreAdjustedTogether(t *testing.T) {
	const n = 60
	rng := rand.New(rand.NewPCG(5, 6))
	a, b := map[string][]float64{}, map[string][]float64{}
	for _, m := range []string{"AP", "RR"} {
		for q := range n {
			v := rng.Float64() / 2
			a[m] = append(a[m], v)
			b[m] = append(b[m], v+0.05*float64(q%3)+0.3*(rng.Float64()-.5)) // the third stratum gains most
		}
	}
	one, two := tablesOf(t, "one", a), tablesOf(t, "two", b)
	for q := range n {
		one.Edit(q).Stratum = []string{"x", "y", "z"}[q%3]
		two.Edit(q).Stratum = one.Query(q).Stratum
	}
	var ps, adjusted []float64
	for _, m := range compared(t, one, two, compare.Settings{}).Measures {
		for _, s := range m.Strata {
			ps, adjusted = append(ps, *s.PValue), append(adjusted, *s.PAdjusted)
		}
	}
	if len(ps) != 6 {
		t.Fatalf("%d p values, want 3 strata of 2 measures", len(ps))
	}
	for i, p := range ps {
		want := 1.0
		for _, other := range ps {
			if other < p {
				continue
			}
			rank := 0
			for _, smaller := range ps {
				if smaller <= other {
					rank++
				}
			}
			want = min(want, other*float64(len(ps))/float64(rank))
		}
		wingtest.WantNumber(t, "adjusted p", &adjusted[i], want, 1e-12, "Benjamini and Hochberg, by enumeration")
	}
}

// A measure whose test is not defined stays in the family, as p = 1: what was
// declared does not shrink by what could not be measured. Holm's method, step by
// step: the smallest p times 3, the next times 2, none below the one before.
func TestUndefinedTestStaysInTheFamily(t *testing.T) {
	undefined := slices.Repeat([]float64{math.NaN()}, 12)
	a := map[string][]float64{"AP": {}, "RR": {}, "Rprec": undefined}
	b := map[string][]float64{"AP": {}, "RR": {}, "Rprec": undefined}
	rng := rand.New(rand.NewPCG(7, 8))
	for range 12 {
		for m, gain := range map[string]float64{"AP": 0.2, "RR": 0.1} {
			a[m], b[m] = append(a[m], 0.3), append(b[m], 0.3+gain*(1+rng.NormFloat64()))
		}
	}
	p := compared(t, tablesOf(t, "one", a), tablesOf(t, "two", b), compare.Settings{Family: compare.FamilyComparison})
	if none := measureOf(t, p, "Rprec"); none.PValue != nil {
		t.Errorf("p of Rprec = %v, want none of no pair", *none.PValue)
	}
	ap, rr := measureOf(t, p, "AP"), measureOf(t, p, "RR")
	smaller, larger := ap, rr
	if *rr.PValue < *ap.PValue {
		smaller, larger = rr, ap
	}
	first := min(1, 3**smaller.PValue)
	wingtest.WantNumber(t, "smallest p, adjusted", smaller.PAdjusted, first, 1e-12, "Holm, by hand")
	wingtest.WantNumber(t, "next p, adjusted", larger.PAdjusted, max(first, min(1, 2**larger.PValue)), 1e-12, "Holm, by hand")
	if ap.Family.Size != 3 {
		t.Errorf("family of %d measures, want all 3 that were declared", ap.Family.Size)
	}
}
