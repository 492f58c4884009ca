package server_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/server"
	"github.com/rankduel/rankduel/server/access"
	"github.com/rankduel/rankduel/server/api"
	"github.com/rankduel/rankduel/server/jobs"
)

// bare returns a server of nothing but a page, which answers with what it was sent.
func bare(log io.Writer, opts ...option) *server.Server {
	cfg := server.Config{
		API: api.Config{Log: slog.New(slog.DiscardHandler)}, Guard: access.Guard{Loopback: true},
		Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})), Clock: time.Now,
		Page: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(w, r.Body) }),
	}
	for _, opt := range opts {
		opt(&cfg)
	}
	return server.New(cfg)
}

// sized returns a request to the page whose body says that it has a length, or -1.
func sized(body io.Reader, length int64, headers ...string) *http.Request {
	r := httptest.NewRequest("GET", "http://localhost/", body)
	r.ContentLength = length
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}

func record(h http.Handler, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// wantAnswer checks a status, and what the body says of it.
func wantAnswer(t *testing.T, what string, w *httptest.ResponseRecorder, status int, says string) {
	t.Helper()
	if w.Code != status || !strings.Contains(w.Body.String(), says) {
		t.Errorf("%s: %d %.200s, want %d and %q", what, w.Code, w.Body, status, says)
	}
}

func TestBodies(t *testing.T) {
	text := strings.Repeat("x", 100)
	for _, tt := range []struct {
		name    string
		body    io.Reader
		length  int64
		headers []string
		status  int
		says    string
		header  [2]string
	}{
		{"none", nil, 0, nil, 200, "", [2]string{}},
		{"as large as may be", strings.NewReader(text), 100, nil, 200, text, [2]string{}},
		{"a byte too large", strings.NewReader(text + "x"), 101, nil, 413, "larger than the 100 bytes", [2]string{"Connection", "close"}},
		{"as large, without a length", strings.NewReader(text), -1, nil, 200, text, [2]string{}},
		{"too large, without a length", strings.NewReader(text + "x"), -1, nil, 413, "rankduel serve --max-body", [2]string{"Connection", "close"}},
		{"as it is", strings.NewReader(text), 100, []string{"Content-Encoding", "identity"}, 200, text, [2]string{}},
		{"compressed", strings.NewReader(text), 100, []string{"Content-Encoding", "gzip"}, 415, "the request is compressed", [2]string{"Accept-Encoding", "identity"}},
		{"compressed, none", nil, 0, []string{"Content-Encoding", "gzip"}, 200, "", [2]string{}},
		{"slow", iotest.ErrReader(fmt.Errorf("read: %w", os.ErrDeadlineExceeded)), 100, nil, 408, "not here within 7s", [2]string{}},
		{"broken off", iotest.ErrReader(io.ErrUnexpectedEOF), 100, nil, 400, "broke off", [2]string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := bare(io.Discard, func(c *server.Config) { c.Limits = server.Limits{Body: 100, Slow: 7 * time.Second} })
			w := record(s.Handler(), sized(tt.body, tt.length, tt.headers...))
			wantAnswer(t, "the answer", w, tt.status, tt.says)
			if tt.header[0] != "" && w.Header().Get(tt.header[0]) != tt.header[1] {
				t.Errorf("%s: %q, want %q", tt.header[0], w.Header().Get(tt.header[0]), tt.header[1])
			}
		})
	}
}

