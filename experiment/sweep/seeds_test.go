package sweep_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/sweep/selection"
)

// The seed of the experiment is that of the divisions too: for each fold the
// setting with the best mean on the others is judged on it, enumerated here.
func TestSeedOfSweeps(t *testing.T) {
	const folds, repeats = 3, 4
	settings := []string{"bm25", "dense", "splade"}
	queries := leakQueries(12)
	list := make([]selection.Query, len(queries))
	for q := range queries {
		list[q] = selection.Query{ID: fmt.Sprintf("q%03d", q), Stratum: "exact_term"}
	}
	honest := func(seed uint64) (means []float64) {
		n := selection.Nested{Folds: folds, Repeats: repeats, Seed: seed}
		for repeat := range repeats {
			fold := n.Divide(list, repeat)
			total := 0.0
			for f := range folds {
				best, judged := math.Inf(-1), 0.0
				for _, s := range settings {
					outside, inside := 0.0, 0.0
					for q := range queries {
						if score := 1 / float64(queries[q][s]); fold[q] == f {
							inside += score
						} else {
							outside += score
						}
					}
					if outside > best+1e-9 {
						best, judged = outside, inside
					}
				}
				total += judged
			}
			means = append(means, total/float64(len(queries)))
		}
		return means
	}
	if slices.Equal(honest(7), honest(8)) {
		t.Fatal("both seeds give the same means: nothing to tell them apart by")
	}
	for _, seed := range []uint64{7, 8} {
		files := leakFiles(queries)
		files["experiment.yaml"] = fmt.Sprintf(`test_set: set.yaml
measures: [RR]
seed: %d
components: {bm25: {run: bm25.trec}, dense: {run: dense.trec}, splade: {run: splade.trec}}
sweep: {folds: %d, repeats: %d, grid: [{components: [[bm25], [dense], [splade]]}]}
`, seed, folds, repeats)
		got := swept(t, files).Selection.RepeatMeans
		for repeat, want := range honest(seed) {
			wingtest.WantNumber(t, fmt.Sprintf("seed %d, honest mean of division %d", seed, repeat), &got[repeat], want, 1e-12, "enumeration")
		}
	}
}
