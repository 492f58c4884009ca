package stats

import (
	"fmt"
	"math"
)

// An Equivalence is the outcome of two one-sided tests (TOST) of a mean
// difference against ±Margin.
type Equivalence struct {
	Margin     float64   // in the measure's unit, > 0
	Lower      *OneSided // H₀: mean ≤ −Margin; rejecting it proves non-inferiority
	Upper      *OneSided // H₀: mean ≥ +Margin
	P          *float64  // the larger of the two; nil without variance
	Interval   Interval  // 1 − 2·alpha: t, or robust when t is undefined
	Equivalent bool      // the interval lies inside ±Margin
	Warnings   []Warning
}

// A OneSided is one t test against a shifted mean.
type OneSided struct {
	T, P float64
}

// TOST tests whether the mean difference is within ±margin. Both one-sided
// tests at alpha reject exactly when the 1 − 2·alpha interval lies inside the
// margin. Without variance, or with one pair, t is undefined and the robust
// interval decides. Schuirmann (1987), doi:10.1007/BF01068419; agrees with
// statsmodels' ttost_paired.
func TOST(d Differences, margin, alpha float64) (Equivalence, error) {
	if !(margin > 0) || math.IsInf(margin, 0) {
		return Equivalence{}, fmt.Errorf("margin %v is not positive: %w", margin, ErrOutOfRange)
	}
	if !(alpha > 0 && alpha < 0.5) {
		return Equivalence{}, fmt.Errorf("alpha %v is not in (0, 0.5): %w", alpha, ErrOutOfRange)
	}
	e := Equivalence{Margin: margin}
	t, err := TTest{Level: 1 - 2*alpha}.Test(d)
	if err != nil {
		return e, err
	}
	e.Warnings = t.Warnings
	if t.Interval != nil {
		lower, upper := shifted(d, -margin, Greater), shifted(d, margin, Less)
		e.Lower, e.Upper = &lower, &upper
		p := max(lower.P, upper.P)
		e.P, e.Interval = &p, *t.Interval
	} else if e.Interval, err = RobustInterval(d.values, 1-2*alpha, false); err != nil {
		return e, err
	}
	e.Equivalent = -margin < e.Interval.Low && e.Interval.High < margin
	return e, nil
}

// shifted is the t test of the mean against mu.
func shifted(d Differences, mu float64, alt Alternative) OneSided {
	t := (d.Mean - mu) / (*d.SD / math.Sqrt(float64(d.N)))
	return OneSided{T: t, P: *studentP(t, float64(d.N-1), alt)}
}
