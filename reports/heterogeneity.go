package reports

import (
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// heterogeneity says in one line whether the strata were seen to differ, ""
// where the test does not exist.
func heterogeneity(h *result.Heterogeneity) string {
	if h == nil || h.PValue == nil || h.Statistic == nil {
		return ""
	}
	line := fmt.Sprintf("do the strata differ? Welch's F = %s, p = %s", document.Fixed(*h.Statistic, "%.2f"), document.P(h.PValue))
	if h.I2Ratio != nil {
		line += fmt.Sprintf(", I² %.0f %%", 100**h.I2Ratio)
	}
	return line
}
