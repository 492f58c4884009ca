package output

import (
	"context"
	"errors"
	"strings"
)

// ExitHelp is what the help of a verb says of exit codes.
const ExitHelp = `
Exit codes: 0 done; 2 usage, configuration or input, nothing was measured;
3 measurement fault (an arm failed, found nothing or has other ids, coverage
below its minimum, the store or a file of -o could not be written,
interrupted).`

// ErrNotWritten is one too: there is a result, and not where it was wanted.
var ErrNotWritten = errors.New("not written")

// ErrNotEqual says that a report is not what its inputs give now.
var ErrNotEqual = errors.New("not equal")

// ErrNotFused is a measurement fault: the run that was written lacks queries.
var ErrNotFused = errors.New("not fused")

// ErrUndone is one as well: workers gave a job up.
var ErrUndone = errors.New("not done by workers")

// What a gate ends in when it does not pass.
var (
	ErrGateFailed       = errors.New("the gate failed")
	ErrGateInconclusive = errors.New("the gate is inconclusive")
	ErrGateFault        = errors.New("the gate could not be decided")
)

// Message returns what an error says to the user. One that only says that the work
// was interrupted says nothing about what to do.
func Message(err error) string {
	if !errors.Is(err, context.Canceled) {
		return err.Error()
	}
	text := strings.ReplaceAll(err.Error(), ": "+context.Canceled.Error(), "")
	if strings.Contains(text, "interrupted") {
		return text
	}
	return "interrupted before there was a result; the same command again starts again, and a run or a sweep goes on where it was"
}
