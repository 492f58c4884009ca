package server_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/examples"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/internal/filesum"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/server"
	"github.com/rankduel/rankduel/server/access"
	"github.com/rankduel/rankduel/server/api"
	"github.com/rankduel/rankduel/server/page"
	"github.com/rankduel/rankduel/server/system"
	"github.com/rankduel/rankduel/store"
)

// clinical writes the clinical example and returns the path of one of its files.
func clinical(t testing.TB, file string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, examples.Clinical()); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, file)
}

// An option changes the config of a server that is tested.
type option func(*server.Config)

// serve starts a server of an experiment file, and returns its address.
func serve(t *testing.T, path string, opts ...option) *httptest.Server {
	t.Helper()
	front := httptest.NewServer(newServer(t, path, opts...).Handler())
	t.Cleanup(front.Close)
	return front
}

// newServer makes a server of an experiment file, with a store of its own.
func newServer(t testing.TB, path string, opts ...option) *server.Server {
	t.Helper()
	return newServerOn(t, filepath.Join(t.TempDir(), "s.db"), path, opts...)
}

// newServerOn makes a server of an experiment file on a store that others may share.
func newServerOn(t testing.TB, file, path string, opts ...option) *server.Server {
	t.Helper()
	loaded, err := plan.Reader{Kinds: kinds.All(kinds.NewPool())}.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	s, err := system.Open(loaded, "", db, run.Options{Clock: time.Now, Hashed: new(filesum.Cache).Of})
	if err != nil {
		t.Fatal(err)
	}
	quiet := slog.New(slog.NewTextHandler(t.Output(), nil))
	cfg := server.Config{
		API:   api.Config{System: s, Store: db, Log: quiet, Version: "test", Program: "rankduel test"},
		Guard: access.Guard{Loopback: true}, Log: quiet, Clock: time.Now,
	}
	for _, opt := range opts {
		opt(&cfg)
	}
	return server.New(cfg)
}

// ask sends a request and returns the answer with its body.
func ask(t *testing.T, method, url, contentType, body string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	return do(t, req)
}

func do(t *testing.T, req *http.Request) (*http.Response, string) {
	t.Helper()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(data)
}

// decode reads JSON.
func decode(t *testing.T, text string) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

func TestEvaluateAgainFromTheStore(t *testing.T) {
	path := clinical(t, "hybrid.yaml")
	set, err := os.ReadFile(filepath.Join(filepath.Dir(path), "testset.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, path)
	resp, first := ask(t, "POST", s.URL+"/v1/evaluate", "application/yaml", string(set))
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("evaluate: %s %s", resp.Status, first)
	}
	_, again := ask(t, "POST", s.URL+"/v1/evaluate?test_set=clinical@v1", "", "")
	a, b := decode(t, first), decode(t, again)
	if a["calls"] != 50.0 || b["calls"] != 0.0 { // the set has 50 queries, the baseline one component
		t.Errorf("calls = %v, then %v; want 50, then 0", a["calls"], b["calls"])
	}
	delete(a, "calls")
	delete(b, "calls")
	if x, y := encode(t, a), encode(t, b); x != y {
		t.Errorf("the same evaluation twice:\n%s\n%s", x, y)
	}
	_, runs := ask(t, "GET", s.URL+"/v1/runs", "", "")
	if list := decode(t, runs)["runs"].([]any); len(list) != 1 {
		t.Errorf("%d runs, want the evaluated one", len(list))
	}
}

func encode(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// The page is there without a token, and finds the parts that it asks for.
func TestPage(t *testing.T) {
	with, secrets := guarded(t)
	s := serve(t, clinical(t, "hybrid.yaml"), with, func(c *server.Config) { c.Page = page.Shell() })
	if resp, body := ask(t, "GET", s.URL+"/", "", ""); resp.StatusCode != 200 || !strings.Contains(body, "/assets/app.js") {
		t.Errorf("GET / = %s", resp.Status)
	}
	if resp, _ := ask(t, "GET", s.URL+"/assets/app.js", "", ""); resp.StatusCode != 200 {
		t.Errorf("GET /assets/app.js = %s", resp.Status)
	}
	get := func(path string) string {
		resp, body := do(t, request(t, "GET", s.URL+path, "", "Authorization", "Bearer "+secrets[access.Run]))
		if resp.StatusCode != 200 {
			t.Errorf("GET %s = %s %.200s", path, resp.Status, body)
		}
		return body
	}
	var ids []string
	for _, components := range []string{"bm25", "dense"} {
		_, body := do(t, request(t, "POST", s.URL+"/v1/evaluate?test_set=clinical&components="+components, "", "Authorization", "Bearer "+secrets[access.Run]))
		ids = append(ids, decode(t, body)["run_id"].(string))
	}
	pair := "?a=" + ids[0] + "&b=" + ids[1]
	if body := get("/v1/comparisons/page" + pair); !strings.Contains(body, "<main") || strings.Contains(body, "<script>") {
		t.Errorf("the static part: %.300s", body)
	}
	if body := get("/v1/comparisons/data" + pair); len(body) < 100 {
		t.Errorf("the summary has %d bytes", len(body))
	}
	if body := get("/v1/comparisons/data" + pair + "&chunk=0"); len(body) < 100 {
		t.Errorf("the first chunk has %d bytes", len(body))
	}
	if n := decode(t, get("/v1/names")); encode(t, n["configs"]) != `["keyword","hybrid"]` || n["baseline"] != "keyword" {
		t.Errorf("names %v", n)
	}
}
