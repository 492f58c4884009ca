package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// names heads the two columns of a pair with the systems' names.
func names(c *result.Comparison, p result.Pair) (a, b column) {
	return column{name: cmp.Or(c.A.Name, "A"), right: true, elastic: true},
		column{name: cmp.Or(p.B.Name, "B"), right: true, elastic: true}
}

// measureTable is the main table: one row a measure. The last column is the
// verdict as last writes it: a sign in text, words in Markdown.
func measureTable(c *result.Comparison, p result.Pair, notes *footnotes, last func(result.Verdict) cell) table {
	a, b := names(c, p)
	level := headLevel(c, p)
	t := table{columns: []column{
		{head: "measure"},
		a, b,
		{head: "difference", right: true},
		{head: intervalHead(level), right: true},
		{head: "p", right: true},
		{head: "W/L/T", right: true},
		{head: ""},
	}}
	for _, m := range p.Measures {
		name := m.Measure
		if m.Primary || m.Measure == c.Settings.Primary {
			name += "*"
		}
		verdict := last(shownVerdict(m))
		t.rows = append(t.rows, []cell{
			{text: name + notes.marks(append(noted(m.Inference, level), unlike(c, m)...))},
			{text: score(m.MeanA)},
			{text: score(m.MeanB)},
			{signed(m.MeanDifference), verdict.tone},
			{text: interval(m.Interval)},
			{text: pValue(m.PValue)},
			{text: wlt(m.Inference)},
			verdict,
		})
	}
	return t
}

func wlt(in result.Inference) string {
	return fmt.Sprintf("%d/%d/%d", in.Wins, in.Losses, in.Ties)
}

// headLevel is the level of the first interval: it heads the column, and an
// interval of another level gets a footnote.
func headLevel(c *result.Comparison, p result.Pair) float64 {
	for _, m := range p.Measures {
		if m.Interval != nil {
			return m.Interval.Level
		}
	}
	return 1 - c.Settings.Alpha
}

func intervalHead(level float64) string { return percent(level) + " interval" }

// noted adds to the warnings of a row that its interval has another level
// than the column's heading says.
func noted(in result.Inference, level float64) []result.Warning {
	if in.Interval == nil || in.Interval.Level == level {
		return in.Warnings
	}
	return append(slices.Clone(in.Warnings), result.Warning{Code: "level", Text: "the level of this interval is " + percent(in.Interval.Level)})
}

// unlike tells where the numbers of a row do not say what its mark does. Of the
// primary measure the reason of the verdict says it.
func unlike(c *result.Comparison, m result.MeasureComparison) []result.Warning {
	decides := m.Primary || m.Measure == c.Settings.Primary
	if !decides && (m.VerdictCode == codeIntervalDiffers || m.VerdictCode == codeMarginTooWide) {
		return []result.Warning{{Code: m.VerdictCode, Text: m.VerdictReason}}
	}
	if !m.CorrectionMatters {
		return nil
	}
	text := fmt.Sprintf("a difference by itself, but p is %s after %s", pValue(m.PAdjusted), correction(c, m))
	return []result.Warning{{Code: "corrected", Text: text}}
}

// Reasons of measures that need a word beside their mark: p and the interval do
// not say the same, and the margin is too much of what can be reached.
const (
	codeIntervalDiffers = "p_and_interval_differ"
	codeMarginTooWide   = "margin_exceeds_ceiling"
)

// strataTable shows one measure within each stratum.
func strataTable(c *result.Comparison, p result.Pair, m result.MeasureComparison, notes *footnotes) table {
	a, b := names(c, p)
	level := headLevel(c, p)
	t := table{columns: []column{
		{head: "stratum", elastic: true},
		{head: "n", right: true},
		a, b,
		{head: "difference", right: true},
		{head: intervalHead(level), right: true},
		{head: "p", right: true},
		{head: "W/L/T", right: true},
		{}, // footnote marks: behind a name they would be cut off with it
	}}
	for _, s := range m.Strata {
		t.add(stratum(s.Stratum), strconv.Itoa(s.N), score(s.MeanA), score(s.MeanB),
			signed(s.MeanDifference), interval(s.Interval), pValue(s.PValue), wlt(s.Inference), strings.TrimSpace(notes.marks(noted(s.Inference, level))))
	}
	return t
}

// exploratory is said once over the strata.
const exploratory = "exploratory, decides nothing; p not corrected"

// stratum names the queries that belong to none.
func stratum(name string) string { return cmp.Or(name, "(none)") }

// pairTable shows every query under one measure.
func pairTable(c *result.Comparison, p result.Pair, measure string) table {
	a, b := names(c, p)
	t := table{columns: []column{
		{head: "query", elastic: true, code: true}, {head: "stratum", elastic: true}, a, b, {head: "difference", right: true},
	}}
	for _, q := range p.PerQuery {
		t.add(q.QueryID, q.Stratum, score(q.A[measure]), score(q.B[measure]), signed(q.Difference[measure]))
	}
	return t
}

// usedVerdicts lists the verdicts that the table holds, in the fixed order.
func usedVerdicts(p result.Pair) []result.Verdict {
	var used []result.Verdict
	for _, v := range []result.Verdict{result.Better, result.Worse, result.Equivalent, result.Inconclusive} {
		if slices.ContainsFunc(p.Measures, func(m result.MeasureComparison) bool { return shownVerdict(m) == v }) {
			used = append(used, v)
		}
	}
	return used
}

// asides says of which measures a reader must know more than the table shows:
// which way they point, why they have no verdict, and where they are undefined.
func asides(p result.Pair, safe func(string) string) []string {
	var lower []string
	var lines []string
	for _, m := range p.Measures {
		switch {
		case m.Verdict == result.NoVerdict && m.VerdictReason != "":
			lines = append(lines, safe(m.Measure)+" is not tested: "+safe(m.VerdictReason))
		case m.LowerIsBetter:
			lower = append(lower, safe(m.Measure))
		}
	}
	if len(lower) > 0 {
		lines = append(lines, "lower is better: "+strings.Join(lower, ", "))
	}
	if u := undefinedCounts(p, safe); u != "" {
		lines = append(lines, u)
	}
	return lines
}

// undefinedCounts says for how many pairs a measure has no value, "" for none.
func undefinedCounts(p result.Pair, safe func(string) string) string {
	var parts []string
	for _, m := range p.Measures {
		if m.Undefined > 0 {
			parts = append(parts, safe(m.Measure)+" for "+plural(m.Undefined, "query", "queries"))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "undefined and left out: " + strings.Join(parts, ", ")
}
