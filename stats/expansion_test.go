package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// manyPairs has k of n differences at 1/√2 and the others at 0: on no lattice
// that is small enough, so that only the closed form is left above 5000.
func manyPairs(n, k int) []float64 {
	d := make([]float64, n)
	for i := range k {
		d[i] = math.Sqrt2 / 2
	}
	return d
}

// binomial enumerates P(X = x) of n draws that hit with probability p, the
// distribution that the sum of a resample of manyPairs has.
func binomial(n int, p float64) []float64 {
	out := make([]float64, n+1)
	choose, _ := math.Lgamma(float64(n + 1))
	for x := range out {
		a, _ := math.Lgamma(float64(x + 1))
		b, _ := math.Lgamma(float64(n - x + 1))
		out[x] = math.Exp(choose - a - b + float64(x)*math.Log(p) + float64(n-x)*math.Log1p(-p))
	}
	return out
}

// Above 5000 pairs the closed form has the tails of the binomial distribution
// that resampling has there, which a normal distribution has not.
func TestAsymptoticBootstrapIsBinomial(t *testing.T) {
	for _, c := range []struct{ n, k int }{{5001, 200}, {6000, 600}, {6000, 3000}, {6000, 5700}, {20_000, 150}} {
		reps, err := stats.Bootstrap{}.Replicates([][]float64{manyPairs(c.n, c.k)})
		if err != nil {
			t.Fatal(err)
		}
		r := reps[0]
		if !r.Asymptotic() || r.Exact() {
			t.Fatalf("%+v: asymptotic %v, exact %v", c, r.Asymptotic(), r.Exact())
		}
		step := math.Sqrt2 / 2 / float64(c.n)
		var upTo, worst float64
		quantile := map[float64]float64{}
		for x, p := range binomial(c.n, float64(c.k)/float64(c.n)) {
			upTo += p
			less, equal := r.Below(step * (float64(x) + 0.5))
			if equal != 0 {
				t.Errorf("%+v: P(mean* = x) = %v", c, equal)
			}
			worst = max(worst, math.Abs(less-upTo))
			for _, at := range []float64{0.025, 0.05, 0.95, 0.975} {
				if _, ok := quantile[at]; !ok && upTo >= at {
					quantile[at] = float64(x) * step
				}
			}
		}
		// The skewness term itself is up to .03 here, 10,000 resamples err by .004.
		if worst > 6e-4 {
			t.Errorf("%+v: P(mean* ≤ x) is off by %.2g", c, worst)
		}
		for _, level := range []float64{0.95, 0.9} {
			got, err := r.Interval(stats.Percentile, level)
			if err != nil {
				t.Fatal(err)
			}
			tail := math.Round((1-level)/2*1000) / 1000
			for _, end := range [][2]float64{{got.Interval.Low, quantile[tail]}, {got.Interval.High, quantile[1-tail]}} {
				if math.Abs(end[0]-end[1]) > 0.51*step+0.003*r.StandardError() {
					t.Errorf("%+v: %v end %v, want %v within half a step of %v", c, level, end[0], end[1], step)
				}
			}
			if got.Method != "percentile-asymptotic" || got.Interval.Method != got.Method || got.Exact || got.Resamples != 0 {
				t.Errorf("%+v", got)
			}
		}
	}
}

// BCa in closed form: Efron's (1987) z₀ = a = γ/(6√n) for a mean, so to first
// order both ends are pushed by a(2z² + 1)·se from the normal interval.
func TestAsymptoticBCa(t *testing.T) {
	d := manyPairs(6000, 600)
	reps, err := stats.Bootstrap{}.Replicates([][]float64{d})
	if err != nil {
		t.Fatal(err)
	}
	r, z := reps[0], 1.959963984540054
	got, err := r.Interval(stats.BCa, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	// γ of a Bernoulli variable is (1−2p)/√(p(1−p)).
	a := (1 - 0.2) / math.Sqrt(0.1*0.9) / 6 / math.Sqrt(6000)
	push := a * (2*z*z + 1)
	within(t, "low", (got.Interval.Low-r.Mean())/r.StandardError(), -z+push, 50*a*a)
	within(t, "high", (got.Interval.High-r.Mean())/r.StandardError(), z+push, 50*a*a)
	if got.Method != "bca-asymptotic" {
		t.Errorf("method %q", got.Method)
	}
}

// The closed form stays where it is as good as resampling.
func TestAsymptoticBootstrapLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	outlier := make([]float64, 6000) // one query makes the variance
	for i := range outlier {
		outlier[i] = 1e-4 * rng.NormFloat64()
	}
	outlier[17] = math.Sqrt2 / 2
	for _, c := range []struct {
		name       string
		b          stats.Bootstrap
		d          []float64
		asymptotic bool
	}{
		{"5000", stats.Bootstrap{}, manyPairs(5000, 600), false},
		{"5001", stats.Bootstrap{}, manyPairs(5001, 600), true},
		{"sampled asked for", stats.Bootstrap{Sampled: true}, manyPairs(5001, 600), false},
		{"few changed", stats.Bootstrap{}, manyPairs(6000, 90), false},
		{"one outlier", stats.Bootstrap{}, outlier, false},
	} {
		c.b.Resamples = 100
		reps, err := c.b.Replicates([][]float64{c.d})
		if err != nil {
			t.Fatal(err)
		}
		if got := reps[0].Asymptotic(); got != c.asymptotic {
			t.Errorf("%s: asymptotic = %v", c.name, got)
		}
	}
}
