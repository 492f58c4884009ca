package html_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/html"
)

// More systems than there are letters: the page has all of them, with the marks of
// the verdicts.
func TestMoreSystemsThanLetters(t *testing.T) {
	const candidates = 32
	mean := 0.5
	primary := func() []result.MeasureComparison {
		return []result.MeasureComparison{{Measure: "RR", Primary: true, Verdict: result.Better, Inference: result.Inference{N: 30, MeanA: &mean, MeanB: &mean}}}
	}
	c := &result.Comparison{
		Schema: result.ComparisonSchema, Profile: "default", TestSet: result.TestSetInfo{Name: "crowd", Version: "v1", Queries: 30},
		Settings: result.ComparedSettings{Alpha: 0.05, Primary: "RR"}, A: result.System{Name: "baseline"},
	}
	by := result.SystemsByMeasure{Measure: "RR", Primary: true, N: 30, Systems: []result.SystemMean{{Name: "baseline", Mean: &mean}}}
	for i := range candidates {
		name := fmt.Sprintf("system-%02d", i)
		c.Comparisons = append(c.Comparisons, result.Pair{B: result.System{Name: name}, Verdict: result.Better, Measures: primary()})
		by.Systems = append(by.Systems, result.SystemMean{Name: name, Mean: &mean})
		by.Pairs = append(by.Pairs, result.PairOfSystems{A: 0, B: i + 1, Distinct: true})
	}
	c.AllPairs = &result.AllPairs{Correction: "holm", Measures: []result.SystemsByMeasure{by}}
	var b bytes.Buffer
	if err := html.Write(&b, &reports.Data{Comparison: c, Version: "test"}, html.Options{}); err != nil {
		t.Fatal(err)
	}
	table := regexp.MustCompile(`(?s)<table[^>]*>.*?</table>`).FindString(b.String())
	if n := strings.Count(table, "system-"); n != candidates {
		t.Errorf("the first table names %d candidates, want %d:\n%.600s", n, candidates, table)
	}
}
