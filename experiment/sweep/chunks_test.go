package sweep_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/sweep"
	"github.com/rankduel/rankduel/retrieval"
)

// Where components do not agree which document a hit is a chunk of, a sweep
// believes the one that a run of the setting believes: the first by name that
// says something. The hit is the relevant document where that one says so.
func TestSweepBelievesTheSameComponent(t *testing.T) {
	said := []struct{ bm25, dense string }{ // of the first hit of query 0, 1, …
		{"d0", "other"}, {"other", "d1"}, {"", "d2"}, {"d3", ""}, {"", "other"}, {"d5", "d5"},
	}
	want := []float64{1, 0, 1, 1, 0, 1} // by hand
	chunk := func(document func(q int) string) retrieval.Func {
		return func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
			return []retrieval.Hit{{ID: "chunk", Document: document(wingtest.Number(q)), Score: 1}}, nil
		}
	}
	bm25, dense := chunk(func(q int) string { return said[q].bm25 }), chunk(func(q int) string { return said[q].dense })
	dir := wingtest.LiveDir(t, len(said), `configs:
  one: {fusion_method: rrf, components: [bm25, dense]}
  two: {fusion_method: rrf, components: [dense, bm25]}
sweep: {grid: [{fusion_method: isr, components: [[bm25, dense]]}]}
`)
	store := wingtest.NewMemory()
	if _, err := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{}), bm25, dense).Run(t.Context(), store); err != nil {
		t.Fatal(err)
	}
	swept, err := sweep.Scores(t.Context(), wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{}), bm25, dense), store)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"one", "two"} {
		for _, stored := range store.Runs {
			for q, row := range stored.Rows {
				if stored.Name == name && *row.Scores["RR"] != want[q] {
					t.Errorf("run %s, %s: RR = %v, want %v (by hand)", name, row.QueryID, *row.Scores["RR"], want[q])
				}
			}
		}
		for q := range said {
			if swept[i][q] != want[q] {
				t.Errorf("sweep, %s of query %d: RR = %v, want %v (by hand)", name, q, swept[i][q], want[q])
			}
		}
	}
}

// Where a measure of chunks meets a query that is judged by documents alone,
// nothing is found for it, whatever the query before it had: the means of two
// chunk rankings are those of the other queries, by hand.
func TestSweepOfQueriesWithoutChunkJudgments(t *testing.T) {
	chunks := slices.Repeat([]string{"chunks"}, 9)
	for name, order := range map[string][]string{
		"first": slices.Concat([]string{"documents"}, chunks), "last": slices.Concat(chunks, []string{"documents"}),
	} {
		t.Run(name, func(t *testing.T) {
			set, a, b := "name: chunked\nversion: v1\nstrata: []\nqueries:\n", "", ""
			for q, judged := range order {
				id := fmt.Sprintf("q%d", q)
				set += map[string]string{
					"documents": "- {query_id: " + id + ", query_text: one, relevant_docs: [{doc_id: d, grade: 1}]}\n",
					"chunks":    "- {query_id: " + id + ", query_text: one, relevant_chunks: [{chunk_id: c, grade: 1}]}\n",
				}[judged]
				a += id + " Q0 c 1 9 a\n" + id + " Q0 x 2 8 a\n" // RR 1
				b += id + " Q0 y 1 9 b\n" + id + " Q0 c 2 8 b\n" // RR 1/2
			}
			got := swept(t, map[string]string{
				"set.yaml": set, "a.trec": a, "b.trec": b, "experiment.yaml": `test_set: set.yaml
profile: kebab
measures: [RR(level=chunk)@10]
min_coverage: 0
components: {a: {run: a.trec}, b: {run: b.trec}}
sweep: {baseline: b, folds: 2, repeats: 3, grid: [{components: [[a], [b]]}]}
`,
			})
			for i, want := range []float64{1, .5} {
				wingtest.WantNumber(t, "mean of "+got.Settings[i].Name, &got.Settings[i].Mean, want, 1e-12, "by hand")
			}
		})
	}
}
