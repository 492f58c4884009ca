package sweep_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/sweep"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/retrieval/runfile"
)

// A run needs two configurations, whatever a sweep has.
func TestRunOfASweepAlone(t *testing.T) {
	files := sweptFiles(10, 25)
	files["experiment.yaml"] = sweptHead + "sweep: {grid: [{fusion_method: [rrf, isr]}]}\n"
	runner := wingtest.Prepared(t, wingtest.WriteFiles(t, files), run.Options{})
	if _, err := runner.Run(t.Context(), wingtest.NewMemory()); err == nil || !strings.Contains(err.Error(), "two configurations") {
		t.Errorf("Run = %v, want that a comparison needs two configurations", err)
	}
}

func swept(t *testing.T, files map[string]string) *result.Sweep {
	t.Helper()
	s, err := sweep.Run(t.Context(), wingtest.Prepared(t, wingtest.WriteFiles(t, files), run.Options{}), wingtest.NewMemory(), sweep.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The whole result, held to what follows from its parts.
func TestSweepResult(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
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
	wingtest.WantNumber(t, "honest gain", &sel.HonestGain, sel.HonestMean-sel.BaselineMean, 1e-12, "honest mean - baseline mean")
	if i := sel.Gain.Interval; i == nil || !(i.Low < sel.HonestGain && sel.HonestGain < i.High) {
		t.Errorf("interval %+v of the gain %v", i, sel.HonestGain)
	}
	wingtest.WantNumber(t, "optimism", &sel.Optimism, sel.InSampleGain-sel.HonestGain, 1e-12, "in-sample gain - honest gain")
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
	dir := wingtest.LiveDir(t, 20, "min_coverage: 0.9\nsweep: {grid: [{components: [[bm25], [dense]]}, {fusion_method: rrf, components: [bm25, dense]}]}\n")
	everyThirdFails := retrieval.Func(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		if wingtest.Number(q)%3 == 0 {
			return nil, wingtest.ErrDown
		}
		return wingtest.Answering(q, 2), nil
	})
	runner := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{}), wingtest.AtRank(1), everyThirdFails)
	s, err := sweep.Run(t.Context(), runner, wingtest.NewMemory(), sweep.Options{})
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
	if _, ok := wingtest.Finding(s.Health, result.FindingFailed); !ok {
		t.Errorf("the failures are not among the findings %v", wingtest.Codes(s.Health))
	}
	if s.Retrieval.Calls != 40 {
		t.Errorf("%d calls, want 40: splade is needed by no setting", s.Retrieval.Calls)
	}
}

// Nothing is retrieved twice: neither by a second sweep nor by a run of the
// same file.
func TestSweepSharesRecordings(t *testing.T) {
	dir, store := wingtest.LiveDir(t, 12, `configs: {one: {components: [bm25]}, two: {fusion_method: rrf}}
sweep: {grid: [{fusion_method: rrf, rrf_k: [1, 2], depth: [150]}]}
`), wingtest.NewMemory()
	ask := func() *run.Prepared {
		r := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{}), wingtest.AtRank(1), wingtest.AtRank(2))
		wingtest.Answer(r, "splade", wingtest.AtRank(3))
		return r
	}
	first, err := sweep.Run(t.Context(), ask(), store, sweep.Options{})
	if err != nil {
		t.Fatal(err)
	}
	second, err := sweep.Run(t.Context(), ask(), store, sweep.Options{})
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
	store := wingtest.NewMemory()
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
	load := func() *run.Prepared {
		plan, err := plan.Parse("../../examples/clinical/sweep.yaml", []byte(text), kinds.All(nil)...)
		if err != nil {
			t.Fatal(err)
		}
		r, err := run.Prepare(t.Context(), plan, run.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	c, err := load().Run(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	s, err := sweep.Run(t.Context(), load(), store, sweep.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"fused", "reranked", "rrf rerank=lexical rerank_top_n=30"}, names(s)); diff != "" {
		t.Fatalf("settings, want (-) and got (+):\n%s", diff)
	}
	for i, system := range c.Systems[:2] {
		wingtest.WantNumber(t, system.Name, &s.Settings[i].Mean, *system.Measures[0].Mean, 1e-12, "the run")
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

// A sweep leaves the prepared systems what they are: those of the plan, with the
// rankings that a run of it gives.
func TestSweepLeavesTheSystems(t *testing.T) {
	files := sweptFiles(10, 25)
	files["experiment.yaml"] = sweptHead + `configs: {two: {fusion_method: isr, components: [bm25, dense]}, alone: {components: [bm25]}}
sweep: {grid: [{fusion_method: rrf, components: [bm25, dense], rrf_k: [1, 60]}]}
`
	rankings := func(after func(*run.Prepared, result.Recorder) error) (systems []string, list []runfile.Result) {
		store := wingtest.NewMemory()
		r := wingtest.Prepared(t, wingtest.WriteFiles(t, files), run.Options{})
		if err := after(r, store); err != nil {
			t.Fatal(err)
		}
		for got, err := range r.Rankings(t.Context(), store, "two") {
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, got)
		}
		return r.Systems(), list
	}
	systems, swept := rankings(func(r *run.Prepared, store result.Recorder) error {
		_, err := sweep.Run(t.Context(), r, store, sweep.Options{})
		return err
	})
	_, ran := rankings(func(r *run.Prepared, store result.Recorder) error {
		_, err := r.Run(t.Context(), store)
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

// What a sweep cannot choose by is said when the file is read.
func TestSweepMeasures(t *testing.T) {
	for _, measure := range []string{"GMAP", "NumNonRelRet", "NumRet"} {
		files := sweptFiles(10, 25)
		files["experiment.yaml"] = strings.Replace(sweptHead, "nDCG@10", measure, 1) + "primary: " + measure + "\nsweep: {grid: [{fusion_method: [rrf, isr]}]}\n"
		path := filepath.Join(wingtest.WriteFiles(t, files), "experiment.yaml")
		if _, err := plan.Load(path); err == nil || !strings.Contains(err.Error(), measure+" cannot decide") {
			t.Errorf("%s: %v", measure, err)
		}
	}
}

// When ctx ends, so does the sweep.
func TestSweepInterrupted(t *testing.T) {
	files := sweptFiles(10, 25)
	files["experiment.yaml"] = sweptHead + "sweep: {grid: [{fusion_method: [rrf, isr]}]}\n"
	runner := wingtest.Prepared(t, wingtest.WriteFiles(t, files), run.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := sweep.Run(ctx, runner, wingtest.NewMemory(), sweep.Options{}); err == nil {
		t.Error("a sweep goes on without its context")
	}
}
