package sweep_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/sweep"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// sweptFiles makes a collection of three components over n queries with graded
// judgments, ties among the scores, some documents of one component only and
// some queries that a component lacks. Lists have up to depth hits.
func sweptFiles(n, depth int) map[string]string {
	rng := rand.New(rand.NewPCG(1, 2))
	var set strings.Builder
	set.WriteString("name: swept\nversion: v1\nscale: {0: no, 1: some, 2: good, 3: perfect}\nstrata: [short, long]\nqueries:\n")
	runs := map[string]*strings.Builder{"bm25": {}, "dense": {}, "splade": {}}
	for q := range n {
		fmt.Fprintf(&set, "- {query_id: q%03d, query_text: question %d, query_type: %s, relevant_docs: [", q, q, []string{"short", "long"}[q%2])
		for d, at := range rng.Perm(60)[:8] {
			if d > 0 {
				set.WriteString(", ")
			}
			fmt.Fprintf(&set, "{doc_id: d%02d, grade: %d}", at, (d+2)%4)
		}
		set.WriteString("]}\n")
		for name, run := range map[string]*strings.Builder{"bm25": runs["bm25"], "dense": runs["dense"], "splade": runs["splade"]} {
			list := rand.New(rand.NewPCG(uint64(q), uint64(len(name))))
			if name == "splade" && q%9 == 0 {
				continue
			}
			score := 30.0
			for i, d := range list.Perm(60)[:25] {
				if list.IntN(4) > 0 {
					score -= list.Float64()
				}
				if i < depth {
					fmt.Fprintf(run, "q%03d Q0 d%02d %d %.6f %s\n", q, d, i+1, score, name)
				}
			}
		}
	}
	files := map[string]string{"set.yaml": set.String()}
	for name, run := range runs {
		files[name+".trec"] = run.String()
	}
	return files
}

const sweptHead = `test_set: set.yaml
measures: [nDCG@10, R@20]
components:
  bm25: {run: bm25.trec, order: rank}
  dense: {run: dense.trec, order: rank}
  splade: {run: splade.trec, order: rank}
`

// sweptMethods returns all methods there are; with -short one of each family: by
// rank, by score, by votes, learned, and of one component.
func sweptMethods() []fusion.Entry {
	all := fusion.Builtin().Entries()
	if !testing.Short() {
		return all
	}
	return slices.DeleteFunc(all, func(e fusion.Entry) bool {
		return !slices.Contains([]string{"rrf", "mnz", "wsum", "condorcet", "bayesfuse", "single"}, e.Name)
	})
}

// everyMethod has them as configurations.
func everyMethod() string {
	var text strings.Builder
	text.WriteString("configs:\n")
	for _, e := range sweptMethods() {
		parts := []string{"fusion_method: " + e.Name}
		for _, key := range e.Uses {
			parts = append(parts, map[string]string{
				"weights": "weights: {bm25: 0.5, dense: 0.2, splade: 0.3}", "gmnz_gamma": "gmnz_gamma: 0.5", "rbc_p": "rbc_p: 0.8",
				"probfuse_segments": "probfuse_segments: 5", "norm": "norm: zmuv", "rrf_k": "rrf_k: 7",
				"isr_sigma": "isr_sigma: 0.05", "wprod_floor": "wprod_floor: 0.01", "slidefuse_window": "slidefuse_window: 2",
			}[key])
		}
		if e.Name == "single" {
			parts = append(parts, "components: [dense]")
		}
		for _, k := range []int{20, 40} {
			fmt.Fprintf(&text, "  c_%s_%d: {%s, top_k: %d}\n", e.Name, k, strings.Join(parts, ", "), k)
		}
	}
	return text.String()
}

func sweptScores(t *testing.T, files map[string]string) (*run.Prepared, [][]float64) {
	t.Helper()
	runner := wingtest.Prepared(t, wingtest.WriteFiles(t, files), run.Options{})
	scores, err := sweep.Scores(t.Context(), runner, wingtest.NewMemory())
	if err != nil {
		t.Fatal(err)
	}
	return runner, scores
}

// ranScores scores the configurations one by one, as a run does.
func ranScores(t *testing.T, files map[string]string) map[string][]float64 {
	t.Helper()
	store := wingtest.NewMemory()
	if _, err := wingtest.Prepared(t, wingtest.WriteFiles(t, files), run.Options{}).Run(t.Context(), store); err != nil {
		t.Fatal(err)
	}
	out := map[string][]float64{}
	for _, run := range store.Runs {
		for _, row := range run.Rows {
			out[run.Name] = append(out[run.Name], *row.Scores["nDCG(gain=exp)@10"])
		}
	}
	return out
}

