package experiment_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/retrieval"
)

// A stored run gives the comparison that was made when it ran, byte for byte,
// although a store keeps rows by id and the file had them in another order.
func TestStoredRunsCompareToTheSameBytes(t *testing.T) {
	dir := unsortedDir(t)
	store := newMemory()
	run := func() *result.Comparison {
		runner := prepared(t, dir, experiment.RunOptions{PerQuery: true, CommitHash: "abc"})
		for i, name := range []string{"bm25", "splade", "dense"} {
			runner.Answer(name, noisy(uint64(i)))
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
		stored[name] = throughJSON(t, run)
	}
	plan, err := experiment.Load(dir + "/experiment.yaml")
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
		if first, second := marshal(t, alike[0]), marshal(t, alike[1]); !bytes.Equal(first, second) {
			t.Errorf("the second run differs:\n%s\n%s", first, second)
		}
	}
}

// throughJSON writes the rows of a run as a store does, and reads them back.
func throughJSON(t *testing.T, run result.StoredRun) *scoring.Table {
	t.Helper()
	rows := run.Rows
	run.Rows = nil
	for _, row := range rows {
		var back result.StoredRow
		if err := json.Unmarshal(marshal(t, row), &back); err != nil {
			t.Fatal(err)
		}
		run.Rows = append(run.Rows, back)
	}
	s, err := scoring.Restore(run)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// withoutRun is the JSON of a comparison without what only a run knows.
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
	dir := liveDir(t, 80, "configs:\n  one: {fusion_method: rrf}\n  two: {fusion_method: weighted, weights: {bm25: .2, splade: .3, dense: .5}}\nmeasures: [nDCG@10, RR, R@5]\n")
	var set strings.Builder
	set.WriteString("name: unsorted\nversion: v1\nqueries:\n")
	numbers := rand.New(rand.NewPCG(1, 1)).Perm(80)
	for _, n := range numbers {
		fmt.Fprintf(&set, "- {query_id: q%03d, query_text: question %d, query_type: %s, relevant_docs: [{doc_id: d%d, grade: 2}, {doc_id: e%d, grade: 1}]}\n",
			n, n, []string{"exact_term", "paraphrase"}[n%2], n, n)
	}
	plan := strings.Replace(string(readFile(t, dir+"/experiment.yaml")), "measures: [RR, R@10]\n", "", 1)
	return writeFiles(t, map[string]string{
		"set.yaml": set.String(), "experiment.yaml": plan, "corpus.jsonl": string(readFile(t, dir+"/corpus.jsonl")),
	})
}

// noisy answers with the relevant documents at ranks that look random and
// depend only on seed and query.
func noisy(seed uint64) retrieval.Func {
	return func(_ context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
		n := number(q)
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

// A run that holds no measure, as other programs store them, cannot be
// compared and says so.
func TestStoredRunWithoutMeasures(t *testing.T) {
	for _, aggregate := range []string{`{}`, `{"measures":[]}`, `not json`} {
		if _, err := scoring.Restore(result.StoredRun{ID: "run_1", Aggregate: []byte(aggregate)}); err == nil || !strings.Contains(err.Error(), "run_1") {
			t.Errorf("aggregate %s: error = %v, want one that names the run", aggregate, err)
		}
	}
}
