package integration_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval/kinds"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/store"
)

// A searchEngine is a search server over HTTP with two indexes, /a and /b. It
// counts what it is asked. Set its fields before the first request.
type searchEngine struct {
	// rank orders the documents of a query, best first; turn counts from 0 how
	// often this query was asked of this index before.
	rank func(index, query string, turn int) []string
	// pause is how long the request takes that comes after so many others.
	pause func(served int) time.Duration
	token string // that every request has to bring; "" for none

	*httptest.Server
	mu     sync.Mutex
	asked  map[string]int // by index and query, such as "a q007"
	pauses map[string]time.Duration
	times  []time.Time // of all requests
}

// startEngine starts an engine that ranks steadily and at once.
func startEngine(t testing.TB) *searchEngine {
	t.Helper()
	e := &searchEngine{
		rank:  func(index, query string, _ int) []string { return rankByDice(index, query) },
		pause: func(int) time.Duration { return 0 },
		asked: map[string]int{}, pauses: map[string]time.Duration{},
	}
	e.Server = httptest.NewServer(e)
	t.Cleanup(e.Close)
	return e
}

func (e *searchEngine) addr() string { return e.Listener.Addr().String() }

// ServeHTTP answers POST /a and /b.
func (e *searchEngine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if e.token != "" && r.Header.Get("Authorization") != "Bearer "+e.token {
		http.Error(w, "who are you?", http.StatusUnauthorized)
		return
	}
	var request struct {
		ID string `json:"id"`
		K  int    `json:"k"`
	}
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	index := strings.TrimPrefix(r.URL.Path, "/")
	turn, pause := e.count(index, request.ID)
	time.Sleep(pause)
	type hit struct {
		ID    string  `json:"id"`
		Score float64 `json:"score"`
	}
	ids := e.rank(index, request.ID, turn)
	hits := make([]hit, min(request.K, len(ids)))
	for i := range hits {
		hits[i] = hit{ids[i], float64(len(ids) - i)}
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"hits": hits}) // a client that has gone is part of some tests
}

func (e *searchEngine) count(index, query string) (turn int, pause time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	key := index + " " + query
	turn, pause = e.asked[key], e.pause(len(e.times))
	e.asked[key]++
	e.pauses[index] += pause
	e.times = append(e.times, time.Now())
	return turn, pause
}

// rankByDice ranks 20 documents, the two relevant ones among them, by dice that
// depend on index and query alone.
func rankByDice(index, query string) []string {
	n, _ := strconv.Atoi(strings.TrimPrefix(query, "q"))
	ids := []string{fmt.Sprintf("d%d", n), fmt.Sprintf("e%d", n)}
	for i := range 18 {
		ids = append(ids, fmt.Sprintf("other%d", i))
	}
	dice := rand.New(rand.NewPCG(uint64(index[0]), uint64(n)))
	dice.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	return ids
}

// liveSet returns a test set of n queries q000, q001, … with two relevant documents
// each, d and e and the number.
func liveSet(n int) string {
	var text strings.Builder
	text.WriteString("name: live\nversion: v1\nstrata: []\nqueries:\n")
	for q := range n {
		fmt.Fprintf(&text, "- {query_id: q%03d, query_text: 'question \"%d\" naïve', relevant_docs: [{doc_id: d%d, grade: 2}, {doc_id: e%d, grade: 1}]}\n", q, q, q, q)
	}
	return text.String()
}

// A live experiment asks the indexes of a search engine; settings are YAML that
// is added to the experiment, policy is added to both declarations.
type live struct {
	queries          int
	settings, policy string
	depth            int // 0: 20
}

// write puts the experiment into a new folder.
func (l live) write(t testing.TB, address string) (dir string) {
	t.Helper()
	declaration := func(index string) string {
		return fmt.Sprintf(`
    http:
      server: http://%s
      url: /%s
      headers: {Authorization: "Bearer ${RANKDUEL_TEST_TOKEN}"}
      body: '{"id": {{json .ID}}, "query": {{json .Query}}, "k": {{.K}}}'
      hits: ".hits[] | {id, score}"
      %s`, address, index, l.policy)
	}
	plan := "test_set: set.yaml\nmeasures: [nDCG@10, RR, R@10]\n" + l.settings + "\ncomponents:\n  a:" + declaration("a") + "\n  b:" + declaration("b") +
		fmt.Sprintf("\nconfigs:\n  first: {components: [a], top_k: %[1]d}\n  second: {components: [b], top_k: %[1]d}\n  fused: {fusion_method: rrf, top_k: %[1]d}\n", cmp.Or(l.depth, 20))
	dir = t.TempDir()
	for name, text := range map[string]string{"set.yaml": liveSet(l.queries), "experiment.yaml": plan} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// liveToken is the secret of the experiments. No encoding leaves it as it is.
const liveToken = `s3cr3t "t/ok+en&<x>%é`

// A liveRun is what came of a run.
type liveRun struct {
	*result.Comparison
	answers map[string]runfile.Result // by component and query, such as "a q007"
}

// runLive runs the experiment in dir with a store of its own in the same
// folder.
func runLive(ctx context.Context, t testing.TB, dir, storeFile string, opts run.Options) (liveRun, error) {
	t.Helper()
	plan, err := plan.Load(filepath.Join(dir, "experiment.yaml"), kinds.All(nil)...)
	if err != nil {
		t.Fatal(err)
	}
	runner, err := run.Prepare(t.Context(), plan, opts)
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), filepath.Join(dir, storeFile))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	run := liveRun{answers: map[string]runfile.Result{}}
	if run.Comparison, err = runner.Run(ctx, db); err != nil {
		return run, err
	}
	for _, component := range []string{"a", "b"} {
		for result, err := range runner.Rankings(t.Context(), db, component) {
			if err != nil {
				t.Fatal(err)
			}
			run.answers[component+" "+result.QueryID] = result
		}
	}
	return run, nil
}

// mustRunLive returns runLive for runs that have to end well.
func mustRunLive(t testing.TB, dir, storeFile string, opts run.Options) liveRun {
	t.Helper()
	run, err := runLive(t.Context(), t, dir, storeFile, opts)
	if err != nil {
		t.Fatal(err)
	}
	if run.Retrieval == nil || len(run.answers) == 0 {
		t.Fatal("the run says nothing of its retrieval")
	}
	return run
}
