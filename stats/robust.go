package stats

import (
	"fmt"
	"math"
)

// From these sizes on the t interval covers what it promises for every shape
// of difference that was tried; below, the robust interval does.
const (
	enoughPairs   = 200
	enoughChanges = 50
)

// Headline returns the interval to print next to a mean difference: t with at least
// 200 pairs of which 50 changed, and otherwise the robust interval. Over seven
// distributions of metric differences and n from 10 to 1000 it never covered
// less than 93 %; the worst cell of t is 32 %, that of BCa 25 %.
func Headline(d Differences, level float64) (Interval, error) {
	t, err := TTest{Level: level}.Test(d)
	if err != nil {
		return Interval{}, err
	}
	if t.Interval != nil && d.N >= enoughPairs && d.Changed >= enoughChanges {
		return *t.Interval, nil
	}
	return RobustInterval(d.values, level, false)
}

// RobustInterval returns the "t plus two" interval for a mean difference, for use
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
	if unit {
		return RobustIntervalOver(d, level, 1)
	}
	largest, err := checkRobust(d, level)
	if err != nil {
		return Interval{}, err
	}
	pseudo, limit := largest, math.Inf(1)
	if largest == 0 {
		pseudo = 1
	}
	if largest <= 1 {
		limit = 1
	}
	return robustInterval(d, level, pseudo, limit), nil
}

// RobustIntervalOver returns RobustInterval over the whole range of a measure: M is
// width, the largest difference that two scores can have (1 for a measure in
// 0–1), whatever was observed. A loss that the sample happens not to hold is
// then allowed for. A difference beyond width is an error.
func RobustIntervalOver(d []float64, level, width float64) (Interval, error) {
	largest, err := checkRobust(d, level)
	switch {
	case err != nil:
		return Interval{}, err
	case !(width > 0) || width > largestDifference:
		return Interval{}, fmt.Errorf("range %v is not positive and finite: %w", width, ErrOutOfRange)
	case largest > width*(1+rangeSlack):
		return Interval{}, fmt.Errorf("a difference of %v, but a range of %v: %w", largest, width, ErrOutOfRange)
	}
	width = max(width, largest)
	return robustInterval(d, level, width, width), nil
}

// rangeSlack is what rounding may add to a score: an nDCG of 1 + 2⁻⁵² is 1.
const rangeSlack = 1e-9

// checkRobust returns the largest |d|.
func checkRobust(d []float64, level float64) (float64, error) {
	if err := CheckLevel(level); err != nil {
		return 0, err
	}
	if len(d) == 0 {
		return 0, ErrNoPairs
	}
	if bad := tooLarge(d); bad != nil {
		return 0, &NotFiniteError{A: bad}
	}
	return maxAbs(d), nil
}

// robustInterval appends ±pseudo and clips to ±limit.
func robustInterval(d []float64, level, pseudo, limit float64) Interval {
	padded := append(append(make([]float64, 0, len(d)+2), d...), pseudo, -pseudo)
	m := newMoments(padded)
	center := float64(m.mean * m.scale)
	df := float64(max(1, len(d)-1))
	half := float64(StudentUpper((1-level)/2, df)*m.sd()) / math.Sqrt(float64(m.n))
	return Interval{Method: "robust", Level: level, Low: max(center-half, -limit), High: min(center+half, limit)}
}
