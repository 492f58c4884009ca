package server_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/server"
	"github.com/rankduel/rankduel/server/access"
	"github.com/rankduel/rankduel/server/page"
)

// raw sends bytes to a server and reads what comes until it closes the connection or
// a time is over.
func raw(t *testing.T, address, sends string, patience time.Duration) string {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, sends); err != nil {
		t.Fatal(err)
	}
	got, _ := io.ReadAll(conn) // to the end, or as far as it came
	return string(got)
}

// What is said to be too large is refused before it is sent, and the connection is
// not used any further.
func TestTooLargeIsNotWaitedFor(t *testing.T) {
	address := listen(t, func(c *server.Config) { c.Limits.Body = 1000 })
	for _, tt := range []struct {
		size   int
		header string
	}{{1001, ""}, {1999, "Expect: 100-continue\r\n"}, {1 << 40, ""}} {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		if err := conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "POST /v1/evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n", tt.size, tt.header)
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("%d bytes: %v", tt.size, err)
		}
		if resp.StatusCode != http.StatusRequestEntityTooLarge || !resp.Close {
			t.Errorf("%d bytes: %s, the end of the connection: %v", tt.size, resp.Status, resp.Close)
		}
	}
	if resp, body := ask(t, "POST", "http://"+address+"/v1/evaluate", asJSON, strings.Repeat(" ", 1000)); resp.StatusCode != 422 {
		t.Errorf("as much as may be: %s %s", resp.Status, body)
	}
}

// All requests together take no more than a bound, those that do not say their size
// as much as they may become. Who goes makes room.
func TestBodiesTogether(t *testing.T) {
	s := serve(t, clinical(t, "hybrid.yaml"), func(c *server.Config) { c.Limits.Body, c.Limits.Bodies = 1000, 1500 })
	send := func() *http.Response {
		resp, _ := do(t, request(t, "POST", s.URL+"/v1/evaluate", strings.Repeat(" ", 600), "Content-Type", asJSON))
		return resp
	}
	for range 3 { // one after the other there is room
		if resp := roomFor(send); resp.StatusCode != 422 {
			t.Fatalf("a request alone: %s", resp.Status)
		}
	}
	for _, slow := range []struct{ size, body string }{
		{"Content-Length: 1000", strings.Repeat(" ", 1000)},
		{"Transfer-Encoding: chunked", "3e8\r\n" + strings.Repeat(" ", 1000) + "\r\n0\r\n\r\n"},
	} {
		conn, answers := admitted(t, s.Listener.Addr().String(), slow.size)
		if resp := send(); resp.StatusCode != http.StatusTooManyRequests || resp.Header.Get("Retry-After") != "2" {
			t.Errorf("during one of %s: %s, Retry-After %q", slow.size, resp.Status, resp.Header.Get("Retry-After"))
		}
		if resp, _ := ask(t, "GET", s.URL+"/v1/runs", "", ""); resp.StatusCode != 200 {
			t.Errorf("what sends nothing: %s", resp.Status)
		}
		if _, err := io.WriteString(conn, slow.body); err != nil {
			t.Fatal(err)
		}
		if resp, err := http.ReadResponse(answers, nil); err != nil || resp.StatusCode != 422 {
			t.Errorf("the slow one: %v, %v", resp, err)
		}
		if resp := roomFor(send); resp.StatusCode != 422 {
			t.Errorf("after it: %s", resp.Status)
		}
	}
}

// admitted sends the head of a request and returns its connection once the server asks
// for the body: then there is room for it.
func admitted(t *testing.T, address, size string) (io.Writer, *bufio.Reader) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		fmt.Fprintf(conn, "POST /v1/evaluate HTTP/1.1\r\nHost: %s\r\nContent-Type: %s\r\nExpect: 100-continue\r\n%s\r\n\r\n", address, asJSON, size)
		answers := bufio.NewReader(conn)
		resp, err := http.ReadResponse(answers, nil)
		switch {
		case err != nil:
			t.Fatal(err)
		case resp.StatusCode == http.StatusContinue:
			return conn, answers
		case resp.StatusCode != http.StatusTooManyRequests || time.Now().After(end):
			t.Fatalf("%s: %s", size, resp.Status)
		}
	}
}

