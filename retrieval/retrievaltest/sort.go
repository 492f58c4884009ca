package retrievaltest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/retrieval"
)

// Sort puts hits into the one ranking order of this project: score descending, ties by the bytes of the
// document id descending. That is what trec_eval 10 does. Scores are compared as float64 (-0 equals 0).
func Sort(hits []retrieval.Hit) {
	slices.SortFunc(hits, func(a, b retrieval.Hit) int {
		if c := cmp.Compare(b.Score, a.Score); c != 0 {
			return c
		}
		return strings.Compare(b.ID, a.ID)
	})
}
