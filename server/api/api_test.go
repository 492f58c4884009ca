package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/examples"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/server/api"
	"github.com/rankduel/rankduel/server/system"
	"github.com/rankduel/rankduel/store"
)

// A desk is the operations over an experiment, without access and limits of size.
type desk struct {
	*http.ServeMux
	db  store.Store
	log *strings.Builder
}

// newDesk mounts the operations over an experiment file.
func newDesk(t *testing.T, path string, change func(*api.Config)) *desk {
	t.Helper()
	loaded, err := plan.Reader{Kinds: kinds.All(kinds.NewPool())}.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "s.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	s, err := system.Open(loaded, "", db, run.Options{Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{http.NewServeMux(), db, &strings.Builder{}}
	cfg := api.Config{
		System: s, Store: db, Log: slog.New(slog.NewTextHandler(d.log, nil)), Version: "test", Program: "rankduel test",
		Ready: func(context.Context) error { return nil },
	}
	if change != nil {
		change(&cfg)
	}
	api.Mount(d.ServeMux, cfg)
	return d
}

func clinical(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, examples.Clinical()); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "hybrid.yaml")
}

// ask sends a request; kind is the type of the body, "" without one.
func (d *desk) ask(ctx context.Context, method, path, kind, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body)).WithContext(ctx)
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	return w
}

// A problem is what a client reads, as RFC 9457 has it.
type problem struct {
	Title, Detail string
	Status        int
	Errors        []struct{ Message, Location string }
}

// wantProblem checks that an answer is a problem of a status that says something,
// in its detail or in one of its errors, and repeats nothing of the values sent.
func wantProblem(t *testing.T, of string, w *httptest.ResponseRecorder, status int, says string) problem {
	t.Helper()
	var p problem
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || w.Header().Get("Content-Type") != "application/problem+json" {
		t.Fatalf("%s: %d %s, want a problem: %s", of, w.Code, w.Header().Get("Content-Type"), w.Body)
	}
	texts := []string{p.Detail}
	for _, e := range p.Errors {
		texts = append(texts, e.Location+": "+e.Message)
	}
	said := slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, says) })
	if w.Code != status || p.Status != status || p.Title != http.StatusText(status) || !said {
		t.Errorf("%s = %d %s, want %d and %q", of, w.Code, w.Body, status, says)
	}
	if strings.Contains(w.Body.String(), `"value"`) {
		t.Errorf("%s: what was sent comes back: %s", of, w.Body)
	}
	return p
}

const (
	asJSON = "application/json"
	asYAML = "application/yaml"
)

// one is a set of n queries that the clinical example's corpus answers.
func oneSet(n int) string {
	var b strings.Builder
	b.WriteString("name: sent\nversion: v1\nqueries:\n")
	for i := range n {
		fmt.Fprintf(&b, "- {query_id: q%d, query_text: cough after an ACE inhibitor, query_type: paraphrase, relevant_docs: [{doc_id: ace-01, grade: 1}]}\n", i)
	}
	return b.String()
}

