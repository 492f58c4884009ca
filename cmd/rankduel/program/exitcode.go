package program

import (
	"context"
	"errors"

	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/experiment/silver"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/store"
	"github.com/rankduel/rankduel/store/kebab"
)

// The exit codes, a contract with scripts and CI.
const (
	ExitDone  = 0
	exitGate  = 1 // a gate failed, or a report is not what its inputs give
	ExitInput = 2 // usage, configuration or input: nothing was measured
	ExitFault = 3 // an arm failed, found nothing or has ids of its own, coverage below its minimum, the store failed, interrupted
	exitOpen  = 4 // a gate is inconclusive
)

// exitCode sorts errors: what the user can mend in files and flags is 2, what went wrong while measuring is 3.
func exitCode(err error) int {
	var unstored *result.StoreError
	var apart *gate.NotComparableError
	var stale *gate.StaleError
	var unlabelled *silver.UnlabelledError
	switch {
	case errors.Is(err, store.ErrForeign): // before anything was asked
		return ExitInput
	case errors.Is(err, output.ErrGateFailed), errors.Is(err, output.ErrNotEqual):
		return exitGate
	case errors.Is(err, output.ErrGateInconclusive):
		return exitOpen
	case errors.Is(err, store.ErrBusy), errors.Is(err, store.ErrUnreachable), errors.Is(err, store.ErrChanged), errors.Is(err, kebab.ErrChanged), errors.Is(err, output.ErrGateFault), errors.As(err, &apart), errors.As(err, &stale):
		return ExitFault
	case compare.NoVerdict(err), errors.As(err, &unstored), errors.As(err, &unlabelled),
		errors.Is(err, recording.ErrAllFailed), errors.Is(err, compare.ErrNoPairs), errors.Is(err, compare.ErrNoAnswer), errors.Is(err, scorefile.ErrNotComparable),
		errors.Is(err, context.Canceled), errors.Is(err, retrieval.ErrUnavailable), errors.Is(err, output.ErrNotFused), errors.Is(err, output.ErrNotWritten), errors.Is(err, output.ErrUndone):
		return ExitFault
	}
	return ExitInput
}