// roomFor sends until a request is not refused for want of room: an answer may be
// read before the server has let go of what was sent.
func roomFor(send func() *http.Response) *http.Response {
	resp := send()
	for end := time.Now().Add(10 * time.Second); resp.StatusCode == http.StatusTooManyRequests && time.Now().Before(end); {
		resp = send()
	}
	return resp
}

// Nothing is unpacked: a little that becomes a lot is refused as it comes.
func TestCompressedBody(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	s := serve(t, clinical(t, "hybrid.yaml"))
	var bomb bytes.Buffer
	z, err := gzip.NewWriterLevel(&bomb, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.CopyN(z, zeros{}, 64<<20); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if bomb.Len() > 1<<17 {
		t.Fatalf("the bomb has %d bytes", bomb.Len())
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, coding := range []string{"gzip", "GZIP", "deflate", "br", "zstd", "gzip, gzip", "x"} {
		resp, body := do(t, request(t, "POST", s.URL+"/v1/evaluate", bomb.String(), "Content-Type", asJSON, "Content-Encoding", coding))
		if resp.StatusCode != http.StatusUnsupportedMediaType || resp.Header.Get("Accept-Encoding") != "identity" || !strings.Contains(body, "the request is compressed") {
			t.Errorf("%s: %s %s", coding, resp.Status, body)
		}
	}
	if resp, _ := do(t, request(t, "POST", s.URL+"/v1/evaluate", bomb.String(), "Content-Type", asJSON)); resp.StatusCode != 422 {
		t.Errorf("without a word about it: %s", resp.Status)
	}
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 16<<20 {
		t.Errorf("%d bytes were used up", grown)
	}
	if resp, _ := do(t, request(t, "POST", s.URL+"/v1/evaluate?test_set=clinical", "", "Content-Encoding", "identity")); resp.StatusCode != 200 {
		t.Errorf("identity: %s", resp.Status)
	}
}

// zeros has no end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// What two servers could take for two different requests is refused: two names of a
// host or one in the line and another next to it, two lengths, a length and chunks.
func TestSmuggling(t *testing.T) {
	address := listen(t, func(c *server.Config) { c.Limits.Idle = 300 * time.Millisecond })
	const runs = "GET /v1/runs HTTP/1.1\r\n"
	for _, tt := range []struct{ name, sends, want string }{
		{"as it should be", runs + "Host: localhost\r\nConnection: close\r\n\r\n", "HTTP/1.1 200 "},
		{"another host", runs + "Host: evil.example\r\nConnection: close\r\n\r\n", "HTTP/1.1 403 "},
		{"no host", runs + "Connection: close\r\n\r\n", "HTTP/1.1 400 "},
		{"no host, of old", "GET /v1/runs HTTP/1.0\r\n\r\n", "HTTP/1.0 403 "},
		{"an empty host", runs + "Host: \r\nConnection: close\r\n\r\n", "HTTP/1.1 403 "},
		{"two hosts", runs + "Host: localhost\r\nHost: evil.example\r\n\r\n", "HTTP/1.1 400 "},
		{"two hosts, the other way round", runs + "Host: evil.example\r\nHost: localhost\r\n\r\n", "HTTP/1.1 400 "},
		{"a host in the line", "GET http://evil.example/v1/runs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "HTTP/1.1 403 "},
		{"a folded host", runs + "Host: localhost\r\n evil.example\r\n\r\n", "HTTP/1.1 400 "},
		{"a space before the colon", runs + "Host : localhost\r\n\r\n", "HTTP/1.1 400 "},
		{"an address in the host", runs + "Host: localhost/../evil.example\r\nConnection: close\r\n\r\n", "HTTP/1.1 4"},
		{"a name in the host", runs + "Host: localhost@evil.example\r\nConnection: close\r\n\r\n", "HTTP/1.1 4"},
		{"two lengths", "POST /v1/evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 40\r\n\r\n{}", "HTTP/1.1 400 "},
		{"a negative length", "POST /v1/evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n{}", "HTTP/1.1 400 "},
		{"an odd coding", "POST /v1/evaluate HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", "HTTP/1.1 501 "},
		{"two codings", "POST /v1/evaluate HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n", "HTTP/1.1 501 "},
		{"CONNECT", "CONNECT evil.example:80 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "HTTP/1.1 403 "},
	} {
		if got := raw(t, address, tt.sends, 10*time.Second); !strings.HasPrefix(got, tt.want) || strings.Count(got, "HTTP/1.") != 1 {
			t.Errorf("%s: %.300q, want one answer %s", tt.name, got, tt.want)
		}
	}
	// Chunks win over a length, and what follows them is not a request of its own kind.
	got := raw(t, address, "POST /v1/evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /v1/runs HTTP/1.1\r\nHost: evil.example\r\n\r\n", 10*time.Second)
	if strings.Contains(got, " 200 ") {
		t.Errorf("a length and chunks: %q", got)
	}
}

// Every answer has the headers that keep a browser from making more of it than it is.
func TestHeaders(t *testing.T) {
	with, secrets := guarded(t)
	s := newServer(t, clinical(t, "hybrid.yaml"), with, func(c *server.Config) {
		c.Page = page.Shell()
		c.Metrics = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "a 1\n") })
	})
	plain := httptest.NewServer(s.Handler())
	defer plain.Close()
	secret := httptest.NewTLSServer(s.Handler())
	defer secret.Close()
	want := map[string]string{
		"Content-Security-Policy":      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		"X-Content-Type-Options":       "nosniff",
		"X-Frame-Options":              "DENY",
		"Referrer-Policy":              "no-referrer",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy":           "camera=(), geolocation=(), microphone=()",
		"Cache-Control":                "no-store",
	}
	for _, at := range []struct {
		*httptest.Server
		strict string
	}{{plain, ""}, {secret, "max-age=31536000"}} {
		for _, path := range []string{"/", "/assets/app.js", "/healthz", "/openapi.json", "/v1/runs", "/v1/nothing", "/v1/runs?limit=0", "/metrics"} {
			for _, headers := range [][]string{nil, {"Authorization", "Bearer " + secrets[access.Read]}} {
				resp, err := at.Client().Do(request(t, "GET", at.URL+path, "", headers...))
				if err != nil {
					t.Fatal(err)
				}
				_ = resp.Body.Close()
				for name, value := range want {
					if got := resp.Header.Values(name); len(got) != 1 || got[0] != value {
						t.Errorf("%s: %s %q, want %q", resp.Request.URL, name, got, value)
					}
				}
				if got := resp.Header.Get("Strict-Transport-Security"); got != at.strict {
					t.Errorf("%s: Strict-Transport-Security %q", resp.Request.URL, got)
				}
			}
		}
	}
}

// lines returns those of a log in JSON.
func lines(t *testing.T, log string) (list []map[string]any) {
	t.Helper()
	for in := bufio.NewScanner(strings.NewReader(log)); in.Scan(); {
		list = append(list, decode(t, in.Text()))
	}
	return list
}

// A line for each request says how it ended and how large its answer was. No one
// writes lines of his own into it, in whatever form it is.
func TestLines(t *testing.T) {
	var log, text safe
	s := serve(t, clinical(t, "hybrid.yaml"), func(c *server.Config) {
		c.Log = slog.New(slog.NewMultiHandler(slog.NewJSONHandler(&log, nil), slog.NewTextHandler(&text, nil)))
		c.API.Log = c.Log
		c.Metrics = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, "begun")
			if r.Header.Get("X-Break") != "" {
				panic("in the middle\nlevel=ERROR msg=forged")
			}
		})
	})
	forged := "\nlevel=ERROR msg=forged\r\n{\"msg\":\"forged\"}\x1b[31m\u2028"
	escaped := strings.NewReplacer("\n", "%0A", "\r", "%0D", "\x1b", "%1B", " ", "%20", "{", "%7B", "}", "%7D", "\"", "%22", "\u2028", "%E2%80%A8", "[", "%5B").Replace(forged)
	type made struct {
		req    *http.Request
		status int
	}
	all := []made{
		{request(t, "GET", s.URL+"/healthz", ""), 200},
		{request(t, "GET", s.URL+"/metrics", ""), 200},
		{request(t, "GET", s.URL+"/metrics", "", "X-Break", "yes"), 200},
		{request(t, "GET", s.URL+"/v1/runs/"+escaped, ""), 404},
		{request(t, "GET", s.URL+"/v1/testsets/"+escaped, ""), 404},
		{request(t, "GET", s.URL+"/v1/comparisons?a="+escaped+"&b="+escaped, ""), 404},
		{request(t, "POST", s.URL+"/v1/evaluate", `{"name":`+strconv.Quote(forged)+`}`, "Content-Type", asJSON), 422},
		{request(t, "GET", s.URL+"/healthz", "", "User-Agent", "x level=ERROR msg=forged", "Referer", "forged"), 200},
		{request(t, "DELETE", s.URL+"/"+escaped, ""), 404},
	}
	var sizes []int
	for _, m := range all {
		resp, err := http.DefaultClient.Do(m.req)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if resp.StatusCode != m.status {
			t.Errorf("%s %s: %s %s", m.req.Method, m.req.URL, resp.Status, body)
		}
		sizes = append(sizes, len(body))
	}
	if sizes[2] != len("begun") {
		t.Errorf("after a bug in the middle of an answer there are %d bytes", sizes[2])
	}
	var requests, bugs []map[string]any
	for _, line := range lines(t, log.String()) {
		switch line["msg"] {
		case "request":
			requests = append(requests, line)
		case "bug":
			bugs = append(bugs, line)
		default:
			t.Errorf("a line %v", line)
		}
	}
	if len(requests) != len(all) || len(bugs) != 1 {
		t.Fatalf("%d lines of requests and %d of bugs, want %d and 1:\n%s", len(requests), len(bugs), len(all), log.String())
	}
	for i, line := range requests {
		if line["status"] != float64(all[i].status) || line["bytes"] != float64(sizes[i]) || line["path"] != all[i].req.URL.Path || line["method"] != all[i].req.Method || line["from"] != "127.0.0.1" {
			t.Errorf("%v of an answer %d with %d bytes to %s", line, all[i].status, sizes[i], all[i].req.URL.Path)
		}
	}
	for line := range strings.Lines(text.String()) {
		if !strings.HasPrefix(line, "time=") || strings.ContainsAny(line, "\x1b\r") {
			t.Errorf("a line %q", line)
		}
	}
	if n := strings.Count(text.String(), "\n"); n != len(all)+1 {
		t.Errorf("%d lines of text, want %d", n, len(all)+1)
	}
}

// Work that nothing was sent for, or all of which has come, is not ended by the time
// that requests have to come in.
func TestWorkHasItsTime(t *testing.T) {
	cancelled := make(chan bool, 2)
	address := listen(t, func(c *server.Config) {
		c.Limits.Slow = 200 * time.Millisecond
		c.Guard.Tokens = nil
		c.Page = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-r.Context().Done():
				cancelled <- true
			case <-time.After(600 * time.Millisecond):
				cancelled <- false
			}
		})
	})
	for _, sends := range []string{"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"} {
		got := raw(t, address, sends, 2*time.Second)
		if <-cancelled || !strings.HasPrefix(got, "HTTP/1.1 200 ") {
			t.Errorf("%.40q was cancelled: %.100q", sends, got)
		}
	}
}
