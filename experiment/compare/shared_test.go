package compare_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/scoring/scorefile"

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

// tableOf makes the scores of one measure: query q000 has the first value, and
// so on. NaN is left empty, which means undefined.
func tableOf(t testing.TB, name, measure string, values []float64) *scoring.Table {
	t.Helper()
	return tablesOf(t, name, map[string][]float64{measure: values})
}

// tablesOf returns the scores of several measures, in the order of their names.
func tablesOf(t testing.TB, name string, byMeasure map[string][]float64) *scoring.Table {
	t.Helper()
	var text strings.Builder
	fmt.Fprintln(&text, "query_id,measure,score")
	for _, m := range slices.Sorted(maps.Keys(byMeasure)) {
		for q, v := range byMeasure[m] {
			cell := ""
			if !math.IsNaN(v) {
				cell = strconv.FormatFloat(v, 'g', -1, 64)
			}
			fmt.Fprintf(&text, "q%03d,%s,%s\n", q, m, cell)
		}
	}
	s, err := scorefile.Read(name, strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
