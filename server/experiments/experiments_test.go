package experiments_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rankduel/rankduel/examples"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/server/experiments"
	"github.com/rankduel/rankduel/server/system"
	"github.com/rankduel/rankduel/store"
)

// clinical returns the experiments of a file of the clinical example, with its folder.
func clinical(t *testing.T, file string) (*experiments.Experiments, string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, examples.Clinical()); err != nil {
		t.Fatal(err)
	}
	return open(t, filepath.Join(dir, file)), dir
}

// edit changes the first place of a text in the test set of a folder.
func edit(t *testing.T, dir, was, is string) {
	t.Helper()
	path := filepath.Join(dir, "testset.yaml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), was, is, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, path string) *experiments.Experiments {
	t.Helper()
	p, err := plan.Reader{Kinds: kinds.All(kinds.NewPool())}.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	opts := run.Options{Clock: time.Now}
	s, err := system.Open(p, "", db, opts)
	if err != nil {
		t.Fatal(err)
	}
	return &experiments.Experiments{Plan: p, Sets: s.Sets(), Store: db, Options: opts, Queries: 60}
}

// accept reads a request and has it accepted.
func accept(e *experiments.Experiments, body string) ([]byte, error) {
	r, err := experiments.Read([]byte(body))
	if err != nil {
		return nil, err
	}
	requests, _, err := e.Accept(context.Background(), r)
	if err != nil {
		return nil, err
	}
	return requests[0], nil
}

func work(t *testing.T, e *experiments.Experiments, body string) ([]string, result.JobProgress, error) {
	t.Helper()
	request, err := accept(e, body)
	if err != nil {
		t.Fatal(err)
	}
	var last result.JobProgress
	runs, _, err := e.Work(t.Context(), request, func(at result.JobProgress) {
		if at.Asked < last.Asked || at.Asked > at.Total {
			t.Errorf("progress %+v after %+v", at, last)
		}
		last = at
	})
	return runs, last, err
}

// A job stores the runs that the experiment's own run has.
func TestWorkIsARun(t *testing.T) {
	e, _ := clinical(t, "experiment.yaml")
	runs, progress, err := work(t, e, `{}`)
	if err != nil {
		t.Fatal(err)
	}
	if progress != (result.JobProgress{Asked: 100, Total: 100}) { // 50 queries, two components
		t.Errorf("progress %+v, want 100 of 100", progress)
	}
	prepared, err := run.Prepare(t.Context(), e.Plan, e.Options)
	if err != nil {
		t.Fatal(err)
	}
	c, err := prepared.Run(t.Context(), e.Store)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{c.A.RunID, c.Comparisons[0].B.RunID}
	if !slices.Equal(runs, want) || !c.Retrieval.Cached {
		t.Errorf("the job stored %v, the run has %v (answered from the store: %v)", runs, want, c.Retrieval.Cached)
	}
}

// The first run of the list is the baseline's, whatever the order of the file.
func TestWorkOfAChoice(t *testing.T) {
	e, dir := clinical(t, "experiment.yaml")
	runs, _, err := work(t, e, `{"baseline": "weighted", "measures": ["RR", "P@5"], "primary": "P@5"}`)
	if err != nil {
		t.Fatal(err)
	}
	first, err := e.Store.Run(t.Context(), runs[0])
	if err != nil || first.Name != "weighted" || !strings.Contains(string(first.Aggregate), `"P@5"`) {
		t.Errorf("the first run is %q, %v, of %.200s; want weighted with P@5", first.Name, err, first.Aggregate)
	}

	set := inlineSet(t, dir, 10)
	runs, progress, err := work(t, e, `{"test_set": `+set+`}`)
	if err != nil || len(runs) != 2 || progress.Total != 20 {
		t.Errorf("an uploaded set gave %v, %+v, %v; want two runs of 20 rankings", runs, progress, err)
	}
	if named, _, err := work(t, e, `{"test_set": "clinical@v1"}`); err != nil || len(named) != 2 {
		t.Errorf("a set by its name gave %v, %v", named, err)
	}
}

// inlineSet returns a JSON test set of the example's first queries.
func inlineSet(t *testing.T, dir string, queries int) string {
	t.Helper()
	e := open(t, filepath.Join(dir, "experiment.yaml"))
	set, err := e.Plan.OpenTestSet()
	if err != nil {
		t.Fatal(err)
	}
	type doc struct {
		ID    string `json:"doc_id"`
		Grade int    `json:"grade"`
	}
	type query struct {
		ID   string `json:"query_id"`
		Text string `json:"query_text"`
		Type string `json:"query_type"`
		Docs []doc  `json:"relevant_docs"`
	}
	list := []query{}
	for _, q := range set.Queries[:queries] {
		one := query{ID: q.ID, Text: q.Text, Type: q.Type}
		for _, d := range q.Relevant {
			one.Docs = append(one.Docs, doc{d.Doc, d.Grade})
		}
		list = append(list, one)
	}
	text, err := json.Marshal(map[string]any{"name": "sent", "version": "v1", "queries": list})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestRefused(t *testing.T) {
	e, dir := clinical(t, "experiment.yaml")
	e.Queries = 5
	for _, tt := range []struct{ name, body, want string }{
		{"nothing", ``, "request: the body is empty"},
		{"no JSON", `configs: [rrf]`, "request: invalid character"},
		{"more than one", `{}{}`, "after top-level value"},
		{"a key twice", `{"baseline": "rrf", "configs": ["rrf", "weighted"], "baseline": "weighted"}`, "request: baseline is there twice"},
		{"a key twice, once in capitals", `{"baseline": "rrf", "Baseline": "weighted"}`, "request: baseline is there twice"},
		{"a text for a list", `{"configs": "rrf"}`, `request: configs: want a list of texts, not "rrf"`},
		{"numbers for names", `{"configs": [1, 2]}`, "request: configs: want a list of texts, not [1, 2]"},
		{"a text for a choice", `{"retry_failed": "true"}`, `request: retry_failed: want true or false, not "true"`},
		{"null for all", ` null `, "request: the body: want an object, not null"},
		{"a list for all", `["rrf", "weighted"]`, "request: the body: want an object, not array"},
		{"unknown key", `{"command": ["rm", "-rf", "/"]}`, `request: unknown field "command"`},
		{"what a record says of itself", `{"alpha": 0.01, "given": []}`, `request: unknown field "given"`},
		{"an empty range", `{"ranges": [""]}`, "range is empty, want a number, or MEASURE=NUMBER"},
		{"unknown config", `{"configs": ["rrf", "http://169.254.169.254/"]}`, `configs: there is no "http://169.254.169.254/"`},
		{"another folder's set", `{"test_set": "../../etc/passwd"}`, "test set not found"},
		{"a path", `{"test_set": "testset.yaml"}`, "test set not found"},
		{"a number", `{"test_set": 7}`, "test_set: want the name of a set, or a set as an object"},
		{"a large set", `{"test_set": ` + inlineSet(t, dir, 6) + `}`, "the test set has 6 queries, and this server takes 5"},
		{"held-out queries", `{"part": "heldout"}`, "no held-out part"},
		{"measure", `{"measures": ["nDCG@banana"]}`, "measures: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			request, err := accept(e, tt.body)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("accepted as %s, %v; want %q", request, err, tt.want)
			}
			var asked *system.AskError
			if !errors.As(err, &asked) {
				t.Errorf("%v is not the fault of who asks", err)
			}
		})
	}
	if _, err := accept(e, `{"test_set": {"name": "x", "queries": [{}]}}`); err == nil || strings.Contains(err.Error(), "\n\n") {
		t.Errorf("a faulty set was accepted: %v", err)
	}
}

