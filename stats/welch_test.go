package stats_test

import (
	"errors"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// mpmath; R t.test and scipy alongside.
func TestWelchVectors(t *testing.T) {
	type testCase struct {
		Name  string
		Input struct {
			Tuning  []float64 `json:"x_tuning_deltas"`
			HeldOut []float64 `json:"y_heldout_deltas"`
		}
		Expected struct {
			Diff, T, DF float64
			PTwo        float64 `json:"p_two"`
			PGreater    float64 `json:"p_greater"`
			CI95        [2]float64
			Lower       float64 `json:"lower_bound95"`
		}
	}
	for _, c := range vectors[testCase](t, "welch_did.json") {
		t.Run(c.Name, func(t *testing.T) {
			r, err := stats.Welch{}.CompareGroups(c.Input.Tuning, c.Input.HeldOut)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "difference", r.Effect, c.Expected.Diff, 1e-10)
			nearPtr(t, "t", r.Statistic, c.Expected.T, 1e-10)
			nearPtr(t, "df", r.DF, c.Expected.DF, 1e-10)
			relative(t, "p", *r.P, c.Expected.PTwo, 1e-9)
			near(t, "low", r.Interval.Low, c.Expected.CI95[0], 1e-10)
			near(t, "high", r.Interval.High, c.Expected.CI95[1], 1e-10)

			s, err := stats.CompareHeldOut(c.Input.Tuning, c.Input.HeldOut, 0.05)
			if err != nil {
				t.Fatal(err)
			}
			relative(t, "one-sided p", *s.Test.P, c.Expected.PGreater, 1e-9)
			near(t, "lower bound", s.Test.Interval.Low, c.Expected.Lower, 1e-10)
		})
	}
}

func TestWelchDegenerate(t *testing.T) {
	for name, c := range map[string]struct {
		x, y []float64
		code string
	}{
		"equal constants":   {[]float64{1, 1}, []float64{1, 1}, stats.WarnZeroVariance},
		"unequal constants": {[]float64{1, 1}, []float64{2, 2}, stats.WarnZeroVariance}, // R: error; scipy: p = 0
		"one value":         {[]float64{1}, []float64{2, 3}, stats.WarnTooFewPairs},
	} {
		r, err := stats.Welch{}.CompareGroups(c.x, c.y)
		if err != nil || r.P != nil || r.Statistic != nil || !r.Has(c.code) {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
	if _, err := (stats.Welch{}).CompareGroups(nil, []float64{1}); !errors.Is(err, stats.ErrNoPairs) {
		t.Errorf("empty: %v", err)
	}
}

func TestOverfitSeedVectors(t *testing.T) {
	type gain struct {
		Mean float64 `json:"mean_difference"`
		P    float64 `json:"p_value"`
	}
	type seedCase struct {
		ID    string
		Given struct {
			Eval    gain `json:"eval_delta"`
			Holdout gain `json:"holdout_delta"`
		}
		Expected struct {
			Flag bool `json:"overfit_flag"`
		}
	}
	for _, c := range vectors[seedCase](t, "seeds/heldout_overfit.json") {
		tuning := stats.Gain{Mean: c.Given.Eval.Mean, P: &c.Given.Eval.P}
		heldOut := stats.Gain{Mean: c.Given.Holdout.Mean, P: &c.Given.Holdout.P}
		if got := stats.Overfits(tuning, heldOut, 0.05); got != c.Expected.Flag {
			t.Errorf("%s: overfit = %v", c.ID, got)
		}
	}
	p := 0.003
	if stats.Overfits(stats.Gain{Mean: 0.06, P: &p}, stats.Gain{Mean: 0.05}, 0.05) {
		t.Error("a gain that holds is flagged")
	}
}

func TestCompareHeldOutReasons(t *testing.T) {
	gain := []float64{0.1, 0.12, 0.08, 0.11, 0.09, 0.1, 0.13, 0.07}
	for name, c := range map[string]struct {
		tuning, heldOut []float64
		overfit         bool
	}{
		"gone":    {gain, []float64{-0.02, 0, 0.01, -0.03}, true},
		"shrank":  {gain, []float64{0.02, 0.01, 0.03, 0.02}, true},
		"holds":   {gain, []float64{0.1, 0.12, 0.09, 0.11}, false},
		"no gain": {[]float64{0.1, -0.1, 0.02, -0.03}, []float64{-0.1, 0, 0.1}, false},
		// Of three signs p is 2/2³ at the least, whatever t says of three that are
		// nearly alike; of five changed queries 2/2⁵.
		"three":       {[]float64{0.1, 0.11, 0.1}, []float64{0, -0.01}, false},
		"five change": {append(make([]float64, 45), 0.4, 0.4, 0.4, 0.4, 0.4), make([]float64, 8), false},
		// Where all gain as much there is no t, and p is 2/2⁸.
		"all alike": {[]float64{0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, []float64{-0.1, -0.1, -0.1}, true},
	} {
		s, err := stats.CompareHeldOut(c.tuning, c.heldOut, 0.05)
		if err != nil || s.Overfit != c.overfit || s.Reason == "" {
			t.Errorf("%s: %v %q, %v", name, s.Overfit, s.Reason, err)
		}
	}
}
