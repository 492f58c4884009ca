package holdout

import (
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/stats"
)

// DefaultBudget is how many looks a version of a test set allows.
const DefaultBudget = 10

// A SpentError says that the held-out part has been looked at as often as its
// budget allows.
type SpentError struct{ Looks, Budget int }

func (e *SpentError) Error() string {
	return fmt.Sprintf("the held-out queries are spent: %d looks of %d are taken. Renew the test set, or take one more with --spend, which will be in the report", e.Looks, e.Budget)
}

// Spend says at which level the next decision on held-out queries is, after
// the looks that were taken at this version of the test set: 6·alpha/(π²·j²) for
// the j-th, which together never exceed alpha. The error is a *SpentError when
// the budget is used up and spend is not set. The finding is nil while less than
// half of the budget is used.
func Spend(looks []result.Look, budget int, alpha float64, spend bool) (level float64, warning *result.Finding, err error) {
	taken := len(looks)
	if taken >= budget && !spend {
		return 0, nil, &SpentError{Looks: taken, Budget: budget}
	}
	level, err = stats.SpendAlpha(alpha, taken+1)
	if err != nil {
		return 0, nil, err
	}
	if 2*(taken+1) > budget {
		f := result.Warned(result.FindingLooks, fmt.Sprintf(
			"look %d of %d at these held-out queries: decisions on them are made at alpha %.2g now", taken+1, budget, level))
		warning = &f
	}
	return level, warning, nil
}
