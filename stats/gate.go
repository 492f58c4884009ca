package stats

import (
	"cmp"
	"fmt"
	"math"
)

// A Gate decides from a contrast whether a limit is kept: the mean of the
// contrast is at or above 0 when it is. "At most 5 % below the baseline" is
// kᵢ = bᵢ − 0.95·aᵢ; "at most .01 below" is bᵢ − aᵢ + .01; "at least .7" is bᵢ − .7.
type Gate struct {
	Alpha float64 // of each one-sided bound; 0 means .05

	// Range is that of the measure; 0: not known. The bounds are those of [Tail]:
	// the lower one, which shows that the limit is kept, allows for a query that
	// loses all of it, and the upper one for what every comparison does.
	Range float64
}

// A GateOutcome is where the mean of a contrast is and whether that is more
// than noise.
type GateOutcome string

// The four outcomes. Literal is what a rule says of the means alone.
const (
	FailProven   GateOutcome = "fail_proven"   // the upper bound is below 0
	FailLiteral  GateOutcome = "fail_literal"  // the mean is below 0, the upper bound is not
	PassUnproven GateOutcome = "pass_unproven" // the mean is not below 0, the lower bound is
	PassProven   GateOutcome = "pass_proven"   // the lower bound is above 0
)

// Failed tells whether the mean alone breaks the limit.
func (o GateOutcome) Failed() bool { return o == FailProven || o == FailLiteral }

// A GateDecision is an outcome with what it rests on.
type GateDecision struct {
	Outcome GateOutcome
	Mean    float64  // of the contrast
	Bounds  Interval // of level 1 − 2·alpha: each end is a one-sided bound at 1 − alpha
	// PKept and PBroken are the one-sided p values that go with the bounds: PKept
	// is below alpha exactly when the limit is proven to be kept, but for ends
	// clipped to the range.
	PKept, PBroken float64
}

// GateSlack is what a mean may be below 0 for rounding: .76 against .8 is a drop
// of exactly 5 %, and .76 − .95·.8 is −1.1e-16.
const GateSlack = 1e-9

// Judge decides about a contrast.
func (g Gate) Judge(k Differences) (GateDecision, error) {
	alpha := cmp.Or(g.Alpha, DefaultAlpha)
	if !(alpha > 0 && alpha < 0.5) {
		return GateDecision{}, fmt.Errorf("alpha %v is not in (0, 0.5): %w", alpha, ErrOutOfRange)
	}
	if k.N == 0 {
		return GateDecision{}, ErrNoPairs
	}
	d := GateDecision{Mean: k.Mean}
	width := g.Range
	if width > 0 {
		width = max(width, maxAbs(k.values)) // a limit may take a contrast beyond the measure
	}
	kept, broken := Tail{Range: width, Safety: true}, Tail{Range: width}
	low, err := kept.Interval(k, 1-2*alpha)
	if err != nil {
		return d, err
	}
	high, err := broken.Interval(k, 1-2*alpha)
	if err != nil {
		return d, err
	}
	d.Bounds = Interval{Method: low.Method, Level: low.Level, Low: low.Low, High: high.High}
	if d.PKept, err = kept.P(k, 0, Greater); err != nil {
		return d, err
	}
	if d.PBroken, err = broken.P(k, 0, Less); err != nil {
		return d, err
	}
	d.Outcome = outcome(d)
	return d, nil
}

func outcome(d GateDecision) GateOutcome {
	switch {
	case d.Bounds.High < -GateSlack:
		return FailProven
	case d.Mean < -GateSlack:
		return FailLiteral
	case d.Bounds.Low > 0:
		return PassProven
	default:
		return PassUnproven
	}
}

// QueriesFor returns the number of pairs that show no change at all to be within a
// limit that is margin below the baseline, in a share power of the cases, were
// the differences to spread with standard deviation sd. Means are taken as
// normal.
func (g Gate) QueriesFor(sd, margin, power float64) (int, error) {
	if err := checkSpread(sd); err != nil {
		return 0, err
	}
	if !(margin > 0) || !(power > 0 && power < 1) {
		return 0, fmt.Errorf("margin %v, power %v: %w", margin, power, ErrOutOfRange)
	}
	alpha := cmp.Or(g.Alpha, DefaultAlpha)
	tail := Tail{Range: cmp.Or(g.Range, sd), Safety: true}
	z := normalQuantile(power)
	return leastN(func(n int) bool {
		nn := float64(n)
		standardError := sd / math.Sqrt(nn)
		half := max(StudentUpper(alpha, nn-1)*standardError, tail.allowance(nn, alpha))
		return margin-half >= z*standardError
	})
}
