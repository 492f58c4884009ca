package httpclient

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/rankduel/rankduel/internal/secrets"
)

// A Request is one call. Header values are sent as they are, so secrets in them are expanded before.
type Request struct {
	Method string // "" is GET
	URL    string
	Header http.Header
	Body   []byte // sent again with each retry
}

// A Reply is a whole response with a 2xx status.
type Reply struct {
	Status   int
	Header   http.Header
	Body     []byte
	Attempts int           // calls that were made, from 1
	Took     time.Duration // of the last call alone, from its first byte out to its last byte in
}

// A Client makes calls to an engine. It is safe for concurrent use.
type Client struct {
	pool    *Pool
	http    *http.Client
	policy  Policy
	secrets *secrets.Set
}

// Do makes a call and reads the whole response. With an error, the reply says only how many attempts were made. Its errors:
//   - ctx ended, or would have ended while waiting for the rate limit: wraps ctx's error;
//   - ctx would end before a pause that the host has asked for: nothing is called;
//   - the status is not 2xx: a [*StatusError], after all retries where retries can help, and at once when the next
//     one would come after ctx's deadline;
//   - no whole response, after all retries: a [*ConnectionError];
//   - the response is larger than the policy allows, or the request is malformed.
func (c *Client) Do(ctx context.Context, r Request) (Reply, error) {
	if err := ctx.Err(); err != nil {
		return Reply{}, err
	}
	a := &attempts{client: c}
	request, err := newRequest(context.WithValue(ctx, attemptKey{}, a), r)
	if err != nil {
		return Reply{}, fmt.Errorf("request: %s", c.secrets.Redact(err.Error()))
	}
	a.call = c.secrets.Redact(request.Method + " " + bare(request.URL))
	request.SetResponseHandler(a.read)
	// A client of its own for each call: its callbacks know which call they serve.
	retrying := retryablehttp.Client{
		HTTPClient: c.http, RetryMax: *c.policy.Retries, CheckRetry: a.check, Backoff: a.backoff,
		RequestLogHook: a.begin, ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}
	response, err := retrying.Do(request)
	if err != nil {
		return Reply{Attempts: a.made(err)}, a.failure(ctx, err)
	}
	if response.StatusCode/100 != 2 {
		return Reply{Attempts: a.n}, a.status(response)
	}
	return Reply{Status: response.StatusCode, Header: response.Header, Body: a.body, Attempts: a.n, Took: a.took}, nil
}

func newRequest(ctx context.Context, r Request) (*retryablehttp.Request, error) {
	var body any // not a nil slice in it: that would be a body of length 0
	if len(r.Body) > 0 {
		body = r.Body
	}
	request, err := retryablehttp.NewRequestWithContext(ctx, r.Method, r.URL, body)
	if err != nil {
		return nil, err
	}
	if r.Header != nil {
		request.Header = r.Header.Clone()
	}
	if request.Header.Get("User-Agent") == "" {
		request.Header.Set("User-Agent", "rankduel")
	}
	return request, nil
}

// bare returns an address without user, password and query: short, and nothing in it that is not needed to find the
// engine.
func bare(u *url.URL) string {
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}).String()
}
