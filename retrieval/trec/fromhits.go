package trec

import (
	"math"
	"slices"

	"github.com/rankduel/rankduel/internal/idtable"
	"github.com/rankduel/rankduel/retrieval"
)

// NewRanking returns the ranking of hits in their order, each document once, for
// runs that are not TREC files. Its Offset is 0.
func NewRanking(query string, hits []retrieval.Hit) *Ranking {
	r := &Ranking{Query: []byte(query)}
	size := 0
	for _, h := range hits {
		size += len(h.ID)
	}
	r.text = make([]byte, 0, size)
	r.reserve(len(hits))
	for i, h := range hits {
		from := len(r.text)
		r.text = append(r.text, h.ID...)
		r.add(idtable.Hash([]byte(h.ID)), h.Score, span{uint32(from), uint32(len(r.text))}, int32(i+1))
	}
	r.again(nil, r.sameDoc)
	if slices.ContainsFunc(hits, func(h retrieval.Hit) bool { return h.Rank > 0 }) {
		r.setGaps(hits)
	}
	return r
}

// setGaps takes over the ranks of hits that say one; another one is behind
// the one before it.
func (r *Ranking) setGaps(hits []retrieval.Hit) {
	if r.Len() != len(hits) {
		return // some came twice: their places are what is left
	}
	last := 0
	for _, h := range hits {
		last = max(last+1, h.Rank)
		r.gaps = append(r.gaps, int32(min(last, math.MaxInt32)))
	}
}
