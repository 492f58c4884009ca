package fusion

import "slices"

// condorcet takes a majority vote between each two documents: d is ahead of e when more components rank
// d above e than e above d. A component ranks a document that it returned above one that it did not,
// and abstains between two that it did not return. In the fused ranking no document has lost against
// the one right behind it, which a merge sort finds in O(n log n) votes:
//
//	score(d) = n − (d's place − 1)
//
// for n documents. Range [1, n], no two equal; higher is better. A document that wins against all others (the Condorcet
// winner) is first. Circles and drawn votes let several rankings qualify: the sort starts from the tie order of this
// package, so the order of the lists has no effect. With weights it is w_condorcet, and the vote of c counts w_c; sums
// that agree to 12 digits are a draw, because 0.1 + 0.2 against 0.3 is one.
//
// Montague and Aslam (2002), "Condorcet fusion for improved retrieval", CIKM, doi:10.1145/584792.584881,
// take the average precision of the voters as weights. ranx counts a component that returned neither
// document as a vote for the second, and starts from a hash set, so its rankings vary from run to run.
func condorcet(p *Pool, s Settings, dst []float64) ([]float64, error) {
	weights, err := p.weightsOf(s.Weights)
	if err != nil {
		return nil, err
	}
	return p.elect(weights, dst), nil
}

// elect scores the documents by their places after the election.
func (p *Pool) elect(weights, dst []float64) []float64 {
	n := p.Len()
	order := p.sorter[:0]
	for d := range n {
		order = append(order, int32(d))
	}
	spare := slices.Grow(p.merger[:0], n)[:n]
	p.sorter, p.merger = order, spare
	p.mergeByVote(order, spare, weights)
	dst = slices.Grow(dst[:0], n)[:n]
	for place, d := range order {
		dst[d] = float64(n - place)
	}
	return dst
}

// mergeByVote is written out because the ranking that comes out of circles must not change with the sort of
// a library. Spare is as long as docs.
func (p *Pool) mergeByVote(docs, spare []int32, weights []float64) {
	if len(docs) < 2 {
		return
	}
	half := len(docs) / 2
	p.mergeByVote(docs[:half], spare[:half], weights)
	p.mergeByVote(docs[half:], spare[half:], weights)
	copy(spare, docs)
	left, right := spare[:half], spare[half:]
	for i := range docs {
		if len(right) > 0 && (len(left) == 0 || p.beats(right[0], left[0], weights)) {
			docs[i], right = right[0], right[1:]
		} else {
			docs[i], left = left[0], left[1:]
		}
	}
}

// beats reports whether d wins the vote against e.
func (p *Pool) beats(d, e int32, weights []float64) bool {
	won, lost := 0.0, 0.0
	for c, ranks := range p.ranks {
		switch rd, re := ranks[d], ranks[e]; {
		case rd > 0 && (re == 0 || rd < re):
			won += weights[c]
		case re > 0:
			lost += weights[c]
		}
	}
	return won-lost > 1e-12*(won+lost)
}
