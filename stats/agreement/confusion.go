package agreement

import (
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/stats"
)

// A Confusion counts how two raters labelled the same items: Counts[i][j]
// items got Labels[i] from the first and Labels[j] from the second.
type Confusion struct {
	Labels []int // ascending, without repeats; labels no one used count too
	Counts [][]int
	N      int
}

// NewConfusion tabulates the labels a[i] and b[i] of item i. labels is the full scale that was offered; a
// label outside of it is an error. nil means the labels that occur, which makes weighted agreement depend
// on which grades happened to be used.
func NewConfusion(a, b, labels []int) (Confusion, error) {
	if len(a) != len(b) {
		return Confusion{}, &stats.LengthError{A: len(a), B: len(b)}
	}
	if len(a) == 0 {
		return Confusion{}, stats.ErrNoPairs
	}
	if labels == nil {
		labels = slices.Concat(a, b)
	}
	c := Confusion{Labels: slices.Compact(slices.Sorted(slices.Values(labels))), N: len(a)}
	c.Counts = make([][]int, len(c.Labels))
	for i := range c.Counts {
		c.Counts[i] = make([]int, len(c.Labels))
	}
	for item := range a {
		i, okA := slices.BinarySearch(c.Labels, a[item])
		j, okB := slices.BinarySearch(c.Labels, b[item])
		if !okA || !okB {
			return Confusion{}, fmt.Errorf("item %d: labels %d and %d are not both in %v: %w", item, a[item], b[item], c.Labels, stats.ErrOutOfRange)
		}
		c.Counts[i][j]++
	}
	return c, nil
}

// Agreed returns the number of items with the same label from both.
func (c Confusion) Agreed() int {
	n := 0
	for i := range c.Counts {
		n += c.Counts[i][i]
	}
	return n
}

// margins returns the shares of each label by rater.
func (c Confusion) margins() (first, second []float64) {
	first, second = make([]float64, len(c.Labels)), make([]float64, len(c.Labels))
	for i, row := range c.Counts {
		for j, count := range row {
			first[i] += float64(count)
			second[j] += float64(count)
		}
	}
	for i := range first {
		first[i] /= float64(c.N)
		second[i] /= float64(c.N)
	}
	return first, second
}
