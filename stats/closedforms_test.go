package stats_test

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// Two pairs are enough for d_z, and too few for its correction: the mean of 1
// and 3 is √2 times their standard deviation.
func TestEffectSizeOfTwoPairs(t *testing.T) {
	d, g, err := effectSizes([]float64{1, 3}, 0.95)
	if err != nil || len(d.Warnings) != 0 {
		t.Fatalf("%+v, %v", d, err)
	}
	nearPtr(t, "d_z", d.Value, math.Sqrt2, 1e-14)
	if d.Interval == nil || !(d.Interval.Low < math.Sqrt2 && math.Sqrt2 < d.Interval.High) {
		t.Errorf("interval %+v", d.Interval)
	}
	if g.Value != nil || len(g.Warnings) != 1 || g.Warnings[0].Code != stats.WarnTooFewPairs {
		t.Errorf("g_z: %+v", g)
	}
}

// What rounding loses is added back: the sum is 1 + 2⁻⁵², in plain additions 1.
func TestMeanIsCompensated(t *testing.T) {
	s, err := stats.Summarize([]float64{1, 0x1p-53, 0x1p-53, 0})
	if want := (1 + 0x1p-52) / 4; err != nil || s.Mean != want {
		t.Errorf("mean = %.17g, %v; want %.17g", s.Mean, err, want)
	}
	s, err = stats.Summarize([]float64{0x1p-53, 0x1p-53, -1, 0})
	if want := (-1 + 0x1p-52) / 4; err != nil || s.Mean != want {
		t.Errorf("mean = %.17g, %v; want %.17g", s.Mean, err, want)
	}
}

// binomialUpper returns P(X ≥ k) for n fair coins, from the integers C(n, i).
func binomialUpper(k, n int64) float64 {
	sum := new(big.Int)
	for i := k; i <= n; i++ {
		sum.Add(sum, new(big.Int).Binomial(n, i))
	}
	share, _ := new(big.Rat).SetFrac(sum, new(big.Int).Lsh(big.NewInt(1), uint(n))).Float64()
	return share
}

// Differences of one size make the sign-flip test the sign test, also with
// more of them than the exponent of a float64 has room for.
func TestSignFlipOfOneSize(t *testing.T) {
	for _, c := range []struct{ n, wins int }{{511, 290}, {512, 290}, {513, 290}, {1100, 600}, {1600, 700}} {
		d := make([]float64, c.n)
		for i := range d {
			d[i] = -0.25
			if i < c.wins {
				d[i] = 0.25
			}
		}
		diffs, err := stats.DifferencesOf(d)
		if err != nil {
			t.Fatal(err)
		}
		n, wins := int64(c.n), int64(c.wins)
		for alt, want := range map[stats.Alternative]float64{
			stats.Greater:  binomialUpper(wins, n),
			stats.Less:     binomialUpper(n-wins, n),
			stats.TwoSided: 2 * binomialUpper(max(wins, n-wins), n),
		} {
			flip, err := stats.SignFlip{Alternative: alt}.Test(diffs)
			if err != nil || flip.Method != stats.Exact {
				t.Fatalf("%s, %v", flip.Method, err)
			}
			relative(t, "sign-flip p "+alt.String(), *flip.P, want, 1e-12)
			sign, err := stats.Sign{Alternative: alt}.Test(diffs)
			if err != nil {
				t.Fatal(err)
			}
			relative(t, "sign p "+alt.String(), *sign.P, want, 1e-11)
		}
	}
}

// Sums within 1e-12 Σ|d| of each other are ties, at any scale: here the third
// difference takes back the two others up to the rounding of their sum, so the
// observed sum is a tie with 0 and every assignment of signs is as extreme.
func TestSignFlipTieScales(t *testing.T) {
	for _, scale := range []float64{1e-10, 1, 1e12} {
		x, y := scale*math.Sqrt2, scale*math.Pi
		d, err := stats.DifferencesOf([]float64{x, y, -(x + y) * (1 + 1e-15)})
		if err != nil {
			t.Fatal(err)
		}
		r, err := stats.SignFlip{}.Test(d)
		if err != nil || r.Method != stats.Exact || *r.P != 1 {
			t.Errorf("scale %g: p = %v, %v; want 1", scale, *r.P, err)
		}
	}
}

// A scale changes nothing about a family of comparisons, however large or
// small: squares neither overflow nor vanish.
func TestMaxTScales(t *testing.T) {
	ds := [][]float64{
		{0.31, -0.14, 0.27, 0.05, 0.16, 0.41, 0.33, -0.02},
		{0.11, 0.24, -0.07, 0.15, -0.26, 0.31, 0.03, 0.12},
	}
	want, err := stats.MaxT{Rounds: 2000, Seed: 4}.Adjust(ds)
	if err != nil {
		t.Fatal(err)
	}
	for _, exponent := range []int{-600, 600} {
		scaled := make([][]float64, len(ds))
		for c, d := range ds {
			for _, x := range d {
				scaled[c] = append(scaled[c], math.Ldexp(x, exponent))
			}
		}
		got, err := stats.MaxT{Rounds: 2000, Seed: 4}.Adjust(scaled)
		if err != nil || !slices.Equal(got.P, want.P) || !slices.Equal(got.Adjusted, want.Adjusted) {
			t.Errorf("scaled by 2^%d: %+v, %v; want %+v", exponent, got, err, want)
		}
	}
}
