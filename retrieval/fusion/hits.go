package fusion

import (
	"cmp"
	"slices"

	"github.com/rankduel/rankduel/retrieval"
)

// Hits returns the k documents with the best scores, best first, as hits. Scores has one score per document.
func (p *Pool) Hits(scores []float64, k int) []retrieval.Hit {
	p.sorter = p.sorter[:0]
	for d := range scores {
		p.sorter = append(p.sorter, int32(d))
	}
	slices.SortFunc(p.sorter, func(a, b int32) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b))
	})
	hits := make([]retrieval.Hit, max(0, min(k, len(scores))))
	for i := range hits {
		d := int(p.sorter[i])
		hits[i] = p.hit(d)
		hits[i].Score = scores[d]
	}
	return hits
}

// hit puts together what the components know about a document, apart from its score.
func (p *Pool) hit(doc int) retrieval.Hit {
	out := retrieval.Hit{ID: p.ids[doc]}
	for c := range p.lists {
		if r := p.ranks[c][doc]; r > 0 {
			h := p.lists[c].Hits[r-1]
			out.Text = cmp.Or(out.Text, h.Text)
			out.Document = cmp.Or(out.Document, h.Document)
			if out.Spans == nil {
				out.Spans = h.Spans
			}
		}
	}
	return out
}

// Ranks returns the fused ranks, from 1, of a few documents: dst[i] is the rank of docs[i], where -1 stands
// for a document that is not in the pool and gets rank 0. It counts who is ahead instead of sorting, which
// is what a measure of the ten judged documents among three hundred needs. The result is dst when its
// capacity suffices.
func (p *Pool) Ranks(scores []float64, docs []int, dst []int) []int {
	dst = slices.Grow(dst[:0], len(docs))[:len(docs)]
	for i, d := range docs {
		dst[i] = 0
		if d >= 0 {
			dst[i] = rankOf(scores, d)
		}
	}
	return dst
}

func rankOf(scores []float64, d int) int {
	rank, own := 1, scores[d]
	for _, s := range scores[:d] {
		if s >= own {
			rank++
		}
	}
	for _, s := range scores[d+1:] {
		if s > own {
			rank++
		}
	}
	return rank
}
