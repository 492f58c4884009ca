package fusion

import "slices"

// Top returns the k documents with the best scores, best first: all that a measure with cutoff k looks at.
// The result is dst when its capacity suffices. Its cost grows with k, see BenchmarkSweep: for the first ten
// it is cheaper than [Pool.Ranks] of ten documents, for the first hundred it is not.
func (p *Pool) Top(scores []float64, k int, dst []int) []int {
	k = max(0, min(k, len(scores)))
	dst = slices.Grow(dst[:0], k)[:k]
	p.parts = slices.Grow(p.parts[:0], k)[:k]
	best := p.parts // the scores of dst
	n := 0
	for d, s := range scores {
		if n == k {
			// Of two documents with one score the smaller number is better, and it came first.
			if k == 0 || s <= best[k-1] {
				continue
			}
			n--
		}
		at := n
		for at > 0 && s > best[at-1] {
			dst[at], best[at] = dst[at-1], best[at-1]
			at--
		}
		dst[at], best[at] = d, s
		n++
	}
	return dst
}
