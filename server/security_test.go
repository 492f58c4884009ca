package server_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/server"
	"github.com/rankduel/rankduel/server/access"
)

// keys are tokens that a test holds in its hand.
type keys []result.Token

func (k keys) Tokens(context.Context) ([]result.Token, error) { return k, nil }

// guarded has a server ask for tokens, and returns the secrets by scope.
func guarded(t *testing.T) (option, map[access.Scope]string) {
	t.Helper()
	secrets := map[access.Scope]string{}
	var list keys
	for _, scope := range []access.Scope{access.Read, access.Run, access.Admin} {
		token, secret, err := access.New("of-"+string(scope), scope, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		list, secrets[scope] = append(list, token), secret
	}
	return func(c *server.Config) { c.Guard.Tokens = list }, secrets
}

// request makes a request with headers as name, value.
func request(t *testing.T, method, url, body string, headers ...string) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			req.Host = headers[i+1]
			continue
		}
		req.Header.Set(headers[i], headers[i+1])
	}
	return req
}

// wantProblem checks that a request is refused as RFC 9457 has it.
func wantProblem(t *testing.T, req *http.Request, status int, says string) {
	t.Helper()
	resp, body := do(t, req)
	if resp.StatusCode != status || resp.Header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("%s %s = %s %s, want %d as a problem: %.300s", req.Method, req.URL, resp.Status, resp.Header.Get("Content-Type"), status, body)
		return
	}
	if p := decode(t, body); p["status"] != float64(status) || !strings.Contains(body, says) {
		t.Errorf("%s %s: problem %s, want status %d and %q in it", req.Method, req.URL, body, status, says)
	}
}

// Every operation that the server describes asks for a token, but for those that
// are named here; so does what it does not describe.
func TestNoToken(t *testing.T) {
	with, secrets := guarded(t)
	s := serve(t, clinical(t, "hybrid.yaml"), with, func(c *server.Config) {
		c.Metrics = http.NotFoundHandler()
	})
	_, described := ask(t, "GET", s.URL+"/openapi.json", "", "")
	public := map[string]bool{"/healthz": true, "/readyz": true}
	n := 0
	for path, methods := range decode(t, described)["paths"].(map[string]any) {
		for method := range methods.(map[string]any) {
			if public[path] {
				continue
			}
			n++
			url := s.URL + strings.NewReplacer("{id}", "x", "{name}", "x").Replace(path)
			wantProblem(t, request(t, strings.ToUpper(method), url, ""), http.StatusUnauthorized, "rankduel token add")
		}
	}
	if n < 6 {
		t.Errorf("only %d operations are described", n)
	}
	for _, path := range []string{"/metrics", "/v1/nothing", "/debug/pprof/", "/assets", "/assets/", "//", "/v1/../v1/runs"} {
		req := request(t, "GET", s.URL+path, "")
		wantProblem(t, req, http.StatusUnauthorized, "token")
	}
	for _, path := range []string{"/", "/healthz", "/openapi.json", "/assets/app.js"} { // public to anyone who looks
		for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS"} {
			wantProblem(t, request(t, method, s.URL+path, ""), http.StatusUnauthorized, "token")
		}
	}
	for _, header := range []string{"Bearer", "Bearer ", "Bearer x", "Basic " + secrets[access.Read], "bearer " + secrets[access.Read] + "x", secrets[access.Read]} {
		wantProblem(t, request(t, "GET", s.URL+"/v1/runs", "", "Authorization", header), http.StatusUnauthorized, "token")
	}
	wantProblem(t, request(t, "GET", s.URL+"/v1/runs?token="+secrets[access.Read]+"&access_token="+secrets[access.Read], ""), http.StatusUnauthorized, "token")
	for _, header := range []string{"Bearer ", "bearer "} {
		if resp, body := do(t, request(t, "GET", s.URL+"/v1/runs", "", "Authorization", header+secrets[access.Read])); resp.StatusCode != http.StatusOK {
			t.Errorf("with a token: %s %s", resp.Status, body)
		}
	}
}

