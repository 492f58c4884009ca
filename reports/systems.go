package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// systemsTable sets every component alone beside the fused configurations, by
// their means. The column of times is there if any system has times.
func systemsTable(systems []result.RunEvaluation) table {
	measures := measureNames(systems)
	timed := slices.ContainsFunc(systems, func(s result.RunEvaluation) bool { return s.Latency != nil })
	t := table{columns: []column{{head: "system", elastic: true}, {head: "role"}}}
	for _, m := range measures {
		t.columns = append(t.columns, column{head: narrow(m), right: true})
	}
	if timed {
		t.columns = append(t.columns, column{head: "latency\np50 ms", right: true})
	}
	t.columns = append(t.columns, column{head: "failed/\nmissing", right: true})
	for _, s := range systems {
		row := []string{s.Name, cmp.Or(string(s.Role), undefined)}
		for _, m := range measures {
			row = append(row, score(mean(s.Measures, m)))
		}
		if timed {
			row = append(row, medianTime(s.Latency))
		}
		t.add(append(row, fmt.Sprintf("%d/%d", s.FailedQueries, s.MissingQueries))...)
	}
	return t
}

// measureNames lists every measure that some system has, in order of first
// appearance.
func measureNames(systems []result.RunEvaluation) []string {
	var names []string
	for _, s := range systems {
		for _, m := range s.Measures {
			if !slices.Contains(names, m.Measure) {
				names = append(names, m.Measure)
			}
		}
	}
	return names
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
		return undefined
	}
	return millis(l.P50MS)
}

// narrow breaks the name of a measure before its parameters, so that a column
// of numbers stays narrow: "nDCG" over "(gain=exp)@10".
func narrow(measure string) string {
	return strings.Replace(measure, "(", "\n(", 1)
}
