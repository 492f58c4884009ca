package run_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/kinds"
)

// The conventions of a profile outlive the store: what was scored under kebab is
// summed up in the same way when it is read back.
func TestStoredConventions(t *testing.T) {
	dir := wingtest.WriteFiles(t, map[string]string{"set.yaml": wingtest.AnsweredSet, "run.jsonl": wingtest.AnsweredRun, "experiment.yaml": `
test_set: set.yaml
profile: kebab
measures: [R@1, RequiredStrings]
min_coverage: 0.5
components: {a: {run: run.jsonl}, b: {run: run.jsonl}}
configs: {left: {components: [a], top_k: 5}, right: {components: [b], top_k: 6}}
`})
	recorder := wingtest.NewMemory()
	first := ranPlan(t, dir, recorder, run.Options{})
	second := ranPlan(t, dir, recorder, run.Options{})
	if !second.Retrieval.Cached {
		t.Error("the second run was not answered from the store")
	}
	for i := range first.Systems {
		a, b := first.Systems[i], second.Systems[i]
		if string(wingtest.Marshal(t, a)) != string(wingtest.Marshal(t, b)) {
			t.Errorf("%s: %s, from the store %s", a.Name, wingtest.Marshal(t, a), wingtest.Marshal(t, b))
		}
		if a.Measures[0].N != 3 || string(a.Aggregate) != `{"recall_at_k_doc":{"1":0.3333},"groundedness":0.5,"total_queries":5,"failed_queries":1}` {
			t.Errorf("%s: %+v, %s", a.Name, a.Measures[0], a.Aggregate)
		}
	}
}

// A stored run gives the comparison that was made when it ran, byte for byte,
// although a store keeps rows by id and the file had them in another order.
func TestStoredRunsCompareToTheSameBytes(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	dir := unsortedDir(t)
	store := wingtest.NewMemory()
	run := func() *result.Comparison {
		runner := wingtest.Prepared(t, dir, run.Options{PerQuery: true, CommitHash: "abc"})
		for i, name := range []string{"bm25", "splade", "dense"} {
			wingtest.Answer(runner, name, noisy(uint64(i)))
		}
		c, err := runner.Run(t.Context(), store)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	first, second := run(), run()
	if !second.Retrieval.Cached {
		t.Error("the second run was not cached")
	}
	stored := map[string]*scoring.Table{}
	for name, id := range first.Retrieval.RunIDs {
		run, err := store.Run(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		stored[name] = wingtest.ThroughJSON(t, run)
	}
	plan, err := plan.Load(dir+"/experiment.yaml", kinds.All(nil)...)
	if err != nil {
		t.Fatal(err)
	}
	settings := plan.Compare
	settings.Primary, settings.PerQuery = plan.Primary, true
	compared, err := compare.Against(stored["one"], []*scoring.Table{stored["two"]}, settings)
	if err != nil {
		t.Fatal(err)
	}
	want := withoutRun(t, first)
	for what, c := range map[string]*result.Comparison{"from the store": compared, "second run": second} {
		if diff := cmp.Diff(want, withoutRun(t, c)); diff != "" {
			t.Errorf("%s: the comparison differs from that of the first run (-want +got):\n%s", what, diff)
		}
	}
	for _, alike := range [][2]any{
		{first.Systems, second.Systems}, {first.Attribution, second.Attribution}, {first.Ceilings, second.Ceilings},
	} {
		if first, second := wingtest.Marshal(t, alike[0]), wingtest.Marshal(t, alike[1]); !bytes.Equal(first, second) {
			t.Errorf("the second run differs:\n%s\n%s", first, second)
		}
	}
}

// withoutRun returns the JSON of a comparison without what only a run knows.
func withoutRun(t *testing.T, c *result.Comparison) string {
	t.Helper()
	bare := *c
	bare.Systems, bare.Gains, bare.Attribution, bare.Ceilings, bare.Retrieval = nil, nil, nil, nil, nil
	data, err := json.MarshalIndent(bare, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// unsortedDir holds an experiment over 80 queries in two strata whose ids are
// in no order.
func unsortedDir(t *testing.T) string {
	t.Helper()
	dir := wingtest.LiveDir(t, 80, "configs:\n  one: {fusion_method: rrf}\n  two: {fusion_method: weighted, weights: {bm25: .2, splade: .3, dense: .5}}\nmeasures: [nDCG@10, RR, R@5]\n")
	var set strings.Builder
	set.WriteString("name: unsorted\nversion: v1\nqueries:\n")
	numbers := rand.New(rand.NewPCG(1, 1)).Perm(80)
	for _, n := range numbers {
		fmt.Fprintf(&set, "- {query_id: q%03d, query_text: question %d, query_type: %s, relevant_docs: [{doc_id: d%d, grade: 2}, {doc_id: e%d, grade: 1}]}\n",
			n, n, []string{"exact_term", "paraphrase"}[n%2], n, n)
	}
	plan := strings.Replace(string(wingtest.ReadFile(t, dir+"/experiment.yaml")), "measures: [RR, R@10]\n", "", 1)
	return wingtest.WriteFiles(t, map[string]string{
		"set.yaml": set.String(), "experiment.yaml": plan, "corpus.jsonl": string(wingtest.ReadFile(t, dir+"/corpus.jsonl")),
	})
}

// noisy answers with the relevant documents at ranks that look random and
// depend only on seed and query.
func noisy(seed uint64) retrieval.Func {
	return func(_ context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
		n := wingtest.Number(q)
		random := rand.New(rand.NewPCG(seed, uint64(n)))
		ids := []string{fmt.Sprintf("d%d", n), fmt.Sprintf("e%d", n)}
		for i := range 18 {
			ids = append(ids, fmt.Sprintf("x%d", i))
		}
		random.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		hits := make([]retrieval.Hit, len(ids))
		for i, id := range ids {
			hits[i] = retrieval.Hit{ID: id, Score: 100 - float64(i) - random.Float64()/2}
		}
		return slices.Clip(hits[:min(k, len(hits))]), nil
	}
}
