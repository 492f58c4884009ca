package watch_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rankduel/rankduel/examples"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/reports/prom"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/server/system"
	"github.com/rankduel/rankduel/server/watch"
	"github.com/rankduel/rankduel/store"
	"github.com/rankduel/rankduel/testsets"
)

// watched opens the clinical example in a folder.
func watched(t *testing.T, dir string) (*system.System, *watch.Watch) {
	t.Helper()
	if err := os.CopyFS(dir, examples.Clinical()); err != nil {
		t.Fatal(err)
	}
	return open(t, filepath.Join(dir, "hybrid.yaml"), "")
}

// open opens a configuration of an experiment.
func open(t *testing.T, path, config string) (*system.System, *watch.Watch) {
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
	s, err := system.Open(loaded, config, db, run.Options{Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	c, err := prom.New(prom.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := &watch.Watch{System: s, Dataset: "clinical", Gauges: c, Clock: time.Now, Log: slog.New(slog.DiscardHandler)}
	s.Observe(w.Saw)
	return s, w
}

func metricsOf(w *watch.Watch) string {
	answer := httptest.NewRecorder()
	w.Gauges.ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	return answer.Body.String()
}

// recallIn returns the line of recall at 10, "" without one.
func recallIn(text string) string {
	_, rest, found := strings.Cut(text, "\nrankduel_retrieval_recall_at_k{k=\"10\"} ")
	if !found {
		return ""
	}
	value, _, _ := strings.Cut(rest, "\n")
	return value
}

// The experiment's own test set is shown, with the number that the evaluation
// gives. What else is asked for changes nothing.
func TestOwnSetIsShown(t *testing.T) {
	dir := t.TempDir()
	s, w := watched(t, dir)
	if text := metricsOf(w); text != "" {
		t.Errorf("nothing was evaluated, and there is\n%s", text)
	}
	set, err := s.Sets().Open("clinical")
	if err != nil {
		t.Fatal(err)
	}
	e, err := s.Evaluate(t.Context(), set, system.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	want := ""
	for _, m := range e.Evaluation.Runs[0].Measures {
		if m.Measure == "R@10" {
			want = fmt.Sprintf("%.12g", *m.Mean)
		}
	}
	shown := metricsOf(w)
	if recallIn(shown) != want || want == "" {
		t.Errorf("recall is %q, want %q", recallIn(shown), want)
	}

	text, err := os.ReadFile(filepath.Join(dir, "testset.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	other, err := testsets.Parse("upload.yaml", []byte(strings.Replace(string(text), "version: v1", "version: v2", 1)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Evaluate(t.Context(), other, system.Choice{}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Evaluate(t.Context(), set, system.Choice{Components: []string{"bm25"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Evaluate(t.Context(), set, system.Choice{TopK: 20}); err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Evaluate(gone, set, system.Choice{}); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	if got := metricsOf(w); got != shown {
		t.Errorf("it shows\n%s\nand not\n%s", got, shown)
	}
}

// An evaluation that fails takes the measures away, and one that succeeds brings
// them back; every one asks the engine.
func TestEvery(t *testing.T) {
	dir := t.TempDir()
	s, w := watched(t, dir)
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { s.Watch(ctx, 20*time.Millisecond, time.Minute, w.Scheduled) })
	defer running.Wait()
	defer stop()
	until := func(what, line string) {
		t.Helper()
		for end := time.Now().Add(time.Minute); !strings.Contains(metricsOf(w), line+"\n"); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("waited for %s in vain:\n%s", what, metricsOf(w))
			}
		}
	}
	until("three evaluations", `rankduel_retrieval_evaluations_total{outcome="done"} 3`)
	until("their queries", `rankduel_retrieval_query_latency_seconds_count 150`)
	corpus := filepath.Join(dir, "corpus.jsonl")
	if err := os.Rename(corpus, corpus+".away"); err != nil {
		t.Fatal(err)
	}
	until("a failure", "rankduel_retrieval_evaluation_success 0")
	if got := recallIn(metricsOf(w)); got != "" {
		t.Errorf("after a failure recall is %s", got)
	}
	if err := os.Rename(corpus+".away", corpus); err != nil {
		t.Fatal(err)
	}
	until("a success", "rankduel_retrieval_evaluation_success 1")
	if recallIn(metricsOf(w)) == "" {
		t.Error("there is no recall again")
	}
}
