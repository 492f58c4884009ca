package reports

import (
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/experiment"
)

// aggregateJSON writes the profile's own sum of one run, and nothing else.
func aggregateJSON(e *experiment.Evaluation) (string, error) {
	if len(e.Runs) != 1 {
		return "", fmt.Errorf("it holds one run, not %d", len(e.Runs))
	}
	if e.Runs[0].Aggregate == nil {
		return "", errors.New("the profile " + e.Profile + " has no names of its own")
	}
	return indented(e.Runs[0].Aggregate)
}
