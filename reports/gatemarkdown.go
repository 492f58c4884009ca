package reports

import (
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
)

// gateMarker begins every comment of a gate, so that a later one can take the
// place of the last.
const gateMarker = "<!-- rankduel gate -->"

// longestComment is below the 65,536 characters that GitHub takes.
const longestComment = 60_000

// gateMarkdown lists as many queries as fit.
func gateMarkdown(g *result.Gate) (string, error) {
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
	var d markdownDocument
	d.add(gateMarker)
	sign := map[result.GateState]string{result.GatePassed: "✓", result.GateFailed: "✗", result.GateInconclusive: "?", result.GateFault: "!"}[g.State]
	d.add("### " + sign + " " + gateClaim(g, escape))
	d.add(escape(g.Reason))
	if len(g.Health) > 0 {
		d.lines(healthItems(g.Health)...)
	}
	d.table("", ruleTable(g, func(r result.GateRule) cell { return cell{text: statusWord(r)} }, unchanged))
	for _, waiver := range waivers(g, code, escape) {
		d.add(waiver)
	}
	d.table("**Current against baseline**", overallMeans(g))
	d.table("**By query type**", gateStrata(g))
	d.table("**Failing queries: could not be run**", failedTable(g, most))
	d.table("**Failing queries: fell below a rule**", fallenTable(g, most, func(rule string) string { return asWritten(g, rule) }))
	d.add(moreFailing(g, most))
	d.footer(append(gateLegend(g), gateAge(g, Options{}), spelledOut(gateMeasures(g)), gateOrigin(g, escape))...)
	return d.finish()
}

func statusWord(r result.GateRule) string {
	if r.Status == result.RulePassed && r.Outcome == "fail_literal" {
		return "not proven broken"
	}
	return map[result.GateStatus]string{
		result.RulePassed: "passed", result.RuleFailed: "failed", result.RuleInconclusive: "inconclusive",
		result.RuleNotMeasured: "not measured", result.RuleWaived: "waived",
	}[r.Status]
}

// unchanged leaves names as they are.
func unchanged(name string) string { return name }

func overallMeans(g *result.Gate) table {
	t := table{columns: []column{{head: "measure"}, {head: "n", right: true}, {head: "baseline", right: true}, {head: "current", right: true}, {head: "difference", right: true}}}
	for _, m := range g.Means {
		if m.Stratum == "" {
			t.add(called(g, m.Measure), count(m.N), score(m.Baseline), score(m.Current), signed(meanChange(m)))
		}
	}
	return t
}

func gateMeasures(g *result.Gate) []string {
	var names []string
	for _, m := range g.Means {
		if !slices.Contains(names, m.Measure) {
			names = append(names, m.Measure)
		}
	}
	return names
}
