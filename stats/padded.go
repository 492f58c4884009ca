package stats

import (
	"fmt"
	"math"
)

// PaddedInterval returns the "t plus two" interval for a mean difference, by
// which equivalence is shown: append the two pseudo-differences +M and −M, then
//
//	mean ± t₍₁₊level₎/₂,ₙ₋₁ · sd/√(n+2)     of the n + 2 values
//
// clipped to ±M. M is width, the largest difference that two scores can have (1
// for a measure in 0–1); with width 0 it is the largest |d|, or 1 where all are zero,
// which is wrong where a rare loss is not in the sample. A difference beyond width is
// an error. It generalizes the adjusted Wald interval for paired proportions of Bonett
// and Price (2012), doi:10.3102/1076998611411915.
func PaddedInterval(d []float64, level, width float64) (Interval, error) {
	if err := CheckLevel(level); err != nil {
		return Interval{}, err
	}
	if len(d) == 0 {
		return Interval{}, ErrNoPairs
	}
	if bad := tooLarge(d); bad != nil {
		return Interval{}, &NotFiniteError{A: bad}
	}
	largest := maxAbs(d)
	switch {
	case width == 0 && largest == 0:
		return paddedInterval(d, level, 1, 1), nil
	case width == 0 && largest <= 1:
		return paddedInterval(d, level, largest, 1), nil
	case width == 0:
		return paddedInterval(d, level, largest, math.Inf(1)), nil
	}
	if err := checkRange(width, largest); err != nil {
		return Interval{}, err
	}
	width = max(width, largest)
	return paddedInterval(d, level, width, width), nil
}

// rangeSlack is what rounding may add to a score: an nDCG of 1 + 2⁻⁵² is 1.
const rangeSlack = 1e-9

// checkRange refuses a range that is none, and a difference beyond it.
func checkRange(width, largest float64) error {
	switch {
	case !(width > 0) || width > largestDifference:
		return fmt.Errorf("range %v is not positive and finite: %w", width, ErrOutOfRange)
	case largest > width*(1+rangeSlack):
		return fmt.Errorf("a difference of %v, but a range of %v: %w", largest, width, ErrOutOfRange)
	}
	return nil
}

func paddedInterval(d []float64, level, pseudo, limit float64) Interval {
	padded := append(append(make([]float64, 0, len(d)+2), d...), pseudo, -pseudo)
	m := newMoments(padded)
	center := float64(m.mean * m.scale)
	df := float64(max(1, len(d)-1))
	half := float64(StudentUpper((1-level)/2, df)*m.sd()) / math.Sqrt(float64(m.n))
	return Interval{Method: "padded", Level: level, Low: max(center-half, -limit), High: min(center+half, limit)}
}
