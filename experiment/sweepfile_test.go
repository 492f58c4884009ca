package experiment_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/runfile"
)

// sweepPlan reads an experiment of the components a, b and c.
func sweepPlan(t *testing.T, rest string) (*experiment.Plan, error) {
	t.Helper()
	path := inExperimentFolder(t)
	for _, name := range []string{"c.trec"} {
		if err := os.WriteFile(filepath.Join(filepath.Dir(path), name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text := "test_set: t.yaml\nmeasures: [nDCG@10]\ncomponents: {a: {run: a.trec}, b: {run: b.trec}, c: {run: c.trec}}\n" + rest
	return experiment.Parse(path, []byte(text))
}

func settingNames(p *experiment.Plan) []string {
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
		"beside configurations": {
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
		"unknown baseline":    {"sweep: {baseline: best, grid: [{fusion_method: [rrf, isr]}]}\n", `4: sweep: baseline "best" is not among the settings`},
		"one fold":            {"sweep: {folds: 1, grid: [{fusion_method: [rrf, isr]}]}\n", "sweep: folds 1, want at least 2"},
		"no repeat":           {"sweep: {repeats: 0, grid: [{fusion_method: [rrf, isr]}]}\n", "sweep: repeats 0, want at least 1"},
		"folds without use":   {"sweep: {grid: [{fusion_method: [rrf, isr], folds: 3}]}\n", "folds are set, but fusion_method rrf learns nothing"},
		"components_asked":    {"sweep: {grid: [{fusion_method: [rrf, isr], components_asked: at once}]}\n", `components_asked "at once"`},
		"one name twice":      {"configs: {isr: {fusion_method: rrf}}\nsweep: {grid: [{fusion_method: isr}]}\n", `two different settings are called "isr"`},
		"rerank_top_n alone":  {"sweep: {grid: [{fusion_method: rrf, rerank_top_n: [5]}]}\n", "rerank_top_n is set, but there is no rerank"},
		"rerank below top_k":  {"sweep: {grid: [{fusion_method: rrf, top_k: 20, rerank: {method: lexical}, rerank_top_n: [30]}]}\n", "rerank looks at 30 hits of a ranking of top_k 20"},
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

// A run needs two configurations, whatever a sweep has.
func TestRunOfASweepAlone(t *testing.T) {
	files := sweptFiles(10, 25)
	files["experiment.yaml"] = sweptHead + "sweep: {grid: [{fusion_method: [rrf, isr]}]}\n"
	runner := prepared(t, writeFiles(t, files), experiment.RunOptions{})
	if _, err := runner.Run(t.Context(), newMemory()); err == nil || !strings.Contains(err.Error(), "two configurations") {
		t.Errorf("Run = %v, want that a comparison needs two configurations", err)
	}
}

func swept(t *testing.T, files map[string]string) *result.Sweep {
	t.Helper()
	s, err := prepared(t, writeFiles(t, files), experiment.RunOptions{}).Sweep(t.Context(), newMemory(), experiment.SweepOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The whole result, held to what follows from its parts.
func TestSweepResult(t *testing.T) {
	files := sweptFiles(60, 25)
	files["experiment.yaml"] = sweptHead + `sweep:
  baseline: dense
  grid:
  - {components: [[bm25], [dense]]}
  - {fusion_method: rrf, rrf_k: [1, 10, 60]}
  - {fusion_method: [posfuse, mapfuse]}
  - {fusion_method: wsum, norm: [min-max, rank], weights: {steps: 4}}
`
	s := swept(t, files)
	if s.Schema != result.SweepSchema || s.Queries != (result.SweptQueries{All: 60, Used: 60}) {
		t.Errorf("schema %q, queries %+v", s.Schema, s.Queries)
	}
	byName := map[string]result.SweptOne{}
	best := math.Inf(-1)
	times := 0
	for _, one := range s.Settings {
		byName[one.Name] = one
		best = max(best, one.Mean)
		times += one.Chosen
	}
	sel := s.Selection
	if byName[s.Best].Mean != best || sel.InSampleMean != best || s.Leaders[0] != s.Best || !byName[s.Best].Leader {
		t.Errorf("best %s with mean %v, leaders %v; the largest mean is %v", s.Best, byName[s.Best].Mean, s.Leaders, best)
	}
	if times != 50 || sel.Folds != 5 || sel.Repeats != 10 || len(sel.RepeatMeans) != 10 {
		t.Errorf("chosen %d times, %d folds, %d repeats; want 50 of 5 and 10", times, sel.Folds, sel.Repeats)
	}
	wantNumber(t, "honest gain", &sel.HonestGain, sel.HonestMean-sel.BaselineMean, 1e-12, "honest mean - baseline mean")
	if i := sel.Gain.Interval; i == nil || !(i.Low < sel.HonestGain && sel.HonestGain < i.High) {
		t.Errorf("interval %+v of the gain %v", i, sel.HonestGain)
	}
	wantNumber(t, "optimism", &sel.Optimism, sel.InSampleGain-sel.HonestGain, 1e-12, "in-sample gain - honest gain")
	if byName["dense"].Difference != 0 || byName["dense"].Mean != sel.BaselineMean {
		t.Errorf("the baseline differs from itself: %+v", byName["dense"])
	}
	if s.Cost != result.CostComponents {
		t.Errorf("cost %q, want components: run files have no latency", s.Cost)
	}
	if twin := byName["wsum norm=rank bm25=0 dense=1 splade=0"]; twin.SameAs != "dense" {
		t.Errorf("dense alone by rank is the same as %q, want dense", twin.SameAs)
	}
	again := swept(t, files)
	if diff := cmp.Diff(s, again); diff != "" {
		t.Errorf("a second sweep differs:\n%s", diff)
	}
}

// A query that failed under one setting is left out under all, and counted; too
// many of them end without trust but not without numbers.
func TestSweepFailures(t *testing.T) {
	dir := liveDir(t, 20, "min_coverage: 0.9\nsweep: {grid: [{components: [[bm25], [dense]]}, {fusion_method: rrf, components: [bm25, dense]}]}\n")
	everyThirdFails := retrieval.Func(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		if number(q)%3 == 0 {
			return nil, errDown
		}
		return answering(q, 2), nil
	})
	runner := answeredBy(prepared(t, dir, experiment.RunOptions{}), atRank(1), everyThirdFails)
	s, err := runner.Sweep(t.Context(), newMemory(), experiment.SweepOptions{})
	var coverage *compare.CoverageError
	if s == nil || !errors.As(err, &coverage) {
		t.Fatalf("Sweep = %v, %v; want a result and a *CoverageError", s, err)
	}
	if g := s.Selection.Gain; g.Verdict != result.Inconclusive || !strings.HasPrefix(g.VerdictReason, "no verdict") {
		t.Errorf("verdict %s (%s), want none", g.Verdict, g.VerdictReason)
	}
	if s.Queries != (result.SweptQueries{All: 20, Used: 13, Failed: 7}) { // 0, 3, …, 18
		t.Errorf("queries %+v, want 7 failed of 20", s.Queries)
	}
	if _, ok := finding(s.Health, result.FindingFailed); !ok {
		t.Errorf("the failures are not among the findings %v", codes(s.Health))
	}
	if s.Retrieval.Calls != 40 {
		t.Errorf("%d calls, want 40: splade is needed by no setting", s.Retrieval.Calls)
	}
}

// Nothing is retrieved twice: neither by a second sweep nor by a run of the
// same file.
func TestSweepSharesRecordings(t *testing.T) {
	dir, store := liveDir(t, 12, `configs: {one: {components: [bm25]}, two: {fusion_method: rrf}}
sweep: {grid: [{fusion_method: rrf, rrf_k: [1, 2], depth: [150]}]}
`), newMemory()
	ask := func() *experiment.Runner {
		r := answeredBy(prepared(t, dir, experiment.RunOptions{}), atRank(1), atRank(2))
		r.Answer("splade", atRank(3))
		return r
	}
	first, err := ask().Sweep(t.Context(), store, experiment.SweepOptions{})
	if err != nil {
		t.Fatal(err)
	}
	second, err := ask().Sweep(t.Context(), store, experiment.SweepOptions{})
	if err != nil {
		t.Fatal(err)
	}
	run, err := ask().Run(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	if first.Retrieval.Calls != 36 || second.Retrieval.Calls != 0 || second.Retrieval.Reused != 36 || run.Retrieval.Calls != 0 {
		t.Errorf("%d, %d and %d calls, want 36, 0 and 0", first.Retrieval.Calls, second.Retrieval.Calls, run.Retrieval.Calls)
	}
	if first.Cost != result.CostLatency {
		t.Errorf("cost %q, want the latency, which was measured", first.Cost)
	}
}

// A setting with a rerank scores as a run of it does, and its answers are
// recorded once.
func TestSweepReranks(t *testing.T) {
	store := newMemory()
	text := `test_set: testset.yaml
measures: [nDCG@10]
components:
  bm25:  {embedded: {corpus: corpus.jsonl}}
  dense: {embedded: {corpus: corpus.jsonl, model: lsa, dimensions: 32}}
configs:
  fused: {fusion_method: rrf}
  reranked: {fusion_method: rrf, rerank: {method: lexical, top_n: 10}}
sweep: {grid: [{fusion_method: rrf, rerank: {method: lexical}, rerank_top_n: [10, 30]}]}
`
	load := func() *experiment.Runner {
		plan, err := experiment.Parse("../examples/clinical/sweep.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		r, err := experiment.Prepare(t.Context(), plan, experiment.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	c, err := load().Run(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	s, err := load().Sweep(t.Context(), store, experiment.SweepOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"fused", "reranked", "rrf rerank=lexical rerank_top_n=30"}, names(s)); diff != "" {
		t.Fatalf("settings, want (-) and got (+):\n%s", diff)
	}
	for i, system := range c.Systems[:2] {
		wantNumber(t, system.Name, &s.Settings[i].Mean, *system.Measures[0].Mean, 1e-12, "the run")
	}
	// as written above; k = 60 is the constant of Cormack et al. (2009), doi:10.1145/1571941.1572114
	if last := s.Settings[2]; last.Method != "rrf" || *last.RRFK != 60 || *last.Rerank != (result.SweptRerank{Method: "lexical", TopN: 30}) || s.Settings[0].Rerank != nil {
		t.Errorf("the setting %s has the fusion %+v and the rerank %+v", last.Name, last.Settings, last.Rerank)
	}
	if s.Settings[0].Mean == s.Settings[1].Mean {
		t.Error("the rerank changes nothing")
	}
	if want := s.TestSet.Queries; s.Retrieval.Calls != 0 || s.Retrieval.Reranks != want {
		t.Errorf("%d calls and %d reranks, want none and %d, those of the new rerank", s.Retrieval.Calls, s.Retrieval.Reranks, want)
	}
	if s.Settings[1].LatencyMS == nil || *s.Settings[1].LatencyMS <= *s.Settings[0].LatencyMS {
		t.Error("a rerank takes no time")
	}
}

// A sweep leaves the runner's systems what they are: those of the plan, with the
// rankings that a run of it gives.
func TestSweepLeavesTheSystems(t *testing.T) {
	files := sweptFiles(10, 25)
	files["experiment.yaml"] = sweptHead + `configs: {two: {fusion_method: isr, components: [bm25, dense]}, alone: {components: [bm25]}}
sweep: {grid: [{fusion_method: rrf, components: [bm25, dense], rrf_k: [1, 60]}]}
`
	rankings := func(after func(*experiment.Runner) error) (systems []string, list []runfile.Result) {
		r := prepared(t, writeFiles(t, files), experiment.RunOptions{})
		if err := after(r); err != nil {
			t.Fatal(err)
		}
		for got, err := range r.Rankings(t.Context(), "two") {
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, got)
		}
		return r.Systems(), list
	}
	systems, swept := rankings(func(r *experiment.Runner) error {
		_, err := r.Sweep(t.Context(), newMemory(), experiment.SweepOptions{})
		return err
	})
	_, ran := rankings(func(r *experiment.Runner) error {
		_, err := r.Run(t.Context(), newMemory())
		return err
	})
	if diff := cmp.Diff([]string{"two", "alone", "bm25", "dense", "splade"}, systems); diff != "" {
		t.Errorf("systems, want (-) and got (+):\n%s", diff)
	}
	if len(swept) != 10 {
		t.Errorf("%d rankings after the sweep, want one for each of 10 queries", len(swept))
	}
	if diff := cmp.Diff(ran, swept); diff != "" {
		t.Errorf("rankings after a run (-) and after a sweep (+):\n%s", diff)
	}
}

func names(s *result.Sweep) []string {
	var list []string
	for _, one := range s.Settings {
		list = append(list, one.Name)
	}
	return list
}

// What a sweep cannot choose by is said before anything is retrieved.
func TestSweepMeasures(t *testing.T) {
	for _, measure := range []string{"GMAP", "NumNonRelRet", "NumRet"} {
		files := sweptFiles(10, 25)
		files["experiment.yaml"] = strings.Replace(sweptHead, "nDCG@10", measure, 1) + "sweep: {grid: [{fusion_method: [rrf, isr]}]}\n"
		r := prepared(t, writeFiles(t, files), experiment.RunOptions{})
		if _, err := r.Sweep(t.Context(), newMemory(), experiment.SweepOptions{}); err == nil || !strings.Contains(err.Error(), "cannot choose by") {
			t.Errorf("%s: %v", measure, err)
		}
	}
}

// When ctx ends, so does the sweep.
func TestSweepInterrupted(t *testing.T) {
	files := sweptFiles(10, 25)
	files["experiment.yaml"] = sweptHead + "sweep: {grid: [{fusion_method: [rrf, isr]}]}\n"
	runner := prepared(t, writeFiles(t, files), experiment.RunOptions{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := runner.Sweep(ctx, newMemory(), experiment.SweepOptions{}); err == nil {
		t.Error("a sweep goes on without its context")
	}
}
