package compare_test

import (
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// compared compares two systems and returns the only pair.
func compared(t testing.TB, a, b *scoring.Table, settings compare.Settings) result.Pair {
	t.Helper()
	c, err := compare.Against(a, []*scoring.Table{b}, settings)
	if err != nil {
		t.Fatal(err)
	}
	return c.Comparisons[0]
}

// measureOf returns what a pair says of one measure.
func measureOf(t testing.TB, p result.Pair, name string) result.MeasureComparison {
	t.Helper()
	i := slices.IndexFunc(p.Measures, func(m result.MeasureComparison) bool { return m.Measure == name })
	if i < 0 {
		t.Fatalf("the comparison has no measure %s", name)
	}
	return p.Measures[i]
}
