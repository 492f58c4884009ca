package holdout

import (
	"context"
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
)

// WarnOfChoice puts before the health of a pair that its candidate is one of several
// settings that a sweep tried on the same queries, as far as the store remembers.
func WarnOfChoice(ctx context.Context, db interface {
	result.Archive
	result.Sealer
}, c *result.Comparison,
) error {
	facts, err := db.Sealed(ctx, kindConfiguration)
	if err != nil {
		return &result.StoreError{Err: err}
	}
	m, err := Remember(Ledger{}, facts)
	if err != nil {
		return err
	}
	tried := m.tried[c.TestSet.SHA256]
	if c.TestSet.Part != partEvaluation || len(tried) < 2 {
		return nil
	}
	for i := range c.Comparisons {
		p := &c.Comparisons[i]
		run, err := db.Run(ctx, p.B.RunID)
		if err != nil {
			return &result.StoreError{Err: err}
		}
		if hash, err := ConfigurationOf(run.Config); err == nil && tried[hash] {
			p.Health = append([]result.Finding{result.Warned(result.FindingChosen, fmt.Sprintf(
				"%s is among %d settings tried on these same queries: if it was chosen among them, its gain is partly luck; the report of `rankduel sweep` says what choosing gains", p.B.Name, len(tried)))}, p.Health...)
		}
	}
	return nil
}
