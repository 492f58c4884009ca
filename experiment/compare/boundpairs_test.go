package compare_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// The bounds within a stratum are the least and greatest mean over its queries,
// over all judgments of the unjudged.
func TestBoundsOfStrata(t *testing.T) {
	const name = "nDCG(gain=exp)@3"
	strata := []string{"long", "short", "long"} // of q1, q2, q3
	score := func(qrels string) (a, b *scoring.Table) {
		j := wingtest.JudgmentsFrom(t, qrels)
		a, b = open(t, "a", holesA, j, "nDCG@3"), open(t, "b", holesB, j, "nDCG@3")
		for q, stratum := range strata {
			a.Edit(q).Stratum, b.Edit(q).Stratum = stratum, stratum
		}
		return a, b
	}
	low := map[string]float64{"long": math.Inf(1), "short": math.Inf(1)}
	high := map[string]float64{"long": math.Inf(-1), "short": math.Inf(-1)}
	for way := range 729 { // 3^6
		qrels := holesQrels
		for _, pair := range holes {
			qrels += fmt.Sprintf("%s %d\n", pair, way%3)
			way /= 3
		}
		a, b := score(qrels)
		for stratum, of := range map[string][]int{"long": {0, 2}, "short": {1}} {
			mean := 0.0
			for _, q := range of {
				mean += (b.Value(0, q) - a.Value(0, q)) / float64(len(of))
			}
			low[stratum], high[stratum] = min(low[stratum], mean), max(high[stratum], mean)
		}
	}
	a, b := score(holesQrels)
	got := measureOf(t, compared(t, a, b, compare.Settings{Bounds: true}), name).Strata
	if len(got) != 2 {
		t.Fatalf("%d strata, want 2", len(got))
	}
	for _, s := range got {
		wingtest.WantNumber(t, s.Stratum+" low", &s.Bounds.Low, low[s.Stratum], 1e-12, "enumerated")
		wingtest.WantNumber(t, s.Stratum+" high", &s.Bounds.High, high[s.Stratum], 1e-12, "enumerated")
	}
	if got[0].Bounds.Documents+got[1].Bounds.Documents != 6 {
		t.Errorf("%d and %d unjudged documents, want 6 together", got[0].Bounds.Documents, got[1].Bounds.Documents)
	}
	for _, s := range measureOf(t, compared(t, a, b, compare.Settings{}), name).Strata {
		if s.Bounds != nil {
			t.Errorf("%s has bounds that nobody asked for", s.Stratum)
		}
	}
}

// Any two of several systems have the bounds that they have alone, from the first
// in the order to the second.
func TestBoundsOfAllPairs(t *testing.T) {
	const list = "nDCG@3,Judged@3,P@2"
	j := wingtest.JudgmentsFrom(t, holesQrels)
	tables := map[string]*scoring.Table{
		"a": open(t, "a", holesA, j, list), "b": open(t, "b", holesB, j, list),
		"c": open(t, "c", "q1 Q0 a 1 4 t\nq1 Q0 w 2 3 t\nq2 Q0 v 1 2 t\nq2 Q0 c 2 1 t\nq3 Q0 y 1 1 t\n", j, list),
	}
	c, err := compare.Against(tables["b"], []*scoring.Table{tables["a"], tables["c"]}, compare.Settings{Bounds: true})
	if c == nil {
		t.Fatal(err)
	}
	pairs := 0
	for _, by := range c.AllPairs.Measures {
		for _, p := range by.Pairs {
			pairs++
			x, y := by.Systems[p.A].Name, by.Systems[p.B].Name
			want := measureOf(t, compared(t, tables[x], tables[y], compare.Settings{Bounds: true}), by.Measure).Bounds
			if p.Bounds == nil || p.Bounds.Low != want.Low || p.Bounds.High != want.High || p.Bounds.Documents != want.Documents || p.Bounds.Queries != want.Queries || p.Bounds.Method != want.Method {
				t.Errorf("%s, %s to %s: %+v, want %+v as of the two alone (TestBoundsOfDifference)", by.Measure, x, y, p.Bounds, want)
			}
			if p.MeanDifference < p.Bounds.Low || p.MeanDifference > p.Bounds.High {
				t.Errorf("%s, %s to %s: %v is outside %+v", by.Measure, x, y, p.MeanDifference, p.Bounds)
			}
		}
	}
	if pairs != 6 { // 3 pairs on the 2 measures with a direction
		t.Errorf("%d pairs, want 6", pairs)
	}
	if c, _ = compare.Against(tables["b"], []*scoring.Table{tables["a"], tables["c"]}, compare.Settings{}); c.AllPairs.Measures[0].Pairs[0].Bounds != nil {
		t.Error("bounds that nobody asked for")
	}
}
