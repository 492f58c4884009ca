package execution

import (
	"fmt"
	"io"

	"github.com/rankduel/rankduel/experiment/plan"
)

// Warn says what in an experiment is allowed and yet should not stay so.
func Warn(loaded *plan.Plan, stderr io.Writer) {
	for _, w := range loaded.Warnings() {
		fmt.Fprintf(stderr, "rankduel: warning: %s\n", w)
	}
}
