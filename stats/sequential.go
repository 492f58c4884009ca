package stats

import (
	"fmt"
	"math"
)

// ConfidenceSequence is an interval that stays valid however often one looks
// while queries keep coming: nightly runs, a growing test set. A stopping rule
// may use it, where a t interval that is looked at daily is sooner or later
// wrong. The price is a width of 1.4 to 1.6 times that of t.
//
// It is the asymptotic confidence sequence of Waudby-Smith et al. (2021),
// arXiv:2103.06476, equation 9: with variance s², at n differences,
//
//	mean ± s √( 2(nρ²+1)/(n²ρ²) · ln(√(nρ²+1)/α) )
//	ρ² = (−2 ln α + ln(−2 ln α + 1)) / TuneFor
//
// Agrees with GrowthBook's gbstats.
type ConfidenceSequence struct {
	Level   float64 // 0 means 0.95
	TuneFor int     // the number of queries at which it is tightest; 0 means 1000
}

// Interval returns the sequence's interval after the differences seen so far. It
// needs two of them, and some variance: the errors are ErrTooFewPairs and
// ErrZeroVariance.
func (c ConfidenceSequence) Interval(d Differences) (Interval, error) {
	level, err := levelOr95(c.Level)
	if err != nil {
		return Interval{}, err
	}
	if d.N < 2 {
		return Interval{}, fmt.Errorf("confidence sequence of %d pairs: %w", d.N, ErrTooFewPairs)
	}
	if d.constant() {
		return Interval{}, fmt.Errorf("confidence sequence: %w", ErrZeroVariance)
	}
	half, err := c.HalfWidth(*d.SD**d.SD, d.N)
	if err != nil {
		return Interval{}, err
	}
	return Interval{Method: "confidence-sequence", Level: level, Low: d.Mean - half, High: d.Mean + half}, nil
}

// HalfWidth returns half the width of the interval at n differences.
func (c ConfidenceSequence) HalfWidth(variance float64, n int) (float64, error) {
	level, err := levelOr95(c.Level)
	if err != nil {
		return 0, err
	}
	if n < 1 || c.TuneFor < 0 || !(variance >= 0) {
		return 0, fmt.Errorf("variance %v of %d, tuned for %d: %w", variance, n, c.TuneFor, ErrOutOfRange)
	}
	alpha := 1 - level
	rr := c.rho(alpha)
	rr *= rr
	nn := float64(n)
	grown := float64(nn*rr) + 1
	return math.Sqrt(variance) * math.Sqrt(2*grown*math.Log(math.Sqrt(grown)/alpha)/(nn*nn*rr)), nil
}

func (c ConfidenceSequence) rho(alpha float64) float64 {
	tuned := float64(c.TuneFor)
	if c.TuneFor == 0 {
		tuned = 1000
	}
	l := float64(-2 * math.Log(alpha))
	return math.Sqrt((l + math.Log(l+1)) / tuned)
}