func TestWrongScope(t *testing.T) {
	with, secrets := guarded(t)
	s := serve(t, clinical(t, "hybrid.yaml"), with)
	for _, tt := range []struct {
		scope  access.Scope
		method string
		status int
	}{
		{access.Read, "GET", 200},
		{access.Read, "POST", 403},
		{access.Run, "POST", 200},
		{access.Admin, "POST", 200},
	} {
		path := map[string]string{"GET": "/v1/runs", "POST": "/v1/evaluate?test_set=clinical"}[tt.method]
		req := request(t, tt.method, s.URL+path, "", "Authorization", "Bearer "+secrets[tt.scope])
		if tt.status == 403 {
			wantProblem(t, req, 403, "needs run")
			continue
		}
		if resp, body := do(t, req); resp.StatusCode != tt.status {
			t.Errorf("%s with scope %s = %s %.200s, want %d", tt.method, tt.scope, resp.Status, body, tt.status)
		}
	}
}

// A token counts from when it is added and to when it is removed; a server that
// others reach is never open, even when the last one is gone.
func TestTokensComeAndGo(t *testing.T) {
	var list keys
	now := func() option { return func(c *server.Config) { c.Guard.Tokens = &list } }
	near := serve(t, clinical(t, "hybrid.yaml"), now())
	far := serve(t, clinical(t, "hybrid.yaml"), now(), func(c *server.Config) { c.Guard.Loopback = false })
	wantProblem(t, request(t, "GET", far.URL+"/v1/runs", ""), 401, "token")
	if resp, _ := do(t, request(t, "GET", near.URL+"/v1/runs", "")); resp.StatusCode != 200 {
		t.Errorf("loopback without tokens: %s", resp.Status)
	}
	token, secret, err := access.New("ci", access.Read, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	list = keys{token}
	wantProblem(t, request(t, "GET", near.URL+"/v1/runs", ""), 401, "token")
	if resp, _ := do(t, request(t, "GET", far.URL+"/v1/runs", "", "Authorization", "Bearer "+secret)); resp.StatusCode != 200 {
		t.Errorf("with a token that was added: %s", resp.Status)
	}
	list = nil
	wantProblem(t, request(t, "GET", far.URL+"/v1/runs", "", "Authorization", "Bearer "+secret), 401, "token")
}

func TestOversizedBody(t *testing.T) {
	s := serve(t, clinical(t, "hybrid.yaml"), func(c *server.Config) { c.Limits.Body = 1000; c.API.Limits.Queries = 2 })
	large := strings.Repeat(" ", 1001)
	wantProblem(t, request(t, "POST", s.URL+"/v1/evaluate", large, "Content-Type", "application/json"), 413, "1000 bytes")
	chunked := request(t, "POST", s.URL+"/v1/evaluate", "", "Content-Type", "application/json")
	chunked.Body, chunked.ContentLength = io.NopCloser(strings.NewReader(large)), -1
	wantProblem(t, chunked, 413, "1000 bytes")
	var queries strings.Builder
	for i := range 3 {
		fmt.Fprintf(&queries, `{"query_id":"q%d","query_text":"t","query_type":"paraphrase","relevant_docs":[{"doc_id":"ace-01","grade":1}]}`+"\n", i)
	}
	wantProblem(t, request(t, "POST", s.URL+"/v1/evaluate", queries.String(), "Content-Type", "application/jsonl"), 422, "3 queries, and this server takes 2")
}

// No one holds a connection by sending slowly: neither headers nor a body.
func TestSlowClients(t *testing.T) {
	address := listen(t, func(c *server.Config) {
		c.Limits.Header, c.Limits.Slow, c.Limits.Idle, c.Limits.Headers = 200*time.Millisecond, 400*time.Millisecond, 300*time.Millisecond, 4<<10
	})
	for _, tt := range []struct{ name, sends, want string }{
		{"headers", "POST /v1/evaluate HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", ""},
		{"body", "POST /v1/evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{", "HTTP/1.1 408"},
		{"chunks", "POST /v1/evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n", "HTTP/1.1 408"},
		{"nothing", "", ""},
		{"large headers", "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("x", 16<<10) + "\r\n\r\n", "HTTP/1.1 431"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			conn, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = conn.Close() }()
			if _, err := io.WriteString(conn, tt.sends); err != nil {
				t.Fatal(err)
			}
			if err := conn.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(conn) // to the end: the server closes it
			if err != nil || !strings.HasPrefix(string(got), tt.want) {
				t.Errorf("the server said %.100q, %v; want %q and the end", got, err, tt.want)
			}
		})
	}
}

