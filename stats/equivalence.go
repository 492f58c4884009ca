package stats

import (
	"fmt"
	"math"
)

// An Equivalence is the outcome of two one-sided t tests (TOST) of a mean difference against ±Margin. It is what other
// tools print and decides nothing here, where [Rule] does: t takes a loss that the sample does not hold for impossible.
type Equivalence struct {
	Margin   float64   // in the measure's unit, > 0
	Lower    *OneSided // H₀: mean ≤ −Margin; nil without variance, like Upper and P
	Upper    *OneSided // H₀: mean ≥ +Margin
	P        *float64  // the larger of the two
	Interval *Interval // t of level 1 − 2·alpha: inside ±Margin exactly when P < alpha
	Warnings
}

// A OneSided is one t test against a shifted mean.
type OneSided struct {
	T, P float64
}

// TOST tests whether the mean difference is within ±margin. Both one-sided tests reject at alpha exactly
// when the 1 − 2·alpha t interval is inside the margin. Without variance, or with one pair, all of it is
// undefined. Schuirmann (1987), doi:10.1007/BF01068419; agrees with statsmodels' ttost_paired.
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
	e.Warnings, e.Interval = t.Warnings, t.Interval
	if t.Interval != nil {
		lower, upper := shifted(d, -margin, Greater), shifted(d, margin, Less)
		e.Lower, e.Upper = &lower, &upper
		e.P = new(max(lower.P, upper.P))
	}
	return e, nil
}

// shifted returns the t test of the mean against mu.
func shifted(d Differences, mu float64, alt Alternative) OneSided {
	t := (d.Mean - mu) / (*d.SD / math.Sqrt(float64(d.N)))
	return OneSided{T: t, P: *StudentP(t, float64(d.N-1), alt)}
}
