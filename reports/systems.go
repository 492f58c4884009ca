package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
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
		row := []string{s.Name, cmp.Or(string(s.Role), document.Undefined)}
		for _, m := range measures {
			row = append(row, document.Score(mean(s.Measures, m)))
		}
		t.Add(append(row, medianTime(s.Latency), fmt.Sprintf("%d/%d", s.FailedQueries, s.MissingQueries))...)
	}
	t.Only(slices.ContainsFunc(systems, func(s result.RunEvaluation) bool { return s.Latency != nil }), "latency\np50 ms")
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
		return document.Undefined
	}
	return document.Millis(l.P50MS)
}

// narrow breaks the name of a measure before its parameters, so that a column
// of numbers stays narrow: "nDCG" over "(gain=exp)@10".
func narrow(measure string) string {
	return strings.Replace(measure, "(", "\n(", 1)
}

// systemsCSV writes what is known of every system alone, one row a figure.
func systemsCSV(c *result.Comparison) (string, error) {
	if len(c.Systems) == 0 {
		return "", ErrNoSystems
	}
	s := &figures{CSV: document.NewCSV("system", "role", "stratum", "figure", "statistic", "value")}
	for _, r := range c.Systems {
		s.system, s.role = r.Name, r.Role
		s.run(r)
		if c.Retrieval != nil {
			for _, live := range c.Retrieval.Components {
				if r.Role == result.RoleComponent && live.Component == r.Name {
					s.number("", "queries_per_second", "value", live.QueriesPerSecond)
				}
			}
		}
		if r.Role != result.RoleConfig {
			continue
		}
		for _, a := range c.Attribution {
			if a.Config == r.Name {
				s.attribution(a)
			}
		}
		for _, ceiling := range c.Ceilings {
			if ceiling.Config == r.Name {
				s.ceiling(ceiling)
			}
		}
	}
	return s.Finish()
}

// figures is a sheet of figures of one system after the other.
type figures struct {
	*document.CSV
	system string
	role   result.Role
}

func (s *figures) number(stratum, figure, statistic string, v *float64) {
	s.Row(s.system, string(s.role), stratum, figure, statistic, s.Number(v))
}

func (s *figures) count(stratum, figure, statistic string, n int) {
	s.Row(s.system, string(s.role), stratum, figure, statistic, strconv.Itoa(n))
}

func (s *figures) run(r result.RunEvaluation) {
	for _, m := range r.Measures {
		s.count("", m.Measure, "n", m.N)
		s.number("", m.Measure, "mean", m.Mean)
	}
	for _, l := range []struct {
		figure string
		times  *result.Latency
	}{{"latency_ms", r.Latency}, {"rerank_latency_ms", r.RerankLatency}} {
		if t := l.times; t != nil {
			s.count("", l.figure, "n", t.N)
			s.number("", l.figure, "mean", &t.MeanMS)
			s.number("", l.figure, "p50", &t.P50MS)
			s.number("", l.figure, "p95", &t.P95MS)
			s.number("", l.figure, "p99", &t.P99MS)
			s.number("", l.figure, "max", &t.MaxMS)
		}
	}
	s.count("", "failed_queries", "count", r.FailedQueries)
	s.count("", "missing_queries", "count", r.MissingQueries)
}

// attribution counts relevant documents.
func (s *figures) attribution(a result.Attribution) {
	write := func(stratum string, a result.Attributed) {
		const figure = "relevant_documents"
		s.count(stratum, figure, "count", a.RelevantDocuments)
		for _, only := range a.Only {
			s.count(stratum, figure, "only "+only.Component, only.Documents)
		}
		s.count(stratum, figure, "several", a.Several.Documents)
		s.count(stratum, figure, "all", a.All.Documents)
		s.count(stratum, figure, "none", a.None.Documents)
		s.count(stratum, figure, "lost in fusion", a.LostInFusion.Documents)
		for _, step := range []struct {
			name string
			*result.Exchange
		}{{"fusion", a.Fusion}, {"rerank", a.Rerank}} {
			if step.Exchange != nil {
				at := " in " + step.name + " at " + strconv.Itoa(step.Cutoff)
				s.count(stratum, figure, "lost"+at, step.Lost.Documents)
				s.count(stratum, figure, "gained"+at, step.Gained.Documents)
			}
		}
	}
	write("", a.Attributed)
	for _, st := range a.Strata {
		write(st.Stratum, st.Attributed)
	}
}

func (s *figures) ceiling(c result.Ceiling) {
	write := func(stratum string, r result.Room) {
		s.number(stratum, "recall_ceiling_ratio", "mean", r.Recall)
		s.number(stratum, "pooled_recall_ratio", "mean", r.PooledRecall)
		s.number(stratum, c.Measure, "oracle", r.Oracle)
		s.number(stratum, c.Measure, "headroom", r.Headroom)
	}
	write("", c.Room)
	for _, st := range c.Strata {
		write(st.Stratum, st.Room)
	}
}