// Over HTTP/2, which comes with TLS, limits hold for each request too.
func TestSlowClientsOfHTTP2(t *testing.T) {
	lent := httptest.NewUnstartedServer(nil)
	lent.EnableHTTP2 = true
	lent.StartTLS()
	defer lent.Close()
	s := newServer(t, clinical(t, "hybrid.yaml"), func(c *server.Config) {
		c.Limits.Slow, c.Limits.Body = 300*time.Millisecond, 1000
	})
	address, stop := beginTLS(t, s, &tls.Config{Certificates: lent.TLS.Certificates, MinVersion: tls.VersionTLS12})
	defer func() {
		lent.Client().CloseIdleConnections()
		if err := stop(); err != nil {
			t.Error(err)
		}
	}()
	for _, tt := range []struct {
		name string
		send func(w io.Writer)
		want int
	}{
		{"slow", func(w io.Writer) { _, _ = io.WriteString(w, "{") }, http.StatusRequestTimeout},
		{"large", func(w io.Writer) { _, _ = io.WriteString(w, strings.Repeat(" ", 1001)) }, http.StatusRequestEntityTooLarge},
	} {
		body, w := io.Pipe()
		go tt.send(w)
		req, err := http.NewRequestWithContext(t.Context(), "POST", "https://"+address+"/v1/evaluate", body)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		resp, err := lent.Client().Do(req)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if resp.StatusCode != tt.want || resp.ProtoMajor != 2 {
			t.Errorf("%s: %s %s, want %d over HTTP/2", tt.name, resp.Proto, resp.Status, tt.want)
		}
		_ = resp.Body.Close()
		_ = w.Close()
	}
}

