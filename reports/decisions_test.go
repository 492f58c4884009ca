package reports_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/reports"
)

// Gates, plans, looks and lists of runs fit the screen too.
func TestDecisionsFitTheScreen(t *testing.T) {
	for name, write := range map[string]writing{
		"gate": gateOf, "gate plan": gatePlanOf, "holdout": holdoutOf, "looks": looksOf, "power": powerOf, "runs": runsOf,
	} {
		text := report(t, write, reports.Text, reports.Options{Width: screenColumns})
		for line := range strings.Lines(text) {
			if n := columns(strings.TrimSuffix(line, "\n")); n > screenColumns {
				t.Errorf("%s: %d columns: %s", name, n, line)
			}
		}
	}
}
