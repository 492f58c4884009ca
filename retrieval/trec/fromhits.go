package trec

import (
	"github.com/rankduel/rankduel/internal/idtable"
	"github.com/rankduel/rankduel/retrieval"
)

// NewRanking is the ranking of hits in their order, each document once, for
// runs that are not TREC files. Its Offset is 0.
func NewRanking(query string, hits []retrieval.Hit) *Ranking {
	r := &Ranking{Query: []byte(query)}
	for i, h := range hits {
		from := len(r.text)
		r.text = append(r.text, h.ID...)
		r.add(idtable.Hash([]byte(h.ID)), h.Score, span{uint32(from), uint32(len(r.text))}, int32(i+1))
	}
	r.again(nil, r.sameDoc)
	return r
}