// Names never become paths: what is outside of the folder of test sets is not
// read, whatever it is called.
func TestPathTraversal(t *testing.T) {
	path := clinical(t, "hybrid.yaml")
	dir := filepath.Dir(path)
	own, err := os.ReadFile(filepath.Join(dir, "testset.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	outside := filepath.Join(filepath.Dir(dir), "outside.yaml")
	if err := os.WriteFile(outside, bytes.Replace(own, []byte("name: clinical"), []byte("name: outside"), 1), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Remove(outside) })
	s := serve(t, path)
	for _, name := range []string{"../outside", "../outside.yaml", outside, "outside", "testset.yaml", "./testset.yaml", "testsets/../testset.yaml", "/etc/passwd", "....//outside", "clinical\x00", "*", ".", "", "file://" + outside} {
		escaped := strings.NewReplacer("/", "%2F", "\x00", "%00", ".", "%2E", "*", "%2A").Replace(name)
		for _, req := range []*http.Request{
			request(t, "GET", s.URL+"/v1/testsets/"+escaped, ""),
			request(t, "POST", s.URL+"/v1/evaluate?test_set="+escaped, ""),
			request(t, "GET", s.URL+"/v1/runs/"+escaped, ""),
			request(t, "GET", s.URL+"/v1/reports/"+escaped, ""),
			request(t, "GET", s.URL+"/assets/"+escaped, ""),
		} {
			resp, body := do(t, req)
			if name == "" && req.Method == "GET" && resp.StatusCode < 500 {
				continue // the list
			}
			if resp.StatusCode < 400 || resp.StatusCode >= 500 || strings.Contains(body, "root:") || strings.Contains(body, dir) {
				t.Errorf("%s %s = %s %.200s", req.Method, req.URL, resp.Status, body)
			}
		}
	}
}

// What a client sends is text wherever it comes back: JSON that no browser takes
// for a page, and reports that escape it.
func TestScriptIsText(t *testing.T) {
	const script = `<script>alert(1)</script>`
	s := serve(t, clinical(t, "hybrid.yaml"))
	set := `{"name":"<img src=x onerror=alert(1)>","version":"` + script + `","scale":{"0":"` + script + `","1":"b"},"strata":["` + script + `"],"queries":[
		{"query_id":"` + script + `","query_text":"` + script + ` cough","query_type":"` + script + `","relevant_docs":[{"doc_id":"ace-01","grade":1}]},
		{"query_id":"q2","query_text":"clots","query_type":"` + script + `","relevant_docs":[{"doc_id":"ace-02","grade":1}]}]}`
	var ids []string
	for _, components := range []string{"bm25", "dense"} {
		resp, body := do(t, request(t, "POST", s.URL+"/v1/evaluate?detail=full&components="+components, set, "Content-Type", "application/json"))
		if resp.StatusCode != 200 {
			t.Fatalf("%s %s", resp.Status, body)
		}
		wantInert(t, resp)
		ids = append(ids, decode(t, body)["run_id"].(string))
	}
	pair := "/v1/reports/" + ids[0] + ".." + ids[1]
	for _, path := range []string{"/v1/runs", "/v1/runs/" + ids[0], "/v1/comparisons?a=" + ids[0] + "&b=" + ids[1], "/v1/reports/" + ids[0], pair, pair + "?format=html", pair + "?format=csv", "/v1/runs/" + script, "/v1/testsets/" + script} {
		resp, body := do(t, request(t, "GET", s.URL+strings.ReplaceAll(strings.ReplaceAll(path, "<", "%3C"), ">", "%3E"), ""))
		wantInert(t, resp)
		kind := resp.Header.Get("Content-Type")
		if markup := strings.HasPrefix(kind, "text/html") || strings.HasPrefix(kind, "text/markdown"); markup && strings.Contains(codeSpan.ReplaceAllString(body, ""), script) {
			t.Errorf("%s: the script stands in the report as it is", path)
		}
		if strings.HasPrefix(kind, "text/") && !strings.HasPrefix(resp.Header.Get("Content-Disposition"), "attachment") {
			t.Errorf("%s: a report of type %s that a browser would show", path, kind)
		}
	}
}

// codeSpan is what Markdown shows as it is.
var codeSpan = regexp.MustCompile("`[^`\n]*`")

func wantInert(t *testing.T, resp *http.Response) {
	t.Helper()
	if resp.Header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(resp.Header.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("%s: headers %v", resp.Request.URL, resp.Header)
	}
}

// Nothing that is uploaded is fetched, opened or run, whatever it looks like.
func TestUploadsFetchNothing(t *testing.T) {
	var called atomic.Int64
	bait := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called.Add(1) }))
	defer bait.Close()
	s := serve(t, clinical(t, "hybrid.yaml"))
	mark := filepath.Join(t.TempDir(), "ran")
	query := "queries:\n- {query_id: q1, query_text: cough, query_type: paraphrase, relevant_docs: [{doc_id: ace-01, grade: 1}]}\n"
	for name, set := range map[string]string{
		"components":    "version: v1\ncomponents: {x: {http: {url: " + bait.URL + "}}}\n" + query,
		"command":       "version: v1\ncomponents: {x: {command: {argv: [touch, " + mark + "]}}}\n" + query,
		"experiment":    "test_set: " + bait.URL + "\n" + query,
		"tag":           "version: v1\ndescription: !include " + bait.URL + "\nqueries: !!python/object/apply:os.system [touch " + mark + "]\n",
		"merge":         "version: v1\n<<: " + bait.URL + "\n" + query,
		"documents":     "version: v1\n" + query + "---\ncomponents: {x: {http: {url: " + bait.URL + "}}}\n",
		"not a set":     bait.URL + "\n",
		"aliases":       "version: v1\na: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\nqueries: [*d,*d,*d,*d,*d,*d,*d]\n",
		"itself":        "version: v1\nqueries: &a [*a]\n",
		"deep":          "version: v1\nqueries: " + strings.Repeat("[", 100_000) + "\n",
		"many the same": "version: v1\nqueries:\n- {query_id: q0, query_text: t, query_type: paraphrase, relevant_docs: &d [" + strings.Repeat("{doc_id: d, grade: 1},", 9000) + "]}\n" + strings.Repeat("- {query_id: q1, query_text: t, query_type: paraphrase, relevant_docs: *d}\n", 900),
	} {
		began := time.Now()
		wantProblem(t, request(t, "POST", s.URL+"/v1/evaluate", set, "Content-Type", "application/yaml"), 422, "fault")
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
	wantProblem(t, request(t, "POST", s.URL+"/v1/evaluate", strings.Repeat("[", 1<<20), "Content-Type", "application/json"), 422, "fault")
	// A reference that a set may hold stays one.
	beside := "version: v1\nprovenance: {file: " + mark + ", sha256: " + strings.Repeat("0", 64) + "}\n" + query
	if resp, body := do(t, request(t, "POST", s.URL+"/v1/evaluate", beside, "Content-Type", "application/yaml")); resp.StatusCode >= 500 {
		t.Errorf("provenance: %s %s", resp.Status, body)
	}
	for _, names := range []string{"components=" + bait.URL, "components=http", "components=../bm25", "components=$(touch%20" + mark + ")", "system=" + bait.URL, "test_set=" + bait.URL, "config=" + bait.URL} {
		wantProblem(t, request(t, "POST", s.URL+"/v1/evaluate?"+names, query, "Content-Type", "application/yaml"), 422, "")
	}
	if called.Load() > 0 {
		t.Errorf("the server fetched what a client named, %d times", called.Load())
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("the server ran what a client sent")
	}
}

