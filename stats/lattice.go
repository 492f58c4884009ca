package stats

import (
	"cmp"
	"math"
)

// maxDenominator bounds the common denominator of a lattice: recall at any
// cutoff and reciprocal ranks down to 10 (2520) are far below it.
const maxDenominator = 1 << 20

// latticeTolerance is how near a difference must be to a fraction. At the largest denominator one random
// number passes once in 100 times, two with a common denominator once in 10⁹.
const latticeTolerance = 1e-14

// A lattice holds differences as whole multiples of unit, exactly: sums of them tie exactly when they are equal.
type lattice struct {
	num  []int64
	unit float64 // difference = num · unit
}

// newLattice finds the coarsest lattice of snapped differences; ok is false
// when there is none with a denominator up to maxDenominator.
func newLattice(d []float64) (lattice, bool) {
	den := int64(1)
	seen := make(map[float64]bool)
	for _, x := range d {
		size := math.Abs(x)
		if near := math.Round(size * float64(den)); near > 0 && size <= 1 && math.Abs(size-near/float64(den)) <= latticeTolerance {
			continue // the one fraction within tolerance, whose denominator is in den
		}
		if size == 0 || seen[size] {
			continue
		}
		seen[size] = true
		q, ok := denominator(size)
		if !ok {
			return lattice{}, false
		}
		den = den / gcd(den, q) * q
		if den > maxDenominator {
			return lattice{}, false
		}
	}
	l := lattice{num: make([]int64, len(d))}
	var common int64
	for i, x := range d {
		l.num[i] = int64(math.Round(x * float64(den)))
		common = gcd(common, max(l.num[i], -l.num[i]))
	}
	common = cmp.Or(common, 1)
	for i := range l.num {
		l.num[i] /= common
	}
	l.unit = float64(common) / float64(den)
	return l, true
}

// denominator returns that of the first continued fraction convergent of x within tolerance.
func denominator(x float64) (int64, bool) {
	if x > 1<<30 {
		return 0, false
	}
	p0, q0, p1, q1 := 0.0, 1.0, 1.0, 0.0
	rest := x
	for range 64 {
		whole := math.Floor(rest)
		p0, q0, p1, q1 = p1, q1, float64(whole*p1)+p0, float64(whole*q1)+q0
		if q1 > maxDenominator {
			return 0, false
		}
		if math.Abs(x-p1/q1) <= latticeTolerance*max(1, x) {
			return int64(q1), p1 > 0
		}
		rest = 1 / (rest - whole)
	}
	return 0, false
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
