package html_test

import (
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