// Held-out queries are for a check that is counted, also when all are asked for.
func TestHeldOutIsRefused(t *testing.T) {
	e, dir := clinical(t, "experiment.yaml")
	set := strings.ReplaceAll(inlineSet(t, dir, 4), `"query_id"`, `"split":"evaluation","query_id"`)
	set = strings.Replace(set, "evaluation", "heldout", 1)
	for _, part := range []string{"heldout", "all"} {
		_, err := accept(e, `{"part": "`+part+`", "test_set": `+set+`}`)
		if err == nil || !strings.Contains(err.Error(), "rankduel holdout check") {
			t.Errorf("part %s = %v, want it refused", part, err)
		}
	}
	if _, err := accept(e, `{"test_set": `+set+`}`); err != nil {
		t.Errorf("the evaluation part of it = %v", err)
	}
}

// A set that was replaced between acceptance and work would make the job another one.
func TestSetThatChanged(t *testing.T) {
	e, dir := clinical(t, "experiment.yaml")
	request, err := accept(e, `{}`)
	if err != nil {
		t.Fatal(err)
	}
	edit(t, dir, "grade: 3", "grade: 2")
	restarted := open(t, filepath.Join(dir, "experiment.yaml"))
	_, _, err = restarted.Work(t.Context(), request, func(result.JobProgress) {})
	if want := "test set clinical@v1 has changed since the job was accepted; ask for it again"; err == nil || err.Error() != want {
		t.Errorf("Work = %v, want %q", err, want)
	}
}

