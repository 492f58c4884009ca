package stats_test

import (
	"errors"
	"math"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

func zeros(n int) []float64 { return make([]float64, n) }

func repeat(x float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = x
	}
	return out
}

// lead returns xs followed by zeros up to n.
func lead(n int, xs ...float64) []float64 { return append(xs, zeros(n-len(xs))...) }

// Degenerate differences. What others print for them (measured): scipy gives
// t = nan and p = nan for all zeros, p = 0 for a constant, 5.9e-48 for a
// constant with rounding noise; R refuses or prints NaN.
func TestEdgeCases(t *testing.T) {
	const undefined = -1
	for _, c := range []struct {
		name         string
		a, b         []float64
		tP, flipP    float64 // undefined: nil
		tWarn        string
		percentile   [2]float64
		bcaUndefined bool
		contains     float64
	}{
		{"all zero", zeros(50), zeros(50), 1, 1, stats.WarnNoChange, [2]float64{0, 0}, true, 0.02},
		{"constant", zeros(5), repeat(0.1, 5), undefined, 0.0625, stats.WarnZeroVariance, [2]float64{0.1, 0.1}, true, 0.1},
		{"constant with noise", []float64{0.1, 0.2, 0.3, 0.4}, []float64{0.2, 0.30000000000000004, 0.4, 0.5}, undefined, 0.125, stats.WarnZeroVariance, [2]float64{0.1, 0.1}, true, 0.1},
		{"one pair", []float64{0.1}, []float64{0.4}, undefined, 1, stats.WarnTooFewPairs, [2]float64{0.3, 0.3}, true, 0},
		{"two pairs", zeros(2), []float64{0, 1}, 0.5, 1, stats.WarnLowN, [2]float64{0, 1}, false, 0},
		{"one change of 50", zeros(50), lead(50, 1), 0.3222234059506757, 1, "", [2]float64{0, 0.06}, false, 0},
		{"four changes of 50", zeros(50), lead(50, 1, 1, 1, 1), 0.04431517715347376, 0.125, "", [2]float64{0.02, 0.16}, false, 0.01},
		{"0.1 + 0.2 − 0.3", zeros(3), []float64{0.1, 0.2, -0.3}, 1, 1, stats.WarnLowN, [2]float64{-0.3, 0.2}, false, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := stats.NewDifferences(c.a, c.b)
			if err != nil {
				t.Fatal(err)
			}
			check := func(what string, r stats.Result, err error, want float64) {
				t.Helper()
				if err != nil {
					t.Fatal(err)
				}
				if want == undefined {
					if r.P != nil || r.Statistic != nil || r.Interval != nil || len(r.Warnings) == 0 {
						t.Errorf("%s should be undefined with a warning: %+v", what, r)
					}
					return
				}
				nearPtr(t, what, r.P, want, 1e-9)
			}
			student, err := stats.TTest{}.Test(d)
			check("t p", student, err, c.tP)
			if c.tWarn != "" && !student.Has(c.tWarn) {
				t.Errorf("t warnings %v, want %s", student.Warnings, c.tWarn)
			}
			flip, err := stats.SignFlip{}.Test(d)
			check("sign-flip p", flip, err, c.flipP)
			if flip.Method != stats.Exact || (d.Changed > 0 && d.Changed < 6) != flip.Has(stats.WarnFewChanges) {
				t.Errorf("sign-flip: %+v", flip)
			}
			percentile, bca := bothKinds(t, stats.Bootstrap{}, d.Values())
			near(t, "percentile low", percentile.Interval.Low, c.percentile[0], 1e-9)
			near(t, "percentile high", percentile.Interval.High, c.percentile[1], 1e-9)
			if (bca.Interval == nil) != c.bcaUndefined {
				t.Errorf("BCa: %+v", bca)
			}
			interval, err := (stats.Tail{}).Interval(d, 0.95)
			if err != nil || !interval.Contains(c.contains) || interval.Width() == 0 {
				t.Errorf("interval: %+v, %v", interval, err)
			}
		})
	}
}

