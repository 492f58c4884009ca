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

// How much of a gain is there on held-out queries is told of a gain, not of what
// may be noise: .0072 held out would be 347 % of .0021.
func TestNoShareOfNoise(t *testing.T) {
	for low, want := range map[float64]bool{0.008: true, -0.0143: false} {
		c := heldOutChecked()
		c.Evaluation.Interval.Low = low
		var b strings.Builder
		if err := reports.Holdout(&b, c, reports.Text, reports.Options{}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(b.String(), "of the gain is there"); got != want {
			t.Errorf("a gain from %g on: share told %t, want %t", low, got, want)
		}
	}
}
