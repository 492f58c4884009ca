package reports

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports/document"
)

// latencyTable lists the times of every system that has some, each rerank in a row of its own. The column
// that says how the components are asked is there if a system has several.
func latencyTable(systems []result.RunEvaluation) document.Table {
	t := timesTable()
	t.Columns = slices.Insert(t.Columns, 1, document.Column{Head: "components"})
	row := func(name, asked string, l *result.Latency) {
		if l != nil {
			t.Add(slices.Insert(times(name, l), 1, asked)...)
		}
	}
	for _, s := range systems {
		asked := strings.ReplaceAll(s.Asked, "_", " ")
		if asked == "" && s.Role == result.RoleComponent {
			asked = "alone"
		}
		row(s.Name, asked, s.Latency)
		row(s.Name, "its rerank", s.RerankLatency)
	}
	t.Only(slices.ContainsFunc(systems, func(s result.RunEvaluation) bool { return s.Asked != "" }), "components")
	return t
}

// pairTimes returns the table of a pair that has no table of systems.
func pairTimes(c *result.Comparison, p result.Pair) document.Table {
	t := timesTable()
	if p.Latency == nil || len(c.Systems) > 0 {
		return t
	}
	for _, arm := range []struct {
		name          string
		whole, rerank *result.Latency
	}{{c.A.Name, p.Latency.A, p.Latency.RerankA}, {p.B.Name, p.Latency.B, p.Latency.RerankB}} {
		if arm.whole != nil {
			t.Add(times(arm.name, arm.whole)...)
		}
		if arm.rerank != nil {
			t.Add(times(arm.name+", its rerank", arm.rerank)...)
		}
	}
	return t
}

// latencyTitle heads both.
const latencyTitle = "latency in ms"

func timesTable() document.Table {
	t := document.NewTable(document.Words("system"), document.Numbers("n", "mean", "p50", "p95", "p99", "max"))
	t.Columns[0].Elastic = true
	return t
}

func times(name string, l *result.Latency) []string {
	return []string{name, strconv.Itoa(l.N), document.Millis(l.MeanMS), document.Millis(l.P50MS), document.Millis(l.P95MS), document.Millis(l.P99MS), document.Millis(l.MaxMS)}
}

// addsUp says how the times of components become that of a configuration, as far as the systems need it.
func addsUp(systems []result.RunEvaluation) string {
	var parts prose.Notes
	for _, way := range []struct{ asked, means string }{
		{result.AskedInParallel, "in parallel: the slowest component"},
		{result.AskedInSequence, "in sequence: the sum of the components"},
	} {
		if slices.ContainsFunc(systems, func(s result.RunEvaluation) bool { return s.Asked == way.asked && s.Latency != nil }) {
			parts = append(parts, way.means)
		}
	}
	parts.If(len(parts) > 0, "fusing is not timed")
	parts.If(slices.ContainsFunc(systems, func(s result.RunEvaluation) bool { return s.RerankLatency != nil }), "a rerank is part of its configuration's time")
	return strings.Join(parts, "; ")
}

// latencyPair returns the difference of two systems in one line, "" without any.
func latencyPair(c *result.Comparison, p result.Pair, safe func(string) string) string {
	l := p.Latency
	if l == nil || !document.Given(l.MeanDifferenceMS) {
		return ""
	}
	line := fmt.Sprintf("latency in ms, %s − %s: mean difference %s", safe(p.B.Name), safe(c.A.Name), document.SignedMillis(*l.MeanDifferenceMS))
	if i := l.Interval; i != nil {
		line += fmt.Sprintf(", %s interval [%s, %s]", document.Percent(i.Level), document.SignedMillis(i.Low), document.SignedMillis(i.High))
	}
	for _, q := range l.Quantiles {
		line += fmt.Sprintf("; p%g %s", 100*q.Quantile, document.SignedMillis(q.DifferenceMS))
		if i := q.Interval; i != nil {
			line += fmt.Sprintf(" [%s, %s]", document.SignedMillis(i.Low), document.SignedMillis(i.High))
		}
	}
	return line + fmt.Sprintf(", n = %d", l.N)
}

// briefLatency says in one line how long two systems take, "" where no one measured it.
func briefLatency(p result.Pair) string {
	l := p.Latency
	if l == nil || l.A == nil || l.B == nil {
		return ""
	}
	line := fmt.Sprintf("latency in ms: p50 %s → %s, p95 %s → %s", document.Millis(l.A.P50MS), document.Millis(l.B.P50MS), document.Millis(l.A.P95MS), document.Millis(l.B.P95MS))
	if document.Given(l.MeanDifferenceMS) {
		line += fmt.Sprintf("; difference %s, n = %d", document.SignedMillis(*l.MeanDifferenceMS), l.N)
	}
	return line
}

// latencyAlone describes the times of one system, "" without any.
func latencyAlone(r result.RunEvaluation) string {
	l := r.Latency
	if l == nil {
		return ""
	}
	line := "latency in ms over " + document.Plural(l.N, "query", "queries") + ": " + percentiles(l)
	if r.RerankLatency != nil {
		line += "; its rerank: " + percentiles(r.RerankLatency)
	}
	return line
}

func percentiles(l *result.Latency) string {
	return fmt.Sprintf("mean %s, p50 %s, p95 %s, p99 %s, max %s", document.Millis(l.MeanMS), document.Millis(l.P50MS), document.Millis(l.P95MS), document.Millis(l.P99MS), document.Millis(l.MaxMS))
}