// A job is of the experiment that it was accepted for: one whose file says something
// else of what the job asks is another one, changed since or of another server. What the
// job does not ask, comments and layout do not matter.
func TestExperimentThatChanged(t *testing.T) {
	const other = "  extra: {components: [bm25], top_k: 50}\n"
	for _, tt := range []struct {
		name, request, from, to string
		refused                 bool
	}{
		{"a component", `{}`, "k1: 0.9", "k1: 1.2", true},
		{"a fusion", `{}`, "rrf_k: 60", "rrf_k: 10", true},
		{"measures", `{}`, "measures: [R@5, R@10, nDCG@10, RR]", "measures: [R@5, nDCG@10]", true},
		{"the baseline", `{}`, "baseline: rrf", "baseline: weighted", true},
		{"one configuration more", `{}`, "configs:\n", "configs:\n" + other, true},
		{"one that the job does not ask", `{"configs": ["rrf", "weighted"]}`, "configs:\n", "configs:\n" + other, false},
		{"the name of the baseline, which the job gives", `{"baseline": "rrf"}`, "baseline: rrf", "baseline: weighted", false},
		{"what compares", `{}`, "baseline: rrf", "baseline: rrf\nalpha: 0.1", false},
		{"a comment and the layout", `{}`, "rrf:      {fusion_method: rrf, rrf_k: 60}", "rrf: # as ever\n    rrf_k: 60\n    fusion_method: rrf", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e, dir := clinical(t, "experiment.yaml")
			request, err := accept(e, tt.request)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, "experiment.yaml")
			text, err := os.ReadFile(path)
			if err != nil || !strings.Contains(string(text), tt.from) {
				t.Fatalf("no %q in the file, %v", tt.from, err)
			}
			if err := os.WriteFile(path, []byte(strings.Replace(string(text), tt.from, tt.to, 1)), 0o600); err != nil {
				t.Fatal(err)
			}
			_, _, err = open(t, path).Work(t.Context(), request, func(result.JobProgress) {})
			if told := err != nil && strings.Contains(err.Error(), "servers of different experiments on one store need a --service each"); told != tt.refused || !tt.refused && err != nil {
				t.Errorf("Work = %v, want it refused: %v", err, tt.refused)
			}
		})
	}
}

// A failingStore cannot be written.
type failingStore struct{ system.Recorder }

func (failingStore) Record(context.Context, result.RecordingKey, []result.Recording) error {
	return errors.New("store postgres://db.internal:5432/secret: disk full")
}

