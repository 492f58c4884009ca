package reports_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
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

// How much of a gain is lost is told of a gain, and not of what may be noise; a
// signal is told as one.
func TestLostShare(t *testing.T) {
	for _, told := range []bool{true, false} {
		c := heldOutChecked()
		if c.Signal = told; !told {
			c.Lost, c.LostAtLeast = nil, nil
		}
		var b strings.Builder
		if err := reports.Holdout(&b, c, reports.Text, reports.Options{}); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"lost share of the gain: 64 %, at least -74 % (above 50 % is overfitted)", "16 held-out queries would show so in 0.12 of cases; 260 queries would in .80", "signal: "} {
			if got := strings.Contains(strings.Join(strings.Fields(b.String()), " "), text); got != told {
				t.Errorf("%q told %t, want %t", text, got, told)
			}
		}
	}
}

// That the store remembers looks which the ledger has not is said before anything
// else, in every form, and once.
func TestLostLooksComeFirst(t *testing.T) {
	c := heldOutChecked()
	c.Health = append(c.Health, result.Faulted(result.FindingLedger, "the ledger has 0 of 3 looks"))
	for format, first := range map[reports.Format]string{reports.Text: "!! the ledger has 0 of 3 looks", reports.Markdown: "- **fault:** the ledger has 0 of 3 looks"} {
		var b strings.Builder
		if err := reports.Holdout(&b, c, format, reports.Options{}); err != nil {
			t.Fatal(err)
		}
		if text := b.String(); !strings.HasPrefix(text, first) || strings.Count(text, "the ledger has") != 1 {
			t.Errorf("%s: %.200s", format, text)
		}
	}
}