// A body of a request that is being read holds its room until it is answered: 3 of 100 bytes with room for 250.
func TestRoomForBodies(t *testing.T) {
	for _, tt := range []struct {
		name   string
		length int64
		bodies int64
		fit    int
	}{
		{"that say their size", 100, 250, 2}, {"that do not", -1, 250, 2}, {"small ones", 50, 250, 5}, {"one, always", 100, 10, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := bare(io.Discard, func(c *server.Config) { c.Limits = server.Limits{Body: 100, Bodies: tt.bodies} })
			var sending []*io.PipeWriter
			answered := make(chan int)
			send := func() {
				r, w := io.Pipe()
				sending = append(sending, w)
				go func() { answered <- record(s.Handler(), sized(r, tt.length)).Code }()
				_, _ = w.Write([]byte("x")) // it is being read
			}
			for range tt.fit {
				send()
			}
			w := record(s.Handler(), sized(strings.NewReader("x"), tt.length))
			wantAnswer(t, "one more", w, 429, "try again later")
			if got := w.Header().Get("Retry-After"); got != "2" {
				t.Errorf("Retry-After %q, want 2", got)
			}
			wantAnswer(t, "one without a body", record(s.Handler(), sized(nil, 0)), 200, "")
			_ = sending[0].Close()
			if status := <-answered; status != 200 {
				t.Errorf("what was sent is answered %d", status)
			}
			wantAnswer(t, "in its place", record(s.Handler(), sized(strings.NewReader("x"), tt.length)), 200, "x")
			for _, w := range sending[1:] {
				_ = w.Close()
				<-answered
			}
		})
	}
}

// The defaults are those of docs/server-security.md: 8 MiB a request, 256 MiB of all at once.
func TestDefaultBodies(t *testing.T) {
	s := bare(io.Discard)
	wantAnswer(t, "8 MiB and a byte", record(s.Handler(), sized(nil, 8<<20+1)), 413, "the 8388608 bytes")
	var sending []*io.PipeWriter
	answered := make(chan int)
	for range 32 {
		r, w := io.Pipe()
		sending = append(sending, w)
		go func() { answered <- record(s.Handler(), sized(r, 8<<20)).Code }()
		_, _ = w.Write([]byte("x"))
	}
	wantAnswer(t, "the 33rd of 8 MiB", record(s.Handler(), sized(strings.NewReader("x"), 8<<20)), 429, "try again later")
	for _, w := range sending {
		_ = w.Close()
		<-answered
	}
}

// A line has who asked what, the status, the bytes of the answer and the milliseconds it took; a bug has a line of its own.
func TestLineOfARequest(t *testing.T) {
	for _, tt := range []struct {
		name   string
		answer http.HandlerFunc
		status int
		bytes  string
		bug    bool
	}{
		{"says nothing of its status", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte("ab"))
			_, _ = w.Write([]byte("cde"))
		}, 200, "5", false},
		{"says its status", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(418) }, 418, "0", false},
		{"says it twice", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(418)
			w.WriteHeader(200)
		}, 418, "0", false},
		{"a bug", func(http.ResponseWriter, *http.Request) { panic("secret") }, 500, "", true},
		{"a bug in the middle", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte("half"))
			panic("secret")
		}, 200, "4", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var log bytes.Buffer
			at := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
			s := bare(&log, func(c *server.Config) {
				c.Page = tt.answer
				c.Clock = func() time.Time { at = at.Add(7 * time.Millisecond); return at }
			})
			r := sized(nil, 0)
			r.RemoteAddr = "192.0.2.7:4711"
			w := record(s.Handler(), r)
			lines := strings.Split(strings.TrimSpace(log.String()), "\n")
			line := lines[len(lines)-1]
			for _, want := range []string{`who="" from=192.0.2.7 method=GET path=/`, fmt.Sprintf("status=%d bytes=%s", tt.status, tt.bytes), "ms=7"} {
				if !strings.Contains(line, want) {
					t.Errorf("the line is %s, want %s in it", line, want)
				}
			}
			if w.Code != tt.status || strings.Contains(w.Body.String(), "secret") || tt.bytes != "" && fmt.Sprint(w.Body.Len()) != tt.bytes {
				t.Errorf("the answer is %d %s", w.Code, w.Body)
			}
			if bug := len(lines) == 2 && strings.Contains(lines[0], "msg=bug path=/ panic=secret stack="); bug != tt.bug {
				t.Errorf("the log has\n%s\na bug in it: %v", log.String(), tt.bug)
			}
		})
	}
}