// A query is data to the engine that is asked, whatever it holds: it ends no
// string of a request's template and is not a template itself.
func TestTemplateInjection(t *testing.T) {
	const nasty = `{{.}} {{env "HOME"}} ${jndi:ldap://x} ","size":9999,"x":"` + "\n\t\\ <&>"
	var got atomic.Value
	engine := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got.Store(string(body))
		fmt.Fprint(w, `{"hits":[{"id":"d1","score":1}]}`)
	}))
	defer engine.Close()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "set.yaml"), "name: s\nversion: v1\nqueries:\n- {query_id: q, query_text: t, query_type: paraphrase, relevant_docs: [{doc_id: d1, grade: 1}]}\n")
	write(t, filepath.Join(dir, "exp.yaml"), `test_set: set.yaml
measures: [R@10]
components:
  live: {http: {url: "`+engine.URL+`", body: '{"query": {{json .Query}}, "size": {{.K}}}', hits: ".hits[] | {id: .id, score: .score}"}}
configs:
  one: {components: [live]}
  two: {components: [live], top_k: 50}
baseline: one
`)
	s := serve(t, filepath.Join(dir, "exp.yaml"))
	set := encode(t, map[string]any{"version": "v2", "queries": []any{map[string]any{
		"query_id": nasty, "query_text": nasty, "query_type": "paraphrase", "relevant_docs": []any{map[string]any{"doc_id": "d1", "grade": 1}},
	}}})
	resp, body := do(t, request(t, "POST", s.URL+"/v1/evaluate", set, "Content-Type", "application/json"))
	if resp.StatusCode != 200 {
		t.Fatalf("%s %s", resp.Status, body)
	}
	asked := decode(t, got.Load().(string))
	if asked["query"] != nasty || len(asked) != 2 || asked["size"] == 9999.0 {
		t.Errorf("the engine was asked %q, want the query as it was sent", asked)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Without tokens, pages of other sites that a browser on this machine shows may
// not ask: not by a name that was made to mean this address, not by a form, not by
// a script, and not through a proxy.
func TestOtherSites(t *testing.T) {
	s := serve(t, clinical(t, "hybrid.yaml"))
	_, port, err := net.SplitHostPort(strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	evaluate := s.URL + "/v1/evaluate?test_set=clinical"
	for _, headers := range [][]string{
		{"Host", "evil.example:" + port},
		{"Host", "localhost.evil.example"},
		{"Host", "127.0.0.1.nip.io:" + port},
		{"Host", "0.0.0.0:" + port},
		{"Origin", "http://evil.example"},
		{"Origin", "null"},
		{"Origin", "http://localhost:1"},
		{"Sec-Fetch-Site", "cross-site"},
		{"Sec-Fetch-Site", "same-site"},
		{"X-Forwarded-For", "203.0.113.9"},
		{"Forwarded", "for=203.0.113.9"},
	} {
		wantProblem(t, request(t, "POST", evaluate, "", headers...), 403, "")
		wantProblem(t, request(t, "GET", s.URL+"/v1/runs", "", headers...), 403, "")
	}
	// A form sends these types without asking the server first.
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""} {
		wantProblem(t, request(t, "POST", s.URL+"/v1/evaluate", `{"version":"v1"}`, "Content-Type", kind), 415, "application/json")
	}
	for _, headers := range [][]string{
		{"Host", "localhost:" + port},
		{"Host", "[::1]:" + port},
		{"Host", "LOCALHOST"},
		{"Origin", s.URL, "Sec-Fetch-Site", "same-origin"},
		{"Sec-Fetch-Site", "none"},
	} {
		if resp, body := do(t, request(t, "GET", s.URL+"/v1/runs", "", headers...)); resp.StatusCode != 200 {
			t.Errorf("%v: %s %s", headers, resp.Status, body)
		}
	}
	if resp, _ := do(t, request(t, "OPTIONS", s.URL+"/v1/runs", "", "Origin", "http://evil.example", "Access-Control-Request-Method", "POST")); resp.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Error("another site is allowed to read answers")
	}
}

