package scoring

import (
	"math"
)

// batchQueries is how many queries wait until they are scored together.
const batchQueries = 64

// A batch holds queries that were joined and not scored yet. With a hundred
// measures it is much faster to score a batch measure by measure than query by
// query: the code of one measure and one column of the table stay at hand.
type batch struct {
	list []Joined // the first n wait; what follows is room that was used before
	n    int
}

// next is room for one more query, with the slices of an earlier one.
func (b *batch) next(query int) *Joined {
	if b.list == nil {
		b.list = make([]Joined, batchQueries) // in place: they point into themselves
	}
	b.n++
	b.list[b.n-1].query = query
	return &b.list[b.n-1]
}

func (b *batch) full() bool { return b.n == batchQueries }

// take empties the batch. The queries are valid until the next one comes.
func (b *batch) take() []Joined {
	taken := b.list[:b.n]
	b.n = 0
	return taken
}

// NewColumns makes columns of NaN. Scoring a query writes to all of them at the
// same height. An odd number of cache lines from one to the next spreads those
// places over the whole cache; columns that each start a page of memory would
// share a few places of it, and every write would miss.
func NewColumns(columns, height int) [][]float64 {
	const line = 8 // numbers to a cache line
	stride := line * ((height+line-1)/line | 1)
	all := make([]float64, columns*stride)
	for i := range all {
		all[i] = math.NaN()
	}
	values := make([][]float64, columns)
	for m := range values {
		values[m] = all[m*stride:][:height:height]
	}
	return values
}
