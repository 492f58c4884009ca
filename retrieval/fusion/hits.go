package fusion

import (
	"cmp"
	"math"
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
			if out.Extent == (retrieval.Extent{}) {
				out.Extent = h.Extent
			}
			if out.Spans == nil {
				out.Spans = h.Spans
			}
		}
	}
	return out
}

// Top returns the k documents with the best scores, best first: all that a measure with cutoff k looks at.
// The result is dst when its capacity suffices. Its cost grows with k, see BenchmarkSweep: for the first ten
// it is cheaper than [Pool.Ranks] of ten documents, for the first hundred it is not.
func (p *Pool) Top(scores []float64, k int, dst []int) []int {
	k = max(0, min(k, len(scores)))
	dst = slices.Grow(dst[:0], k)[:k]
	p.parts = slices.Grow(p.parts[:0], k)[:k]
	best := p.parts // the scores of dst
	least := math.Inf(-1)
	if k > 0 && len(p.top) == k { // the best by the scores before: k documents reach the least of these
		least = math.Inf(1)
		for _, d := range p.top {
			least = min(least, scores[d])
		}
	}
	n := 0
	for d, s := range scores {
		// Of two documents with one score the smaller number is better, and it came first.
		if s < least || n == k && (k == 0 || s <= best[k-1]) {
			continue
		}
		at := min(n, k-1)
		n = at + 1
		for at > 0 && s > best[at-1] {
			dst[at], best[at] = dst[at-1], best[at-1]
			at--
		}
		if dst[at], best[at] = d, s; n == k {
			least = best[k-1]
		}
	}
	p.top = append(p.top[:0], dst...)
	return dst
}