func TestSecurityHeaders(t *testing.T) {
	s := bare(io.Discard)
	plain, secret := sized(nil, 0), sized(nil, 0)
	secret.TLS = &tls.ConnectionState{}
	// the values that the OWASP Secure Headers Project proposes for what shows its own script alone
	want := map[string]string{
		"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin", "Permissions-Policy": "camera=(), geolocation=(), microphone=()", "Cache-Control": "no-store",
		"Strict-Transport-Security": "",
	}
	for name, r := range map[string]*http.Request{"over TLS": secret, "without TLS": plain} {
		t.Run(name, func(t *testing.T) {
			if r.TLS != nil {
				want["Strict-Transport-Security"] = "max-age=31536000"
			}
			w := record(s.Handler(), r)
			for header, value := range want {
				if got := w.Header().Get(header); got != value {
					t.Errorf("%s: %q, want %q", header, got, value)
				}
			}
			policy := strings.Split(w.Header().Get("Content-Security-Policy"), "; ")
			for _, rule := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"} {
				if !slices.Contains(policy, rule) {
					t.Errorf("the policy %q lacks %s", policy, rule)
				}
			}
		})
		delete(want, "Strict-Transport-Security")
	}
}

// What needs no token, and by which scope the rest is asked: the table of docs/server.md.
func TestDoors(t *testing.T) {
	secrets := map[access.Scope]string{}
	var list keys
	for _, scope := range []access.Scope{access.Read, access.Label, access.Run, access.Admin} {
		token, secret, err := access.New("of-"+string(scope), scope, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		list, secrets[scope] = append(list, token), secret
	}
	s := bare(io.Discard, func(c *server.Config) {
		c.Guard.Tokens, c.Metrics = list, c.Page
		c.API.Ready = func(context.Context) error { return nil }
	})
	const none = access.Scope("none")
	for _, tt := range []struct {
		method, path string
		scopes       []access.Scope // with which it is let in; none needs no token
	}{
		{"GET", "/", []access.Scope{none, access.Read, access.Label, access.Run, access.Admin}},
		{"HEAD", "/", []access.Scope{none}},
		{"POST", "/", []access.Scope{access.Run, access.Admin}},
		{"GET", "/healthz", []access.Scope{none}},
		{"GET", "/readyz", []access.Scope{none}},
		{"GET", "/openapi.json", []access.Scope{none}},
		{"GET", "/openapi.yaml", []access.Scope{none}},
		{"GET", "/assets/app.js", []access.Scope{none}},
		{"GET", "/assets/", []access.Scope{access.Read, access.Run, access.Admin}},
		{"GET", "/assetsx", []access.Scope{access.Read, access.Run, access.Admin}},
		{"GET", "/metrics", []access.Scope{access.Read, access.Run, access.Admin}},
		{"POST", "/v1/nothing", []access.Scope{access.Run, access.Admin}},
		{"GET", api.TokensPath, []access.Scope{access.Admin}},
		{"POST", api.TokensPath, []access.Scope{access.Admin}},
		{"GET", "/v1/whoami", []access.Scope{access.Read, access.Label, access.Run, access.Admin}},
		{"POST", "/v1/whoami", []access.Scope{access.Run, access.Admin}},
		{"GET", "/v1/labels", []access.Scope{access.Read, access.Label, access.Run, access.Admin}},
		{"POST", "/v1/labels", []access.Scope{access.Run, access.Admin}},
		{"GET", "/v1/labels/q3/labelling", []access.Scope{access.Label, access.Run, access.Admin}},
		{"POST", "/v1/labels/q3/labelling", []access.Scope{access.Label, access.Run, access.Admin}},
		{"GET", "/v1/labelsx", []access.Scope{access.Read, access.Run, access.Admin}},
	} {
		for _, scope := range []access.Scope{none, access.Read, access.Label, access.Run, access.Admin} {
			r := httptest.NewRequest(tt.method, "http://localhost"+tt.path, nil)
			if secret := secrets[scope]; secret != "" {
				r.Header.Set("Authorization", "Bearer "+secret)
			}
			if tt.path == api.TokensPath && scope == access.Admin && tt.method == "GET" {
				continue // lists the tokens of a store, and there is none here
			}
			w := record(s.Handler(), r)
			in := w.Code != http.StatusUnauthorized && w.Code != http.StatusForbidden
			if want := slices.Contains(tt.scopes, scope) || tt.scopes[0] == none; in != want {
				t.Errorf("%s %s with %s is answered %d, let in: want %v", tt.method, tt.path, scope, w.Code, want)
			}
		}
	}
}

// What no route takes is answered with the methods that the path has.
func TestUnknown(t *testing.T) {
	s := bare(io.Discard, func(c *server.Config) { c.Metrics = c.Page })
	for _, tt := range []struct {
		method, path string
		status       int
		allow        string
	}{
		{"GET", "/nothing", 404, ""},
		{"GET", "/v1/runs/x/y/z", 404, ""},
		{"DELETE", "/healthz", 405, "GET"},
		{"PUT", "/", 405, "GET"},
		{"POST", "/metrics", 405, "GET"},
		{"GET", "/v1/evaluate", 405, "POST"},
	} {
		r := httptest.NewRequest(tt.method, "http://localhost"+tt.path, nil)
		w := record(s.Handler(), r)
		if got := strings.Join(w.Header().Values("Allow"), " "); w.Code != tt.status || got != tt.allow {
			t.Errorf("%s %s: %d, Allow %q; want %d and %q", tt.method, tt.path, w.Code, got, tt.status, tt.allow)
		}
	}
	for _, path := range []string{"/metrics", "/assets/x"} {
		without := bare(io.Discard, func(c *server.Config) { c.Page = nil })
		if w := record(without.Handler(), httptest.NewRequest("GET", "http://localhost"+path, nil)); w.Code != 404 {
			t.Errorf("%s of a server without page and metrics: %d, want 404", path, w.Code)
		}
	}
}

// A listener that ends by itself is an error; a server that is stopped is none, and says how long it waits.
func TestServeEnds(t *testing.T) {
	at, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := at.Close(); err != nil {
		t.Fatal(err)
	}
	if err := bare(io.Discard).Serve(t.Context(), at, nil); !errors.Is(err, net.ErrClosed) || !strings.HasPrefix(err.Error(), "serve: ") {
		t.Errorf("Serve on a closed listener = %v, want its error", err)
	}
	var log safe
	_, stop := begin(t, bare(&log))
	if err := stop(); err != nil {
		t.Errorf("Serve = %v", err)
	}
	if !strings.Contains(log.String(), "msg=stopping grace=30s") {
		t.Errorf("the log has %s, want that it stops and the grace of 30 s", log.String())
	}
}

// A worklist is a store of no jobs, or of none that can be read.
type worklist struct {
	result.Worklist
	err error
}

func (l worklist) WaitingJobs(context.Context, string) ([]result.Job, error) { return nil, l.err }

// The queue of a server begins and ends with it; without its store the server does not begin.
func TestServeWithJobs(t *testing.T) {
	away := errors.New("the store is away")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct {
		name string
		ctx  context.Context
		err  error
		want error
	}{
		{"no store", t.Context(), away, away},
		{"stopped before it began", ended, away, nil},
		{"stopped", ended, nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			at, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = at.Close() }()
			q, err := jobs.New(worklist{err: tt.err}, nil, jobs.Config{})
			if err != nil {
				t.Fatal(err)
			}
			err = bare(io.Discard, func(c *server.Config) { c.API.Jobs = q }).Serve(tt.ctx, at, nil)
			var ofStore *result.StoreError
			if !errors.Is(err, tt.want) || errors.As(err, &ofStore) != (tt.want != nil) {
				t.Errorf("Serve = %v, want %v", err, tt.want)
			}
			if _, err := q.Submit(t.Context(), jobs.Submission{Kind: "x"}); !errors.Is(err, jobs.ErrStopping) {
				t.Errorf("afterwards Submit = %v, want that the queue has stopped", err)
			}
		})
	}
}
