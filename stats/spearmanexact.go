package stats

import "fmt"

// MaxExactSpearman is how many items [SpearmanExact] takes: the orders of more
// are too many to go through.
const MaxExactSpearman = 9

// SpearmanExact returns [Spearman] with the exact p: of all n! orders of y, the share
// that goes with x as far as this one or farther, on either side. Ties are as they
// are in both. It refuses more than MaxExactSpearman items.
func SpearmanExact(x, y []float64) (Correlation, error) {
	c, err := Spearman(x, y)
	if err != nil || c.Value == nil {
		return c, err
	}
	if c.N > MaxExactSpearman {
		return c, fmt.Errorf("%d items, at most %d: %w", c.N, MaxExactSpearman, ErrOutOfRange)
	}
	rx, _ := doubledRanks(x)
	ry, _ := doubledRanks(y)
	center := int64(c.N) * int64(c.N+1) * int64(c.N+1) // n times the product of the two mean ranks, doubled each
	observed := distance(rx, ry, center)
	var all, far int64
	eachOrder(ry, func(order []int64) {
		all++
		if distance(rx, order, center) >= observed {
			far++
		}
	})
	c.Method = Exact
	p := float64(far) / float64(all)
	c.P = &p
	return c, nil
}

// distance returns |Σ xᵢyᵢ − center|, which orders as |r| does.
func distance(x, y []int64, center int64) int64 {
	s := -center
	for i := range x {
		s += x[i] * y[i]
	}
	return max(s, -s)
}

// eachOrder visits all orders of a list, by Heap's algorithm.
func eachOrder(list []int64, visit func([]int64)) {
	at := make([]int, len(list))
	visit(list)
	for i := 1; i < len(list); {
		if at[i] >= i {
			at[i] = 0
			i++
			continue
		}
		from := 0
		if i%2 == 1 {
			from = at[i]
		}
		list[from], list[i] = list[i], list[from]
		visit(list)
		at[i]++
		i = 1
	}
}
