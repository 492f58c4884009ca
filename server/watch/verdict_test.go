package watch_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/server/system"
	"github.com/rankduel/rankduel/server/watch"
)

// twoEngines is an experiment of a baseline whose every first hit is wrong and
// second right, and of a system whose first is right. Each engine counts what it is
// asked; the system has the right one fourth once it has drifted, and the baseline
// does not answer once it is down.
type twoEngines struct {
	baseline, system atomic.Int64
	drifted, down    atomic.Bool
}

const queries = 20

func (e *twoEngines) open(t *testing.T) (*system.System, *watch.Watch) {
	t.Helper()
	engine := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hits := []string{"right", "wrong"}
		switch {
		case r.URL.Path == "/old" && e.down.Load():
			w.WriteHeader(http.StatusForbidden)
			return
		case r.URL.Path == "/old":
			e.baseline.Add(1)
			hits = []string{"wrong", "right"}
		case e.drifted.Load():
			e.system.Add(1)
			hits = []string{"wrong", "worse", "worst", "right"}
		default:
			e.system.Add(1)
		}
		for i, id := range hits {
			hits[i] = fmt.Sprintf(`{"id":%q,"score":%d}`, id, 10-i)
		}
		fmt.Fprintf(w, `{"hits":[%s]}`, strings.Join(hits, ","))
	}))
	t.Cleanup(engine.Close)
	dir := t.TempDir()
	var set strings.Builder
	set.WriteString("name: clinical\nversion: v1\nqueries:\n")
	for i := range queries {
		fmt.Fprintf(&set, "- {query_id: q%d, query_text: text %d, query_type: paraphrase, relevant_docs: [{doc_id: right, grade: 1}]}\n", i, i)
	}
	component := func(name, path string) string {
		return fmt.Sprintf("  %s: {http: {url: %q, retries: 0, body: '{\"q\": {{json .Query}}}', hits: \".hits[] | {id: .id, score: .score}\"}}\n", name, engine.URL+path)
	}
	text := "test_set: set.yaml\nmeasures: [RR]\ncomponents:\n" + component("old", "/old") + component("new", "/new") +
		"configs:\n  before: {components: [old]}\n  now: {components: [new]}\nbaseline: before\n"
	for name, content := range map[string]string{"set.yaml": set.String(), "exp.yaml": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return open(t, filepath.Join(dir, "exp.yaml"), "now")
}

// once does one scheduled evaluation.
func once(t *testing.T, s *system.System, w *watch.Watch) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	s.Watch(ctx, time.Hour, time.Minute, func(got *system.Scheduled, err error) {
		w.Scheduled(got, err)
		cancel()
	})
}

func wantLine(t *testing.T, w *watch.Watch, line string, want bool) {
	t.Helper()
	if text := metricsOf(w); strings.Contains(text, line+"\n") != want {
		t.Errorf("line %q there: want %v in\n%s", line, want, text)
	}
}

// The verdict is about the system against the experiment's baseline, both asked
// again. What someone asks for meanwhile leaves it as it is.
func TestVerdict(t *testing.T) {
	var e twoEngines
	s, w := e.open(t)
	once(t, s, w)
	wantLine(t, w, `rankduel_retrieval_verdict{verdict="better",candidate="now"} 1`, true)
	wantLine(t, w, `rankduel_retrieval_mrr 1`, true)
	e.drifted.Store(true)
	once(t, s, w)
	for range 2 {
		wantLine(t, w, `rankduel_retrieval_verdict{verdict="better",candidate="now"} 0`, true)
		wantLine(t, w, `rankduel_retrieval_verdict{verdict="worse",candidate="now"} 1`, true)
		wantLine(t, w, `rankduel_retrieval_mrr 0.25`, true)
		set, err := s.Sets().Open("clinical")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Evaluate(t.Context(), set, system.Choice{}); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := e.baseline.Load(), e.system.Load(); a != 2*queries || b != 2*queries {
		t.Errorf("the baseline was asked %d times and the system %d, want both %d times", a, b, 2*queries)
	}
	wantLine(t, w, `rankduel_retrieval_gate_state{state="fault"} 0`, false) // there is no gate
}

// A baseline that does not answer takes the verdict away, and nothing else.
func TestVerdictWithoutTheBaseline(t *testing.T) {
	var e twoEngines
	s, w := e.open(t)
	once(t, s, w)
	e.down.Store(true)
	baselines := 0
	w.Gate = func(current, baseline *scoring.Table) (*result.Gate, error) {
		if baseline != nil {
			baselines++
		}
		return nil, errors.New("not measured")
	}
	once(t, s, w)
	if text := metricsOf(w); strings.Contains(text, "verdict{") || baselines > 0 {
		t.Errorf("there is a verdict, or %d baselines:\n%s", baselines, text)
	}
	wantLine(t, w, `rankduel_retrieval_mrr 1`, true)
	wantLine(t, w, `rankduel_retrieval_evaluation_success 1`, true)
	wantLine(t, w, `rankduel_retrieval_gate_state{state="fault"} 1`, true)
}

// The gate is shown what was measured, and its state is that of the last scheduled
// evaluation; where there was none it could not be decided.
func TestGate(t *testing.T) {
	var e twoEngines
	s, w := e.open(t)
	var seen []float64
	var state result.GateState
	w.Gate = func(current, baseline *scoring.Table) (*result.Gate, error) {
		for _, table := range []*scoring.Table{current, baseline} {
			seen = append(seen, *table.Summarize(false).Measures[0].Mean)
		}
		return &result.Gate{State: state, TestSet: current.TestSet, Current: result.System{Name: current.Name}}, nil
	}
	for _, state = range []result.GateState{result.GatePassed, result.GateFailed, result.GateInconclusive} {
		once(t, s, w)
		for _, other := range []result.GateState{result.GatePassed, result.GateFailed, result.GateInconclusive, result.GateFault} {
			wantLine(t, w, fmt.Sprintf(`rankduel_retrieval_gate_state{state=%q} 1`, other), other == state)
		}
	}
	if want := "[1 0.5 1 0.5 1 0.5]"; fmt.Sprint(seen) != want {
		t.Errorf("the gate was shown means %v, want %s", seen, want)
	}
	w.Scheduled(nil, errors.New("the set is gone"))
	wantLine(t, w, `rankduel_retrieval_gate_state{state="fault"} 1`, true)
	wantLine(t, w, `rankduel_retrieval_gate_state{state="inconclusive"} 0`, true)
	if text := metricsOf(w); strings.Contains(text, "verdict{") {
		t.Errorf("a verdict of an evaluation that failed:\n%s", text)
	}
}
