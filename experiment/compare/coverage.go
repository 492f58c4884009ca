package compare

import (
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
)

// A CoverageError says that too many queries failed for a verdict. What was
// measured is in the comparison that comes with it.
type CoverageError struct {
	Candidate string
	Measured  int
	Pairs     int
	Minimum   float64
	// Recorded says that answers of live systems are recorded, failures among
	// them, which are not asked again unless someone says so.
	Recorded bool
}

// Error says how many pairs were measured, and how many had to be.
func (e *CoverageError) Error() string {
	remedy := "measure it again"
	if e.Recorded {
		remedy = "run with --retry-failed"
	}
	return fmt.Sprintf("%s: %d of %d pairs were measured, below the minimum coverage of %g; mend what failed and %s, or lower the minimum coverage (--min-coverage)",
		e.Candidate, e.Measured, e.Pairs, e.Minimum, remedy)
}

// CheckCoverage says whether enough of the pairs were measured for a verdict.
func (s Settings) CheckCoverage(candidate string, measured, pairs int) *CoverageError {
	least := *s.WithDefaults().MinCoverage
	if pairs == 0 || float64(measured)/float64(pairs) >= least { // 55/100 is .55 to the last bit, .55*100 is more than 55
		return nil
	}
	return &CoverageError{Candidate: candidate, Measured: measured, Pairs: pairs, Minimum: least}
}

// checkCoverage returns CheckCoverage of a pair.
func (p *pairing) checkCoverage(settings Settings, measured int) *CoverageError {
	err := settings.CheckCoverage(p.b.Name, measured, len(p.ids))
	if err != nil {
		err.Recorded = p.a.Recordings != "" || p.b.Recordings != ""
	}
	return err
}

// Finding returns the same for those who read a report.
func (e *CoverageError) Finding() result.Finding {
	return result.Faulted(result.FindingLowCoverage,
		fmt.Sprintf("only %d of %d pairs were measured; at least %s are needed for a verdict", e.Measured, e.Pairs, prose.Percent(e.Minimum)))
}
