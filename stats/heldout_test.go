package stats_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

func TestHeldOutVectors(t *testing.T) {
	for i, c := range rules[struct {
		Tuning, HeldOut []float64
		Alpha, Range    float64
		Expect          struct {
			TuningMean float64 `json:"tuning_mean"`
			TuningP    float64 `json:"tuning_p"`
			HeldMean   float64 `json:"held_mean"`
			HeldUpper  float64 `json:"held_upper"`
			Limit      float64
			POverfit   float64 `json:"p_overfit"`
			Overfitted bool
		}
	}](t, "B") {
		s, err := stats.HeldOut{Rule: stats.Rule{Alpha: c.Alpha, Range: c.Range}}.Compare(c.Tuning, c.HeldOut)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "tuning mean", s.Tuning.Mean, c.Expect.TuningMean, 1e-11)
		nearPtr(t, "tuning p", s.Tuned.P, c.Expect.TuningP, 1e-11)
		near(t, "held-out mean", s.HeldOut.Mean, c.Expect.HeldMean, 1e-11)
		within(t, "held-out upper end", s.Upper, c.Expect.HeldUpper, 1e-11)
		near(t, "limit", s.Limit, c.Expect.Limit, 1e-11)
		if s.Tuning.Mean > 0 {
			nearPtr(t, "p", s.P, c.Expect.POverfit, 1e-11)
		}
		if s.Overfit != c.Expect.Overfitted {
			t.Errorf("case %d: overfitted %v, want %v", i, s.Overfit, c.Expect.Overfitted)
		}
	}
}

func TestHeldOutNeeded(t *testing.T) {
	for _, c := range rules[struct {
		SD, Shown float64
		Expect    int
	}](t, "B_needed") {
		if got := (stats.HeldOut{Rule: stats.Rule{Range: 1}}).Needed(c.SD, c.Shown); got != c.Expect {
			t.Errorf("sd %v, gain %v: %d queries, want %d", c.SD, c.Shown, got, c.Expect)
		}
	}
	// Of a small spread few queries would do, if it were not for what they do not show:
	// .28·(n/50)^⅓·ln 20/n + .8416·.01/√n ≤ .025 is what the loop below solves.
	if got := (stats.HeldOut{Rule: stats.Rule{Range: 1}}).Needed(0.01, 0.05); got != needed(0.01, 0.025) {
		t.Errorf("%d queries, want %d", got, needed(0.01, 0.025))
	}
	for _, none := range [][2]float64{{0, 0.1}, {0.1, 0}, {0.1, -1}, {math.NaN(), 1}} {
		if got := (stats.HeldOut{}).Needed(none[0], none[1]); got != 0 {
			t.Errorf("%v: %d queries, want none", none, got)
		}
	}
}

// needed counts up to the least n at which the allowance of [stats.Tail] rules and is
// far enough from the limit.
func needed(sd, limit float64) int {
	n := 1.0
	for 0.28*max(1, math.Cbrt(n/50))*math.Log(20)/n+0.8416212335729143*sd/math.Sqrt(n) > limit {
		n++
	}
	return int(n)
}

// swinging returns n differences with this mean, half of them above by spread.
func swinging(mean, spread float64, n int) []float64 {
	d := make([]float64, n)
	for i := range d {
		d[i] = mean + spread*float64(1-2*(i%2))
	}
	return d
}

