package reports

import (
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
)

// The count of what is left out tells the rule that is shown from the others.
func TestMoreFailing(t *testing.T) {
	a, b, failed := result.GateQuery{Rule: "a"}, result.GateQuery{Rule: "b"}, result.GateQuery{Error: "timeout"}
	for want, queries := range map[string][]result.GateQuery{
		"":                          {failed, a, b},
		"1 more in the JSON report": {a, a, a},
		"2 more in the JSON report": {failed, failed, failed, a, b, b},
		"3 more in the JSON report, 2 of them below other rules": {failed, a, a, a, b, b},
	} {
		if got := moreFailing(&result.Gate{Failing: queries}, 2); got != want {
			t.Errorf("%v: %q, want %q", queries, got, want)
		}
	}
}
