package stats

import (
	"fmt"
	"math"
)

// RobustInterval is the "t plus two" interval for a mean difference, for use
// when there are fewer than 200 queries or fewer than 50 of them changed:
// append the two pseudo-differences +M and −M, then
//
//	mean ± t₍₁₊level₎/₂,ₙ₋₁ · sd/√(n+2)     of the n + 2 values
//
// clipped to the range of the differences. M is the largest |d|, or 1, the
// range of a measure, when all differences are zero. With unit set M is always
// 1: wider, and safe for proofs of non-inferiority, where the loss that has
// not been seen yet matters.
//
// It generalizes the adjusted Wald interval for paired proportions of Bonett
// and Price (2012), doi:10.3102/1076998611411915. Where the t interval covers
// 32 % (n = 10, 4 % of queries changing), it covers more than 95 %; at n =
// 1000 both are the same. All zero at n = 50 gives ±0.055, near the 3/n of
// the rule of three, and not [0, 0].
//
// Differences beyond ±1 (milliseconds) are not clipped and refuse unit.
func RobustInterval(d []float64, level float64, unit bool) (Interval, error) {
	if err := checkLevel(level); err != nil {
		return Interval{}, err
	}
	if len(d) == 0 {
		return Interval{}, ErrNoPairs
	}
	if bad := tooLarge(d); bad != nil {
		return Interval{}, &NotFiniteError{A: bad}
	}
	largest := maxAbs(d)
	if unit && largest > 1 {
		return Interval{}, fmt.Errorf("unit range, but a difference of %v: %w", largest, ErrOutOfRange)
	}
	pseudo := largest
	if unit || largest == 0 {
		pseudo = 1
	}
	padded := append(append(make([]float64, 0, len(d)+2), d...), pseudo, -pseudo)
	m := newMoments(padded)
	center := m.mean * m.scale
	df := float64(max(1, len(d)-1))
	half := studentUpper((1-level)/2, df) * m.sd() / math.Sqrt(float64(m.n))
	low, high := center-half, center+half
	if largest <= 1 {
		low, high = max(low, -1), min(high, 1)
	}
	return Interval{Method: "robust", Level: level, Low: low, High: high}, nil
}