// Inputs that are errors in every test.
func TestRefusedInputs(t *testing.T) {
	tests := []stats.PairedTest{stats.TTest{}, stats.SignFlip{}, stats.Wilcoxon{}, stats.Sign{}}
	for _, test := range tests {
		if _, err := stats.TestPairs(test, nil, nil); !errors.Is(err, stats.ErrNoPairs) {
			t.Errorf("%s of nothing: %v", test.Name(), err)
		}
		var length *stats.LengthError
		if _, err := stats.TestPairs(test, []float64{1}, []float64{1, 2}); !errors.As(err, &length) || length.A != 1 || length.B != 2 {
			t.Errorf("%s of unequal lengths: %v", test.Name(), err)
		}
		var finite *stats.NotFiniteError
		_, err := stats.TestPairs(test, []float64{0, math.NaN(), 0}, []float64{0, 0, math.Inf(1)})
		if !errors.As(err, &finite) || finite.A[0] != 1 || finite.B[0] != 2 {
			t.Errorf("%s of NaN and Inf: %v", test.Name(), err)
		}
		if _, err := stats.TestPairs(test, []float64{-math.MaxFloat64}, []float64{math.MaxFloat64}); !errors.As(err, &finite) || finite.D[0] != 0 {
			t.Errorf("%s of an overflowing difference: %v", test.Name(), err)
		}
	}
	for name, test := range map[string]stats.PairedTest{
		"level": stats.TTest{Level: 95}, "rounds": stats.SignFlip{Rounds: -1},
	} {
		if _, err := stats.TestPairs(test, []float64{0, 1}, []float64{1, 3}); !errors.Is(err, stats.ErrOutOfRange) {
			t.Errorf("bad %s: %v", name, err)
		}
	}
	for _, test := range []interface {
		Test(stats.Differences) (stats.Result, error)
	}{stats.TTest{}, stats.SignFlip{}, stats.Wilcoxon{}, stats.Sign{}} {
		if _, err := test.Test(stats.Differences{}); !errors.Is(err, stats.ErrNoPairs) {
			t.Errorf("zero differences value: %v", err)
		}
	}
}

// Ties [1, 1, 1, 2, −1]: scipy's "exact" gives .3125 by luck, R approximates
// .203; the exact conditional value is .3125.
func TestWilcoxonTies(t *testing.T) {
	r, err := stats.TestPairs(stats.Wilcoxon{}, zeros(5), []float64{1, 1, 1, 2, -1})
	if err != nil {
		t.Fatal(err)
	}
	nearPtr(t, "p", r.P, 0.3125, 1e-12)
}

// [.1, .2, −.3] one-sided: 5 of 8 flips reach a sum of zero; a tolerance that
// is relative to the observed sum finds 4.
func TestSignFlipZeroSum(t *testing.T) {
	r, err := stats.TestPairs(stats.SignFlip{Alternative: stats.Greater}, zeros(3), []float64{0.1, 0.2, -0.3})
	if err != nil {
		t.Fatal(err)
	}
	nearPtr(t, "p", r.P, 0.625, 0)
}

// An offset of 1e9 costs R and scipy four digits; the differences are exact.
func TestLargeOffset(t *testing.T) {
	a, b := make([]float64, 10), make([]float64, 10)
	for i := range a {
		a[i] = 1e9
		b[i] = 1e9 + float64(i%3)*0.5
	}
	r, err := stats.TestPairs(stats.TTest{}, a, b)
	if err != nil {
		t.Fatal(err)
	}
	// d = 0 ×4, .5 ×3, 1 ×3: mean .45, Σ(d−mean)² = 1.725
	near(t, "t", *r.Statistic, 0.45/math.Sqrt(1.725/9/10), 1e-14)
}
