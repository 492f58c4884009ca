// Package httpclient has manners towards one engine: it asks at most as often as it is allowed to, asks again only
// where that can help and not before it was told to, never past the caller's deadline, and never shows a secret. What it
// leaves to its callers: how many calls run at once, when an engine counts as down (see [Unavailable]), and what a
// response means. An engine that asks for time by Retry-After gets it from all clients of a run's [Pool].
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

// A Pool is what all clients of a run share: connections, and for each host one rate limit and one pause. It is safe
// for concurrent use.
type Pool struct {
	Workers   int // processes that keep to the rates of policies together, each to its share; 0 is one
	transport *http.Transport

	mu    sync.Mutex
	hosts map[string]*host // by name and port
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
		hosts: make(map[string]*host),
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
	p.host(u).bound(policy.RatePerSecond / float64(max(1, p.Workers)))
	c := &Client{pool: p, policy: policy.resolved(), secrets: hidden}
	c.http = &http.Client{
		Transport: &mannered{pool: p},
		// A redirect would cost a second call in every latency, turn POST into GET, and could carry a secret
		// header to another host.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return c, nil
}

func (p *Pool) host(u *url.URL) *host {
	name := hostOf(u)
	p.mu.Lock()
	defer p.mu.Unlock()
	h := p.hosts[name]
	if h == nil {
		h = &host{limiter: rate.NewLimiter(rate.Inf, 1)} // no bursts: evenly spaced
		p.hosts[name] = h
	}
	return h
}

// hostOf names the host and port of an address, however it was written.
func hostOf(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = u.Scheme // http and https stand for their own port
	}
	return net.JoinHostPort(strings.ToLower(u.Hostname()), strings.NewReplacer("https", "443", "http", "80").Replace(port))
}

// mannered is the pool's transport behind the manners towards the host. It has no CloseIdleConnections on purpose:
// go-retryablehttp calls that after each failure, which would cut off every other client of the pool.
type mannered struct{ pool *Pool }

// RoundTrip implements [http.RoundTripper]. The clock of the attempt starts when it is its turn.
func (m *mannered) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := m.pool.host(r.URL).turn(r.Context()); err != nil {
		if r.Body != nil {
			r.Body.Close()
		}
		return nil, err
	}
	if a, ok := r.Context().Value(attemptKey{}).(*attempts); ok {
		a.started = time.Now()
	}
	return m.pool.transport.RoundTrip(r)
}
