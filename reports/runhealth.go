package reports

import (
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// runHealth adds the queries without a ranking to the findings of a run.
func runHealth(r result.RunEvaluation) []result.Finding {
	if a := absences(r); a != "" {
		return append(slices.Clone(r.Health), result.Finding{Severity: result.SeverityNote, Text: a})
	}
	return r.Health
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
		return document.Healthy
	}
	return fmt.Sprintf("%s for the other %s", document.Healthy, document.Plural(well, "run", "runs"))
}

// absences counts the queries without a ranking, "" if there is none.
func absences(r result.RunEvaluation) string {
	if r.FailedQueries == 0 && r.MissingQueries == 0 {
		return ""
	}
	return fmt.Sprintf("failed queries: %d; queries missing from the run: %d", r.FailedQueries, r.MissingQueries)
}
