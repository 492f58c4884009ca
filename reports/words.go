package reports

import (
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// Words are the sentences of a pair, the same in every form of report. Names in them are printable.
type Words struct {
	Sign   string // + better, - worse, = equivalent, ~ not shown; "" without a verdict
	Claim  string // who against whom: "weighted is better than rrf"
	On     string // " on nDCG@10"
	Tail   string // difference, interval and p, after a colon
	Reason string // "" when there is nothing to add
	Advice string // what to do

	Objective []string // the decision about what was aimed at, and its parts; nil without one
}

// WordsOf puts a pair into words.
func WordsOf(c *result.Comparison, p result.Pair) Words {
	h := NewHeadline(c, p, document.Printable)
	return Words{
		Sign: Mark(p.Verdict).Text, Claim: h.Claim, On: h.On, Tail: h.Tail,
		Reason: document.Printable(Reason(c, p)), Advice: advice(c, p, document.Printable(c.A.Name), document.Printable(p.B.Name)),
		Objective: objectiveLines(c, p, document.Printable),
	}
}

// HealthOf returns the findings of a pair with the gravest first, and what failed queries would have changed.
func HealthOf(p result.Pair) []result.Finding {
	findings := document.BySeverity(p.Health)
	if f := p.FailuresAsZero; f != nil {
		findings = append(findings, result.Finding{Severity: result.SeverityNote, Text: failuresAsZero(f)})
	}
	return findings
}

// NotesOf returns the warnings of a measure as its row in a table has them.
func NotesOf(c *result.Comparison, p result.Pair, m result.MeasureComparison) []result.Warning {
	return slices.Concat(noted(m.Inference, HeadLevel(c, p)), unlike(c, m))
}

// originOf says where the numbers of a comparison come from: the request, the runs behind the names, the settings.
func originOf(c *result.Comparison) []string {
	lines := []string{retrieval(c.Retrieval), asking(c.Retrieval, document.Printable), identities(c, document.Printable), comparisonSettings(c, document.Printable)}
	return slices.DeleteFunc(lines, func(line string) bool { return line == "" })
}

// LatencyWords returns the mean difference of a pair's latencies, "" without any.
func LatencyWords(c *result.Comparison, p result.Pair) string {
	return latencyPair(c, p, document.Printable)
}