func sameBits(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }

// The pass that scores thousands of settings gives every query, to the last
// bit, the score that a run of the configuration gives it: for every method,
// learned ones too, and every depth of the result.
func TestSweepScoresAreThoseOfRuns(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	files := sweptFiles(40, 25)
	files["experiment.yaml"] = sweptHead + everyMethod() + "sweep: {grid: [{fusion_method: rrf, rrf_k: 99}]}\n"
	want := ranScores(t, files)
	runner, got := sweptScores(t, files)
	settings := runner.Plan().Sweep.Settings
	if len(settings) != 2*len(sweptMethods())+1 {
		t.Fatalf("%d settings, want two for each method and one more", len(settings))
	}
	for i, s := range settings[:len(settings)-1] {
		if diff := cmp.Diff(want[s.Name], got[i], cmp.Comparer(sameBits)); diff != "" {
			t.Errorf("%s: scores of the run (-) and of the sweep (+):\n%s", s.Name, diff)
		}
	}
}

// A depth counts so many hits of each component, as if they had returned no
// more, and says nothing about how many are kept.
func TestSweepDepth(t *testing.T) {
	shallow := sweptFiles(40, 6)
	shallow["experiment.yaml"] = sweptHead + everyMethod()
	want := ranScores(t, shallow)

	deep := sweptFiles(40, 25)
	plain, normed, count := "bayesfuse, borda, condorcet, isr, mapfuse, posfuse, segfuse", "combsum, combmnz, combmax", 12
	if testing.Short() {
		plain, normed, count = "bayesfuse, condorcet", "combmnz", 5
	}
	deep["experiment.yaml"] = sweptHead + `sweep:
  grid:
  - {fusion_method: [` + plain + `], depth: [25, 6], top_k: 20}
  - {fusion_method: [` + normed + `], norm: zmuv, depth: 6, top_k: 20}
  - {fusion_method: rrf, rrf_k: 7, depth: 6, top_k: 20}
  - {fusion_method: wsum, norm: zmuv, weights: {bm25: 0.5, dense: 0.2, splade: 0.3}, depth: 6, top_k: 20}
`
	runner, got := sweptScores(t, deep)
	checked := 0
	for i, s := range runner.Plan().Sweep.Settings {
		if s.Depth != 6 {
			continue
		}
		checked++
		if diff := cmp.Diff(want["c_"+s.Fusion.Resolved().Method+"_20"], got[i], cmp.Comparer(sameBits)); diff != "" {
			t.Errorf("%s: scores of runs with 6 hits (-) and of the sweep (+):\n%s", s.Name, diff)
		}
	}
	if checked != count {
		t.Errorf("%d settings of depth 6, want %d", checked, count)
	}
}

// Hits that are chunks count for their document, by the first chunk.
func TestSweepChunks(t *testing.T) {
	chunks := func(shift int) retrieval.Func {
		return func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
			hits := wingtest.Answering(q, 10)
			for i := range hits {
				hits[i].ID = fmt.Sprintf("chunk%d", (i+shift)%12)
				hits[i].Document = fmt.Sprintf("other%d", i/2)
				if (i+shift+wingtest.Number(q))%5 == 1 {
					hits[i].Document = fmt.Sprintf("d%d", wingtest.Number(q))
				}
			}
			return hits, nil
		}
	}
	dir := wingtest.LiveDir(t, 30, `configs:
  a: {fusion_method: rrf, top_k: 10}
  b: {fusion_method: combsum, top_k: 15}
sweep: {grid: [{fusion_method: isr}]}
`)
	store := wingtest.NewMemory()
	if _, err := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{}), chunks(0), chunks(3)).Run(t.Context(), store); err != nil {
		t.Fatal(err)
	}
	runner := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{}), chunks(0), chunks(3))
	got, err := sweep.Scores(t.Context(), runner, store)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"a", "b"} {
		for _, run := range store.Runs {
			if run.Name != name {
				continue
			}
			for q, row := range run.Rows {
				if want := *row.Scores["RR"]; !sameBits(want, got[i][q]) {
					t.Errorf("%s, %s: %v, want %v (the run)", name, row.QueryID, got[i][q], want)
				}
			}
		}
	}
	if !slices.ContainsFunc(got[0], func(v float64) bool { return v > 0 }) {
		t.Error("no chunk of a relevant document was found")
	}
}
