package reports

import (
	"fmt"
	"math"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
)

// UnequalLine says what weights and covariates do to a measure, next to what it is without; empty without them.
func UnequalLine(c *result.Comparison, m *result.MeasureComparison) string {
	if m == nil || m.Unequal == nil {
		return ""
	}
	u, text := m.Unequal, m.Measure+" "
	if u.Effective > 0 {
		by := strings.TrimSpace(strings.ReplaceAll(c.Settings.Weights, "own", "the queries' own weights") + " " + strings.Join(c.Settings.Population, " "))
		text += fmt.Sprintf("weighted by %s: %d %s count as %.1f of one weight; ", by, m.N, unitsOf(m), u.Effective)
	}
	if u.ErrorRatio > 0 {
		names := ordered.Each(u.Covariates, func(x result.CovariateUsed) string { return x.Name })
		text += fmt.Sprintf("adjusted by %s: the standard error is %s of that without, worth %.2f times the %s; ",
			strings.Join(names, ", "), prose.Percent(math.Round(1000*u.ErrorRatio)/1000), 1/(u.ErrorRatio*u.ErrorRatio), unitsOf(m))
	}
	return text + "without: " + estimated(u.Plain, true)
}

// howCounted says in a word or two that a difference is not that of the means as measured.
func howCounted(m result.MeasureComparison) (text string) {
	if m.Unequal != nil && m.Unequal.Effective > 0 {
		text = " weighted"
	}
	if m.Unequal != nil && m.Unequal.ErrorRatio > 0 {
		text += " adjusted"
	}
	return text
}
