package reports

import (
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// aggregateJSON writes the profile's own sum of one run, and nothing else.
func aggregateJSON(e *result.Evaluation) (string, error) {
	if len(e.Runs) != 1 {
		return "", fmt.Errorf("it holds one run, not %d", len(e.Runs))
	}
	if e.Runs[0].Aggregate == nil {
		return "", fmt.Errorf("profile %s has no names of its own", e.Profile)
	}
	return document.Indented(e.Runs[0].Aggregate)
}
