package plan_test

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval/kinds"
)

const boundaryHead = "test_set: set.yaml\ncomponents:\n  a: {run: a.trec}\n  b: {run: b.trec}\n"

// What is just in range is taken, and what is just out of it is a fault that
// says the bound.
func TestBoundariesOfSettings(t *testing.T) {
	const two = "configs:\n  x: {fusion_method: rrf}\n  y: {components: [a]}\n"
	config := func(x string) string { return "configs:\n  x: {" + x + "}\n  y: {components: [a]}\n" }
	for _, c := range []struct{ name, rest, fault string }{ // no fault: taken
		{"one at a time", two + "concurrency: 1\n", ""},
		{"none at a time", two + "concurrency: 0\n", "concurrency 0, want at least 1"},
		{"no warm-up", two + "warm_up: 0\n", ""},
		{"less than no warm-up", two + "warm_up: -1\n", "warm_up -1, want at least 0"},
		{"asked once", two + "repeats: 1\n", ""},
		{"run files twice", two + "repeats: 2\n", "repeats 2 changes nothing: run files and embedded indexes answer alike each time; leave it out, or compare several run files of a system"},
		{"a reranker twice", config("fusion_method: rrf, top_k: 20, rerank: {method: lexical, top_n: 20}") + "measures: [RR]\nrepeats: 2\n", ""},
		{"asked never", two + "repeats: 0\n", "repeats 0, want from 1 to 1000"},
		{"given up at once", two + "give_up_after: 1\n", ""},
		{"given up before", two + "give_up_after: 0\n", "give_up_after 0, want at least 1"},
		{"a short timeout", two + "timeout: 1ns\n", ""},
		{"no timeout", two + "timeout: 0s\n", `timeout "0s", want a time such as`},
		{"a timeout that is none", two + "timeout: -1s\n", `timeout "-1s", want a time such as`},
		{"one hit", config("fusion_method: rrf, top_k: 1") + "measures: [RR]\n", ""},
		{"no hit", config("fusion_method: rrf, top_k: 0") + "measures: [RR]\n", `config "x": top_k 0, want at least 1`},
		{"as deep as a measure", config("fusion_method: rrf, top_k: 20") + "measures: [R@20]\n", ""},
		{"a measure is deeper", config("fusion_method: rrf, top_k: 19") + "measures: [R@20]\n", `config "x" goes 19 hits deep, but R@20 looks at 20: set`},
		{"two folds", config("fusion_method: posfuse, folds: 2"), ""},
		{"one fold", config("fusion_method: posfuse, folds: 1"), `config "x": folds 1, want at least 2`},
		{"folds of nothing to learn", config("fusion_method: rrf, folds: 2"), `config "x": folds are set, but fusion_method rrf learns nothing`},
		{"asked in parallel", config("fusion_method: rrf, components_asked: in_parallel"), ""},
		{"asked in sequence", config("fusion_method: rrf, components_asked: in_sequence"), ""},
		{"asked otherwise", config("fusion_method: rrf, components_asked: at once"), `config "x": components_asked "at once": want one of "in_parallel", "in_sequence"`},
		{"a whole ranking reranked", config("fusion_method: rrf, top_k: 20, rerank: {method: lexical, top_n: 20}") + "measures: [RR]\n", ""},
		{"more than a ranking reranked", config("fusion_method: rrf, top_k: 20, rerank: {method: lexical, top_n: 21}") + "measures: [RR]\n", `config "x": rerank looks at top_n 21 hits of a ranking of top_k 20`},
		{"the default of reranked hits", config("fusion_method: rrf, top_k: 1, rerank: {method: lexical}") + "measures: [RR]\n", ""},
		{"texts that are there", config("fusion_method: rrf, rerank: {method: lexical, corpus: corpus.jsonl}"), ""},
		{"texts that are not", config("fusion_method: rrf, rerank: {method: lexical, corpus: gone.jsonl}"), `config "x": rerank: cannot read `},
		{"an unknown reranker", config("fusion_method: rrf, rerank: {method: magic}"), `config "x": rerank: `},
		{"paths that are there", two + "measures: [RR, CitationCoverage(strict)]\npaths: corpus.jsonl\n", ""},
		{"paths that are not", two + "measures: [RR, CitationCoverage(strict)]\npaths: gone.txt\n", "cannot read "},
		{"paths without use", two + "measures: [RR]\npaths: corpus.jsonl\n", "measures: paths are for CitationCoverage(strict), which is not among the measures"},
		{"a configuration without a name", "configs:\n  '': {fusion_method: rrf}\n  y: {components: [a]}\n", "a configuration has an empty name"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := planDir(t, boundaryHead+c.rest)
			_, err := plan.Load(filepath.Join(dir, "experiment.yaml"), kinds.All(nil)...)
			if c.fault == "" {
				if err != nil {
					t.Fatalf("Load = %v, want no fault", err)
				}
				return
			}
			var faulty *plan.Error
			if !errors.As(err, &faulty) || len(faulty.Faults) != 1 || !strings.HasPrefix(faulty.Faults[0].Text, c.fault) || faulty.Faults[0].Line == 0 {
				t.Errorf("Load = %v, want %q alone, with its line", err, c.fault)
			}
		})
	}
}

