package stats_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// R t.test and uniroot; statsmodels ttost_paired alongside.
func TestGateVectors(t *testing.T) {
	type testCase struct {
		Name  string
		Input struct {
			Baseline, Treatment []float64
			AbsMargin           float64 `json:"abs_margin"`
			RelMargin           float64 `json:"rel_margin"`
		}
		Expected struct {
			MeanDelta    float64 `json:"mean_delta"`
			NonInfT      float64 `json:"noninf_abs_t"`
			NonInfP      float64 `json:"noninf_abs_p"`
			UpperT       float64 `json:"tost_upper_t"`
			UpperP       float64 `json:"tost_upper_p"`
			P            float64 `json:"tost_p"`
			Ratio        float64
			ContrastMean float64    `json:"rel_contrast_mean"`
			RelT         float64    `json:"rel_noninf_t"`
			RelP         float64    `json:"rel_noninf_p"`
			RegressionP  float64    `json:"rel_regression_p"`
			Fieller      [2]float64 `json:"fieller95"`
			FiellerLower float64    `json:"fieller_lower_one_sided95"`
		}
	}
	for _, c := range vectors[testCase](t, "tost_gate.json") {
		t.Run(c.Name, func(t *testing.T) {
			in, want := c.Input, c.Expected
			d, err := stats.NewDifferences(in.Baseline, in.Treatment)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "mean", d.Mean, want.MeanDelta, 1e-9)
			lower := shifted(t, in.Baseline, in.Treatment, -in.AbsMargin, stats.Greater)
			upper := shifted(t, in.Baseline, in.Treatment, in.AbsMargin, stats.Less)
			nearPtr(t, "lower t", lower.Statistic, want.NonInfT, 1e-9)
			relative(t, "lower p", *lower.P, want.NonInfP, 1e-9)
			nearPtr(t, "upper t", upper.Statistic, want.UpperT, 1e-9)
			relative(t, "upper p", *upper.P, want.UpperP, 1e-9)
			relative(t, "TOST p", max(*lower.P, *upper.P), want.P, 1e-9)
			both, err := stats.TTest{Level: 0.90}.Test(d)
			if err != nil {
				t.Fatal(err)
			}
			if inside := -in.AbsMargin < both.Interval.Low && both.Interval.High < in.AbsMargin; inside != (want.P < 0.05) {
				t.Errorf("interval %+v with p = %v", both.Interval, want.P)
			}

			r, err := stats.CompareRelative(in.Baseline, in.Treatment, in.RelMargin, 0.95)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "contrast mean", r.Contrast.Mean, want.ContrastMean, 1e-9)
			for alternative, p := range map[stats.Alternative]float64{stats.Greater: want.RelP, stats.Less: want.RegressionP} {
				test, err := stats.TTest{Alternative: alternative}.Test(r.Contrast)
				if err != nil {
					t.Fatal(err)
				}
				nearPtr(t, "relative t", test.Statistic, want.RelT, 1e-9)
				relative(t, "relative p", *test.P, p, 1e-9)
			}
			nearPtr(t, "ratio", r.Ratio, want.Ratio, 1e-9)
			near(t, "Fieller low", r.Interval.Low, want.Fieller[0], 1e-8)
			near(t, "Fieller high", r.Interval.High, want.Fieller[1], 1e-8)
			oneSided, err := stats.CompareRelative(in.Baseline, in.Treatment, in.RelMargin, 0.90)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "Fieller lower bound", oneSided.Interval.Low, want.FiellerLower, 1e-8)
		})
	}
}

// shifted returns the t test of the mean difference against mu.
func shifted(t *testing.T, a, b []float64, mu float64, alternative stats.Alternative) stats.Result {
	t.Helper()
	moved := slices.Clone(b)
	for i := range moved {
		moved[i] -= mu
	}
	d, err := stats.NewDifferences(a, moved)
	if err != nil {
		t.Fatal(err)
	}
	r, err := stats.TTest{Alternative: alternative}.Test(d)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestCompareRelativeEdges(t *testing.T) {
	zero, err := stats.CompareRelative([]float64{0, 0, 0}, []float64{0, 1, 0}, 0.05, 0.95)
	if err != nil || zero.Ratio != nil || zero.Interval != nil || len(zero.Warnings) != 1 {
		t.Errorf("baseline 0: %+v, %v", zero, err)
	}
	noisy, err := stats.CompareRelative([]float64{1, 0, 0, 0}, []float64{0, 1, 0, 1}, 0.05, 0.95)
	if err != nil || noisy.Interval != nil || noisy.Ratio == nil || noisy.Warnings[0].Code != stats.WarnUnboundedRatio {
		t.Errorf("noisy baseline: %+v, %v", noisy, err)
	}
	if _, err := stats.CompareRelative([]float64{1}, []float64{1}, 1, 0.95); !errors.Is(err, stats.ErrOutOfRange) {
		t.Errorf("margin 1: %v", err)
	}
}
