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

			s, err := stats.Welch{Level: 0.9, Alternative: stats.Greater}.CompareGroups(c.Input.Tuning, c.Input.HeldOut)
			if err != nil {
				t.Fatal(err)
			}
			relative(t, "one-sided p", *s.P, c.Expected.PGreater, 1e-9)
			near(t, "lower bound", s.Interval.Low, c.Expected.Lower, 1e-10)
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