// The log says who asked what, and holds neither secrets nor what was sent; no one
// writes lines of his own into it.
func TestAudit(t *testing.T) {
	with, secrets := guarded(t)
	var log safe
	s := serve(t, clinical(t, "hybrid.yaml"), with, func(c *server.Config) {
		c.Log = slog.New(slog.NewTextHandler(&log, nil))
		c.API.Log = c.Log
	})
	do(t, request(t, "GET", s.URL+"/v1/runs?suite=secret-suite", "", "Authorization", "Bearer "+secrets[access.Read]))
	do(t, request(t, "POST", s.URL+"/v1/evaluate", `{"version":"secret-body"}`, "Authorization", "Bearer "+secrets[access.Run], "Content-Type", "application/json"))
	do(t, request(t, "GET", s.URL+"/v1/x%0Alevel=ERROR%20msg=forged%1b[31m", "", "Authorization", "Bearer wrong-secret"))
	text := log.String()
	for _, want := range []string{"who=of-read", "who=of-run", "method=POST", "path=/v1/evaluate", "status=422", "status=401", "ms="} {
		if !strings.Contains(text, want) {
			t.Errorf("the log lacks %s:\n%s", want, text)
		}
	}
	for _, secret := range []string{secrets[access.Read], secrets[access.Run], "wrong-secret", "secret-body", "secret-suite", "\nlevel=ERROR", "\x1b"} {
		if strings.Contains(text, secret) {
			t.Errorf("the log holds %q:\n%s", secret, text)
		}
	}
}
