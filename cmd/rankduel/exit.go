package main

import (
	"context"
	"errors"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
)

// The exit codes, a contract with scripts and CI.
const (
	exitDone  = 0
	exitInput = 2 // usage, configuration or input: nothing was measured
	exitFault = 3 // an arm failed, coverage below its minimum, the store failed, interrupted
)

const exitHelp = `
Exit codes: 0 done; 2 usage, configuration or input, nothing was measured;
3 measurement fault (an arm failed, coverage below its minimum, the store
could not be written, interrupted).`

// exitCode sorts errors: what the user can mend in files and flags is 2, what
// went wrong while measuring is 3.
func exitCode(err error) int {
	var coverage *compare.CoverageError
	var store *result.StoreError
	switch {
	case errors.As(err, &coverage), errors.As(err, &store),
		errors.Is(err, recording.ErrArmFailed), errors.Is(err, compare.ErrNoPairs),
		errors.Is(err, context.Canceled), errors.Is(err, retrieval.ErrUnavailable), errors.Is(err, errNotFused):
		return exitFault
	}
	return exitInput
}

// errNotFused is a measurement fault: the run that was written lacks queries.
var errNotFused = errors.New("not fused")
