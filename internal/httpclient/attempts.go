package httpclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// attempts is what is known of one call while it is made, once or several times.
type attempts struct {
	client  *Client
	call    string // method and address, for errors
	n       int
	started time.Time // of the attempt; set by the transport, behind the rate limit

	last   string        // how the attempt ended that is to be repeated
	wait   time.Duration // before the next attempt
	reason string        // why there is no next attempt although it could help

	done bool // the body was read
	body []byte
	took time.Duration
}

type attemptKey struct{}

func (a *attempts) begin(retryablehttp.Logger, *http.Request, int) {
	a.n++
	a.done, a.body = false, nil
}

// made returns how many attempts reached out to the host before err. One that got no turn did not.
func (a *attempts) made(err error) int {
	var turn *turnError
	if errors.As(err, &turn) {
		return a.n - 1
	}
	return a.n
}

// maxErrorBody is what is read of a response that is an error, whose beginning is shown.
const maxErrorBody = 64 << 10

// read takes in the whole body, so that a response that ends early can be repeated like any broken connection. Of a
// response that is an error already, it takes what it gets.
func (a *attempts) read(response *http.Response) error {
	if a.done {
		return nil
	}
	a.done = true
	defer response.Body.Close()
	// Of another protocol, status 101, the transport does not end the reading with the context.
	defer context.AfterFunc(response.Request.Context(), func() { _ = response.Body.Close() })()
	limit := a.client.policy.MaxBody
	if response.StatusCode/100 != 2 {
		limit = min(limit, maxErrorBody)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, limit+1))
	a.body, a.took = body, time.Since(a.started)
	switch {
	case response.StatusCode/100 != 2:
		return nil
	case err != nil:
		return fmt.Errorf("response ended early, after %d bytes: %w", len(body), err)
	case int64(len(body)) > limit:
		return errTooLarge
	}
	return nil
}

// check decides after each attempt whether to make another, and how long to wait before. An error from it ends
// the call. It is asked twice of a response that needs no retry: before its body is read, and after.
func (a *attempts) check(ctx context.Context, response *http.Response, err error) (bool, error) {
	if ended := ended(ctx); ended != nil {
		return false, ended
	}
	var asked time.Duration
	switch {
	case a.reason != "":
		return false, err
	case err != nil:
		var turn *turnError
		if errors.Is(err, errTooLarge) || errors.As(err, &turn) {
			return false, err
		}
		again, reason := retryablehttp.DefaultRetryPolicy(ctx, nil, err) // no: a certificate that is not trusted
		if !again || reason != nil {
			return false, err
		}
		a.last = inner(err).Error()
	case retried(response.StatusCode):
		a.last = fmt.Sprintf("status %d", response.StatusCode)
		asked = retryAfter(response.Header, time.Now())
		if asked <= a.client.policy.MaxWait {
			a.client.pool.host(response.Request.URL).pause(asked)
		}
	default:
		return false, nil
	}
	if a.n <= *a.client.policy.Retries { // else go-retryablehttp, which counts too, makes no other
		a.plan(ctx, asked)
	}
	return a.reason == "", err
}

// plan fixes the wait before the next attempt, or says why there is none.
func (a *attempts) plan(ctx context.Context, asked time.Duration) {
	longest := a.client.policy.MaxWait
	a.wait = asked + backoff(a.n, longest)
	if asked > longest {
		a.reason = fmt.Sprintf("no retry: it asks to wait %v, longer than max_wait, %v", asked, longest)
	} else if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= a.wait {
		a.reason = fmt.Sprintf("no retry: the wait of %v before it would outlast the time limit", a.wait.Round(time.Millisecond))
	}
}

// backoff hands go-retryablehttp the wait that check has planned.
func (a *attempts) backoff(time.Duration, time.Duration, int, *http.Response) time.Duration {
	return a.wait
}

func (a *attempts) status(response *http.Response) *StatusError {
	_ = a.read(response) // it has no error to tell about a response like this
	if location := response.Header.Get("Location"); location != "" && response.StatusCode/100 == 3 {
		a.reason = "it redirects, which is not followed; write the address " + a.client.secrets.Redact(location)
	}
	return &StatusError{
		Status: response.StatusCode, Snippet: a.client.secrets.Snippet(a.body), Attempts: a.n, Reason: a.reason, call: a.call,
	}
}

// failure turns what went wrong into an error that may be shown.
func (a *attempts) failure(ctx context.Context, err error) error {
	var turn *turnError
	switch {
	case ended(ctx) != nil:
		if a.last != "" {
			return fmt.Errorf("%s: attempt %d, after %s: %w", a.call, a.n, a.client.secrets.Redact(a.last), ended(ctx))
		}
		return fmt.Errorf("%s: %w", a.call, ended(ctx))
	case errors.As(err, &turn):
		return fmt.Errorf("%s: %w", a.call, turn)
	case errors.Is(err, errTooLarge):
		return fmt.Errorf("%s: %w: more than %d bytes; ask for fewer fields, or raise max_body_bytes",
			a.call, errTooLarge, a.client.policy.MaxBody)
	}
	err = inner(err)
	text := a.call + ": " + a.client.secrets.Redact(err.Error()) + after(a.n)
	if a.reason != "" {
		text += " (" + a.reason + ")"
	}
	return &ConnectionError{Attempts: a.n, text: text, cause: err}
}

// ended returns ctx's error. A connection notices a deadline by a clock of its own, which can be the faster one.
func ended(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if deadline, ok := ctx.Deadline(); ok && !time.Now().Before(deadline) {
		return context.DeadlineExceeded
	}
	return nil
}

// inner takes off what net/http wraps around: method and address, which are named elsewhere.
func inner(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// backoff returns how long to wait before retry n, from 1: a random share of at least one half of
//
//	min(firstWait · 2ⁿ⁻¹, longest)
//
// so that callers who were refused together do not come back together.
func backoff(n int, longest time.Duration) time.Duration {
	full := longest
	if n < 32 {
		full = min(firstWait<<(n-1), longest)
	}
	return full/2 + rand.N(full/2+1)
}

// retryAfter reads the header of RFC 9110, section 10.2.3: seconds, or a date. Nonsense and what is in the past is 0.
func retryAfter(h http.Header, now time.Time) time.Duration {
	text := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

// retried reports whether a status says that the engine may answer later.
func retried(status int) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}
