package reports

import (
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
)

// healthy is said when there is no finding: silence could also mean that
// nobody looked.
const healthy = "health: nothing to report"

// bySeverity returns the findings with the gravest first.
func bySeverity(findings []result.Finding) []result.Finding {
	sorted := slices.Clone(findings)
	slices.SortStableFunc(sorted, func(a, b result.Finding) int {
		return gravity(b.Severity) - gravity(a.Severity)
	})
	return sorted
}

func gravity(s result.Severity) int {
	switch s {
	case result.SeverityFault:
		return 2
	case result.SeverityWarning:
		return 1
	}
	return 0
}

// runHealth adds the queries without a ranking to the findings of a run.
func runHealth(r result.RunEvaluation) []result.Finding {
	if a := absences(r); a != "" {
		return append(slices.Clone(r.Health), result.Finding{Severity: result.SeverityNote, Text: a})
	}
	return r.Health
}

// healthLines writes one line a finding: "!!" is a fault, "!" a warning, "·"
// a note.
func healthLines(findings []result.Finding, o Options) []string {
	if len(findings) == 0 {
		return []string{healthy}
	}
	var lines []string
	for _, f := range bySeverity(findings) {
		sign, t := "·  ", neutral
		switch f.Severity {
		case result.SeverityFault:
			sign, t = "!! ", bad
		case result.SeverityWarning:
			sign, t = "!  ", caution
		}
		lines = append(lines, o.paint(t, wrap(sign+printable(f.Text)+codeOf(printable, f.Code), o.Width, "   ")))
	}
	return lines
}

// healthyRuns says of how many of several runs there is nothing to report, "" of none.
func healthyRuns(runs []result.RunEvaluation) string {
	well := 0
	for _, r := range runs {
		if len(runHealth(r)) == 0 {
			well++
		}
	}
	switch {
	case well == 0:
		return ""
	case well == len(runs):
		return healthy
	}
	return fmt.Sprintf("%s for the other %s", healthy, plural(well, "run", "runs"))
}

// healthItems is a list of the findings with their severity in words.
func healthItems(findings []result.Finding) []string {
	if len(findings) == 0 {
		return []string{"- " + healthy}
	}
	var items []string
	for _, f := range bySeverity(findings) {
		items = append(items, fmt.Sprintf("- **%s:** %s%s", escape(string(f.Severity)), escape(f.Text), codeOf(escape, f.Code)))
	}
	return items
}

// absences counts the queries without a ranking, "" if there is none.
func absences(r result.RunEvaluation) string {
	if r.FailedQueries == 0 && r.MissingQueries == 0 {
		return ""
	}
	return fmt.Sprintf("failed queries: %d; queries missing from the run: %d", r.FailedQueries, r.MissingQueries)
}