// What is wrong with the server is for its log: its addresses are not for clients.
func TestWhatClientsAreTold(t *testing.T) {
	e, dir := clinical(t, "experiment.yaml")
	e.Store = failingStore{e.Store}
	_, _, err := work(t, e, `{}`)
	if err == nil || err.Error() != "the store could not be read or written; the log of the server or worker says more" {
		t.Errorf("Work = %v, want nothing of the address", err)
	}
	if cause := errors.Unwrap(err); cause == nil || !strings.Contains(cause.Error(), "disk full") {
		t.Errorf("the cause is %v, want it for the log", cause)
	}

	down := filepath.Join(dir, "down.yaml")
	const text = `test_set: testset.yaml
components:
  a: {http: {server: "http://127.0.0.1:1", url: "/a?q={{urlquery .ID}}", hits: ".hits[]", retries: 0}}
  b: {http: {server: "http://127.0.0.1:1", url: "/b?q={{urlquery .ID}}", hits: ".hits[]", retries: 0}}
configs: {a1: {components: [a]}, b1: {components: [b]}}
`
	if err := os.WriteFile(down, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	_, _, err = work(t, open(t, down), `{}`)
	if !errors.Is(err, recording.ErrAllFailed) || strings.Contains(err.Error(), "127.0.0.1") || !strings.Contains(err.Error(), `component "`) {
		t.Errorf("Work of an engine that is down = %v, want which, and not where", err)
	}

	wrong := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(wrong.Close)
	if err := os.WriteFile(down, []byte(strings.ReplaceAll(text, "http://127.0.0.1:1", wrong.URL)), 0o666); err != nil {
		t.Fatal(err)
	}
	_, _, err = work(t, open(t, down), `{}`)
	if want := `component "a" failed at every query; the log of the server or worker says more`; !errors.Is(err, recording.ErrAllFailed) || err.Error() != want {
		t.Errorf("Work of an engine that knows nothing = %v, want %s", err, want)
	}
}

// A job whose system has other ids than the judgments says so: that is for who asks.
func TestJobSaysWhyItHasNoVerdict(t *testing.T) {
	e, dir := clinical(t, "experiment.yaml")
	var foreign strings.Builder
	set, err := e.Sets.Own()
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range set.Queries {
		foreign.WriteString(q.ID + " Q0 page-1 1 2.5 x\n")
	}
	path := filepath.Join(dir, "foreign.yaml")
	for name, text := range map[string]string{"foreign.trec": foreign.String(), "foreign.yaml": `test_set: testset.yaml
components:
  bm25: {embedded: {corpus: corpus.jsonl, model: bm25}}
  pages: {run: foreign.trec}
configs: {keyword: {components: [bm25]}, foreign: {components: [pages]}}
`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	runs, _, err := work(t, open(t, path), `{}`)
	if err == nil || !strings.Contains(err.Error(), `foreign: no document of any query is judged`) || !strings.Contains(err.Error(), "page-1") {
		t.Errorf("Work = %v, %v; want which system, and its ids", runs, err)
	}
}

// The experiment's own set is read again for each job, as a named one is.
func TestJobOverTheSetAsItIs(t *testing.T) {
	e, dir := clinical(t, "experiment.yaml")
	before, err := accept(e, `{}`)
	if err != nil {
		t.Fatal(err)
	}
	edit(t, dir, "water tablet", "tablet")
	if _, _, err := e.Work(t.Context(), before, func(result.JobProgress) {}); err == nil || !strings.Contains(err.Error(), "has changed since the job was accepted") {
		t.Errorf("Work = %v, want it to say that the set has changed", err)
	}
	named, err := accept(e, `{"test_set": "clinical"}`)
	if err != nil {
		t.Fatal(err)
	}
	var own, other struct{ SHA256 string }
	after, err := accept(e, `{}`)
	if err := errors.Join(err, json.Unmarshal(after, &own), json.Unmarshal(named, &other)); err != nil || own.SHA256 != other.SHA256 || own.SHA256 == "" {
		t.Errorf("accepted over %s, and by name over %s, %v; want the same set", own.SHA256, other.SHA256, err)
	}
}

// What is asked of rerankers counts after what is asked of components.
func TestProgressWithRerank(t *testing.T) {
	e, _ := clinical(t, "rerank.yaml")
	runs, progress, err := work(t, e, `{}`)
	if err != nil || len(runs) < 2 || progress.Asked != progress.Total || progress.Total <= 50 {
		t.Errorf("%v, %+v, %v; want all of components and reranker", runs, progress, err)
	}
}

// What failed stays failed until someone asks for it again: then the job over an
// engine that had been down has its verdict.
func TestJobRetriesWhatFailed(t *testing.T) {
	var sound atomic.Bool
	var asked atomic.Int64
	engine := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if q := r.URL.Query().Get("q"); !sound.Load() && r.URL.Path == "/b" && len(q)%2 == 0 {
			http.Error(w, "down", http.StatusInternalServerError)
			return
		}
		_, _ = w.Write([]byte(`{"hits": [{"id": "ace-01", "score": 2}, {"id": "gout-01", "score": 1}]}`))
	}))
	defer engine.Close()
	_, dir := clinical(t, "experiment.yaml")
	path := filepath.Join(dir, "live.yaml")
	if err := os.WriteFile(path, []byte(`test_set: testset.yaml
components:
  a: {http: {server: "`+engine.URL+`", url: "/a?q={{urlquery .ID}}{{urlquery .Query}}", hits: ".hits[]", retries: 0}}
  b: {http: {server: "`+engine.URL+`", url: "/b?q={{urlquery .ID}}{{urlquery .Query}}", hits: ".hits[]", retries: 0}}
configs: {first: {components: [a]}, second: {components: [b]}}
baseline: first
`), 0o600); err != nil {
		t.Fatal(err)
	}
	e := open(t, path)
	_, _, err := work(t, e, `{}`)
	if err == nil || !strings.Contains(err.Error(), "below the minimum coverage") || !strings.Contains(err.Error(), "a job with retry_failed") {
		t.Fatalf("Work = %v, want that too little was measured, and what to do", err)
	}
	sound.Store(true)
	failed := asked.Load()
	if _, _, err = work(t, e, `{}`); err == nil || asked.Load() != failed {
		t.Errorf("Work = %v after %d more calls, want what is recorded", err, asked.Load()-failed)
	}
	if runs, _, err := work(t, e, `{"retry_failed": true}`); err != nil || len(runs) != 2 {
		t.Errorf("Work = %v, %v; want what failed asked again", runs, err)
	}
	if again := asked.Load() - failed; again == 0 || again >= 50 {
		t.Errorf("%d calls, want those that failed alone", again)
	}
}

