//go:build unix

package scripttest

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
	"sync"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/store"
)

// A LiveEngine is a search server with two indexes, /a and /b, that takes its time and remembers what it
// was asked. It can be held, so that who asks is still there when a test has something in mind for them.
type LiveEngine struct {
	pause time.Duration

	Mu       sync.Mutex
	requests []string       // since the last look, such as "a q007"
	Asked    map[string]int // how often, over all
	answers  map[string]bool
	most     int // how many different requests are answered, others wait; -1: all
}

// StartLiveEngine starts an engine that needs a while for each request.
func StartLiveEngine(t *testing.T, pause time.Duration) (e *LiveEngine, server *httptest.Server) {
	t.Helper()
	e = &LiveEngine{pause: pause, Asked: map[string]int{}, answers: map[string]bool{}, most: -1}
	server = httptest.NewServer(e)
	t.Cleanup(server.Close)
	return e, server
}

// ServeHTTP ranks by dice that depend on index and query alone.
func (e *LiveEngine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	index, query := r.URL.Path[1:], r.URL.Query().Get("q")
	e.Mu.Lock()
	e.requests = append(e.requests, index+" "+query)
	e.Asked[index+" "+query]++
	e.Mu.Unlock()
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
func (e *LiveEngine) answer(request string) bool {
	e.Mu.Lock()
	defer e.Mu.Unlock()
	if !e.answers[request] && len(e.answers) == e.most {
		return false
	}
	e.answers[request] = true
	return true
}

// HoldAfter lets all requests wait that come after so many different ones were answered; −1 lets no one wait.
func (e *LiveEngine) HoldAfter(n int) {
	e.Mu.Lock()
	defer e.Mu.Unlock()
	e.most = n
}

// Distinct returns how many different requests there were.
func (e *LiveEngine) Distinct() int {
	e.Mu.Lock()
	defer e.Mu.Unlock()
	return len(e.Asked)
}

// Total returns how many requests there were.
func (e *LiveEngine) Total() (n int) {
	e.Mu.Lock()
	defer e.Mu.Unlock()
	for _, times := range e.Asked {
		n += times
	}
	return n
}

// WaitFor waits until there were so many different requests.
func (e *LiveEngine) WaitFor(t *testing.T, n int) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); e.Distinct() < n; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d different requests within 30 s, want %d", e.Distinct(), n)
		}
	}
}

// Look returns the requests since the last look.
func (e *LiveEngine) Look() []string {
	e.Mu.Lock()
	defer e.Mu.Unlock()
	requests := e.requests
	e.requests = nil
	return requests
}

// A LiveRun is an experiment over a live engine, in a folder of its own.
type LiveRun struct {
	Dir, Store           string // the store is rankduel.db in the folder, where no other is named
	Queries, Concurrency int
}

// LiveToken is the secret that the declarations name.
const LiveToken = "hunter2-and-more"

// NewLiveRun declares the two indexes of the engine at address, with a policy such as "retries: 0".
func NewLiveRun(t *testing.T, address, policy string, l LiveRun) LiveRun {
	t.Helper()
	var set bytes.Buffer
	set.WriteString("version: v1\nqueries:\n")
	for q := range l.Queries {
		fmt.Fprintf(&set, "  - {query_id: q%03d, query_text: question %d, query_type: exact_term, relevant_docs: [{doc_id: dq%03d, grade: 1}]}\n", q, q, q)
	}
	l.Dir = t.TempDir()
	Write(t, filepath.Join(l.Dir, "set.yaml"), set.Bytes())
	declaration := func(index string) string {
		return fmt.Sprintf(`{http: {server: "http://%s", url: "/%s?q={{urlquery .ID}}", hits: ".hits[]", headers: {Authorization: "Bearer ${LIVE_TOKEN}"}, %s}}`, address, index, policy)
	}
	Write(t, filepath.Join(l.Dir, "live.yaml"), fmt.Appendf(nil, `test_set: set.yaml
measures: [RR, R@10, nDCG@10]
concurrency: %d
give_up_after: 3
components:
  a: %s
  b: %s
configs: {first: {components: [a]}, second: {components: [b]}, fused: {fusion_method: rrf}}
`, l.Concurrency, declaration("a"), declaration("b")))
	return l
}

// Command returns the program, run over the experiment.
func (l LiveRun) Command(t *testing.T, args ...string) (cmd *exec.Cmd, stdout, stderr *bytes.Buffer) {
	t.Helper()
	cmd = exec.CommandContext(t.Context(), "rankduel", append([]string{"run", "live.yaml", "--format", "json", "--per-query"}, args...)...)
	cmd.Dir = l.Dir
	cmd.Env = append(os.Environ(), "LIVE_TOKEN="+LiveToken)
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	return cmd, stdout, stderr
}

// Finish runs to the end and returns the retrieval report and the JSON of the
// rest, without latencies and the digests of recordings, which cover them.
func (l LiveRun) Finish(t *testing.T, args ...string) (report result.RetrievalReport, rest string) {
	t.Helper()
	cmd, stdout, stderr := l.Command(t, args...)
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	var doc struct{ Retrieval result.RetrievalReport }
	var all any
	if err := errors.Join(json.Unmarshal(stdout.Bytes(), &doc), json.Unmarshal(stdout.Bytes(), &all)); err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(without(all, "latency", "frontier", "retrieval", "recordings", "recorded", "store"), "", " ")
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

// A keyTap learns from a run under which keys its components are recorded, in their order, and stops it.
type keyTap struct {
	store.Store
	stop context.CancelFunc
	keys []result.RecordingKey
}

// Recorded returns the keys of the rankings that the store has.
func (k *keyTap) Recorded(ctx context.Context, key result.RecordingKey) (map[string]result.RecordingState, error) {
	if k.keys = append(k.keys, key); len(k.keys) == 2 {
		k.stop()
	}
	return k.Store.Recorded(context.WithoutCancel(ctx), key)
}

// Keys returns those of the components a and b.
func (l LiveRun) Keys(t *testing.T) []result.RecordingKey {
	t.Helper()
	t.Setenv("LIVE_TOKEN", LiveToken)
	plan, err := plan.Load(filepath.Join(l.Dir, "live.yaml"), kinds.All(nil)...)
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

// Recorded returns what the store holds, such as "a q007".
func (l LiveRun) Recorded(t *testing.T, keys []result.RecordingKey) map[string]bool {
	t.Helper()
	db, err := store.Open(t.Context(), cmp.Or(l.Store, filepath.Join(l.Dir, "rankduel.db")))
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
