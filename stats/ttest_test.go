package stats_test

import (
	"math"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

type pairedCase struct {
	Name, Class string
	Input       struct{ Baseline, Treatment []float64 }
	Expected    struct {
		N                int
		Mean, SD, SE, T  float64
		DF               float64
		PTwo             float64 `json:"p_two"`
		PGreater         float64 `json:"p_greater"`
		PLess            float64 `json:"p_less"`
		CI95, CI90, CI99 [2]float64
	}
}

// mpmath at 50 digits on the binary64 differences, R and scipy alongside.
func TestTTestVectors(t *testing.T) {
	for _, c := range vectors[pairedCase](t, "paired_t.json") {
		t.Run(c.Name, func(t *testing.T) {
			rel, pRel := 1e-10, 1e-9
			if c.Class != "normal" {
				rel, pRel = 1e-9, 1e-7
			}
			d, err := stats.NewDifferences(c.Input.Baseline, c.Input.Treatment)
			if err != nil {
				t.Fatal(err)
			}
			want := c.Expected
			near(t, "mean", d.Mean, want.Mean, rel)
			nearPtr(t, "sd", d.SD, want.SD, rel)
			for _, side := range []struct {
				alt   stats.Alternative
				level float64
				p     float64
				ci    [2]float64
			}{
				{stats.TwoSided, 0, want.PTwo, want.CI95},
				{stats.Greater, 0.9, want.PGreater, want.CI90},
				{stats.Less, 0.99, want.PLess, want.CI99},
			} {
				r, err := stats.TestPairs(stats.TTest{Level: side.level, Alternative: side.alt}, c.Input.Baseline, c.Input.Treatment)
				if err != nil {
					t.Fatal(err)
				}
				if r.P == nil || r.Statistic == nil || r.Interval == nil {
					t.Fatalf("undefined: %+v", r)
				}
				near(t, "t", *r.Statistic, want.T, rel)
				near(t, "df", *r.DF, want.DF, 0)
				relative(t, "p "+side.alt.String(), *r.P, side.p, pRel)
				near(t, "low", r.Interval.Low, side.ci[0], rel)
				near(t, "high", r.Interval.High, side.ci[1], rel)
			}
		})
	}
}

// The original test suite of the A/B tool; its t = 0, p = 1 for a zero
// variance is another convention than ours.
func TestTTestSeedVectors(t *testing.T) {
	type seedCase struct {
		ID       string
		Given    struct{ A, B []float64 }
		Expected struct {
			MeanDifference float64 `json:"mean_difference"`
			T              float64 `json:"t_statistic"`
			P              float64 `json:"p_value"`
			Significant    bool
			OK             *bool
		}
	}
	for _, c := range vectors[seedCase](t, "seeds/ab_ttest.json") {
		t.Run(c.ID, func(t *testing.T) {
			r, err := stats.TestPairs(stats.TTest{}, c.Given.A, c.Given.B)
			if c.Expected.OK != nil {
				if err == nil {
					t.Fatal("no error")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			within(t, "effect", r.Effect, c.Expected.MeanDifference, 1e-9)
			if got := r.P != nil && *r.P < 0.05; got != c.Expected.Significant {
				t.Errorf("significant = %v", got)
			}
			if c.Expected.T == 0 {
				if r.Statistic != nil || len(r.Warnings) == 0 {
					t.Errorf("t should be undefined with a warning: %+v", r)
				}
				return
			}
			within(t, "t", *r.Statistic, c.Expected.T, 1e-9)
			within(t, "p", *r.P, c.Expected.P, 1e-9)
		})
	}
}

func TestLatencyImpactSeedVector(t *testing.T) {
	type seedCase struct {
		Given struct {
			A []float64 `json:"latency_ms_a"`
			B []float64 `json:"latency_ms_b"`
		}
		Expected struct {
			MeanA  float64 `json:"mean_a"`
			MeanB  float64 `json:"mean_b"`
			Impact float64 `json:"mean_impact_ms"`
		}
	}
	for _, c := range vectors[seedCase](t, "seeds/ab_latency.json") {
		a, errA := stats.Summarize(c.Given.A)
		b, errB := stats.Summarize(c.Given.B)
		d, err := stats.NewDifferences(c.Given.A, c.Given.B)
		if errA != nil || errB != nil || err != nil {
			t.Fatal(errA, errB, err)
		}
		within(t, "mean a", a.Mean, c.Expected.MeanA, 1e-9)
		within(t, "mean b", b.Mean, c.Expected.MeanB, 1e-9)
		within(t, "impact", d.Mean, c.Expected.Impact, 1e-9)
	}
}

// A tail that underflows is reported as the smallest normal number.
func TestPNeverZero(t *testing.T) {
	a, b := make([]float64, 5000), make([]float64, 5000)
	for i := range b {
		b[i] = 0.5 + 1e-6*float64(i%7)
	}
	for _, test := range []stats.PairedTest{stats.TTest{}, stats.SignFlip{}, stats.Wilcoxon{}, stats.Sign{}} {
		r, err := stats.TestPairs(test, a, b)
		if err != nil {
			t.Fatal(err)
		}
		if r.P == nil || !(*r.P > 0) || math.IsNaN(*r.P) {
			t.Errorf("%s: p = %v, want a positive number", test.Name(), r.P)
		}
	}
}
