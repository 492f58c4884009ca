package stats

import (
	"cmp"
	"fmt"
	"math"
)

// padded returns the "t plus two" interval for a mean difference, by which equivalence is
// shown: append the two pseudo-differences +M and −M, then
//
//	mean ± t₍₁₊level₎/₂,ₙ₋₁ · sd/√(n+2)     of the n + 2 values
//
// clipped to ±M. M is width, the largest difference that two scores can have (1 for a measure in 0–1);
// with width 0 it is the largest |d|, or 1 where all are zero, wrong where a rare loss is not in the
// sample. A difference beyond width is an error. It generalizes the adjusted Wald interval for paired
// proportions of Bonett and Price (2012), doi:10.3102/1076998611411915.
func (d Differences) padded(level, width float64) (Interval, error) {
	largest, sd := maxAbs(d.seen), 0.0
	pseudo, limit := max(width, largest), max(width, largest)
	if width == 0 {
		pseudo, limit = cmp.Or(largest, 1), 1.0
		if largest > 1 {
			limit = math.Inf(1)
		}
	} else if err := checkRange(width, largest); err != nil {
		return Interval{}, err
	}
	if d.SD != nil {
		sd = d.perPair()
	}
	n, t := d.Effective, StudentUpper((1-level)/2, d.freedom())
	center, half := n*d.Mean/(n+2), paddedHalf(n, d.Mean, sd, pseudo, t)
	return Interval{Method: "padded", Level: level, Low: max(center-half, -limit), High: min(center+half, limit)}, nil
}

// paddedHalf returns half the interval of n differences by their moments:
//
//	t·√( ((n−1)·sd² + 2W² + 2n·m²/(n+2)) / ((n+1)(n+2)) )
func paddedHalf(n, mean, sd, width, t float64) float64 {
	squares := float64((n-1)*float64(sd*sd)) + 2*float64(width*width) + float64(2*n*float64(mean*mean)/(n+2))
	return float64(t * math.Sqrt(squares/((n+1)*(n+2))))
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
