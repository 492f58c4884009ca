package html_test

import (
	stdhtml "html"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/html"
)

// What a comparison does not show is said for what it is: by the figures of the document, and not where they say nothing.
func TestLimits(t *testing.T) {
	stratum := func(name string, n int) result.StratumResult {
		s := result.StratumResult{Stratum: name}
		s.N = n
		return s
	}
	const (
		noMeasure = "No measure decides: there is a table, and no verdict."
		effect    = "Differences smaller than 0.0500 on "
		ties      = "Queries on which both score the same: "
		few       = "Anything about strata with fewer than 20 queries: "
		luck      = "it was picked among 2, and its lead is likely to shrink"
		others    = "Other queries, documents and users than those of the test set"
	)
	for _, tt := range []struct {
		name    string
		change  func(c *result.Comparison, m *result.MeasureComparison)
		says    []string
		saysNot []string
	}{
		{"as it is", func(*result.Comparison, *result.MeasureComparison) {}, []string{others}, []string{noMeasure, luck, few}},
		{"an effect that would be noticed", func(_ *result.Comparison, m *result.MeasureComparison) {
			m.N, m.MinimumDetectable = 12, &result.Detectable{Effect: new(0.05), Power: 0.8}
		}, []string{effect, "with these 12 pairs a true difference of that size would be noticed in 80 % of repetitions"}, nil},
		{"one pair", func(_ *result.Comparison, m *result.MeasureComparison) {
			m.N, m.MinimumDetectable = 1, &result.Detectable{Effect: new(0.05), Power: 0.8}
		}, []string{"with these 1 pair a true"}, nil},
		{"no effect", func(_ *result.Comparison, m *result.MeasureComparison) {
			m.MinimumDetectable = &result.Detectable{}
		}, nil, []string{"Differences smaller than"}},
		{"documents that were not judged", func(_ *result.Comparison, m *result.MeasureComparison) {
			m.Bounds = &result.DifferenceBounds{Low: -0.25, High: 0.5, Documents: 1, Queries: 1}
		}, []string{"What 1 unjudged document would change if they were judged: the mean difference could be anywhere from -0.2500 to +0.5000."}, nil},
		{"all were", func(_ *result.Comparison, m *result.MeasureComparison) {
			m.Bounds = &result.DifferenceBounds{}
		}, nil, []string{"would change if they were judged"}},
		{"ties", func(_ *result.Comparison, m *result.MeasureComparison) { m.Ties, m.N = 3, 12 }, []string{ties + "3 of 12."}, nil},
		{"no ties", func(_ *result.Comparison, m *result.MeasureComparison) { m.Ties = 0 }, nil, []string{ties}},
		{"small strata", func(_ *result.Comparison, m *result.MeasureComparison) {
			m.Strata = []result.StratumResult{stratum("exact", 19), stratum("complex", 20), stratum("odd", 1)}
		}, []string{few + "exact (19), odd (1)."}, []string{"complex (20)"}},
		{"one small stratum alone", func(_ *result.Comparison, m *result.MeasureComparison) {
			m.Strata = []result.StratumResult{stratum("exact", 19)}
		}, nil, []string{few}},
		{"strata that are large", func(_ *result.Comparison, m *result.MeasureComparison) {
			m.Strata = []result.StratumResult{stratum("exact", 20), stratum("complex", 20)}
		}, nil, []string{few}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := example(t)
			measures := d.Comparison.Comparisons[0].Measures
			for i := range measures {
				tt.change(d.Comparison, &measures[i])
			}
			page := stdhtml.UnescapeString(static(written(t, d, html.Options{})))
			for _, want := range tt.says {
				if !strings.Contains(page, want) {
					t.Errorf("the page does not say %q", want)
				}
			}
			for _, not := range tt.saysNot {
				if strings.Contains(page, not) {
					t.Errorf("the page says %q", not)
				}
			}
		})
	}
}
