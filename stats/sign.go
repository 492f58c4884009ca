package stats

import (
	"math"

	"github.com/rankduel/rankduel/internal/portable"
)

// Sign is the sign test: wins among the changed queries against a fair coin,
// exactly (binomial). It tests that the median difference is zero, not the
// mean, and throws the sizes away. Agrees with R's binom.test.
type Sign struct {
	Alternative Alternative
}

var _ PairedTest = Sign{}

// Name is "sign".
func (Sign) Name() string { return "sign" }

// Compare pairs a and b and tests their differences.
func (s Sign) Compare(a, b []float64) (Result, error) {
	return testPairs(a, b, s.Test)
}

// Test tests differences that are already formed. Statistic is the number of
// wins.
func (s Sign) Test(d Differences) (Result, error) {
	if d.N == 0 {
		return Result{}, ErrNoPairs
	}
	r := newResult(s.Name(), d, Exact)
	if d.Changed == 0 {
		return r.noChange(Exact), nil
	}
	if d.Changed < fewChanges {
		r.warn(WarnFewChanges, "%d changed of %d queries: the smallest attainable p is %.4g", d.Changed, d.N, MinimumP(d.Changed))
	}
	wins := float64(d.Wins)
	r.Statistic = &wins
	r.P = signP(d.Wins, d.Changed, s.Alternative)
	return r, nil
}

// signP is the exact binomial p of k wins in n fair trials.
func signP(k, n int, alt Alternative) *float64 {
	switch alt {
	case Greater:
		return probability(fairCDF(n-k, n))
	case Less:
		return probability(fairCDF(k, n))
	default:
		return probability(2 * fairCDF(min(k, n-k), n))
	}
}

// fairCDF is P(X ≤ k) for X binomial with n trials of probability 1/2: a sum
// of positive terms C(n,i)/2ⁿ, from the largest down, while they count.
func fairCDF(k, n int) float64 {
	switch {
	case k < 0:
		return 0
	case k >= n:
		return 1
	case 2*k >= n: // the small side is summed, so that nothing cancels
		return 1 - fairCDF(n-k-1, n)
	case n > 1<<20:
		return portable.RegIncBeta(float64(n-k), float64(k+1), 0.5)
	}
	ratio, total := 1.0, 1.0 // C(n,i)/C(n,k)
	for i := k; i > 0 && ratio > 1e-18*total; i-- {
		ratio = float64(ratio * (float64(i) / float64(n-i+1)))
		total += ratio
	}
	return total * portable.Exp(logChoose(n, k)-float64(float64(n)*math.Ln2))
}

func logChoose(n, k int) float64 {
	return portable.Lgamma(float64(n+1)) - portable.Lgamma(float64(k+1)) - portable.Lgamma(float64(n-k+1))
}
