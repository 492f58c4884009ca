//go:build unix

package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval/kinds"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store"
)

// A liveEngine is a search server with two indexes, /a and /b, that takes its
// time and remembers what it was asked. It can be held, so that who asks is
// still there when a test has something in mind for them.
type liveEngine struct {
	pause time.Duration

	mu       sync.Mutex
	requests []string       // since the last look, such as "a q007"
	asked    map[string]int // how often, over all
	answers  map[string]bool
	most     int // how many different requests are answered, others wait; -1: all
}

// startLiveEngine starts an engine that needs a while for each request.
func startLiveEngine(t *testing.T, pause time.Duration) (e *liveEngine, server *httptest.Server) {
	t.Helper()
	e = &liveEngine{pause: pause, asked: map[string]int{}, answers: map[string]bool{}, most: -1}
	server = httptest.NewServer(e)
	t.Cleanup(server.Close)
	return e, server
}

// ServeHTTP ranks by dice that depend on index and query alone.
func (e *liveEngine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	index, query := r.URL.Path[1:], r.URL.Query().Get("q")
	e.mu.Lock()
	e.requests = append(e.requests, index+" "+query)
	e.asked[index+" "+query]++
	e.mu.Unlock()
	for !e.answer(index + " " + query) {
		select {
		case <-r.Context().Done(): // the client has gone
			return
		case <-time.After(time.Millisecond):
		}
	}
	time.Sleep(e.pause)
	ids := []string{"d" + query}
	for i := range 19 {
		ids = append(ids, fmt.Sprintf("other%d", i))
	}
	var number uint64
	_, _ = fmt.Sscanf(query, "q%d", &number)
	dice := rand.New(rand.NewPCG(uint64(index[0]), number))
	dice.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	_ = json.NewEncoder(w).Encode(map[string]any{"hits": ids}) // a client that was killed reads nothing
}

// answer reports whether a request is to be answered now.
func (e *liveEngine) answer(request string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.answers[request] && len(e.answers) == e.most {
		return false
	}
	e.answers[request] = true
	return true
}

// holdAfter lets all requests wait that come after so many different ones were
// answered; −1 lets nobody wait.
func (e *liveEngine) holdAfter(n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.most = n
}

// distinct is how many different requests there were.
func (e *liveEngine) distinct() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.asked)
}

// total is how many requests there were.
func (e *liveEngine) total() (n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, times := range e.asked {
		n += times
	}
	return n
}

// waitFor waits until there were so many different requests.
func (e *liveEngine) waitFor(t *testing.T, n int) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); e.distinct() < n; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d different requests within 30 s, want %d", e.distinct(), n)
		}
	}
}

// look returns the requests since the last look.
func (e *liveEngine) look() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	requests := e.requests
	e.requests = nil
	return requests
}

// A liveRun is an experiment over a live engine, in a folder of its own.
type liveRun struct {
	dir, store           string // the store is rankduel.db in the folder, where no other is named
	queries, concurrency int
}

// liveToken is the secret that the declarations name.
const liveToken = "hunter2-and-more"

// newLiveRun declares the two indexes of the engine at address, with a policy
// such as "retries: 0".
func newLiveRun(t *testing.T, address, policy string, l liveRun) liveRun {
	t.Helper()
	var set bytes.Buffer
	set.WriteString("version: v1\nqueries:\n")
	for q := range l.queries {
		fmt.Fprintf(&set, "  - {query_id: q%03d, query_text: question %d, query_type: exact_term, relevant_docs: [{doc_id: dq%03d, grade: 1}]}\n", q, q, q)
	}
	l.dir = t.TempDir()
	write(t, filepath.Join(l.dir, "set.yaml"), set.Bytes())
	declaration := func(index string) string {
		return fmt.Sprintf(`{http: {server: "http://%s", url: "/%s?q={{urlquery .ID}}", hits: ".hits[]", headers: {Authorization: "Bearer ${LIVE_TOKEN}"}, %s}}`, address, index, policy)
	}
	write(t, filepath.Join(l.dir, "live.yaml"), fmt.Appendf(nil, `test_set: set.yaml
measures: [RR, R@10, nDCG@10]
concurrency: %d
give_up_after: 3
components:
  a: %s
  b: %s
configs: {first: {components: [a]}, second: {components: [b]}, fused: {fusion_method: rrf}}
`, l.concurrency, declaration("a"), declaration("b")))
	return l
}

