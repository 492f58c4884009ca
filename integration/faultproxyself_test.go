package integration_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"
)

// digits is what the server behind the proxy answers.
const digits = "0123456789"

func startFaulty(t *testing.T) (*faultProxy, *http.Client) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			t.Errorf("server: %v", err)
		}
		fmt.Fprint(w, digits)
	}))
	t.Cleanup(server.Close)
	p := startProxy(t, server.Listener.Addr().String())
	return p, &http.Client{Transport: &http.Transport{}}
}

// postBody sends without GetBody, so that net/http does not repeat it on its own.
func postBody(t *testing.T, c *http.Client, p *faultProxy, request string) (*http.Response, string, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+p.Addr(), io.NopCloser(strings.NewReader(request)))
	if err != nil {
		t.Fatal(err)
	}
	response, err := c.Do(r)
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = response.Body.Close() }()
	got, err := io.ReadAll(response.Body)
	return response, string(got), err
}

func TestProxyWithoutFault(t *testing.T) {
	p, c := startFaulty(t)
	for n := range 5 { // over one connection that is kept
		if _, got, err := postBody(t, c, p, strings.Repeat("x", n*50_000)); got != digits || err != nil {
			t.Errorf("request %d: %q, %v", n, got, err)
		}
	}
	if got := p.Exchanges(); got != 5 {
		t.Errorf("%d exchanges, want 5", got)
	}
}

func TestProxyFaults(t *testing.T) {
	const pause = 20 * time.Millisecond
	tests := []struct {
		name  string
		fault proxyFault
		check func(t *testing.T, r *http.Response, got string, err error, took time.Duration)
	}{
		{"delay", delayed(pause), func(t *testing.T, _ *http.Response, got string, err error, took time.Duration) {
			if got != digits || err != nil || took < pause {
				t.Errorf("%q, %v after %v, want all after %v", got, err, took, pause)
			}
		}},
		{"drip", dripping(time.Millisecond), func(t *testing.T, _ *http.Response, got string, err error, took time.Duration) {
			if got != digits || err != nil || took < 50*time.Millisecond { // head and digits have more than 50 bytes
				t.Errorf("%q, %v after %v, want all, slowly", got, err, took)
			}
		}},
		{"cut at once", cutAfter(0), func(t *testing.T, _ *http.Response, _ string, err error, _ time.Duration) {
			if !errors.Is(err, io.EOF) && !errors.Is(err, syscall.ECONNRESET) {
				t.Errorf("error %v, want a broken connection", err)
			}
		}},
		{"cut in the head", cutAfter(10), func(t *testing.T, _ *http.Response, _ string, err error, _ time.Duration) {
			if err == nil {
				t.Error("no error, want a broken connection")
			}
		}},
		{"garbage", garbage(), func(t *testing.T, _ *http.Response, _ string, err error, _ time.Duration) {
			if err == nil { // "malformed HTTP response", or a write that came too late
				t.Error("no error, want a malformed response")
			}
		}},
		{"429", refusal(429, "7"), func(t *testing.T, r *http.Response, _ string, err error, _ time.Duration) {
			if err != nil || r.StatusCode != 429 || r.Header.Get("Retry-After") != "7" {
				t.Errorf("%v, %v, want 429 and Retry-After", r, err)
			}
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, c := startFaulty(t)
			p.Inject(func(n int) proxyFault {
				if n != 2 {
					return proxyFault{}
				}
				return test.fault
			})
			for n := 1; n <= 3; n++ {
				begin := time.Now()
				r, got, err := postBody(t, c, p, strings.Repeat("x", 100_000))
				if n == 2 {
					test.check(t, r, got, err, time.Since(begin))
				} else if got != digits || err != nil {
					t.Errorf("request %d: %q, %v, want no fault", n, got, err)
				}
			}
		})
	}
}

func TestProxyCutInTheBody(t *testing.T) {
	p, c := startFaulty(t)
	r, _, err := postBody(t, c, p, "")
	if err != nil {
		t.Fatal(err)
	}
	head := len("HTTP/1.1 200 OK\r\n") + len("\r\n")
	for name, values := range r.Header {
		head += len(name) + len(": ") + len(values[0]) + len("\r\n")
	}
	p.Inject(func(int) proxyFault { return cutAfter(head + 4) })
	if _, got, err := postBody(t, c, p, ""); got != digits[:4] || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%q, %v, want %q and an unexpected EOF", got, err, digits[:4])
	}
	p.Inject(nil)
	if _, got, err := postBody(t, c, p, ""); got != digits || err != nil {
		t.Errorf("%q, %v, want no fault any more", got, err)
	}
}