// What is asked for reaches the plan, and its depth is that of the deepest
// configuration or setting.
func TestWhatIsAskedFor(t *testing.T) {
	load := func(rest string) *plan.Plan {
		t.Helper()
		p, err := plan.Load(filepath.Join(planDir(t, boundaryHead+rest), "experiment.yaml"), kinds.All(nil)...)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := load("configs:\n  x: {fusion_method: posfuse, folds: 3, top_k: 30, components_asked: in_sequence}\n  y: {components: [a], top_k: 40}\nmeasures: [RR]\nwarm_up: 7\ngive_up_after: 9\ntimeout: 250ms\nconcurrency: 2\n")
	if r := p.Retrieve; r.WarmUp != 7 || r.GiveUpAfter != 9 || r.Timeout != 250*time.Millisecond || r.Concurrency != 2 {
		t.Errorf("retrieval %+v", r)
	}
	if x := p.Configs[0]; x.Folds != 3 || x.TopK != 30 || x.Depth != 30 || x.Asked != result.AskedInSequence || !slices.Equal(x.Components, []string{"a", "b"}) {
		t.Errorf("config x: %+v", x)
	}
	if p.Depth() != 40 {
		t.Errorf("depth %d, want 40", p.Depth())
	}
	deep := load("configs:\n  x: {fusion_method: rrf, top_k: 30}\n  y: {components: [a], top_k: 40}\nmeasures: [RR]\nsweep: {grid: [{fusion_method: rrf, depth: [20, 70]}]}\n")
	if deep.Depth() != 70 {
		t.Errorf("depth %d, want 70: the sweep goes deeper", deep.Depth())
	}
	if one, ok := p.Config("y"); !ok || one.Name != "y" {
		t.Errorf("Config(y) = %+v, %v", one, ok)
	}
	if _, ok := p.Config("z"); ok {
		t.Error("Config(z) is there")
	}
	if alone := p.Alone("b"); alone.Name != "b" || !slices.Equal(alone.Components, []string{"b"}) || alone.Depth != 40 || alone.TopK != 40 {
		t.Errorf("Alone(b) = %+v, want all that is retrieved of it", alone)
	}
}

// So it is with the numbers of a sweep.
func TestBoundariesOfSweeps(t *testing.T) {
	for _, c := range []struct{ name, rest, fault string }{
		{"two folds", "sweep: {folds: 2, grid: [{fusion_method: [rrf, isr]}]}\n", ""},
		{"one repeat", "sweep: {repeats: 1, grid: [{fusion_method: [rrf, isr]}]}\n", ""},
		{"one hit of each component", "sweep: {grid: [{fusion_method: rrf, depth: [1, 2]}]}\n", ""},
		{"as deep as the measure", "sweep: {grid: [{fusion_method: rrf, top_k: [10, 11]}]}\n", ""},
		{"a whole ranking reranked", "sweep: {grid: [{fusion_method: [rrf, isr], top_k: 20, rerank: {method: lexical}, rerank_top_n: 20}]}\n", ""},
		{"more than a ranking reranked", "sweep: {grid: [{fusion_method: [rrf, isr], top_k: 20, rerank: {method: lexical}, rerank_top_n: 21}]}\n", "rerank looks at top_n 21 hits of a ranking of top_k 20"},
		{"two folds of learning", "sweep: {grid: [{fusion_method: [posfuse, mapfuse], folds: 2}]}\n", ""},
		{"one fold of learning", "sweep: {grid: [{fusion_method: [posfuse, mapfuse], folds: 1}]}\n", "folds 1, want at least 2"},
		{"one step", "sweep: {grid: [{fusion_method: weighted, weights: {steps: 1}}]}\n", ""},
		{"as many steps as there may be", "sweep: {grid: [{fusion_method: weighted, components: [[a]], weights: {steps: 100000}}, {fusion_method: rrf}]}\n", ""},
		{"one step more", "sweep: {grid: [{fusion_method: weighted, components: [[a]], weights: {steps: 100001}}, {fusion_method: rrf}]}\n", "weights: steps 100001, want from 1 to 100000"},
		{"a baseline of the grid", "sweep: {baseline: isr, grid: [{fusion_method: [rrf, isr]}]}\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := sweepPlan(t, c.rest)
			if c.fault == "" && err != nil || c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)) {
				t.Fatalf("Parse = %v, want %q", err, c.fault)
			}
			if err == nil && (len(p.Sweep.Settings) < 2 || p.Sweep.Baseline == "") {
				t.Errorf("%d settings, baseline %q", len(p.Sweep.Settings), p.Sweep.Baseline)
			}
		})
	}
}
