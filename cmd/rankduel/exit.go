package main

import (
	"context"
	"errors"
	"strings"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/store"
	"github.com/rankduel/rankduel/store/kebab"
)

// The exit codes, a contract with scripts and CI.
const (
	exitDone  = 0
	exitGate  = 1 // a gate failed, or a report is not what its inputs give
	exitInput = 2 // usage, configuration or input: nothing was measured
	exitFault = 3 // an arm failed, found nothing or has ids of its own, coverage below its minimum, the store failed, interrupted
	exitOpen  = 4 // a gate is inconclusive
)

const exitHelp = `
Exit codes: 0 done; 2 usage, configuration or input, nothing was measured;
3 measurement fault (an arm failed, found nothing or has other ids, coverage
below its minimum, the store or a file of -o could not be written,
interrupted).`

// exitCode sorts errors: what the user can mend in files and flags is 2, what
// went wrong while measuring is 3.
func exitCode(err error) int {
	var unstored *result.StoreError
	var apart *gate.NotComparableError
	var stale *gate.StaleError
	switch {
	case errors.Is(err, store.ErrForeign): // before anything was asked
		return exitInput
	case errors.Is(err, errGateFailed), errors.Is(err, errNotEqual):
		return exitGate
	case errors.Is(err, errGateInconclusive):
		return exitOpen
	case errors.Is(err, store.ErrBusy), errors.Is(err, store.ErrUnreachable), errors.Is(err, kebab.ErrChanged), errors.Is(err, errGateFault), errors.As(err, &apart), errors.As(err, &stale):
		return exitFault
	case compare.NoVerdict(err), errors.As(err, &unstored),
		errors.Is(err, recording.ErrAllFailed), errors.Is(err, compare.ErrNoPairs), errors.Is(err, compare.ErrNoAnswer),
		errors.Is(err, context.Canceled), errors.Is(err, retrieval.ErrUnavailable), errors.Is(err, errNotFused), errors.Is(err, errNotWritten):
		return exitFault
	}
	return exitInput
}

// errNotWritten is one too: there is a result, and not where it was wanted.
var errNotWritten = errors.New("not written")

// errNotEqual says that a report is not what its inputs give now.
var errNotEqual = errors.New("not equal")

// errNotFused is a measurement fault: the run that was written lacks queries.
var errNotFused = errors.New("not fused")

// message is what an error says to the user. One that only says that the work
// was interrupted says nothing about what to do.
func message(err error) string {
	if !errors.Is(err, context.Canceled) {
		return err.Error()
	}
	text := strings.ReplaceAll(err.Error(), ": "+context.Canceled.Error(), "")
	if strings.Contains(text, "interrupted") {
		return text
	}
	return "interrupted before there was a result; the same command again starts anew, and a run or a sweep goes on where it was"
}

// What a gate ends in when it does not pass.
var (
	errGateFailed       = errors.New("the gate failed")
	errGateInconclusive = errors.New("the gate is inconclusive")
	errGateFault        = errors.New("the gate could not be decided")
)
