package reports

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// advice says what a reader would do about the verdict of a pair, in one sentence without an end.
func advice(c *result.Comparison, p result.Pair, a, b string) string {
	if slices.ContainsFunc(p.Health, func(f result.Finding) bool { return f.Severity == result.SeverityFault }) {
		return "mend the fault and run again; until then nothing is decided"
	}
	if has(p.Health, result.FindingLabels) {
		return "judge the documents that matter most (--unjudged 50 -o labels.csv), then compare again"
	}
	if has(p.Health, result.FindingIdentical) {
		return "check the arguments: every score of " + a + " and " + b + " is the same, as if one run was given twice"
	}
	if has(p.Health, result.FindingOneArm) {
		return "find out why queries are missing in one run alone; until then the difference may be that of the files"
	}
	m, aimed := Primary(c, p), aimed(&result.Comparison{Comparisons: []result.Pair{p}}, a, func(result.Pair) string { return b })
	switch {
	case aimed != "":
		return aimed
	case p.Verdict == result.Worse:
		return "keep " + a
	case p.Verdict == result.Equivalent:
		return "choose by cost or speed; on " + m.Measure + " either will do"
	case p.Verdict == result.Better:
		return useIt(p, m, b)
	case m == nil:
		return "compare on a measure that can decide (--primary)"
	case m.Verdict == result.Better:
		return "keep " + a + ", unless what is lost on the guardrail is worth it"
	}
	return keep(m, a, b)
}

// leastLabelled is from how many labelled queries on it is known what more would do.
const leastLabelled = 10

func has(findings []result.Finding, code string) bool {
	return slices.ContainsFunc(findings, func(f result.Finding) bool { return f.Code == code })
}

// useIt takes the candidate, with what to look at first.
func useIt(p result.Pair, m *result.MeasureComparison, b string) string {
	text := "use " + b
	if m != nil && m.VerdictCode == "smaller_than_margin" {
		text += " if it costs no more: the gain is smaller than the margin"
	}
	if has(p.Health, result.FindingWeightsMatter) {
		text += ", if the weights are right: without them it is not shown"
	}
	if has(p.Health, result.FindingChosen) {
		text += ", once other queries confirm it: it was tried with others on these"
	}
	var worse []string
	for _, other := range p.Measures {
		if other.Verdict == result.Worse {
			worse = append(worse, other.Measure)
		}
	}
	if len(worse) > 0 {
		text += "; look at " + strings.Join(worse, ", ") + " first, where it is worse"
	}
	return text
}

// keep leaves the baseline in place, and says what would settle it.
func keep(m *result.MeasureComparison, a, b string) string {
	if m.VerdictCode == "range_unknown" {
		return "declare the range of " + m.Measure + " with --range"
	}
	if m.VerdictCode == result.FindingSampling {
		return "keep " + a + "; draw a sample (rankduel labels sample) and let people label its first queries"
	}
	if s := m.Silver; s != nil && s.Labelled < s.Queries {
		if s.QueriesForMargin == nil && s.Labelled >= leastLabelled {
			return "keep " + a + ", or add queries, for the model and people to label: those that are there are too few"
		}
		return "keep " + a + ", or let people label more queries"
	}
	untilThen := map[string]string{
		"too_few_changed": ", or add queries on which " + b + " ranks otherwise", "correction": ", or compare fewer candidates on new queries",
		codeMarginTooWide:  "; set a smaller --margin, or another --primary",
		"methods_disagree": " until more queries say the same", codeIntervalDiffers: " until more queries say the same",
	}[m.VerdictCode]
	return "keep " + a + cmp.Or(untilThen, ", or judge more queries")
}
