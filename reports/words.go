package reports

import (
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
)

// Words are the sentences of a pair, the same in every form of report. Names in
// them are printable.
type Words struct {
	Sign   string // + better, - worse, = equivalent, ~ no difference seen; "" without a verdict
	Claim  string // who against whom: "weighted is better than rrf"
	On     string // " on nDCG@10"
	Tail   string // difference, interval and p, after a colon
	Reason string // "" when there is nothing to add
	Advice string // what to do
}

// WordsOf puts a pair into words.
func WordsOf(c *result.Comparison, p result.Pair) Words {
	h := newHeadline(c, p, printable)
	return Words{
		Sign: mark(p.Verdict).text, Claim: h.claim, On: h.on, Tail: h.tail,
		Reason: printable(reason(c, p)), Advice: advice(c, p, printable(c.A.Name), printable(p.B.Name)),
	}
}

// Primary is the measure that decides a pair, nil when it has none.
func Primary(c *result.Comparison, p result.Pair) *result.MeasureComparison { return primary(c, p) }

// HealthOf are the findings of a pair with the gravest first, and what failed
// queries would have changed.
func HealthOf(p result.Pair) []result.Finding {
	findings := bySeverity(p.Health)
	if f := p.FailuresAsZero; f != nil {
		findings = append(findings, result.Finding{Severity: result.SeverityNote, Text: failuresAsZero(f)})
	}
	return findings
}

// NotesOf are the warnings of a measure as its row in a table has them.
func NotesOf(c *result.Comparison, p result.Pair, m result.MeasureComparison) []result.Warning {
	return slices.Concat(noted(m.Inference, headLevel(c, p)), unlike(c, m))
}

// OriginOf says where the numbers of a comparison come from: what was asked,
// which runs are behind the names, and the settings.
func OriginOf(c *result.Comparison) []string {
	var lines []string
	for _, line := range []string{retrieval(c.Retrieval), asking(c.Retrieval, printable), identities(c, printable), comparisonSettings(c, printable)} {
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// Meaning says in words what the sign of a verdict stands for, "" for none.
func Meaning(v result.Verdict) string {
	if v == result.NoVerdict {
		return ""
	}
	return meaning(v)
}

// LongName spells out a measure that is commonly known by two names, "" for
// any other.
func LongName(measure string) string { return longName(measure) }

// LatencyWords are the mean difference of a pair's latencies, "" without any.
func LatencyWords(c *result.Comparison, p result.Pair) string { return latencyPair(c, p, printable) }

// Printable makes control characters and marks that reverse text visible.
func Printable(s string) string { return printable(s) }

// FormatScore writes a value of a measure, an en dash for none.
func FormatScore(v *float64) string { return score(v) }

// FormatDifference writes a difference with its sign.
func FormatDifference(v *float64) string { return signed(v) }

// FormatInterval writes both ends of an interval with their signs.
func FormatInterval(i *result.Interval) string { return interval(i) }

// FormatP writes a p value.
func FormatP(v *float64) string { return pValue(v) }

// FormatPercent writes a ratio such as 0.95 as "95 %".
func FormatPercent(ratio float64) string { return percent(ratio) }

// FormatMillis writes a time in milliseconds.
func FormatMillis(ms float64) string { return millis(ms) }

// Ticks are the round values that an axis from low to high names, and their
// labels.
func Ticks(low, high float64, whole bool) (values []float64, labels []string) {
	for _, t := range ticksBetween(low, high, whole) {
		values, labels = append(values, t.value), append(labels, t.label)
	}
	return values, labels
}
