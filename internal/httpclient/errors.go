package httpclient

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// A StatusError is a response whose status is not 2xx. Its text has no secrets.
type StatusError struct {
	Status   int
	Snippet  string // of the response's body, at most 300 bytes on one line
	Attempts int    // calls that were made, from 1
	Reason   string // why a status that is worth a retry was not retried to the end; "" when it was

	call string // method and address
}

func (e *StatusError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: status %d", e.call, e.Status)
	if name := http.StatusText(e.Status); name != "" {
		b.WriteString(" " + name)
	}
	b.WriteString(after(e.Attempts))
	if e.Reason != "" {
		b.WriteString(" (" + e.Reason + ")")
	}
	if e.Snippet != "" {
		b.WriteString(": " + e.Snippet)
	}
	return b.String()
}

// A ConnectionError is a call that got no whole response: no one listens, the name is unknown, or the connection
// broke. Its text has no secrets, and for their sake it does not unwrap; errors.Is works.
type ConnectionError struct {
	Attempts int
	text     string
	cause    error
}

func (e *ConnectionError) Error() string { return e.text }

// Is looks into the cause. A time limit of the connection itself is not the caller's context that ended, although
// package net calls it so.
func (e *ConnectionError) Is(target error) bool {
	return target != context.DeadlineExceeded && target != context.Canceled && errors.Is(e.cause, target)
}

// Unavailable reports whether err says that the engine, not the query, is the fault: it could not be reached, the
// connection kept breaking, it kept answering 429, 502, 503 or 504, or it has asked for a pause for longer than the query
// can wait.
func Unavailable(err error) bool {
	var status *StatusError
	if errors.As(err, &status) {
		return retried(status.Status)
	}
	var turn *turnError
	if errors.As(err, &turn) {
		return turn.paused
	}
	var connection *ConnectionError
	return errors.As(err, &connection)
}

// errTooLarge ends the reading of a body; the caller learns the limit.
var errTooLarge = errors.New("response is too large")

// A turnError is a wait for a turn at the host that the context did not leave time for.
type turnError struct {
	reason string
	cause  error // what it is to errors.Is, if anything
	paused bool  // the host works for no one
}

// limitError returns the fault of our own rate limit; cause is nil when the context would have ended during the wait.
func limitError(perSecond float64, cause error) error {
	if cause == nil {
		cause = context.DeadlineExceeded
	}
	return &turnError{reason: fmt.Sprintf("rate limit of %g per second leaves no turn in time", perSecond), cause: cause}
}

// pauseError returns the fault of the host, unless the context has ended: it is what the call would have been told.
func pauseError(left time.Duration, cause error) error {
	return &turnError{
		reason: fmt.Sprintf("the host has asked for a pause, of which the %v that are left outlast the time limit", left.Round(time.Millisecond)),
		cause:  cause, paused: cause == nil,
	}
}

func (e *turnError) Error() string { return e.reason }
func (e *turnError) Unwrap() error { return e.cause }

func after(attempts int) string {
	if attempts == 1 {
		return ""
	}
	return fmt.Sprintf(" after %d attempts", attempts)
}
