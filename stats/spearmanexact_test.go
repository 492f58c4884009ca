package stats_test

import (
	"errors"
	"math"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// Of n items without ties in the same order, 2 of the n! orders are as extreme.
func TestSpearmanExactExtreme(t *testing.T) {
	orders := 2.0
	for n := 3; n <= stats.MaxExactSpearman; n++ {
		orders *= float64(n)
		x := make([]float64, n)
		for i := range x {
			x[i] = float64(i)
		}
		c, err := stats.SpearmanExact(x, x)
		if err != nil || c.P == nil || math.Abs(*c.P-2/orders) > 1e-15 || c.Method != stats.Exact {
			t.Errorf("n = %d: %+v, %v, want p = 2/%v", n, c, err, orders)
		}
	}
}

// Five items with a tie, by an enumeration of all 120 orders with ranks and
// products of this test's own.
func TestSpearmanExactEnumerated(t *testing.T) {
	x, y := []float64{1, 2, 3, 4, 5}, []float64{0.5, 0.25, 0.25, 1, 2}
	rx, ry := []float64{1, 2, 3, 4, 5}, []float64{3, 1.5, 1.5, 4, 5}
	distance := func(order []float64) float64 {
		sum := -5 * 3.0 * 3.0
		for i := range order {
			sum += float64(rx[i] * order[i])
		}
		return math.Abs(sum)
	}
	far, all := 0, 0
	var visit func(picked []float64, left []float64)
	visit = func(picked, left []float64) {
		if len(left) == 0 {
			all++
			if distance(picked) >= distance(ry) {
				far++
			}
			return
		}
		for i := range left {
			rest := append(append([]float64{}, left[:i]...), left[i+1:]...)
			visit(append(append([]float64{}, picked...), left[i]), rest)
		}
	}
	visit(nil, ry)
	c, err := stats.SpearmanExact(x, y)
	if err != nil || all != 120 || math.Abs(*c.P-float64(far)/120) > 1e-15 {
		t.Errorf("p = %v, %v, want %d/%d", c.P, err, far, all)
	}
}

// Too many items are refused, and a constant variable has no p.
func TestSpearmanExactLimits(t *testing.T) {
	long := make([]float64, stats.MaxExactSpearman+1)
	for i := range long {
		long[i] = float64(i)
	}
	if _, err := stats.SpearmanExact(long, long); !errors.Is(err, stats.ErrOutOfRange) {
		t.Errorf("%v, want ErrOutOfRange", err)
	}
	if c, err := stats.SpearmanExact([]float64{1, 1, 1}, []float64{1, 2, 3}); err != nil || c.P != nil || len(c.Warnings) == 0 {
		t.Errorf("%+v, %v", c, err)
	}
}
