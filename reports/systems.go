package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// systemsTable sets every component alone next to the fused configurations, by
// their means. The column of times is there if any system has times.
func systemsTable(systems []result.RunEvaluation) document.Table {
	measures := measureNames(systems)
	t := document.NewTable(document.Names("system"), document.Words("role"))
	t.Columns = append(t.Columns, document.Numbers(ordered.Each(measures, narrow)...)...)
	t.Columns = append(t.Columns, document.Numbers("latency\np50 ms", "failed/\nmissing")...)
	for _, s := range systems {
		t.Add(slices.Concat([]string{s.Name, cmp.Or(string(s.Role), document.Undefined)}, means(s.Measures, measures),
			[]string{medianTime(s.Latency), fmt.Sprintf("%d/%d", s.FailedQueries, s.MissingQueries)})...)
	}
	t.Only(slices.ContainsFunc(systems, func(s result.RunEvaluation) bool { return s.Latency != nil }), "latency\np50 ms")
	return t
}

// measureNames lists every measure that some system has, in order of first appearance.
func measureNames(systems []result.RunEvaluation) []string {
	var names []string
	for _, s := range systems {
		for _, m := range s.Measures {
			names = ordered.With(names, m.Measure)
		}
	}
	return names
}

func means(of []result.MeasureSummary, measures []string) []string {
	return ordered.Each(measures, func(m string) string { return document.Score(mean(of, m)) })
}

// mean looks up one measure, nil if it is not there.
func mean(measures []result.MeasureSummary, name string) *float64 {
	for _, m := range measures {
		if m.Measure == name {
			return m.Mean
		}
	}
	return nil
}

func medianTime(l *result.Latency) string {
	if l == nil {
		return document.Undefined
	}
	return document.Millis(l.P50MS)
}

// narrow breaks the name of a measure before its parameters, so that a column
// of numbers stays narrow: "nDCG" over "(gain=exp)@10".
func narrow(measure string) string { return strings.Replace(measure, "(", "\n(", 1) }
