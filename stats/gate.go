package stats

import (
	"fmt"
	"math"
)

// A Gate decides from a contrast whether a limit is kept: the mean of the
// contrast is at or above 0 when it is. "At most 5 % below the baseline" is
// kᵢ = bᵢ − 0.95·aᵢ, see [CompareRelative]; "at most .01 below" is bᵢ − aᵢ + .01;
// "at least .7" is bᵢ − .7.
type Gate struct {
	Alpha float64 // of each one-sided bound; 0 means .05

	// Range is the largest magnitude that a contrast can have. With fewer than
	// 200 pairs, or fewer than 50 that changed, the bounds are robust. To prove
	// that a limit is kept is then to allow for a loss which the sample does not
	// hold: the lower bound is that of the interval over the whole range. The upper
	// one, which proves that it is broken, goes by the largest that was seen, as
	// every comparison does. 0: the range is not known, and both do.
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

// Judge decides about a contrast; changed says how many of its pairs differ
// between baseline and candidate.
func (g Gate) Judge(k Differences, changed int) (GateDecision, error) {
	alpha := g.Alpha
	if alpha == 0 {
		alpha = 0.05
	}
	if !(alpha > 0 && alpha < 0.5) {
		return GateDecision{}, fmt.Errorf("alpha %v is not in (0, 0.5): %w", alpha, ErrOutOfRange)
	}
	if k.N == 0 {
		return GateDecision{}, ErrNoPairs
	}
	d := GateDecision{Mean: k.Mean}
	center, se := k.Mean, 0.0
	if k.N >= enoughPairs && changed >= enoughChanges && !k.constant() {
		se = *k.SD / math.Sqrt(float64(k.N))
		half := float64(StudentUpper(alpha, float64(k.N-1)) * se)
		d.Bounds = Interval{Method: "t", Level: 1 - 2*alpha, Low: center - half, High: center + half}
	} else {
		kept, err := g.robust(k, 1-2*alpha)
		if err != nil {
			return d, err
		}
		broken, err := RobustInterval(k.values, 1-2*alpha, false)
		if err != nil {
			return d, err
		}
		d.Bounds = Interval{Method: "robust", Level: 1 - 2*alpha, Low: kept.Low, High: broken.High}
		d.PKept = robustP(k, g.pseudo(k), Greater)
		d.PBroken = robustP(k, Gate{}.pseudo(k), Less)
		d.Outcome = outcome(d)
		return d, nil
	}
	df := float64(k.N - 1)
	d.PKept = *studentP(center/se, df, Greater)
	d.PBroken = *studentP(center/se, df, Less)
	d.Outcome = outcome(d)
	return d, nil
}

// robustP returns the one-sided p of a robust interval that adds ±pseudo.
func robustP(k Differences, pseudo float64, alt Alternative) float64 {
	padded := newMoments(append(k.Values(), pseudo, -pseudo))
	t := float64(padded.mean*padded.scale) / (padded.sd() / math.Sqrt(float64(padded.n)))
	return *studentP(t, float64(max(1, k.N-1)), alt)
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

// pseudo returns the M of the robust interval.
func (g Gate) pseudo(k Differences) float64 {
	largest := maxAbs(k.values)
	switch {
	case g.Range > 0:
		return max(g.Range, largest)
	case largest > 0:
		return largest
	default:
		return 1
	}
}

func (g Gate) robust(k Differences, level float64) (Interval, error) {
	if g.Range > 0 {
		return RobustIntervalOver(k.values, level, g.Range)
	}
	return RobustInterval(k.values, level, false)
}

// QueriesFor returns the number of pairs that prove no change at all to be within a
// limit that is margin below the baseline, in a share power of the cases, were
// the differences to spread with standard deviation sd and such a share of them
// to change. Means are taken as normal. It is the number for this gate: where
// the robust interval decides, more pairs than the t test would ask for.
func (g Gate) QueriesFor(sd, changed, margin, power float64) (int, error) {
	if err := checkSpread(sd); err != nil {
		return 0, err
	}
	if !(margin > 0) || !(power > 0 && power < 1) {
		return 0, fmt.Errorf("margin %v, power %v: %w", margin, power, ErrOutOfRange)
	}
	alpha := g.Alpha
	if alpha == 0 {
		alpha = 0.05
	}
	width := g.Range
	if width == 0 {
		width = sd
	}
	z := normalQuantile(power)
	return leastN(func(n int) bool {
		nn := float64(n)
		t := StudentUpper(alpha, nn-1)
		mean, half := margin, float64(t*sd)/math.Sqrt(nn)
		if n < enoughPairs || changed*nn < enoughChanges {
			mean = margin * nn / (nn + 2)
			half = t * math.Sqrt((float64((nn-1)*sd*sd)+float64(2*width*width))/((nn+1)*(nn+2)))
		}
		return mean-half >= float64(z*sd)/math.Sqrt(nn)
	})
}