// ofPart returns a request as its worker has it.
func ofPart(requests [][]byte, i int) []byte {
	if i == 0 {
		return requests[0]
	}
	return slices.Concat(requests[0], requests[i])
}

// What is asked for is kept once, however many shards there are, and no shard is without a query.
func TestShardsKeepOneRequest(t *testing.T) {
	e, _ := clinical(t, "experiment.yaml")
	for body, want := range map[string]int{
		`{"shards": 1000}`: 50, // the queries of the example, of which the job makes 100 calls
		`{"shards": 7}`:    7,
	} {
		r, err := experiments.Read([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		requests, _, err := e.Accept(t.Context(), r)
		if err != nil || len(requests) != want+1 {
			t.Errorf("%s: %d requests, %v; want %d and that of the job", body, len(requests), err, want)
		}
		for _, request := range requests[min(1, len(requests)):] {
			if len(request) > 100 {
				t.Errorf("%s: a shard keeps %d bytes: %.200s", body, len(request), request)
			}
		}
	}
}

// A job in shards asks what a whole one does, under the same keys: when each shard has been done, in any order, the job
// finds everything recorded and stores the same runs.
func TestShardsOfAJob(t *testing.T) {
	e, _ := clinical(t, "experiment.yaml")
	want, progress, err := work(t, e, `{}`)
	if err != nil {
		t.Fatal(err)
	}
	e, _ = clinical(t, "experiment.yaml")
	r, err := experiments.Read([]byte(`{"shards": 3}`))
	if err != nil {
		t.Fatal(err)
	}
	requests, _, err := e.Accept(t.Context(), r)
	if err != nil || len(requests) != 4 {
		t.Fatalf("%d requests, %v; want that of the job and of three shards", len(requests), err)
	}
	sum := 0
	for i := range requests {
		var last result.JobProgress
		runs, _, err := e.Work(t.Context(), ofPart(requests, len(requests)-1-i), func(at result.JobProgress) { last = at })
		if err != nil {
			t.Fatal(err)
		}
		if i < 3 {
			sum += last.Total
			if len(runs) > 0 || last.Total < 32 || last.Total > 34 || last.Asked != last.Total { // a third of 100
				t.Errorf("shard %d: runs %v, %+v", 3-i, runs, last)
			}
			continue
		}
		if strings.Join(runs, " ") != strings.Join(want, " ") || last != progress || sum != last.Total {
			t.Errorf("the job stored %v, %+v, after shards of %d; want %v, %+v", runs, last, sum, want, progress)
		}
	}
	for _, wrong := range []string{"0", "-1", "1001", "1.5", `"3"`} {
		if _, err := experiments.Read([]byte(`{"shards": ` + wrong + `}`)); err == nil || !strings.Contains(err.Error(), "shards") {
			t.Errorf("shards: %s: %v", wrong, err)
		}
	}
}
