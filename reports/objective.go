package reports

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// writeObjectives says before any verdict whether the candidates meet what was aimed at.
func writeObjectives(d *document.Document, c *result.Comparison) {
	for _, p := range c.Comparisons {
		safe := d.Safe
		if measures := measuresOf(p); d.Form == document.Text {
			short := newShortMeasures(measures)
			safe = func(text string) string { return short.within(text, measures) }
		}
		switch lines := objectiveLines(c, p, safe); {
		case lines == nil:
		case d.Form == document.Text:
			tone := map[result.ObjectiveState]document.Tone{result.ObjectiveMet: document.Good, result.ObjectiveMissed: document.Bad}[p.Objective.State]
			lines[0] = d.Paint(tone, lines[0])
			d.Add(ordered.Each(lines, func(line string) string { return d.Wrap(line, "    ") })...)
		default:
			d.Heading(d.Bold(lines[0], ""))
			d.Paragraphs(lines[1:]...)
		}
	}
}

// objectiveLines returns the decision about an objective and its parts, nil without one.
func objectiveLines(c *result.Comparison, p result.Pair, safe func(string) string) []string {
	o := p.Objective
	if o == nil {
		return nil
	}
	claim := map[result.ObjectiveState]string{
		result.ObjectiveMet: "objective met: use %s in place of %s", result.ObjectiveMissed: "objective not met: %s against %s", result.ObjectiveOpen: "objective not shown: %s against %s",
	}[o.State]
	aim := string(o.Verdict) + " on " + o.Better
	if o.Net != nil {
		aim = string(o.Verdict) + ": " + o.Net.Text
		if o.Verdict != p.Verdict {
			aim += fmt.Sprintf(" (%s alone: %s)", o.Better, p.Verdict)
		}
	}
	lines := []string{fmt.Sprintf(claim, safe(p.B.Name), safe(c.A.Name)), "  " + Mark(o.Verdict).Text + " " + safe(aim)}
	signs := map[result.GateStatus]string{result.RulePassed: "+", result.RuleFailed: "-"}
	for _, g := range o.Limits {
		lines = append(lines, "  "+cmp.Or(signs[g.Status], "~")+" "+safe(g.Text))
	}
	return lines
}

// aimed says what to do about objectives, "" without any. Candidates are called as the report does.
func aimed(c *result.Comparison, a string, called func(result.Pair) string) string {
	of := map[result.ObjectiveState][]string{}
	for _, p := range c.Comparisons {
		if p.Objective != nil {
			of[p.Objective.State] = append(of[p.Objective.State], called(p))
		}
	}
	switch met, open := of[result.ObjectiveMet], of[result.ObjectiveOpen]; {
	case len(of) == 0:
		return ""
	case met != nil:
		return "use " + strings.Join(met, ", ")
	case open != nil:
		return "keep " + a + " until more queries show what is open"
	}
	return "keep " + a + ", or allow more where the objective is not met"
}
