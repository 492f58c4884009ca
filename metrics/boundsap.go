package metrics

import (
	"cmp"
	"slices"

	"github.com/rankduel/rankduel/internal/ordered"
)

// bounds returns those of AP of one ranking, in B of the places. With n of the unjudged relevant, AP is
// highest when they are the first n and lowest when they are the last: a relevant document that changes
// places with one above it that is not adds to the sum. So the ends are exact.
func (m AveragePrecision) bounds(j *Judged, places []Place, top int) Range {
	is := scoreOf(m, j)
	r := Range{Low: is, High: is}
	if top < m.threshold() {
		return r // no grade of the scale is relevant
	}
	ranks := ranksOf(places, func(p Place) int { return p.B })
	best, worst, known := m.bestSums(j, ranks), m.least(j, ranks), m.relevant(j)
	for n := 1; n < len(best); n++ {
		r = r.with(worst[n] / float64(known+n)).with(best[n] / float64(known+n))
	}
	return r
}

func ranksOf(places []Place, side func(Place) int) []int {
	var ranks []int
	for _, p := range places {
		if rank := side(p); rank > 0 {
			ranks = append(ranks, rank)
		}
	}
	slices.Sort(ranks)
	return ranks
}

// relevantRanks returns the ranks of the relevant documents within k.
func (m AveragePrecision) relevantRanks(j *Judged) []int {
	var ranks []int
	for _, h := range j.Hits {
		if h.Grade >= m.threshold() && within(h.Rank, m.K) {
			ranks = append(ranks, h.Rank)
		}
	}
	return ranks
}

// precisions adds up the precision at ascending ranks.
func precisions(ranks []int) float64 {
	sum := 0.0
	for i, r := range ranks {
		sum += float64(i+1) / float64(r)
	}
	return sum
}

// bestSums returns the sum of precisions with the first n of the ranks relevant, by n.
func (m AveragePrecision) bestSums(j *Judged, ranks []int) []float64 {
	known := m.relevantRanks(j)
	after, before := 0.0, 0 // 1/rank of the known relevant after, and how many are before
	for _, r := range known {
		after += 1 / float64(r)
	}
	sums := []float64{precisions(known)}
	for n, rank := range ranks {
		for before < len(known) && known[before] < rank {
			after -= 1 / float64(known[before])
			before++
		}
		sums = append(sums, sums[n]+float64(before+n+1)/float64(rank)+after)
	}
	return sums
}

// least returns the sum of precisions with the last n of the ranks relevant, by n.
func (m AveragePrecision) least(j *Judged, ranks []int) []float64 {
	known := m.relevantRanks(j)
	after, before := 0.0, len(known)
	sums := []float64{precisions(known)}
	for n := range ranks {
		rank := ranks[len(ranks)-1-n]
		for before > 0 && known[before-1] > rank {
			before--
			after += 1 / float64(known[before])
		}
		sums = append(sums, sums[n]+float64(before+1)/float64(rank)+after)
		after += 1 / float64(rank)
	}
	return sums
}

// mostPaired is how many unjudged documents the sharper of the outer bounds of AP looks at in pairs.
const mostPaired = 2000

// fewPaired is up to how many relevant documents are counted as so few that they have few pairs.
const fewPaired = 64

// outer bounds the difference of AP by the narrower of two bounds, since the exact ends are a quadratic
// problem without a known short way: each system at its own best or worst with as many relevant documents;
// and the pairs that raise each other's precision counted half to each, the others not at all.
func (m AveragePrecision) outer(a, b *Judged, places []Place, top int) Range {
	if top < m.threshold() {
		is := scoreOf(m, b) - scoreOf(m, a)
		return Range{Low: is, High: is} // no grade of the scale is relevant
	}
	turned := ordered.Each(places, func(p Place) Place { return Place{A: p.B, B: p.A} })
	return Range{Low: -m.atMost(b, a, turned), High: m.atMost(a, b, places), Outer: true}
}

// atMost returns a number that B − A does not exceed.
func (m AveragePrecision) atMost(a, b *Judged, places []Place) float64 {
	most := m.apart(a, b, places)
	if len(places) <= mostPaired {
		most = min(most, m.paired(a, b, places))
	}
	return most
}

// apart lets each system have the documents that suit the difference.
func (m AveragePrecision) apart(a, b *Judged, places []Place) float64 {
	inA, inB := ranksOf(places, func(p Place) int { return p.A }), ranksOf(places, func(p Place) int { return p.B })
	best, worst := m.bestSums(b, inB), m.least(a, inA)
	onlyB := len(places) - len(inA)
	return m.overCounts(b, len(places), func(n int) float64 {
		return best[min(n, len(inB))] - worst[max(0, n-onlyB)]
	})
}

// overCounts returns the highest of sums over how many documents are relevant then, n of the unjudged among them.
func (m AveragePrecision) overCounts(j *Judged, unjudged int, sum func(n int) float64) float64 {
	known := m.relevant(j)
	from, most := 0, 0.0
	if known == 0 {
		from = 1 // without a relevant document the difference is 0
	} else {
		most = sum(0) / float64(known)
	}
	for n := from; n <= unjudged; n++ {
		most = max(most, sum(n)/float64(known+n))
	}
	return most
}

// paired takes every document for what it can add at most: alone, and half of what it adds together with others, of which
// there are n − 1 where n are relevant.
func (m AveragePrecision) paired(a, b *Judged, places []Place) float64 {
	knownA, knownB := m.relevantRanks(a), m.relevantRanks(b)
	own, halves, most := make([]float64, len(places)), make([]float64, len(places)), make([]float64, len(places))
	for i, p := range places {
		own[i] = alone(knownB, p.B) - alone(knownA, p.A)
		for k, q := range places[:i] {
			if half := float64(0.5 * max(0, together(p.B, q.B)-together(p.A, q.A))); half > 0 {
				halves[i], halves[k] = halves[i]+half, halves[k]+half
				most[i], most[k] = max(most[i], half), max(most[k], half)
			}
		}
	}
	none, adds := precisions(knownB)-precisions(knownA), make([]float64, len(places))
	return m.overCounts(b, len(places), func(n int) float64 {
		others := n - 1
		if n > fewPaired {
			others = len(places)
		}
		if n <= fewPaired+1 { // after that the order is the same
			for i := range adds {
				adds[i] = own[i] + min(halves[i], float64(float64(others)*most[i]))
			}
			slices.SortFunc(adds, func(x, y float64) int { return cmp.Compare(y, x) })
		}
		sum := none
		for _, add := range adds[:n] {
			sum += add
		}
		return sum
	})
}

// alone returns what a relevant document at a rank adds to the sum of precisions: its
// own precision, and that of the relevant documents below it.
func alone(relevant []int, rank int) float64 {
	if rank == 0 {
		return 0
	}
	before, _ := slices.BinarySearch(relevant, rank)
	sum := float64(before+1) / float64(rank)
	for _, r := range relevant[before:] {
		sum += 1 / float64(r)
	}
	return sum
}

// together returns what two documents add by standing in one ranking: the lower one has the other before it.
func together(x, y int) float64 {
	if x == 0 || y == 0 {
		return 0
	}
	return 1 / float64(max(x, y))
}