// Every operation refuses what it cannot do, each in one way.
func TestRefusals(t *testing.T) {
	d := newDesk(t, clinical(t), func(c *api.Config) { c.Limits.Queries = 3 })
	ids := d.evaluated(t, "bm25", "dense")
	other := d.sent(t, oneSet(1))
	d.copied(t, ids[0], "run_twins1", "run_twins2")
	long := func(n int) string { return strings.Repeat("x", n) }
	many := func(n int) string { return strings.TrimSuffix(strings.Repeat("run_1,", n), ",") }
	const tooLarge = "99999999999999999999"
	for _, tt := range []struct {
		path, kind, body string // POST with a kind or a body
		status           int
		says             string
	}{
		{"/v1/evaluate", "", " ", 415, "application/x-ndjson"},
		{"/v1/evaluate", "text/plain", "{}", 415, "application/json"},
		{"/v1/evaluate", "application/json/x", "{}", 415, "application/json"},
		{"/v1/evaluate", asJSON, "", 422, "no test set: send one as the body, or name one"},
		{"/v1/evaluate?test_set=clinical", asYAML, oneSet(1), 422, "a body and test_set are two test sets"},
		{"/v1/evaluate", asYAML, oneSet(4), 422, "4 queries, and this server takes 3; send a part of it"},
		{"/v1/evaluate", asYAML, "profile: medkg\n" + oneSet(1), 422, "asks for profile medkg"},
		{"/v1/evaluate", asYAML, strings.ReplaceAll(oneSet(1), "ace-01", "nowhere"), 422, "names 1 id that the server's collection does not have"},
		{"/v1/evaluate", asYAML, strings.ReplaceAll(oneSet(1), "relevant_docs: [{doc_id: ace-01, grade: 1}]", "heldout: true, relevant_docs: [{doc_id: ace-01, grade: 1}]"), 422, ""},
		{"/v1/evaluate", asJSON, "{}", 422, "the test set has 1 fault"},
		{"/v1/evaluate", asJSON, "[1,2", 422, "1 fault"},
		{"/v1/evaluate", asYAML, "{", 422, "1 fault"},
		{"/v1/evaluate", "application/jsonl", "x", 422, "1 fault"},
		{"/v1/evaluate?test_set=nobody", asJSON, "", 404, `test set "nobody"`},
		{"/v1/evaluate?test_set=" + long(301), asJSON, "", 422, "query.test_set"},
		{"/v1/evaluate?detail=all", asYAML, oneSet(1), 422, "query.detail"},
		{"/v1/evaluate?components=nobody", asYAML, oneSet(1), 422, `no component "nobody"; the components are`},
		{"/v1/evaluate?components=", asYAML, oneSet(1), 422, "components: no name; leave it out"},
		{"/v1/evaluate?components=%zz", asYAML, oneSet(1), 422, `invalid URL escape "%zz"`},
		{"/v1/evaluate?components=bm25;detail=full", asYAML, oneSet(1), 422, "escape %, & and ;"},
		{"/v1/evaluate?components=" + many(101), asYAML, oneSet(1), 422, "query.components"},
		{"/v1/evaluate?profile=medkg", asYAML, oneSet(1), 422, "query.profile"},

		{"/v1/runs?limit=0", "", "", 422, "query.limit"},
		{"/v1/runs?limit=-1", "", "", 422, "query.limit"},
		{"/v1/runs?limit=1001", "", "", 422, "query.limit"},
		{"/v1/runs?limit=" + tooLarge, "", "", 422, "query.limit"},
		{"/v1/runs?limit=1e3", "", "", 422, "query.limit"},
		{"/v1/runs?after=run_x", "", "", 422, "after: no such run in the list"},
		{"/v1/runs?suite=" + long(301), "", "", 422, "query.suite"},
		{"/v1/runs?after=" + long(301), "", "", 422, "query.after"},
		{"/v1/runs?sort=name", "", "", 422, "query.sort"},
		{"/v1/runs/run_x", "", "", 404, `no run "run_x"; /v1/runs lists them`},
		{"/v1/runs/run_", "", "", 404, `no run "run_"`}, // too few characters to look for
		{"/v1/runs/run_twins", "", "", 422, `2 runs begin with "run_twins"; give more of the id`},
		{"/v1/runs/" + long(301), "", "", 422, "path.id"},
		{"/v1/runs/run_%00000", "", "", 422, "the path is not text"},
		{"/v1/runs/run_%FFFFF", "", "", 422, "the path is not text"},
		{"/v1/runs?after=run_%00", "", "", 422, "after is not text"},
		{"/v1/comparisons?a=run_%FF0&b=" + ids[0], "", "", 422, "a is not text"},
		{"/v1/evaluate", asJSON, `{"name": "a\u0000", "version": "v1", "strata": [], "queries": [{"query_id": "q", "query_text": "t", "relevant_docs": [{"doc_id": "ace-01", "grade": 1}]}]}`, 422, "has a NUL byte"},

		{"/v1/comparisons", "", "", 422, "query.a"},
		{"/v1/comparisons?a=" + ids[0], "", "", 422, "query.b"},
		{"/v1/comparisons?b=" + ids[0], "", "", 422, "query.a"},
		{"/v1/comparisons?a=&b=" + ids[0], "", "", 422, "query.a"},
		{"/v1/comparisons?a=" + ids[0] + "&b=run_x", "", "", 404, `no run "run_x"`},
		{"/v1/comparisons?a=run_x&b=" + ids[0], "", "", 404, `no run "run_x"`},
		{"/v1/comparisons?a=run_twins&b=" + ids[0], "", "", 422, "give more of the id"},
		{"/v1/comparisons?a=" + ids[0] + "&b=" + many(101), "", "", 422, "query.b"},
		{"/v1/comparisons?a=" + ids[0] + "&b=" + many(5000), "", "", 422, "query.b"},
		{"/v1/comparisons?a=" + long(301) + "&b=" + ids[0], "", "", 422, "query.a"},
		{"/v1/comparisons?a=" + ids[0] + "&b=" + other, "", "", 422, "test set"},
		{"/v1/comparisons?a=" + ids[0] + "&b=" + ids[1] + "&alpha=x", "", "", 422, "query.alpha: alpha: want a number"},
		{"/v1/comparisons?a=" + ids[0] + "&b=" + ids[1] + "&looks=" + tooLarge, "", "", 422, "query.looks: looks: value out of range"},
		{"/v1/comparisons?a=" + ids[0] + "&b=" + ids[1] + "&ranges=", "", "", 422, "range is empty"},
		{"/v1/comparisons/page?a=" + ids[0] + "&b=run_x", "", "", 404, `no run "run_x"`},
		{"/v1/comparisons/page?a=" + ids[0], "", "", 422, "query.b"},
		{"/v1/comparisons/page?a=" + ids[0] + "&b=" + other, "", "", 422, "test set"},
		{"/v1/comparisons/data?a=" + ids[0] + "&b=run_x", "", "", 404, `no run "run_x"`},
		{"/v1/comparisons/data?a=" + ids[0] + "&b=" + ids[1] + "&chunk=-2", "", "", 422, "query.chunk"},
		{"/v1/comparisons/data?a=" + ids[0] + "&b=" + ids[1] + "&chunk=" + tooLarge, "", "", 422, "query.chunk"},
		{"/v1/comparisons/data?a=" + ids[0] + "&b=" + ids[1] + "&chunk=1000", "", "", 404, "there are fewer chunks"},
		{"/v1/comparisons/data?a=" + ids[0] + "&b=" + many(101), "", "", 422, "query.b"},

		{"/v1/reports/run_x", "", "", 404, `no run "run_x"`},
		{"/v1/reports/" + ids[0] + "?format=exe", "", "", 422, "query.format"},
		{"/v1/reports/" + ids[0] + "?format=html", "", "", 422, "ask for BASELINE..CANDIDATE"},
		{"/v1/reports/" + ids[0] + "..run_x", "", "", 404, `no run "run_x"`},
		{"/v1/reports/" + ids[0] + ".." + other, "", "", 422, "test set"},
		{"/v1/reports/" + long(3001), "", "", 422, "path.id"},

		{"/v1/testsets/nobody", "", "", 404, `test set "nobody"`},
		{"/v1/testsets/clinical@v2", "", "", 404, `test set "clinical@v2"`},
		{"/v1/testsets/clinical?per_query=maybe", "", "", 422, "query.per_query"},
		{"/v1/names?x=1", "", "", 422, "query.x"},
		{"/v1/tokens?x=1", "", "", 422, "query.x"},
	} {
		method := "GET"
		if tt.kind+tt.body != "" {
			method = "POST"
		}
		wantProblem(t, method+" "+tt.path, d.ask(t.Context(), method, tt.path, tt.kind, tt.body), tt.status, tt.says)
	}
	if d.log.Len() > 0 {
		t.Errorf("what clients do wrong stands in the log of faults:\n%s", d.log)
	}
}

