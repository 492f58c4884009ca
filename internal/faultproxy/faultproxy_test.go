package faultproxy_test

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

	"github.com/rankduel/rankduel/internal/faultproxy"
)

const body = "0123456789"

func start(t *testing.T) (*faultproxy.Proxy, *http.Client) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			t.Errorf("server: %v", err)
		}
		fmt.Fprint(w, body)
	}))
	t.Cleanup(server.Close)
	p := faultproxy.Start(t, server.Listener.Addr().String())
	return p, &http.Client{Transport: &http.Transport{}}
}

// post sends without GetBody, so that net/http does not repeat it on its own.
func post(t *testing.T, c *http.Client, p *faultproxy.Proxy, request string) (*http.Response, string, error) {
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

func TestNoFault(t *testing.T) {
	p, c := start(t)
	for n := range 5 { // over one connection that is kept
		if _, got, err := post(t, c, p, strings.Repeat("x", n*50_000)); got != body || err != nil {
			t.Errorf("request %d: %q, %v", n, got, err)
		}
	}
	if got := p.Exchanges(); got != 5 {
		t.Errorf("%d exchanges, want 5", got)
	}
}

func TestFaults(t *testing.T) {
	const pause = 20 * time.Millisecond
	tests := []struct {
		name  string
		fault faultproxy.Fault
		check func(t *testing.T, r *http.Response, got string, err error, took time.Duration)
	}{
		{"delay", faultproxy.Delay(pause), func(t *testing.T, _ *http.Response, got string, err error, took time.Duration) {
			if got != body || err != nil || took < pause {
				t.Errorf("%q, %v after %v, want all after %v", got, err, took, pause)
			}
		}},
		{"drip", faultproxy.Drip(time.Millisecond), func(t *testing.T, _ *http.Response, got string, err error, took time.Duration) {
			if got != body || err != nil || took < 50*time.Millisecond { // head and body have more than 50 bytes
				t.Errorf("%q, %v after %v, want all, slowly", got, err, took)
			}
		}},
		{"cut at once", faultproxy.Cut(0), func(t *testing.T, _ *http.Response, _ string, err error, _ time.Duration) {
			if !errors.Is(err, io.EOF) && !errors.Is(err, syscall.ECONNRESET) {
				t.Errorf("error %v, want a broken connection", err)
			}
		}},
		{"cut in the head", faultproxy.Cut(10), func(t *testing.T, _ *http.Response, _ string, err error, _ time.Duration) {
			if err == nil {
				t.Error("no error, want a broken connection")
			}
		}},
		{"garbage", faultproxy.Garbage(), func(t *testing.T, _ *http.Response, _ string, err error, _ time.Duration) {
			if err == nil { // "malformed HTTP response", or a write that came too late
				t.Error("no error, want a malformed response")
			}
		}},
		{"429", faultproxy.Status(429, "7"), func(t *testing.T, r *http.Response, _ string, err error, _ time.Duration) {
			if err != nil || r.StatusCode != 429 || r.Header.Get("Retry-After") != "7" {
				t.Errorf("%v, %v, want 429 and Retry-After", r, err)
			}
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, c := start(t)
			p.Inject(func(n int) faultproxy.Fault {
				if n != 2 {
					return faultproxy.Fault{}
				}
				return test.fault
			})
			for n := 1; n <= 3; n++ {
				begin := time.Now()
				r, got, err := post(t, c, p, strings.Repeat("x", 100_000))
				if n == 2 {
					test.check(t, r, got, err, time.Since(begin))
				} else if got != body || err != nil {
					t.Errorf("request %d: %q, %v, want no fault", n, got, err)
				}
			}
		})
	}
}

func TestCutInTheBody(t *testing.T) {
	p, c := start(t)
	r, _, err := post(t, c, p, "")
	if err != nil {
		t.Fatal(err)
	}
	head := len("HTTP/1.1 200 OK\r\n") + len("\r\n")
	for name, values := range r.Header {
		head += len(name) + len(": ") + len(values[0]) + len("\r\n")
	}
	p.Inject(func(int) faultproxy.Fault { return faultproxy.Cut(head + 4) })
	if _, got, err := post(t, c, p, ""); got != body[:4] || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%q, %v, want %q and an unexpected EOF", got, err, body[:4])
	}
	p.Inject(nil)
	if _, got, err := post(t, c, p, ""); got != body || err != nil {
		t.Errorf("%q, %v, want no fault any more", got, err)
	}
}