// By hand: of a gain of .1 the held-out mean of .02 is a fifth, so .8 is lost. The
// spread of 64 values ±.05 is .05·√(64/63), t₆₃ at .05 1.669402, which puts the
// end at .02 + 1.669402·.05/√63 = .0305161 and the unseen end at
// .02 + .28·(64/50)^⅓·ln 20/64 = .0342300, which rules: the loss is at least
// 1 − .34230. With 10 shown the level is .005: ln 200 in place of ln 20.
func TestHeldOutShares(t *testing.T) {
	tuning, held := swinging(0.1, 0.05, 64), swinging(0.02, 0.05, 64)
	for shown, end := range map[int]float64{
		0: 0.02 + 0.28*math.Cbrt(1.28)*math.Log(20)/64, 10: 0.02 + 0.28*math.Cbrt(1.28)*math.Log(200)/64,
	} {
		s, err := stats.HeldOut{Rule: stats.Rule{Range: 1}, Shown: shown}.Compare(tuning, held)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "level", s.Level, 0.05/float64(max(1, shown)), 1e-15)
		near(t, "upper end", s.Upper, end, 1e-12)
		nearPtr(t, "lost", s.Lost, 0.8, 1e-12)
		nearPtr(t, "lost at least", s.LostAtLeast, 1-end/0.1, 1e-12)
		if s.Overfit != (end < 0.05) {
			t.Errorf("%d shown: overfitted %v with the end at %v", shown, s.Overfit, end)
		}
	}
	// The power at as many queries as are needed is .8, but for their being whole.
	s, err := stats.HeldOut{}.Compare(swinging(0.1, 0.2, 100), swinging(0, 0.1*math.Sqrt(98.0/99), 99))
	if err != nil || s.Needed == nil || s.Power == nil {
		t.Fatal(s, err)
	}
	// sd .1·√(98/99·99/98) = .1 to a millionth (an odd n is off its mean), limit .05:
	// ((1.644854 + .841621)·2)²
	// = 24.7, and the range is not known: the largest difference, .1, stands for it.
	if *s.Needed != 25 {
		t.Errorf("%d queries, want 25", *s.Needed)
	}
	within(t, "power", *s.Power, 0.99958, 1e-3) // Φ(.05·√99/.1 − 1.644854) = Φ(3.33)
}

func TestHeldOutVerdicts(t *testing.T) {
	gain := swinging(0.1, 0.05, 60)
	for name, c := range map[string]struct {
		tuning, heldOut              []float64
		overfit, generalises, signal bool
	}{
		"gone":             {gain, swinging(-0.05, 0.05, 60), true, false, true},
		"gone, few":        {gain, swinging(-0.001, 0.2, 10), false, false, true},
		"a fifth":          {swinging(0.2, 0.05, 60), swinging(0.04, 0.05, 60), true, false, false},
		"holds":            {gain, gain, false, true, false},
		"three quarters":   {gain, swinging(0.075, 0.05, 60), false, true, false},
		"no gain":          {swinging(0, 0.05, 60), swinging(-0.1, 0.05, 60), false, false, false},
		"three":            {[]float64{0.1, 0.11, 0.1}, []float64{0, -0.01}, false, false, false},
		"five of 50":       {append(make([]float64, 45), 0.4, 0.4, 0.4, 0.4, 0.4), make([]float64, 8), false, false, false},
		"a loss on tuning": {swinging(-0.1, 0.05, 60), swinging(-0.2, 0.05, 60), false, false, false},
	} {
		s, err := stats.HeldOut{Rule: stats.Rule{Range: 1}}.Compare(c.tuning, c.heldOut)
		if err != nil || s.Overfit != c.overfit || s.Generalises != c.generalises || s.Signal != c.signal {
			t.Errorf("%s: overfitted %v, generalises %v, signal %v, end %.4f, %v", name, s.Overfit, s.Generalises, s.Signal, s.Upper, err)
		}
	}
	// Rounding is not a gain to divide by.
	if s, err := (stats.HeldOut{}).Compare([]float64{0.1, 0.2, -0.3}, gain); err != nil || s.P != nil || s.Needed != nil {
		t.Errorf("no gain: %+v, %v", s, err)
	}
	for _, alpha := range []float64{-0.1, 0.5, math.NaN()} {
		if _, err := (stats.HeldOut{Rule: stats.Rule{Alpha: alpha}}).Compare(gain, gain); !errors.Is(err, stats.ErrOutOfRange) || !strings.Contains(err.Error(), "alpha") {
			t.Errorf("alpha %v: %v", alpha, err)
		}
	}
}
