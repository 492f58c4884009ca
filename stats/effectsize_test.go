package stats_test

import (
	"math"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// effectSizes returns those of differences that are not built yet.
func effectSizes(d []float64, level float64) (dz, gz stats.EffectSize, err error) {
	diffs, err := stats.DifferencesOf(d)
	if err != nil {
		return dz, gz, err
	}
	return stats.EffectSizesOf(diffs, level)
}

// mpmath; R effectsize alongside.
func TestEffectSizeVectors(t *testing.T) {
	type testCase struct {
		Name     string
		Input    struct{ Baseline, Treatment []float64 }
		Expected struct {
			Dz     float64    `json:"d_z"`
			J      float64    `json:"hedges_J_exact"`
			Gz     float64    `json:"g_z_exact"`
			CI     [2]float64 `json:"d_z_ci95_noncentral_t"`
			Wins   int
			Losses int
			Ties   int
		}
	}
	for _, c := range vectors[testCase](t, "effect_size.json") {
		t.Run(c.Name, func(t *testing.T) {
			d, err := stats.NewDifferences(c.Input.Baseline, c.Input.Treatment)
			if err != nil {
				t.Fatal(err)
			}
			want := c.Expected
			dz, gz, err := stats.EffectSizesOf(d, 0.95)
			if err != nil {
				t.Fatal(err)
			}
			nearPtr(t, "d_z", dz.Value, want.Dz, 1e-10)
			near(t, "low", dz.Interval.Low, want.CI[0], 1e-6)
			near(t, "high", dz.Interval.High, want.CI[1], 1e-6)
			near(t, "J", stats.HedgesJ(d.N), want.J, 1e-10)
			nearPtr(t, "g_z", gz.Value, want.Gz, 1e-10)
			if d.Wins != want.Wins || d.Losses != want.Losses || d.Ties != want.Ties || d.Changed != want.Wins+want.Losses {
				t.Errorf("wins %d, losses %d, ties %d; want %d, %d, %d", d.Wins, d.Losses, d.Ties, want.Wins, want.Losses, want.Ties)
			}
		})
	}
}

func TestEffectSizeUndefined(t *testing.T) {
	for name, c := range map[string]struct {
		d    []float64
		code string
	}{
		"one pair": {[]float64{0.2}, stats.WarnTooFewPairs},
		"constant": {[]float64{0.2, 0.2, 0.2}, stats.WarnZeroVariance},
		"zeros":    {[]float64{0, 0, 0}, stats.WarnNoChange},
	} {
		got, _, err := effectSizes(c.d, 0.95)
		if err != nil || got.Value != nil || got.Interval != nil || len(got.Warnings) != 1 || got.Warnings[0].Code != c.code {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	if _, got, err := effectSizes([]float64{0.1, 0.3}, 0.95); err != nil || got.Value != nil {
		t.Errorf("g_z of two pairs: %+v, %v", got, err)
	}
}

// The effect of swapped arms is the mirror image, large effects included:
// where the noncentrality is beyond 38 the search for it used not to end.
func TestEffectSizeMirrors(t *testing.T) {
	for _, scale := range []float64{.01, .5, 2, 5, 8, 100} {
		up, down := make([]float64, 60), make([]float64, 60)
		for i := range up {
			up[i] = scale + float64(i%2*2-1)
			down[i] = -up[i]
		}
		a, _, err := effectSizes(up, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		b, _, err := effectSizes(down, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		const tolerance = 1e-9
		if math.Abs(*a.Value+*b.Value) > tolerance*scale ||
			math.Abs(a.Interval.Low+b.Interval.High) > tolerance*scale || math.Abs(a.Interval.High+b.Interval.Low) > tolerance*scale {
			t.Errorf("d_z %v %+v, swapped %v %+v, want the mirror image", *a.Value, *a.Interval, *b.Value, *b.Interval)
		}
		if !(a.Interval.Low < *a.Value && *a.Value < a.Interval.High) {
			t.Errorf("d_z %v outside of %+v", *a.Value, *a.Interval)
		}
	}
}
