package system_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/server/system"
	"github.com/rankduel/rankduel/store"
	"github.com/rankduel/rankduel/testsets"
)

const set = `name: s
version: v1
queries:
- {query_id: q1, query_text: one, query_type: paraphrase, relevant_docs: [{doc_id: d1, grade: 1}]}
- {query_id: q2, query_text: two, query_type: paraphrase, relevant_docs: [{doc_id: d2, grade: 1}]}
`

// live returns a system with one engine, which counts what it is asked and answers d1
// first, or d2 once it has drifted.
func live(t *testing.T) (s *system.System, asked *atomic.Int64, drifted *atomic.Bool) {
	t.Helper()
	asked, drifted = &atomic.Int64{}, &atomic.Bool{}
	engine := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		time.Sleep(5 * time.Millisecond)
		id := "d1"
		if drifted.Load() {
			id = "d9"
		}
		fmt.Fprint(w, `{"hits":[{"id":"`+id+`","score":2},{"id":"d2","score":1}]}`)
	}))
	t.Cleanup(engine.Close)
	dir := t.TempDir()
	write(t, filepath.Join(dir, "set.yaml"), set)
	write(t, filepath.Join(dir, "exp.yaml"), `test_set: set.yaml
measures: [R@10, nDCG@10, RR]
components:
  live: {http: {url: "`+engine.URL+`", body: '{"q": {{json .Query}}}', hits: ".hits[] | {id: .id, score: .score}"}}
configs:
  one: {components: [live]}
  two: {components: [live], top_k: 50}
baseline: one
`)
	loaded, err := plan.Reader{Kinds: kinds.All(kinds.NewPool())}.Load(filepath.Join(dir, "exp.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), filepath.Join(dir, "s.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if s, err = system.Open(loaded, "", db, run.Options{Clock: time.Now}); err != nil {
		t.Fatal(err)
	}
	return s, asked, drifted
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func parse(t *testing.T, text string) *testsets.TestSet {
	t.Helper()
	s, err := testsets.Parse("set.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Many who ask for the same at once have each query asked once.
func TestSameAtOnceIsAskedOnce(t *testing.T) {
	s, asked, _ := live(t)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, err := s.Evaluate(t.Context(), parse(t, set), system.Choice{}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := asked.Load(); n != 2 {
		t.Errorf("the engine was asked %d times, want once for each of 2 queries", n)
	}
}

// Who waits for someone else's evaluation leaves when its own time is over.
func TestWaitingEnds(t *testing.T) {
	s, _, _ := live(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Evaluate(ctx, parse(t, set), system.Choice{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Evaluate after the end = %v, want context.Canceled", err)
	}
}

// A scheduled evaluation asks again, so that drift is seen, and each ends in a call.
func TestWatchSeesDrift(t *testing.T) {
	s, asked, drifted := live(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var means []float64
	s.Watch(ctx, 20*time.Millisecond, time.Minute, func(got *system.Scheduled, err error) {
		if err != nil {
			t.Error(err)
			cancel()
			return
		}
		if got.Verdict != "" || got.Baseline != nil {
			t.Errorf("verdict %q of the baseline itself", got.Verdict)
		}
		means = append(means, *got.Evaluation.Runs[0].Measures[2].Mean)
		drifted.Store(true)
		if len(means) == 3 {
			cancel()
		}
	})
	// RR by hand: 1 and 1/2 before, 0 and 1/2 after.
	if want := []float64{0.75, 0.25, 0.25}; encode(t, means) != encode(t, want) {
		t.Errorf("mean reciprocal ranks %v, want %v", means, want)
	}
	if n := asked.Load(); n != 6 {
		t.Errorf("the engine was asked %d times, want 2 queries 3 times", n)
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

// What a client names wrongly is the client's fault, and says what there is.
func TestAskErrors(t *testing.T) {
	s, asked, _ := live(t)
	other := "profile: medkg\n" + set
	for name, do := range map[string]func() error{
		"component": func() error {
			_, err := s.Evaluate(t.Context(), parse(t, set), system.Choice{Components: []string{"bm25"}})
			return err
		},
		"profile": func() error { _, err := s.Evaluate(t.Context(), parse(t, other), system.Choice{}); return err },
		"set":     func() error { _, err := s.Sets().Open("other"); return err },
	} {
		var fault *system.AskError
		if err := do(); !errors.As(err, &fault) {
			t.Errorf("%s: %v, want an AskError", name, err)
		}
	}
	if asked.Load() > 0 {
		t.Error("an engine was asked for what cannot be answered")
	}
}
