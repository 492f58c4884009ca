package stats

import (
	"cmp"
	"fmt"
	"math"
)

// A Gate decides from a contrast whether a limit is kept: the mean of the contrast is at or above 0 when it is. "At
// most 5 % below the baseline" is kᵢ = bᵢ − 0.95·aᵢ; "at most .01 below" is bᵢ − aᵢ + .01; "at least .7" is bᵢ − .7.
type Gate struct {
	Alpha float64 // of each one-sided bound; 0 means .05

	// Range is that of the measure, 1 for one in 0 to 1 whatever the limit is; 0: not known, then the
	// largest contrast. The bounds are those of [Tail]: the lower one, which shows that the limit is kept,
	// allows for a query that loses all of the range, and the upper one for what every comparison does.
	Range float64
}

// A GateOutcome is where the mean of a contrast is, and whether its bound is on the same side.
type GateOutcome string

// The four outcomes.
const (
	BrokenShown GateOutcome = "broken_shown" // the upper bound is below 0
	Broken      GateOutcome = "broken"       // the mean is below 0, the upper bound is not
	Kept        GateOutcome = "kept"         // the mean is not below 0, the lower bound is
	KeptShown   GateOutcome = "kept_shown"   // the lower bound is above 0
)

// Failed tells whether the mean alone breaks the limit.
func (o GateOutcome) Failed() bool { return o == BrokenShown || o == Broken }

// A GateDecision is an outcome with what it rests on.
type GateDecision struct {
	Outcome GateOutcome
	Mean    float64  // of the contrast
	Bounds  Interval // of level 1 − 2·alpha: each end is a one-sided bound at 1 − alpha
	// PKept and PBroken are the one-sided p values that go with the bounds: PKept
	// is below alpha exactly when the lower bound is above 0.
	PKept, PBroken float64
}

// GateSlack is what a mean may be below 0 for rounding: .76 against .8 is a drop
// of exactly 5 %, and .76 − .95·.8 is −1.1e-16.
const GateSlack = 1e-9

// Judge decides about a contrast.
func (g Gate) Judge(k Differences) (GateDecision, error) {
	alpha, err := g.level()
	if err != nil {
		return GateDecision{}, err
	}
	broken, err := Tail{}.of(k)
	if err != nil {
		return GateDecision{}, err
	}
	broken.width = cmp.Or(g.Range, broken.width)
	kept := broken
	kept.rho = Tail{Safety: true}.rhoOf(kept.n)
	t := broken.quantile(alpha)
	low, _ := kept.end(t, alpha, 1)
	high, _ := broken.end(t, alpha, -1)
	d := GateDecision{
		Mean: k.Mean, Bounds: Interval{Method: "tail", Level: 1 - 2*alpha, Low: low, High: -high},
		PKept: kept.p(0, 1), PBroken: broken.p(0, -1),
	}
	d.Outcome = OutcomeOf(k.Mean, low, -high)
	return d, nil
}

func (g Gate) level() (float64, error) {
	alpha := cmp.Or(g.Alpha, DefaultAlpha)
	if !(alpha > 0 && alpha < 0.5) {
		return alpha, fmt.Errorf("alpha %v is not in (0, 0.5): %w", alpha, ErrOutOfRange)
	}
	return alpha, nil
}

// OutcomeOf returns that of a mean and the ends of its bounds.
func OutcomeOf(mean, low, high float64) GateOutcome {
	switch {
	case high < -GateSlack:
		return BrokenShown
	case mean < -GateSlack:
		return Broken
	case low > 0:
		return KeptShown
	default:
		return Kept
	}
}

// QueriesFor returns the number of pairs that show no change at all to be within a limit that is margin
// below the baseline, in a share power of the cases, were the differences to spread with standard deviation
// sd. Means are taken as normal.
func (g Gate) QueriesFor(sd, margin, power float64) (int, error) {
	if err := checkSpread(sd); err != nil {
		return 0, err
	}
	if !(margin > 0) || !(power > 0 && power < 1) {
		return 0, fmt.Errorf("margin %v, power %v: %w", margin, power, ErrOutOfRange)
	}
	alpha, err := g.level()
	if err != nil {
		return 0, err
	}
	tail := Tail{Range: cmp.Or(g.Range, sd), Safety: true}
	z := normalQuantile(power)
	return leastN(func(n int) bool {
		nn := float64(n)
		standardError := sd / math.Sqrt(nn)
		half := max(StudentUpper(alpha, nn-1)*standardError, tail.allowance(nn, alpha))
		return margin-half >= z*standardError
	})
}
