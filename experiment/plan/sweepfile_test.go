package plan_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/retrieval/kinds"
)

// sweepPlan reads an experiment of the components a, b and c.
func sweepPlan(t *testing.T, rest string) (*plan.Plan, error) {
	t.Helper()
	path := inExperimentFolder(t)
	for _, name := range []string{"c.trec"} {
		if err := os.WriteFile(filepath.Join(filepath.Dir(path), name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text := "test_set: t.yaml\nmeasures: [nDCG@10]\ncomponents: {a: {run: a.trec}, b: {run: b.trec}, c: {run: c.trec}}\n" + rest
	return plan.Parse(path, []byte(text), kinds.All(nil)...)
}

func settingNames(p *plan.Plan) []string {
	names := []string{}
	for _, s := range p.Sweep.Settings {
		names = append(names, s.Name)
	}
	return names
}

func TestSweepGrid(t *testing.T) {
	for name, c := range map[string]struct {
		rest       string
		want       []string
		duplicates int
		baseline   string
	}{
		"lists": {
			"sweep: {grid: [{fusion_method: rrf, rrf_k: [1, 60], depth: [10, 20]}]}",
			[]string{"rrf depth=10 rrf_k=1", "rrf depth=10 rrf_k=60", "rrf depth=20 rrf_k=1", "rrf depth=20 rrf_k=60"},
			0, "rrf depth=10 rrf_k=1",
		},
		"steps": {
			"sweep: {grid: [{fusion_method: weighted, components: [a, b], weights: {steps: 2}}]}",
			[]string{"weighted a+b a=1 b=0", "weighted a+b a=0.5 b=0.5", "weighted a+b a=0 b=1"},
			0, "weighted a+b a=1 b=0",
		},
		"written weights": {
			"sweep: {grid: [{fusion_method: w_rrf, rrf_k: 1, weights: [{a: 1, b: 2, c: 0}, {a: 1, b: 1, c: 1}]}]}",
			[]string{"w_rrf rrf_k=1 a=1 b=2 c=0", "w_rrf rrf_k=1 a=1 b=1 c=1"},
			0, "w_rrf rrf_k=1 a=1 b=2 c=0",
		},
		"choices of components": {
			"sweep: {baseline: b, grid: [{components: [[a], [b]]}, {fusion_method: [isr, borda], components: [[a, b], [c, b]]}]}",
			[]string{"a", "b", "isr a+b", "isr c+b", "borda a+b", "borda c+b"},
			0, "b",
		},
		"the default is written out twice": {
			"sweep: {grid: [{fusion_method: rrf}, {fusion_method: rrf, rrf_k: [60, 61]}]}",
			[]string{"rrf", "rrf rrf_k=61"},
			1, "rrf",
		},
		"next to configurations": {
			"configs: {one: {fusion_method: rrf, rrf_k: 5}, two: {components: [a]}}\nbaseline: two\nsweep: {grid: [{fusion_method: rrf, rrf_k: [5, 6]}]}",
			[]string{"one", "two", "rrf rrf_k=6"},
			1, "two",
		},
		"top_k is the depth unless there is one": {
			"sweep: {grid: [{fusion_method: rrf, top_k: [20, 30]}, {fusion_method: rrf, top_k: 20, depth: 20}, {fusion_method: rrf, top_k: 20, depth: 30}]}",
			[]string{"rrf top_k=20", "rrf top_k=30", "rrf depth=30 top_k=20"},
			1, "rrf top_k=20",
		},
		"reranks": {
			"sweep: {grid: [{fusion_method: rrf, rerank: {method: lexical}, rerank_top_n: [10, 20]}]}",
			[]string{"rrf rerank=lexical rerank_top_n=10", "rrf rerank=lexical rerank_top_n=20"},
			0, "rrf rerank=lexical rerank_top_n=10",
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := sweepPlan(t, c.rest+"\n")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, settingNames(p)); diff != "" {
				t.Errorf("settings, want (-) and got (+):\n%s", diff)
			}
			if p.Sweep.Duplicates != c.duplicates || p.Sweep.Baseline != c.baseline {
				t.Errorf("%d duplicates, baseline %q, want %d and %q", p.Sweep.Duplicates, p.Sweep.Baseline, c.duplicates, c.baseline)
			}
		})
	}
}

// All compositions of 10 over three components are there, C(12, 2) = 66 of
// them, each once; weights are the whole numbers divided once, as one would
// write them by hand, and what weighs nothing is not asked.
func TestSweepSteps(t *testing.T) {
	p, err := sweepPlan(t, "sweep: {grid: [{fusion_method: weighted, weights: {steps: 10}}]}\n")
	if err != nil {
		t.Fatal(err)
	}
	tenths := []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}
	want := map[string]bool{}
	for i := range 11 {
		for j := range 11 - i {
			weights := map[string]float64{"a": tenths[i], "b": tenths[j], "c": tenths[10-i-j]}
			maps.DeleteFunc(weights, func(_ string, w float64) bool { return w == 0 })
			want[fmt.Sprint(weights)] = true
		}
	}
	if len(want) != 66 || len(p.Sweep.Settings) != 66 {
		t.Fatalf("%d settings and %d by enumeration, want 66 = C(12, 2)", len(p.Sweep.Settings), len(want))
	}
	for _, s := range p.Sweep.Settings {
		if key := fmt.Sprint(s.Fusion.Weights); !want[key] {
			t.Errorf("%s has the weights %s, which are none of the enumeration's or come twice", s.Name, key)
		} else {
			delete(want, key)
		}
		if asked := slices.Sorted(maps.Keys(s.Fusion.Weights)); !slices.Equal(asked, s.Components) {
			t.Errorf("%s asks %v", s.Name, s.Components)
		}
	}
}

