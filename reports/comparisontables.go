package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports/document"
)

// names heads the two columns of a pair with the systems' names.
func names(c *result.Comparison, p result.Pair) (a, b document.Column) {
	return document.Column{Name: cmp.Or(c.A.Name, "A"), Right: true, Elastic: true},
		document.Column{Name: cmp.Or(p.B.Name, "B"), Right: true, Elastic: true}
}

// A measureForm says how a form shows the table of measures.
type measureForm struct {
	name    func(measure string) string
	telling func(w []result.Warning, decides bool) []result.Warning // those that get a footnote; nil: all
	tally   bool                                                    // with queries won, lost and tied
	words   bool                                                    // verdicts in words, last, and not as signs, first
}

// FormatOf returns the format of a value of a measure: of what may be a share four decimals, of a small cost more.
func FormatOf(m result.MeasureComparison, sign string, v *float64) string {
	if _, err := metrics.Parse(m.Measure); err == nil || !m.LowerIsBetter || !document.Given(v) {
		return "%" + sign + ".4f"
	}
	return fmt.Sprintf("%%%s.%df", sign, prose.Decimals(*v))
}

// measureTable returns the main table: one row a measure.
func measureTable(c *result.Comparison, p result.Pair, notes *document.Footnotes, form measureForm) document.Table {
	a, b := names(c, p)
	level, both := HeadLevel(c, p), adjusted(c, p) != ""
	t := document.NewTable([]document.Column{{}, {Head: "measure", Elastic: !form.tally}, a, b}, document.Numbers("difference", IntervalHead(level), "p", adjustedHead, "W/L/T"), document.Words("verdict"))
	for _, m := range p.Measures {
		name, decides := form.name(m.Measure), m.Primary || m.Measure == c.Settings.Primary
		if decides {
			name += "*"
		}
		warnings := append(noted(m.Inference, level), unlike(c, m)...)
		if form.telling != nil {
			warnings = form.telling(warnings, decides)
		}
		verdict, change := Mark(ShownVerdict(m)), FormatOf(m, "+", m.MeanDifference)
		row := t.Add(verdict.Text, name+notes.Marks(warnings), document.Written(m.MeanA, FormatOf(m, "", m.MeanA)), document.Written(m.MeanB, FormatOf(m, "", m.MeanB)), document.Written(m.MeanDifference, change), document.Ends(m.Interval, change), document.P(m.PValue),
			document.P(m.PAdjusted), wlt(m.Inference), Meaning(ShownVerdict(m)))
		row[0].Tone, row[4].Tone = verdict.Tone, verdict.Tone
	}
	if form.words { // verdicts are last, and not signs first
		t.Columns = t.Columns[1:]
		for i, row := range t.Rows {
			t.Rows[i] = row[1:]
		}
	}
	t.Only(form.words, "verdict")
	t.Only(both, adjustedHead)
	t.Only(form.tally, "W/L/T")
	return t
}

// adjusted says what the column of adjusted p values is, "" where they are those of the column before it.
func adjusted(c *result.Comparison, p result.Pair) string {
	for _, m := range p.Measures {
		if corrected(c, m) != "" {
			return adjustedHead + ": after " + correction(c, m)
		}
	}
	return ""
}

// adjustedHead heads that column.
const adjustedHead = "p adj."

func wlt(in result.Inference) string { return fmt.Sprintf("%d/%d/%d", in.Wins, in.Losses, in.Ties) }

// HeadLevel returns the level of the first interval: it heads the column; one of another level gets a footnote.
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

// noted adds to the warnings of a row that its interval has another level than the column's heading says.
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
	switch {
	case !decides && (m.VerdictCode == codeIntervalDiffers || m.VerdictCode == codeMarginTooWide || m.VerdictCode == codeFewChanged && !holdsZero(m.Interval)):
		return []result.Warning{{Code: m.VerdictCode, Text: m.VerdictReason}}
	case m.VerdictCode == codeRareLoss && decides:
		return nil
	case byTAlone(c, m):
		return []result.Warning{{Code: codeRareLoss, Text: "paired t alone: " + document.PSentence(m.T.PValue) + "; not enough against a rare loss"}}
	}
	if !m.CorrectionMatters {
		return nil
	}
	text := fmt.Sprintf("a difference by itself, but p is %s after %s", document.P(m.PAdjusted), correction(c, m))
	return []result.Warning{{Code: "corrected", Text: text}}
}

// byTAlone reports whether the paired t-test would have found what the rule does not.
func byTAlone(c *result.Comparison, m result.MeasureComparison) bool {
	return c.Settings.Interval == "auto" && m.T != nil && m.T.PValue != nil && m.PValue != nil &&
		*m.T.PValue < c.Settings.Alpha && *m.PValue >= c.Settings.Alpha && m.Decides == "tail"
}

func holdsZero(i *result.Interval) bool { return i == nil || i.Low <= 0 && i.High >= 0 }

// Reasons of measures that need a word next to their mark: p and the interval do
// not say the same, the margin is too much of what can be reached, t alone would
// have found a difference, and too few queries changed for what the interval says.
const (
	codeIntervalDiffers = "p_and_interval_differ"
	codeMarginTooWide   = "margin_exceeds_ceiling"
	codeRareLoss        = "rare_loss"
	codeFewChanged      = "too_few_changed"
)

// strataTable shows one measure within each stratum.
func strataTable(c *result.Comparison, p result.Pair, m result.MeasureComparison, notes *document.Footnotes) document.Table {
	a, b := names(c, p)
	level := HeadLevel(c, p)
	marks := document.Words("") // footnotes: behind a name they would be cut off with it
	t := document.NewTable(document.Names("stratum"), document.Numbers("n"), []document.Column{a, b}, document.Numbers("difference", IntervalHead(level), "p", "W/L/T"), marks)
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
	t := document.NewTable(document.IDs("query"), document.Names("stratum"), []document.Column{a, b}, document.Numbers("difference"))
	for _, q := range p.PerQuery {
		t.Add(q.QueryID, q.Stratum, document.Score(q.A[measure]), document.Score(q.B[measure]), document.Signed(q.Difference[measure]))
	}
	return t
}

// usedVerdicts lists the verdicts that the table holds, in the fixed order.
func usedVerdicts(p result.Pair) []result.Verdict {
	all := []result.Verdict{result.Better, result.Worse, result.Equivalent, result.Inconclusive}
	return slices.DeleteFunc(all, func(v result.Verdict) bool {
		return !slices.ContainsFunc(p.Measures, func(m result.MeasureComparison) bool { return ShownVerdict(m) == v })
	})
}

// asides says of which measures a reader must know more than the table shows:
// which way they point, why they have no verdict, and where they are undefined.
func asides(p result.Pair, safe func(string) string) []string {
	var lower []string
	var lines prose.Notes
	for _, m := range p.Measures {
		switch {
		case m.Verdict == result.NoVerdict && m.VerdictReason != "":
			lines = append(lines, safe(m.Measure)+" is not tested: "+safe(m.VerdictReason))
		case m.LowerIsBetter:
			lower = append(lower, safe(m.Measure))
		}
	}
	undefined := undefinedCounts(p, safe)
	lines.If(len(lower) > 0, "lower is better: %s", strings.Join(lower, ", "))
	lines.If(undefined != "", "%s", undefined)
	lines.If(slices.ContainsFunc(p.Measures, func(m result.MeasureComparison) bool { return m.Method == result.Streaming }),
		"method: streaming, of more than 1,048,576 pairs: nothing is drawn; what cannot be counted exactly is a limit (asymptotic)")
	return append(lines, ordered.Each(limits(p, true), safe)...)
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
