package html_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/html"
)

// Blue (#0a5ea8) is better and brown (#a83e00) is worse, also where lower scores
// are better.
func TestColoursOfTheForest(t *testing.T) {
	diamond := regexp.MustCompile(`Z" class="f-[a-z]+" fill="(#[0-9a-f]+)"`)
	for _, c := range []struct {
		measure   string
		low, high float64
		want      string
	}{
		{"P@5", 0.1, 0.3, "#0a5ea8"},
		{"P@5", -0.3, -0.1, "#a83e00"},
		{"NumNonRelRet", 0.1, 0.3, "#a83e00"},
		{"NumNonRelRet", -0.3, -0.1, "#0a5ea8"},
	} {
		d := example(t)
		d.Systems = nil
		m := d.Comparison.Comparisons[0].Measures[0]
		m.Measure, m.Primary, m.Strata = c.measure, true, nil
		m.Interval = &result.Interval{Level: 0.95, Low: c.low, High: c.high}
		d.Comparison.Settings.Primary = c.measure
		d.Comparison.Comparisons[0].Measures = d.Comparison.Comparisons[0].Measures[:1]
		d.Comparison.Comparisons[0].Measures[0] = m
		drawn := diamond.FindStringSubmatch(written(t, d, html.Options{}))
		if drawn == nil || drawn[1] != c.want {
			t.Errorf("%s from %g to %g: %v, want %s", c.measure, c.low, c.high, drawn, c.want)
		}
	}
}

// A stratum of 19 queries is small, one of 20 is not.
func TestSmallStrata(t *testing.T) {
	d := example(t)
	m := &d.Comparison.Comparisons[0].Measures[0]
	m.Strata = []result.StratumResult{{Stratum: "small", Inference: result.Inference{N: 19}}, {Stratum: "large", Inference: result.Inference{N: 20}}}
	if page := written(t, d, html.Options{}); !strings.Contains(page, "strata with fewer than 20 queries: small (19).") {
		t.Error("the page does not say which strata are small")
	}
}

// Where the intervals lie is said in a sentence that can be read aloud.
func TestTitlesOfTheForest(t *testing.T) {
	title := regexp.MustCompile(`<h4 id="p0-forest-0-t">([^<]*)</h4>`)
	tests := []struct {
		measure string
		middles []float64 // of intervals that reach 1 to either side
		want    string
	}{
		{"P", []float64{2}, "The interval is above 0, towards candidate"},
		{"NumNonRelRet", []float64{2}, "The interval is above 0, towards baseline"},
		{"P", []float64{-2}, "The interval is below 0, towards baseline"},
		{"P", []float64{0}, "The interval holds 0"},
		{"P", []float64{0, 0.5}, "The intervals of all 2 measures hold 0"},
		{"P", []float64{2, 0}, "1 of 2 intervals is above 0, towards candidate"},
		{"P", []float64{2, 3, 0}, "2 of 3 intervals are above 0, towards candidate"},
		{"P", []float64{2, -2}, "1 of 2 intervals is above 0, towards candidate, and 1 below, towards baseline"},
		{"Judged", []float64{2, -2}, "1 of 2 intervals is above 0 and 1 below; neither side is better"},
	}
	for _, test := range tests {
		d := example(t)
		d.Systems = nil
		pair := &d.Comparison.Comparisons[0]
		m := pair.Measures[0]
		m.Primary, m.Strata, pair.Measures = false, nil, nil
		for i, middle := range test.middles {
			m.Measure = test.measure
			if test.measure != "NumNonRelRet" {
				m.Measure += fmt.Sprintf("@%d", i+1)
			}
			m.Interval = &result.Interval{Level: 0.95, Low: middle - 1, High: middle + 1}
			pair.Measures = append(pair.Measures, m)
		}
		d.Comparison.Settings.Primary = pair.Measures[0].Measure
		got := title.FindStringSubmatch(written(t, d, html.Options{}))
		if got == nil || got[1] != test.want {
			t.Errorf("%s %v: %q, want %q", test.measure, test.middles, got, test.want)
		}
	}
}
