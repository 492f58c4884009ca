// Package httpclient has manners towards one engine: it asks at most as often as it is allowed to, asks again only
// where that can help and not before it was told to, never past the caller's deadline, and never shows a secret.
//
// The usual path: one [Pool] for all components of a run, a set of secrets to expand addresses and headers,
// [Pool.Client] for each component, [Client.Do] for each query. What it leaves to its callers: how many calls run at
// once, when an engine counts as down (see [Unavailable]), and what a response means.
//
// Repeated are 429, 502, 503 and 504 and broken connections, a response that ends early included. Other statuses are
// answers: asking again what the engine calls wrong (400) or what breaks it (500) would only load it twice.
package httpclient

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/rankduel/rankduel/internal/secrets"
)

// idlePerHost keeps a connection for each of that many concurrent calls; net/http alone keeps two.
const idlePerHost = 256

// A Pool is what all clients of a run share: connections, and one rate limit for each host. It is safe for
// concurrent use.
type Pool struct {
	transport *http.Transport

	mu     sync.Mutex
	limits map[string]*rate.Limiter // by host and port
}

// NewPool returns a pool without connections and limits.
func NewPool() *Pool {
	return &Pool{
		transport: &http.Transport{
			Proxy:                 http.ProxyFromEnvironment,
			DialContext:           (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
			TLSHandshakeTimeout:   10 * time.Second,
			ExpectContinueTimeout: time.Second,
			ForceAttemptHTTP2:     true,
			MaxIdleConnsPerHost:   idlePerHost,
			IdleConnTimeout:       90 * time.Second,
		},
		limits: make(map[string]*rate.Limiter),
	}
}

// Close ends the connections that no call uses.
func (p *Pool) Close() { p.transport.CloseIdleConnections() }

// Client returns a client for the engine at address, an absolute http or https URL whose secrets are expanded. The
// policy's rate counts for the host of that address. What is hidden in errors may be nil.
func (p *Pool) Client(address string, policy Policy, hidden *secrets.Set) (*Client, error) {
	if err := policy.Validate(); err != nil {
		return nil, err
	}
	u, err := url.Parse(address)
	switch {
	case err != nil: // the error would quote the address
		return nil, fmt.Errorf("url %q is malformed", hidden.Redact(address))
	case u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		return nil, fmt.Errorf("url %q: want an absolute address such as http://localhost:9200/path", hidden.Redact(address))
	}
	p.limit(hostOf(u), policy.RatePerSecond)
	c := &Client{policy: policy.resolved(), secrets: hidden}
	c.http = &http.Client{
		Transport: &limited{pool: p},
		// A redirect would cost a second call in every latency, turn POST into GET, and could carry a secret
		// header to another host.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return c, nil
}

// hostOf names the host and port of an address, however it was written.
func hostOf(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = u.Scheme // http and https stand for their own port
	}
	return net.JoinHostPort(strings.ToLower(u.Hostname()), strings.NewReplacer("https", "443", "http", "80").Replace(port))
}

// limit bounds a host, unless it is bounded more strictly already.
func (p *Pool) limit(host string, perSecond float64) {
	if perSecond == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch l := p.limits[host]; {
	case l == nil:
		p.limits[host] = rate.NewLimiter(rate.Limit(perSecond), 1) // no bursts: evenly spaced
	case l.Limit() > rate.Limit(perSecond):
		l.SetLimit(rate.Limit(perSecond))
	}
}

func (p *Pool) limiter(host string) *rate.Limiter {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.limits[host]
}

// limited is the pool's transport behind the rate limit of the host. It has no CloseIdleConnections on purpose:
// go-retryablehttp calls that after each failure, which would cut off every other client of the pool.
type limited struct{ pool *Pool }

// RoundTrip implements [http.RoundTripper]. The clock of the attempt starts behind the limit.
func (l *limited) RoundTrip(r *http.Request) (*http.Response, error) {
	if limiter := l.pool.limiter(hostOf(r.URL)); limiter != nil {
		if err := limiter.Wait(r.Context()); err != nil {
			if r.Body != nil {
				r.Body.Close()
			}
			return nil, &rateError{limit: float64(limiter.Limit()), cause: r.Context().Err()}
		}
	}
	if a, ok := r.Context().Value(attemptKey{}).(*attempts); ok {
		a.started = time.Now()
	}
	return l.pool.transport.RoundTrip(r)
}