// evaluated stores the runs of components and returns their ids.
func (d *desk) evaluated(t *testing.T, components ...string) (ids []string) {
	t.Helper()
	for _, c := range components {
		ids = append(ids, runOf(t, d.ask(t.Context(), "POST", "/v1/evaluate?test_set=clinical&components="+c, asJSON, "")))
	}
	return ids
}

// copied stores a run under other ids.
func (d *desk) copied(t *testing.T, id string, others ...string) {
	t.Helper()
	for _, other := range others {
		r, err := d.db.Run(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		r.ID = other
		if err := d.db.SaveRun(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
}

// sent stores the run of a set that is sent, and returns its id.
func (d *desk) sent(t *testing.T, set string) string {
	t.Helper()
	return runOf(t, d.ask(t.Context(), "POST", "/v1/evaluate", asYAML, set))
}

func runOf(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	var answer struct {
		RunID string `json:"run_id"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != http.StatusOK || answer.RunID == "" {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	return answer.RunID
}

// Faults of a set come with their lines, 50 of them, and all are counted.
func TestFaultsOfASet(t *testing.T) {
	d := newDesk(t, clinical(t), nil)
	set := oneSet(2) + "- {query_id: q1, query_text: again, query_type: paraphrase, relevant_docs: []}\n"
	p := wantProblem(t, "a query twice", d.ask(t.Context(), "POST", "/v1/evaluate", asYAML, set), 422, "")
	if len(p.Errors) == 0 || p.Errors[0].Location != "body, line 6" {
		t.Errorf("errors %+v, want line 6", p.Errors)
	}
	for _, e := range p.Errors {
		if strings.Contains(e.Message, "upload") {
			t.Errorf("a file that the client does not have: %q", e.Message)
		}
	}
	if one := wantProblem(t, "one fault", d.ask(t.Context(), "POST", "/v1/evaluate", asJSON, "[1,2"), 422, ""); one.Detail != "the test set has 1 fault" {
		t.Errorf("one fault is told as %q", one.Detail)
	}
	for _, tt := range []struct{ faults, listed int }{{50, 50}, {51, 51}, {120, 51}} {
		set := "name: sent\nversion: v1\nqueries:\n" + strings.Repeat("- {query_text: t, query_type: paraphrase, relevant_docs: [{doc_id: a, grade: 1}]}\n", tt.faults)
		p := wantProblem(t, "many faults", d.ask(t.Context(), "POST", "/v1/evaluate", asYAML, set), 422, fmt.Sprintf("%d faults", tt.faults))
		if len(p.Errors) != tt.listed {
			t.Errorf("of %d faults %d are listed, want %d", tt.faults, len(p.Errors), tt.listed)
		}
		if last := p.Errors[len(p.Errors)-1]; (last.Message == fmt.Sprintf("and %d more", tt.faults-50)) != (tt.faults > 50) {
			t.Errorf("of %d faults the last that is listed is %q", tt.faults, last.Message)
		}
	}
}

// A comparison has the scores of every query where they are asked for.
func TestComparisonByQuery(t *testing.T) {
	d := newDesk(t, clinical(t), nil)
	ids := d.evaluated(t, "bm25", "dense")
	for query, want := range map[string]int{"": 0, "&per_query=false": 0, "&per_query=true": 50} {
		w := d.ask(t.Context(), "GET", "/v1/comparisons?a="+ids[0]+"&b="+ids[1]+query, "", "")
		var c result.Comparison
		if err := json.Unmarshal(w.Body.Bytes(), &c); err != nil || len(c.Comparisons) != 1 || len(c.Comparisons[0].PerQuery) != want {
			t.Errorf("%q: %v, %d %.300s; want %d queries", query, err, w.Code, w.Body, want)
		}
	}
}

// Ids that the collection does not have are the fault of who sent them: they are
// named, as far as an answer goes, and counted.
func TestUnknownIDs(t *testing.T) {
	d := newDesk(t, clinical(t), nil)
	set := oneSet(1)
	for i := range 60 {
		set += fmt.Sprintf("- {query_id: x%02d, query_text: t, query_type: paraphrase, relevant_docs: [{doc_id: nowhere-%02d, grade: 1}]}\n", i, i)
	}
	p := wantProblem(t, "unknown ids", d.ask(t.Context(), "POST", "/v1/evaluate", asYAML, set), 422, "names 60 ids that the server's collection does not have")
	if len(p.Errors) != 51 || p.Errors[0].Message != `"nowhere-00", which query "x00" asks for` || p.Errors[50].Message != "and 10 more" {
		t.Errorf("%d errors: %+v", len(p.Errors), p.Errors)
	}
}

// gone is a store that cannot be read any longer.
type gone struct{ store.Store }

var errGone = errors.New("disk /srv/secret is gone")

func (gone) Runs(context.Context) ([]result.StoredRun, error) { return nil, errGone }
func (gone) Resolve(context.Context, string) (string, error)  { return "", errGone }
func (gone) Run(context.Context, string) (result.StoredRun, error) {
	return result.StoredRun{}, errGone
}
func (gone) Tokens(context.Context) ([]result.Token, error) { return nil, errGone }

// What is wrong with the server is in its log, and clients are told whose fault
// it is and no more.
func TestFaultsOfTheServer(t *testing.T) {
	d := newDesk(t, clinical(t), func(c *api.Config) {
		c.Store = gone{c.Store.(store.Store)}
		c.Ready = func(context.Context) error { return errGone }
	})
	for path, says := range map[string]string{
		"/readyz":                      "not ready",
		"/v1/runs":                     "the store could not be read",
		"/v1/runs/run_1":               "the store could not be read",
		"/v1/comparisons?a=x&b=y":      "the store could not be read",
		"/v1/comparisons/page?a=x&b=y": "the store could not be read",
		"/v1/comparisons/data?a=x&b=y": "the store could not be read",
		"/v1/reports/run_1":            "the store could not be read",
		"/v1/reports/run_1..run_2":     "the store could not be read",
		"/v1/tokens":                   "the store could not be read",
	} {
		d.log.Reset()
		w := d.ask(t.Context(), "GET", path, "", "")
		wantProblem(t, path, w, http.StatusServiceUnavailable, says)
		if strings.Contains(w.Body.String(), "/srv") || !strings.Contains(d.log.String(), errGone.Error()) {
			t.Errorf("%s: the client is told %s, the log %s", path, w.Body, d.log)
		}
	}
	if w := d.ask(t.Context(), "GET", "/healthz", "", ""); w.Code != http.StatusOK || strings.TrimSpace(w.Body.String()) != `{"status":"ok"}` {
		t.Errorf("a server that runs is %d %s", w.Code, w.Body)
	}
}

// live returns an experiment over an engine of the test.
func live(t *testing.T, engine http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(engine)
	t.Cleanup(s.Close)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"set.yaml": oneSet(2),
		"exp.yaml": "test_set: set.yaml\nmeasures: [R@10]\ncomponents:\n  live: {http: {url: " + s.URL + "/secret-path, retries: 0, body: '{\"q\": {{json .Query}}}', hits: \".hits[] | {id: .id, score: .score}\"}}\n" +
			"configs:\n  a: {components: [live]}\n  b: {components: [live], top_k: 50}\nbaseline: a\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "exp.yaml")
}

// An engine that does not answer is a bad gateway, one that is too slow a timeout,
// a server that stops unavailable, and a queue that is full says when to come back.
func TestEngines(t *testing.T) {
	const evaluate = "/v1/evaluate?test_set=sent"
	down := newDesk(t, live(t, func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "secret-fault", http.StatusForbidden) }), nil)
	w := down.ask(t.Context(), "POST", evaluate, asJSON, "")
	wantProblem(t, "down", w, http.StatusBadGateway, "the retrieval system did not answer as it should")
	if strings.Contains(w.Body.String(), "secret") || !strings.Contains(down.log.String(), "secret-fault") {
		t.Errorf("the client is told %s, the log %s", w.Body, down.log)
	}

	asked, goOn := make(chan struct{}, 10), make(chan struct{})
	slow := live(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		select {
		case asked <- struct{}{}:
		default: // enough is known
		}
		select {
		case <-goOn:
		case <-r.Context().Done():
		}
		fmt.Fprint(w, `{"hits":[{"id":"ace-01","score":1}]}`)
	})
	late := newDesk(t, slow, func(c *api.Config) { c.Limits.Time = 100 * time.Millisecond })
	wantProblem(t, "too slow", late.ask(t.Context(), "POST", evaluate, asJSON, ""), http.StatusGatewayTimeout, "not done within 100ms")
	for len(asked) > 0 {
		<-asked
	}

	full := newDesk(t, slow, func(c *api.Config) { c.Limits.Running, c.Limits.Waiting = 1, 1 })
	ctx, stop := context.WithCancel(t.Context())
	answers := make(chan *httptest.ResponseRecorder, 2)
	for range 2 {
		go func() {
			w := full.ask(ctx, "POST", evaluate, asJSON, "")
			for w.Code == http.StatusTooManyRequests { // what asks below was here first
				w = full.ask(ctx, "POST", evaluate, asJSON, "")
			}
			answers <- w
		}()
	}
	<-asked
	var busy *httptest.ResponseRecorder
	for busy == nil || busy.Code != http.StatusTooManyRequests { // until the second one waits
		short, done := context.WithTimeout(t.Context(), 50*time.Millisecond)
		busy = full.ask(short, "POST", evaluate, asJSON, "")
		done()
	}
	wantProblem(t, "full", busy, http.StatusTooManyRequests, "as many evaluations run and wait as the server takes")
	if got := busy.Header().Get("Retry-After"); got != "2" {
		t.Errorf("Retry-After %q", got)
	}
	stop()
	for range 2 {
		w := <-answers
		wantProblem(t, "stopped", w, http.StatusServiceUnavailable, "what was retrieved is recorded, and the same request goes on")
		if got := w.Header().Get("Retry-After"); got != "10" {
			t.Errorf("Retry-After %q", got)
		}
	}
	for range 3 { // who went away while waiting has left the room
		running, leave := context.WithCancel(t.Context())
		go func() { answers <- full.ask(running, "POST", evaluate, asJSON, "") }()
		<-asked
		short, done := context.WithTimeout(t.Context(), 20*time.Millisecond)
		wantProblem(t, "waited", full.ask(short, "POST", evaluate, asJSON, ""), http.StatusGatewayTimeout, "not done within")
		done()
		leave()
		<-answers
	}
	close(goOn)
	if w := full.ask(t.Context(), "POST", evaluate, asJSON, ""); w.Code != http.StatusOK {
		t.Errorf("after those who went away: %d %s", w.Code, w.Body)
	}
}

// A set of as many queries as the server takes is taken.
func TestLargestSet(t *testing.T) {
	d := newDesk(t, clinical(t), func(c *api.Config) { c.Limits.Queries = 3 })
	d.sent(t, oneSet(3))
}

// The parts of a page are those of the runs that are named, in their order.
func TestPagesOfPairs(t *testing.T) {
	d := newDesk(t, clinical(t), nil)
	ids := d.evaluated(t, "bm25", "dense")
	seen := map[string]bool{}
	for _, pair := range []string{"?a=" + ids[0] + "&b=" + ids[1], "?a=" + ids[1] + "&b=" + ids[0]} {
		for _, part := range []string{"page", "data"} {
			first := d.ask(t.Context(), "GET", "/v1/comparisons/"+part+pair, "", "").Body.String()
			again := d.ask(t.Context(), "GET", "/v1/comparisons/"+part+pair, "", "").Body.String()
			if seen[first] || first != again || first == "" {
				t.Errorf("%s of %s: %d bytes, those of another pair %v, the same again %v", part, pair, len(first), seen[first], first == again)
			}
			seen[first] = true
		}
	}
}

// A report and the parts of a page are shut in, should a browser show them.
func TestPolicies(t *testing.T) {
	d := newDesk(t, clinical(t), nil)
	ids := d.evaluated(t, "bm25", "dense")
	pair := "?a=" + ids[0] + "&b=" + ids[1]
	for _, path := range []string{"/v1/reports/" + ids[0], "/v1/reports/" + ids[0] + ".." + ids[1] + "?format=html", "/v1/comparisons/page" + pair, "/v1/comparisons/data" + pair} {
		w := d.ask(t.Context(), "GET", path, "", "")
		if got := w.Header().Get("Content-Security-Policy"); w.Code != http.StatusOK || got != "sandbox; default-src 'none'" {
			t.Errorf("%s: %d with policy %q", path, w.Code, got)
		}
		if got := w.Header().Get("Content-Disposition"); strings.HasPrefix(path, "/v1/reports") && !strings.HasPrefix(got, "attachment; filename=\"report.") {
			t.Errorf("%s: disposition %q", path, got)
		}
	}
}

// unresolved is a store that finds no run by its beginning, and yet lists them.
type unresolved struct{ store.Store }

func (unresolved) Resolve(context.Context, string) (string, error) { return "", errGone }

// A fault of the store is not taken for an id that says too little.
func TestUnresolved(t *testing.T) {
	d := newDesk(t, clinical(t), func(c *api.Config) { c.Store = unresolved{c.Store.(store.Store)} })
	ids := d.evaluated(t, "bm25")
	wantProblem(t, "the id of a run", d.ask(t.Context(), "GET", "/v1/runs/"+ids[0], "", ""), http.StatusServiceUnavailable, "the store could not be read")
}

// A list of runs is cut and gone on with, the newest first, and chosen by its set.
func TestRunsInPieces(t *testing.T) {
	d := newDesk(t, clinical(t), nil)
	d.evaluated(t, "bm25", "dense")
	d.sent(t, oneSet(1))
	list := func(query string) (ids []string) {
		w := d.ask(t.Context(), "GET", "/v1/runs"+query, "", "")
		var answer struct {
			Runs []struct {
				ID string `json:"run_id"`
			}
		}
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", query, w.Code, w.Body)
		}
		for _, r := range answer.Runs {
			ids = append(ids, r.ID)
		}
		return ids
	}
	all := list("")
	if len(all) != 3 {
		t.Fatalf("%d runs", len(all))
	}
	for _, tt := range []struct {
		query string
		want  []string
	}{
		{"?limit=1", all[:1]},
		{"?limit=1000", all},
		{"?limit=1&after=" + all[0], all[1:2]},
		{"?after=" + all[0], all[1:]},
		{"?after=" + all[2], nil},
		{"?suite=nobody@v1", nil},
	} {
		if got := list(tt.query); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.query, got, tt.want)
		}
	}
	if got := list("?suite=clinical@v1"); len(got) != 2 {
		t.Errorf("%d runs over clinical@v1, want 2", len(got))
	}
}
