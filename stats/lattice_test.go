package stats

import (
	"slices"
	"testing"
)

// The largest denominator is still a lattice, the next prime one is not, and
// neither is the product of two that have nothing in common.
func TestLatticeBounds(t *testing.T) {
	for _, c := range []struct {
		name string
		d    []float64
		num  []int64 // nil: no lattice
		unit float64
	}{
		{"largest denominator", []float64{3 / 0x1p20, 0, -5 / 0x1p20}, []int64{3, 0, -5}, 1 / 0x1p20},
		{"prime beyond it", []float64{2.0 / 1048583}, nil, 0},
		{"product beyond it", []float64{1.0 / 1031, 1.0 / 1033}, nil, 0},
		{"product within", []float64{1.0 / 1021, -1.0 / 1019}, []int64{1019, -1021}, 1.0 / (1021 * 1019)},
		{"common factor taken out", []float64{0.5, -1, 1.5}, []int64{1, -2, 3}, 0.5},
		{"whole numbers", []float64{4, 6}, []int64{2, 3}, 2},
		{"zeros", []float64{0, 0}, []int64{0, 0}, 1},
		{"too large", []float64{0x1p31}, nil, 0},
	} {
		l, ok := newLattice(c.d)
		if ok != (c.num != nil) || ok && (!slices.Equal(l.num, c.num) || l.unit != c.unit) {
			t.Errorf("%s: %v became %+v %v, want %v of %v", c.name, c.d, l, ok, c.num, c.unit)
		}
	}
}
