package reports

import (
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// repeatsLine says what repeated runs show on the measure that decides, "" of one run.
func repeatsLine(c *result.Comparison, p result.Pair) string {
	m := primary(c, p)
	if m == nil || m.Repeats == nil {
		return ""
	}
	r := m.Repeats
	text := fmt.Sprintf("repeats: %.3g runs of a query and system; ", r.Runs)
	if r.Between == nil {
		return text + "one system was run once, so that how much of its scores is chance is not known"
	}
	if r.Reliability != nil {
		text += fmt.Sprintf("of the spread of a difference of single runs %.0f %% is between queries and %.0f %% chance of the run", 100**r.Reliability, 100*(1-*r.Reliability))
	}
	if r.SavedAtMost != nil {
		text += fmt.Sprintf("; more runs would save at most %.0f %% of the queries", 100**r.SavedAtMost)
	}
	if r.Cheapest != nil {
		text += fmt.Sprintf("; at these costs %s of a query cost least", document.Plural(*r.Cheapest, "run", "runs"))
	}
	return text
}