// command is the program, run over the experiment.
func (l liveRun) command(t *testing.T, args ...string) (cmd *exec.Cmd, stdout, stderr *bytes.Buffer) {
	t.Helper()
	cmd = exec.CommandContext(t.Context(), "rankduel", append([]string{"run", "live.yaml", "--format", "json", "--per-query"}, args...)...)
	cmd.Dir = l.dir
	cmd.Env = append(os.Environ(), "LIVE_TOKEN="+liveToken)
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	return cmd, stdout, stderr
}

// finish runs to the end and returns the retrieval report and the JSON of the
// rest, without latencies and the digests of recordings, which cover them.
func (l liveRun) finish(t *testing.T, args ...string) (report result.RetrievalReport, rest string) {
	t.Helper()
	cmd, stdout, stderr := l.command(t, args...)
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	var doc struct{ Retrieval result.RetrievalReport }
	var all any
	if err := errors.Join(json.Unmarshal(stdout.Bytes(), &doc), json.Unmarshal(stdout.Bytes(), &all)); err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(without(all, "latency", "retrieval", "recordings", "recorded", "store"), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return doc.Retrieval, string(text)
}

// without takes keys out of a JSON value, at every depth.
func without(value any, keys ...string) any {
	switch v := value.(type) {
	case map[string]any:
		for name, inner := range v {
			if slices.Contains(keys, name) {
				delete(v, name)
			} else {
				v[name] = without(inner, keys...)
			}
		}
	case []any:
		for i, inner := range v {
			v[i] = without(inner, keys...)
		}
	}
	return value
}

// A keyTap learns from a run under which keys its components are recorded, in
// their order, and stops it.
type keyTap struct {
	store.Store
	stop context.CancelFunc
	keys []result.RecordingKey
}

func (k *keyTap) Recorded(ctx context.Context, key result.RecordingKey) (map[string]result.RecordingState, error) {
	if k.keys = append(k.keys, key); len(k.keys) == 2 {
		k.stop()
	}
	return k.Store.Recorded(context.WithoutCancel(ctx), key)
}

// keys are those of the components a and b.
func (l liveRun) keys(t *testing.T) []result.RecordingKey {
	t.Helper()
	t.Setenv("LIVE_TOKEN", liveToken)
	plan, err := plan.Load(filepath.Join(l.dir, "live.yaml"), kinds.All(nil)...)
	if err != nil {
		t.Fatal(err)
	}
	runner, err := run.Prepare(t.Context(), plan, run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	tap := &keyTap{Store: db, stop: stop}
	if _, err := runner.Run(ctx, tap); !errors.Is(err, context.Canceled) || len(tap.keys) != 2 {
		t.Fatalf("%v, %d keys, want an interrupted run and 2", err, len(tap.keys))
	}
	return tap.keys
}

// recorded is what the store holds, such as "a q007".
func (l liveRun) recorded(t *testing.T, keys []result.RecordingKey) map[string]bool {
	t.Helper()
	db, err := store.Open(t.Context(), cmp.Or(l.store, filepath.Join(l.dir, "rankduel.db")))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	found := map[string]bool{}
	for i, index := range []string{"a", "b"} {
		queries, err := db.Recorded(t.Context(), keys[i])
		if err != nil {
			t.Fatal(err)
		}
		for query, have := range queries {
			if have.Error != "" {
				t.Errorf("%s of %s is recorded as failed: %s", query, index, have.Error)
			}
			found[index+" "+query] = true
		}
	}
	return found
}

// wantNoToken looks for the secret in texts and in every file of the folder.
func (l liveRun) wantNoToken(t *testing.T, texts ...string) {
	t.Helper()
	files, err := os.ReadDir(l.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		content, err := os.ReadFile(filepath.Join(l.dir, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, file.Name()+": "+string(content))
	}
	for _, text := range texts {
		if strings.Contains(text, liveToken) {
			t.Errorf("the token is in %.60q…", text)
		}
	}
}
