package httpclient

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
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

// A ConnectionError is a call that got no whole response: nobody listens, the name is unknown, or the connection
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
// connection kept breaking, or it kept answering 429, 502, 503 or 504.
func Unavailable(err error) bool {
	var status *StatusError
	if errors.As(err, &status) {
		return retried(status.Status)
	}
	var connection *ConnectionError
	return errors.As(err, &connection)
}

// errTooLarge ends the reading of a body; the caller learns the limit.
var errTooLarge = errors.New("response is too large")

// A rateError is a wait for the rate limit that the context did not leave time for.
type rateError struct {
	limit float64
	cause error // nil: the context would have ended during the wait
}

func (e *rateError) Error() string {
	return fmt.Sprintf("rate limit of %g per second leaves no turn in time", e.limit)
}

func (e *rateError) Unwrap() error {
	if e.cause != nil {
		return e.cause
	}
	return context.DeadlineExceeded
}

func after(attempts int) string {
	if attempts == 1 {
		return ""
	}
	return fmt.Sprintf(" after %d attempts", attempts)
}
