package sweep_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/sweep"
	"github.com/rankduel/rankduel/retrieval"
)

// sweptCollection answers queries with hits of a collection made for the
// purpose: three components that share about half of their documents, and ten
// judged documents among them.
func sweptCollection(b *testing.B, queries int) string {
	b.Helper()
	var set strings.Builder
	set.WriteString("name: large\nversion: v1\nqueries:\n")
	for q := range queries {
		fmt.Fprintf(&set, "- {query_id: q%05d, query_text: question, query_type: exact_term, relevant_docs: [", q)
		for d := range 10 {
			fmt.Fprintf(&set, "{doc_id: D%d, grade: %d}, ", (q+37*d)%300, d%4)
		}
		set.WriteString("]}\n")
	}
	dir := b.TempDir()
	for name, text := range map[string]string{
		"set.yaml": set.String(), "corpus.jsonl": `{"_id": "d0", "title": "", "text": "a document"}` + "\n",
		"experiment.yaml": `
test_set: set.yaml
measures: [nDCG@10]
components:
  bm25: {embedded: {corpus: corpus.jsonl}}
  splade: {embedded: {corpus: corpus.jsonl, k1: 1.2}}
  dense: {embedded: {corpus: corpus.jsonl, model: lsa}}
sweep:
  grid:
  - {fusion_method: rrf, rrf_k: [60, 1, 2, 5, 10, 20, 40, 80, 160, 320]}
  - {fusion_method: wsum, norm: [min-max, zmuv, sum], weights: {steps: 20}}
  - {fusion_method: w_rrf, rrf_k: [10, 60], weights: {steps: 16}}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	return dir
}

func hundredHits(component int) retrieval.Func {
	return func(_ context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
		rng := rand.New(rand.NewPCG(uint64(wingtest.Number(q)), uint64(component)))
		hits := make([]retrieval.Hit, min(k, 100))
		score := 20.0
		for i, d := range rng.Perm(300)[:len(hits)] {
			score -= rng.ExpFloat64() / 10
			hits[i] = retrieval.Hit{ID: fmt.Sprintf("D%d", d), Score: score}
		}
		return hits, nil
	}
}

// A sweep of 1,009 settings over 2,000 queries of three components with 100
// hits each, all of it recorded before: reading, scoring, cross-validation and
// the comparison with the best. Five of these are the 10,000 queries that have
// to take less than 20 s on two processors.
func BenchmarkSweepRecorded(b *testing.B) {
	dir, store := sweptCollection(b, 2000), wingtest.NewMemory()
	sweep := func() {
		runner := wingtest.Prepared(b, dir, run.Options{})
		for i, name := range []string{"bm25", "splade", "dense"} {
			wingtest.Answer(runner, name, hundredHits(i))
		}
		s, err := sweep.Run(b.Context(), runner, store, sweep.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if len(s.Settings) < 1000 {
			b.Fatalf("%d settings", len(s.Settings))
		}
	}
	sweep() // records
	b.ReportAllocs()
	for b.Loop() {
		sweep()
	}
}
