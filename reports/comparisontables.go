package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// names heads the two columns of a pair with the systems' names.
func names(c *result.Comparison, p result.Pair) (a, b document.Column) {
	return document.Column{Name: cmp.Or(c.A.Name, "A"), Right: true, Elastic: true},
		document.Column{Name: cmp.Or(p.B.Name, "B"), Right: true, Elastic: true}
}

// measureTable returns the main table: one row a measure. The last column is the
// verdict as last writes it: a sign in text, words in Markdown.
func measureTable(c *result.Comparison, p result.Pair, notes *document.Footnotes, last func(result.Verdict) document.Cell) document.Table {
	a, b := names(c, p)
	level := HeadLevel(c, p)
	t := document.Table{Columns: []document.Column{
		{Head: "measure"},
		a, b,
		{Head: "difference", Right: true},
		{Head: IntervalHead(level), Right: true},
		{Head: "p", Right: true},
		{Head: "W/L/T", Right: true},
		{Head: ""},
	}}
	for _, m := range p.Measures {
		name := m.Measure
		if m.Primary || m.Measure == c.Settings.Primary {
			name += "*"
		}
		verdict := last(ShownVerdict(m))
		t.Rows = append(t.Rows, []document.Cell{
			{Text: name + notes.Marks(append(noted(m.Inference, level), unlike(c, m)...))},
			{Text: document.Score(m.MeanA)},
			{Text: document.Score(m.MeanB)},
			{Text: document.Signed(m.MeanDifference), Tone: verdict.Tone},
			{Text: document.Interval(m.Interval)},
			{Text: document.P(m.PValue)},
			{Text: wlt(m.Inference)},
			verdict,
		})
	}
	return t
}

func wlt(in result.Inference) string {
	return fmt.Sprintf("%d/%d/%d", in.Wins, in.Losses, in.Ties)
}

// HeadLevel returns the level of the first interval: it heads the column, and an
// interval of another level gets a footnote.
func HeadLevel(c *result.Comparison, p result.Pair) float64 {
	for _, m := range p.Measures {
		if m.Interval != nil {
			return m.Interval.Level
		}
	}
	return 1 - c.Settings.Alpha
}

// IntervalHead heads a column of intervals.
func IntervalHead(level float64) string { return document.Percent(level) + " interval" }

// noted adds to the warnings of a row that its interval has another level
// than the column's heading says.
func noted(in result.Inference, level float64) []result.Warning {
	if in.Interval == nil || in.Interval.Level == level {
		return in.Warnings
	}
	return append(slices.Clone(in.Warnings), result.Warning{Code: "level", Text: "the level of this interval is " + document.Percent(in.Interval.Level)})
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
	text := fmt.Sprintf("a difference by itself, but p is %s after %s", document.P(m.PAdjusted), correction(c, m))
	return []result.Warning{{Code: "corrected", Text: text}}
}

// Reasons of measures that need a word next to their mark: p and the interval do
// not say the same, and the margin is too much of what can be reached.
const (
	codeIntervalDiffers = "p_and_interval_differ"
	codeMarginTooWide   = "margin_exceeds_ceiling"
)

// strataTable shows one measure within each stratum.
func strataTable(c *result.Comparison, p result.Pair, m result.MeasureComparison, notes *document.Footnotes) document.Table {
	a, b := names(c, p)
	level := HeadLevel(c, p)
	t := document.Table{Columns: []document.Column{
		{Head: "stratum", Elastic: true},
		{Head: "n", Right: true},
		a, b,
		{Head: "difference", Right: true},
		{Head: IntervalHead(level), Right: true},
		{Head: "p", Right: true},
		{Head: "W/L/T", Right: true},
		{}, // footnote marks: behind a name they would be cut off with it
	}}
	for _, s := range m.Strata {
		t.Add(stratum(s.Stratum), strconv.Itoa(s.N), document.Score(s.MeanA), document.Score(s.MeanB),
			document.Signed(s.MeanDifference), document.Interval(s.Interval), document.P(s.PValue), wlt(s.Inference), strings.TrimSpace(notes.Marks(noted(s.Inference, level))))
	}
	return t
}

// exploratory is said once over the strata.
const exploratory = "exploratory, decides nothing; p not corrected"

// stratum names the queries that belong to none.
func stratum(name string) string { return cmp.Or(name, "(none)") }

// pairTable shows every query under one measure.
func pairTable(c *result.Comparison, p result.Pair, measure string) document.Table {
	a, b := names(c, p)
	t := document.Table{Columns: []document.Column{
		{Head: "query", Elastic: true, Code: true}, {Head: "stratum", Elastic: true}, a, b, {Head: "difference", Right: true},
	}}
	for _, q := range p.PerQuery {
		t.Add(q.QueryID, q.Stratum, document.Score(q.A[measure]), document.Score(q.B[measure]), document.Signed(q.Difference[measure]))
	}
	return t
}

// usedVerdicts lists the verdicts that the table holds, in the fixed order.
func usedVerdicts(p result.Pair) []result.Verdict {
	var used []result.Verdict
	for _, v := range []result.Verdict{result.Better, result.Worse, result.Equivalent, result.Inconclusive} {
		if slices.ContainsFunc(p.Measures, func(m result.MeasureComparison) bool { return ShownVerdict(m) == v }) {
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
			parts = append(parts, safe(m.Measure)+" for "+document.Plural(m.Undefined, "query", "queries"))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "undefined and left out: " + strings.Join(parts, ", ")
}
