package stats

import (
	"fmt"
	"math"
)

// A Shrinkage compares the gain on the queries that a system was tuned on
// with the gain on held-out ones.
type Shrinkage struct {
	Tuning, HeldOut Differences
	Test            Result   // Welch, one-sided: p small means that the gain shrank
	Ratio           *float64 // held-out gain / tuning gain; nil when the tuning gain is 0
	Overfit         bool     // see CompareHeldOut
	Generalises     bool     // the held-out gain is a finding of its own, see CompareHeldOut
	Tuned, Held     Decision // about either gain alone, at alpha
	Reason          string   // why Overfit is what it is
}

// CompareHeldOut returns the difference in differences of a candidate's gains:
// tuning − held-out by Welch's t, which takes neither the same number of
// queries nor the same spread.
//
// Overfit is set when the gain on tuning queries is significant at alpha, by the p
// that decides about it in [Rule] and with as many changed queries, and either the
// held-out gain is not positive or the shrinkage is significant.
// The test alone has little power: with 20 configurations tried on 50 queries
// it flags a third of pure luck. The unbiased estimate is the held-out gain
// with its own interval: Generalises is set when [Rule] calls it better at
// alpha and Overfit is not set. With neither, the queries cannot tell.
func CompareHeldOut(tuning, heldOut []float64, alpha float64) (Shrinkage, error) {
	if !(alpha > 0 && alpha < 0.5) {
		return Shrinkage{}, fmt.Errorf("alpha %v is not in (0, 0.5): %w", alpha, ErrOutOfRange)
	}
	var s Shrinkage
	var err error
	if s.Tuning, err = DifferencesOf(tuning); err != nil {
		return s, fmt.Errorf("tuning differences: %w", err)
	}
	if s.HeldOut, err = DifferencesOf(heldOut); err != nil {
		return s, fmt.Errorf("held-out differences: %w", err)
	}
	if s.Test, err = (Welch{Level: 1 - 2*alpha, Alternative: Greater}).CompareGroups(tuning, heldOut); err != nil {
		return s, err
	}
	if math.Abs(s.Tuning.Mean) > snapTolerance { // else .1 + .2 − .3 is a gain to divide by
		ratio := s.HeldOut.Mean / s.Tuning.Mean
		s.Ratio = &ratio
	}
	rule := Rule{Alpha: alpha}
	if s.Tuned, err = rule.Judge(s.Tuning); err != nil {
		return s, err
	}
	gain := Gain{Mean: s.Tuning.Mean}
	if s.Tuned.Changed >= fewChanges {
		gain.P = s.Tuned.P
	}
	shrank := s.Test.P != nil && *s.Test.P < alpha
	s.Overfit, s.Reason = overfits(gain, Gain{s.HeldOut.Mean, nil}, shrank, alpha)
	s.Held, err = rule.Judge(s.HeldOut)
	s.Generalises = !s.Overfit && s.Held.Verdict == Better
	return s, err
}

// A Gain is a mean difference and its two-sided p, nil when undefined.
type Gain struct {
	Mean float64
	P    *float64
}

// Overfits is the rule of CompareHeldOut for gains that are already
// summarized: a significant gain on tuning queries that is not there on
// held-out ones.
func Overfits(tuning, heldOut Gain, alpha float64) bool {
	flag, _ := overfits(tuning, heldOut, false, alpha)
	return flag
}

func overfits(tuning, heldOut Gain, shrank bool, alpha float64) (flag bool, reason string) {
	switch {
	case tuning.Mean <= 0 || tuning.P == nil || *tuning.P >= alpha:
		return false, "no significant gain on the tuning queries"
	case heldOut.Mean <= 0:
		return true, "the gain on the tuning queries is not there on the held-out ones"
	case shrank:
		return true, "the gain is significantly smaller on the held-out queries"
	default:
		return false, "the held-out gain is in line with the tuning gain"
	}
}
