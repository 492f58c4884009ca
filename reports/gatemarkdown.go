package reports

import (
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// gateMarker begins every comment of a gate, so that a later one can take the place of the last.
const gateMarker = "<!-- rankduel gate -->"

// longestComment is below the 65,536 characters that GitHub takes.
const longestComment = 60_000

// GateMarkdown lists as many queries as fit.
func GateMarkdown(g *result.Gate) (string, error) {
	for most := mostFailingMarkdown; ; most /= 2 {
		comment, err := gateComment(g, most)
		if err != nil || len(comment) <= longestComment {
			return comment, err
		}
		if most == 0 {
			return "", fmt.Errorf("a comment of %d bytes, more than the %d that fit: too many rules or strata", len(comment), longestComment)
		}
	}
}

func gateComment(g *result.Gate, most int) (string, error) {
	d := document.New(document.Markdown, document.Screen{})
	d.Add(gateMarker)
	sign := map[result.GateState]string{result.GatePassed: "✓", result.GateFailed: "✗", result.GateInconclusive: "?", result.GateFault: "!"}[g.State]
	d.Claim(document.Neutral, sign+" "+gateClaim(g, document.Escape), g.Reason)
	if len(g.Health) > 0 {
		d.Add(d.Findings(g.Health)...)
	}
	d.Table("", ruleTable(g, func(r result.GateRule) document.Cell { return document.Cell{Text: statusWord(r)} }, Unchanged))
	for _, waiver := range waivers(g, document.Code, document.Escape) {
		d.Lines(waiver)
	}
	d.Table("**Current against baseline**", overallMeans(g))
	d.Table("**By query type**", gateStrata(g))
	d.Table("**Failing queries: could not be run**", failedTable(g, most))
	d.Table("**Failing queries: fell below a rule**", fallenTable(g, most, func(rule string) string { return asWritten(g, rule) }))
	d.Lines(moreFailing(g, most))
	d.Footer(slices.Concat(gateLegend(g), GateSources(g.Sources, document.Escape),
		[]string{gateProtected(g, document.Escape), gateAge(g, d.Screen), spelledOut(gateMeasures(g)), gateOrigin(g, document.Escape)})...)
	return d.Finish()
}

func statusWord(r result.GateRule) string {
	if beyondByChance(r) {
		return "beyond, maybe by chance"
	}
	return map[result.GateStatus]string{
		result.RulePassed: "passed", result.RuleFailed: "failed", result.RuleInconclusive: "inconclusive",
		result.RuleNotMeasured: "not measured", result.RuleWaived: "waived",
	}[r.Status]
}

// Unchanged leaves names as they are.
func Unchanged(name string) string { return name }

func overallMeans(g *result.Gate) document.Table {
	t := document.NewTable(document.Words("measure"), document.Numbers("n", "baseline", "current", "difference"))
	for _, m := range g.Means {
		if m.Stratum == "" {
			t.Add(called(g, m.Measure), count(m.N), document.Score(m.Baseline), document.Score(m.Current), document.Signed(meanChange(m)))
		}
	}
	return t
}

func gateMeasures(g *result.Gate) []string {
	return ordered.With(nil, ordered.Each(g.Means, func(m result.GateMean) string { return m.Measure })...)
}
