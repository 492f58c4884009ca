package rerank_test

import (
	"fmt"
	"testing"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

// Hits that a reranker scores alike keep the order that they had, also where
// there are more of them than a sort that happens to be stable takes.
func TestApplyKeepsTheOrderOfManyTies(t *testing.T) {
	const n, kinds = 90, 3
	hits, scores := make([]retrieval.Hit, n), make([]float64, n)
	for i := range hits {
		hits[i] = retrieval.Hit{ID: fmt.Sprint(i), Score: float64(n - i)}
		scores[i] = float64(i * 7 % kinds)
	}
	got, err := rerank.Apply(hits, scores, n)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for score := kinds - 1; score >= 0; score-- { // the best ones first, each in the old order
		for i := range hits {
			if scores[i] != float64(score) {
				continue
			}
			if got[at].ID != hits[i].ID {
				t.Fatalf("rank %d is hit %s, want %s", at+1, got[at].ID, hits[i].ID)
			}
			at++
		}
	}
}
