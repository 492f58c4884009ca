package stats

import (
	"cmp"
	"slices"
)

// doubledRanks returns twice the mid-ranks from 1, ties sharing the mean of
// theirs: twice, so that they are whole numbers. ties holds the size of each
// group of equal values.
func doubledRanks(xs []float64) (ranks []int64, ties []int) {
	order := make([]int, len(xs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(xs[i], xs[j]) })
	ranks = make([]int64, len(xs))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && xs[order[j]] == xs[order[i]] {
			j++
		}
		for _, at := range order[i:j] {
			ranks[at] = int64(i + 1 + j)
		}
		ties = append(ties, j-i)
		i = j
	}
	return ranks, ties
}
