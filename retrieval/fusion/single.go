package fusion

import (
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/retrieval"
)

// single passes the ranking of the only component through: its scores, its order, cut at k. It is what a
// configuration without fusion means, and an error as soon as there is something to fuse.
type single struct{}

var _ Scorer = single{}

func (single) Name() string { return "single" }

// Scores implements [Scorer]. The fused scores are the ranks, negated, and not the scores of the component:
// nothing makes a live engine return its hits in the order of the scores that it reports.
func (single) Scores(p *Pool, dst []float64) ([]float64, error) {
	if len(p.lists) != 1 {
		return nil, fmt.Errorf("%d components, but no fusion_method", len(p.lists))
	}
	dst = zeros(dst, p.Len())
	for i, d := range p.docs[0] {
		dst[d] = -float64(i + 1)
	}
	return dst, nil
}

// hits returns the component's own.
func (single) hits(p *Pool, k int) []retrieval.Hit {
	return slices.Clone(retrieval.TopRanks(p.lists[0].Hits, k))
}
