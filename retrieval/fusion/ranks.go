package fusion

import (
	"math"
	"slices"
)

// Ranks returns the fused ranks, from 1, of a few documents: dst[i] is the rank of docs[i], where a
// negative number stands for a document that is not in the pool and gets rank 0. The result is dst when
// its capacity suffices. It counts what is ahead instead of sorting: fast for a few documents of
// hundreds, and fastest when docs ascend and no score is negative.
func (p *Pool) Ranks(scores []float64, docs []int, dst []int) []int {
	dst = slices.Grow(dst[:0], len(docs))[:len(docs)]
	p.asked = p.asked[:0]
	for i, d := range docs {
		dst[i] = 0
		if d >= 0 {
			p.asked = append(p.asked, wantedRank{doc: d, at: i})
		}
	}
	if anyNegative(scores) {
		for _, a := range p.asked {
			dst[a.at] = 1 + ahead(scores, a.doc)
		}
		return dst
	}
	if !slices.IsSortedFunc(p.asked, byDoc) {
		slices.SortFunc(p.asked, byDoc)
	}
	for group := range slices.Chunk(p.asked, lanes) {
		counts := aheadOf(scores, group)
		for i, a := range group {
			dst[a.at] = 1 + int(counts[i])
		}
	}
	return dst
}

// A wantedRank is a document whose rank is wanted, and the place to write it to.
type wantedRank struct {
	doc, at int
}

func byDoc(a, b wantedRank) int { return a.doc - b.doc }

// anyNegative also finds -0, which is below 0 as far as its bits are concerned.
func anyNegative(x []float64) bool {
	var bits uint64
	for _, v := range x {
		bits |= math.Float64bits(v)
	}
	return bits>>63 != 0
}

// ahead counts the documents ahead of d: those with a larger score, and of those with the same one the
// documents with smaller numbers.
func ahead(scores []float64, d int) int {
	n, own := 0, scores[d]
	for _, s := range scores[:d] {
		if s >= own {
			n++
		}
	}
	for _, s := range scores[d+1:] {
		if s > own {
			n++
		}
	}
	return n
}

// lanes is how many documents are counted for in one pass over the scores: more do not fit into registers.
const lanes = 4

// aheadOf counts for up to four documents in ascending order what ahead counts for one. No score may be
// negative: then floats are ordered as the integers with their bits, and to have at least a score is to
// have more than the integer before it. So the rule for ties moves a limit by one where a document is passed.
func aheadOf(scores []float64, group []wantedRank) [lanes]int64 {
	var limits, counts [lanes]int64
	for i, a := range group {
		limits[i] = int64(math.Float64bits(scores[a.doc])) - 1
	}
	from := 0
	for i, a := range group {
		countAbove(scores[from:a.doc], &limits, &counts)
		limits[i]++
		from = a.doc
	}
	countAbove(scores[from:], &limits, &counts)
	return counts
}

// countAbove adds to counts how many scores are above each limit. The sign of the difference says so.
func countAbove(scores []float64, limits, counts *[lanes]int64) {
	l0, l1, l2, l3 := limits[0], limits[1], limits[2], limits[3]
	var n0, n1, n2, n3 int64
	for _, s := range scores {
		x := int64(math.Float64bits(s))
		n0 -= (l0 - x) >> 63
		n1 -= (l1 - x) >> 63
		n2 -= (l2 - x) >> 63
		n3 -= (l3 - x) >> 63
	}
	counts[0] += n0
	counts[1] += n1
	counts[2] += n2
	counts[3] += n3
}
