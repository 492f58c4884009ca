package metrics

import (
	"cmp"
	"math"
	"slices"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A share is the difference of two scores that add up what documents are worth, weighed by rank, and divide
// by what all documents of the query are worth at best, which is the same for both:
//
//	B − A = Σ worth(grade) · (weight of its rank in B − weight of its rank in A) / best
//
// P, DCG, RBP and the like divide by nothing that a judgment changes.
type share struct {
	worth   func(grade int) float64
	weights [2]func(rank int) float64 // of A and B; 0 for rank 0 and beyond the cutoff

	// best is what the first n documents weigh in the best ranking: worths by
	// steps add up to its value. Nil where nothing is divided by.
	best func(n int) float64

	a, b *Judged
}

func shared(m Measure, a, b *Judged) (share, bool) {
	s := share{a: a, b: b}
	view := viewOf(m)
	if view.Condensed {
		return s, false // a judgment moves what follows down
	}
	s.worth = func(grade int) float64 { return relevance(grade >= view.threshold()) }
	every := func(rank int) float64 { return relevance(within(rank, m.Cutoff())) }
	if l, ok := linearOf(m); ok {
		s.worth = l.Gain
		every = func(rank int) float64 {
			if !within(rank, m.Cutoff()) {
				return 0
			}
			return l.Discount(rank)
		}
	}
	s.weights = [2]func(int) float64{every, every}
	switch m := m.(type) {
	case Precision, DCG, NumRelRet:
	case SetPrecision:
		s.scale(float64(a.Retrieved), float64(b.Retrieved))
		return s, !m.Relative
	case Recall, SetRecall:
		s.best = func(n int) float64 { return float64(n) }
	case CappedRecall:
		s.best = func(n int) float64 { return float64(min(n, m.K)) }
	case NDCG:
		s.best = discounts(m.K)
	case RBP:
		return s, m.Gain != RBPQuery
	default:
		return s, false
	}
	return s, true
}

// scale divides the scores of A and B by numbers of their own.
func (s *share) scale(a, b float64) {
	for side, by := range []float64{a, b} {
		whole := s.weights[side]
		s.weights[side] = func(rank int) float64 { return whole(rank) / max(by, 1) }
	}
}

func relevance(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// within tells whether a rank is among the first k, or is one at all if k is 0.
func within(rank, k int) bool { return rank > 0 && (k <= 0 || rank <= k) }

// discounts adds up the discounts of the first n ranks, k at most.
func discounts(k int) func(n int) float64 {
	sums := []float64{0}
	return func(n int) float64 {
		if k > 0 {
			n = min(n, k)
		}
		for rank := len(sums); rank <= n; rank++ {
			sums = append(sums, sums[rank-1]+1/discount(rank))
		}
		return sums[n]
	}
}

// bounds returns the lowest and the highest difference. Both are exact: the grades that go to the documents only matter
// by how many have at least each worth, and within that the best documents take the highest worths.
func (s share) bounds(places []Place, top int) Range {
	l := s.ladder(top)
	if len(l.steps) == 0 {
		return Range{}
	}
	effects := ordered.Each(places, func(p Place) float64 { return s.weights[1](p.B) - s.weights[0](p.A) })
	base := s.sum(1, s.b) - s.sum(0, s.a)
	high := l.highest(base, effects)
	for i := range effects {
		effects[i] = -effects[i]
	}
	return Range{Low: -l.highest(-base, effects), High: high}
}

// sum returns what the judged documents of a ranking are worth.
func (s share) sum(side int, j *Judged) float64 {
	sum := 0.0
	for _, h := range j.Hits {
		sum += float64(s.worth(h.Grade) * s.weights[side](h.Rank))
	}
	return sum
}

// A ladder is the scale of worths, from nothing up.
type ladder struct {
	steps []float64 // how much each rung is worth more than the one below
	known []int     // judged documents on that rung or above
	best  func(n int) float64
}

func (s share) ladder(top int) ladder {
	worths := make([]float64, 0, top+1)
	for grade := range top + 1 {
		if w := s.worth(grade); w > 0 {
			worths = append(worths, w)
		}
	}
	slices.Sort(worths)
	worths = slices.Compact(worths)
	l := ladder{best: s.best, known: make([]int, len(worths))}
	below := 0.0
	for v, w := range worths {
		l.steps = append(l.steps, w-below)
		below = w
		for _, grade := range s.b.Ideal {
			if s.worth(grade) >= w {
				l.known[v]++
			}
		}
		if s.worth(0) >= w {
			l.known[v] += s.b.NonRelevant
		}
	}
	return l
}

// highest returns the highest that base + Σ worth · effect, over the best value, can be. It asks ever again
// whether a ratio can be exceeded (Dinkelbach 1967, Management Science 13(7), doi:10.1287/mnsc.13.7.492),
// and each answer is a new ratio that some judgments have, so it ends at the highest.
func (l ladder) highest(base float64, effects []float64) float64 {
	slices.SortFunc(effects, func(x, y float64) int { return cmp.Compare(y, x) })
	sums := make([]float64, len(effects)+1)
	for n, e := range effects {
		sums[n+1] = sums[n] + e
	}
	highest := l.ratio(base, sums, make([]int, len(l.steps)))
	for {
		better := l.ratio(base, sums, l.exceeding(highest, sums))
		if !(better > highest) {
			return highest
		}
		highest = better
	}
}

// ratio returns the value where counts[v] of the documents reach rung v, 0 where nothing is worth anything.
func (l ladder) ratio(base float64, sums []float64, counts []int) float64 {
	value, best := base, 0.0
	for v, step := range l.steps {
		value += float64(step * sums[counts[v]])
		if l.best != nil {
			best += float64(step * l.best(l.known[v]+counts[v]))
		}
	}
	switch {
	case l.best == nil:
		return value
	case best == 0:
		return 0
	}
	return value / best
}

// exceeding finds how many documents have to reach each rung for
//
//	Σ worth · effect − ratio · best
//
// to be highest. Both are sums over rungs, and what binds them is that anyone who
// reaches a rung reaches those below, so one pass down the ladder finds it.
func (l ladder) exceeding(ratio float64, sums []float64) []int {
	n := len(sums)
	chosen := make([][]int32, len(l.steps)) // by rung: the best count of at most so many
	above := make([]float64, n)             // the most that the rungs above can give with at most so many
	for v := len(l.steps) - 1; v >= 0; v-- {
		chosen[v] = make([]int32, n)
		most, at := math.Inf(-1), int32(0)
		for count := range n {
			value := float64(l.steps[v] * sums[count])
			if l.best != nil {
				value -= float64(l.steps[v] * ratio * l.best(l.known[v]+count))
			}
			if value += above[count]; value > most {
				most, at = value, int32(count)
			}
			above[count], chosen[v][count] = most, at
		}
	}
	counts, left := make([]int, len(l.steps)), n-1
	for v := range counts {
		left = int(chosen[v][left])
		counts[v] = left
	}
	return counts
}
