package rerank

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/retrieval"
)

// Apply reorders the first topN of hits by their scores, descending; ties keep the order that they had. The rest
// follows unchanged. scores[i] is of hits[i]; scores of hits below topN may be there or not and do not matter, so
// scores of 100 hits serve to rerank the first 10, 20 or 50. A topN beyond the hits means all of them.
//
// The result is a new list, with scores n, n-1, …, 1 for n hits (see the package comment). Its errors: fewer scores
// than hits to reorder, more scores than hits, a score that is not finite.
func Apply(hits []retrieval.Hit, scores []float64, topN int) ([]retrieval.Hit, error) {
	n := min(max(topN, 0), len(hits))
	if len(scores) < n || len(scores) > len(hits) {
		return nil, fmt.Errorf("%d scores for the first %d of %d hits", len(scores), n, len(hits))
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
		if math.IsNaN(scores[i]) || math.IsInf(scores[i], 0) {
			return nil, fmt.Errorf("document %q: the reranker's score is %v: want a finite number", hits[i].ID, scores[i])
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	reranked := slices.Clone(hits)
	for rank, i := range order {
		reranked[rank] = hits[i]
	}
	for rank := range reranked {
		reranked[rank].Score, reranked[rank].Rank = float64(len(hits)-rank), 0
	}
	return reranked, nil
}
