package retrieval

import (
	"cmp"
	"slices"
	"strings"
)

// Sort puts hits into the one ranking order of this project: score descending,
// ties by the bytes of the document id descending. That is what trec_eval 10
// does with a run, and because ids are unique in a ranking it leaves nothing to
// chance.
//
// Scores are compared as float64 (-0 equals 0). Live retrievers do not call
// Sort: their order is the order in which the hits came.
func Sort(hits []Hit) {
	slices.SortFunc(hits, func(a, b Hit) int {
		if c := cmp.Compare(b.Score, a.Score); c != 0 {
			return c
		}
		return strings.Compare(b.ID, a.ID)
	})
}
