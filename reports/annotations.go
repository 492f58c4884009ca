package reports

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// GitHub shows ten annotations of a level for a step and drops the rest; the
// last one counts those.
const mostAnnotations = 10

// gateAnnotations returns commands to a GitHub runner, a line each.
func gateAnnotations(g *result.Gate) string {
	byLevel := map[string][]string{}
	for _, r := range g.Rules {
		level := annotationLevel(r)
		byLevel[level] = append(byLevel[level], annotation(level, written(r), r.Text))
	}
	for _, f := range g.Health {
		if f.Code == result.FindingProtected {
			byLevel["error"] = slices.Insert(byLevel["error"], 0, annotation("error", "retrieval gate", f.Text))
		}
	}
	if len(byLevel["error"]) == 0 && (g.State == result.GateFailed || g.State == result.GateFault) {
		byLevel["error"] = []string{annotation("error", "retrieval gate", g.Reason)}
	}
	var out []string
	for _, level := range []string{"error", "warning", "notice"} {
		lines := byLevel[level]
		if more := len(lines) - mostAnnotations; more > 0 {
			lines = append(lines[:mostAnnotations-1:mostAnnotations-1], annotation(level, "retrieval gate", fmt.Sprintf("%d more rules, see the report", more+1)))
		}
		out = append(out, lines...)
	}
	return strings.Join(append(out, annotation("notice", "retrieval gate", gateClaim(g, document.Printable))), "\n") + "\n"
}

func annotationLevel(r result.GateRule) string {
	switch {
	case r.Status == result.RulePassed:
		return "notice"
	case !r.Required || r.Status == result.RuleWaived || r.Status == result.RuleInconclusive:
		return "warning"
	}
	return "error"
}

// What a runner would read as syntax, in values and in messages.
var (
	annotationText  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	annotationValue = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func annotation(level, title, text string) string {
	return fmt.Sprintf("::%s title=%s::%s", level, annotationValue.Replace(document.Printable(title)), annotationText.Replace(document.Printable(text)))
}