func TestSweepFaults(t *testing.T) {
	for name, c := range map[string]struct{ rest, want string }{
		"empty section":       {"sweep:\n", "experiment.yaml:4: sweep is empty"},
		"no grid":             {"sweep: {folds: 5}\n", "4: sweep: grid is missing"},
		"one setting":         {"sweep: {grid: [{fusion_method: rrf}]}\n", "4: sweep: there is one setting only"},
		"unknown key":         {"sweep: {grid: [{fusion_method: rrf, k: 5}]}\n", `4: unknown key "k"`},
		"fraction":            {"sweep: {grid: [{fusion_method: rrf, rrf_k: [60.7]}]}\n", "4: `60.7` is not a whole number"},
		"text":                {"sweep: {grid: [{fusion_method: rrf, rrf_k: [ten]}]}\n", "4: `ten` is text, want a whole number"},
		"empty list":          {"sweep: {grid: [{fusion_method: rrf, rrf_k: []}]}\n", "4: the list is empty"},
		"rrf_k 0":             {"sweep:\n  grid:\n  - {fusion_method: isr}\n  - {fusion_method: rrf, rrf_k: [0, 1]}\n", "7: sweep: rrf_k 0: want at least 1"},
		"unknown method":      {"sweep: {grid: [{fusion_method: rff}]}\n", `sweep: fusion_method "rff": want one of`},
		"unknown component":   {"sweep: {grid: [{fusion_method: rrf, components: [a, d]}]}\n", `sweep: the component "d" is named; the components are "a", "b", "c"`},
		"no method":           {"sweep: {grid: [{rrf_k: 5}]}\n", "fusion_method is missing"},
		"method without use":  {"sweep: {grid: [{fusion_method: rrf, norm: [max, sum]}]}\n", "norm is set, but fusion_method rrf has no use for it"},
		"weight of nobody":    {"sweep: {grid: [{fusion_method: wsum, weights: {a: 1, b: 1, c: 1, d: 1}}]}\n", `weight of unknown component "d"`},
		"all weights 0":       {"sweep: {grid: [{fusion_method: wsum, weights: {a: 0, b: 0, c: 0}}]}\n", "weights are all 0"},
		"steps 0":             {"sweep: {grid: [{fusion_method: wsum, weights: {steps: 0}}]}\n", "weights: steps 0, want from 1 to 100000"},
		"too many":            {"sweep: {grid: [{fusion_method: wsum, weights: {steps: 1000}}]}\n", "sweep: more than 100000 settings"},
		"far too many":        {"sweep: {grid: [{fusion_method: wsum, weights: {steps: 100000}}]}\n", "sweep: more than 100000 settings"},
		"depth 0":             {"sweep: {grid: [{fusion_method: rrf, depth: [0]}]}\n", "sweep: depth 0, want at least 1"},
		"shallow top_k":       {"sweep: {grid: [{fusion_method: rrf, top_k: [5, 10]}]}\n", "sweep: top_k 5, but nDCG(gain=exp)@10 looks at 10 hits"},
		"unknown baseline":    {"sweep: {baseline: best, grid: [{fusion_method: [rrf, isr]}]}\n", `4: sweep: baseline "best" is not a component and not among the settings`},
		"one fold":            {"sweep: {folds: 1, grid: [{fusion_method: [rrf, isr]}]}\n", "sweep: folds 1, want at least 2"},
		"no repeat":           {"sweep: {repeats: 0, grid: [{fusion_method: [rrf, isr]}]}\n", "sweep: repeats 0, want at least 1"},
		"folds without use":   {"sweep: {grid: [{fusion_method: [rrf, isr], folds: 3}]}\n", "folds are set, but fusion_method rrf learns nothing"},
		"components_asked":    {"sweep: {grid: [{fusion_method: [rrf, isr], components_asked: at once}]}\n", `components_asked "at once"`},
		"one name twice":      {"configs: {isr: {fusion_method: rrf}}\nsweep: {grid: [{fusion_method: isr}]}\n", `two different settings are called "isr"`},
		"rerank_top_n alone":  {"sweep: {grid: [{fusion_method: rrf, rerank_top_n: [5]}]}\n", "rerank_top_n is set, but there is no rerank"},
		"rerank below top_k":  {"sweep: {grid: [{fusion_method: rrf, top_k: 20, rerank: {method: lexical}, rerank_top_n: [30]}]}\n", "rerank looks at top_n 30 hits of a ranking of top_k 20"},
		"learning, reranked":  {"sweep:\n  grid:\n  - {fusion_method: isr}\n  - {fusion_method: bayesfuse, rerank: {method: lexical}}\n", "experiment.yaml:7: sweep: fusion_method bayesfuse learns from judgments and its result is reranked"},
		"learning config":     {"configs:\n  one: {fusion_method: bayesfuse, rerank: {method: lexical}}\n  two: {fusion_method: rrf}\nsweep: {grid: [{fusion_method: isr}]}\n", "experiment.yaml:5: sweep: config \"one\": fusion_method bayesfuse learns"},
		"components as text":  {"sweep: {grid: [{fusion_method: rrf, components: a}]}\n", "components: want a list of names"},
		"weights as a number": {"sweep: {grid: [{fusion_method: wsum, weights: 3}]}\n", "weights: want `steps: 10`"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := sweepPlan(t, c.rest)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Parse = %v, want %q", err, c.want)
			}
		})
	}
}

// Faults of several entries come together, and one fault of many settings once.
func TestSweepFaultsTogether(t *testing.T) {
	_, err := sweepPlan(t, `sweep:
  folds: 1
  grid:
  - {fusion_method: rrf, rrf_k: [0, 0, 1, 2, 3], depth: [10, 20, 30]}
  - {fusion_method: wsum, norm: [min-max, nothing], weights: {steps: 10}}
`)
	if err == nil {
		t.Fatal("the plan is taken")
	}
	if lines := strings.Split(err.Error(), "\n"); len(lines) != 3 {
		t.Errorf("%d faults, want 3 (folds, rrf_k, norm):\n%v", len(lines), err)
	}
}
