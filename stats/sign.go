package stats

import "gonum.org/v1/gonum/stat/distuv"

// Sign is the sign test: wins among the changed queries against a fair coin, exactly (binomial). It tests
// that the median difference is zero, not the mean, and throws the sizes away. Agrees with R's binom.test.
type Sign struct {
	Alternative Alternative
}

var _ PairedTest = Sign{}

// Name returns "sign".
func (Sign) Name() string { return "sign" }

// Test tests differences that are already formed. Statistic is the number of wins.
func (s Sign) Test(d Differences) (Result, error) {
	r, done, err := countedResult(s.Name(), d)
	if done {
		return r, err
	}
	r.Statistic = new(float64(d.Wins))
	r.P = signP(d.Wins, d.Changed, s.Alternative)
	return r, nil
}

// signP returns the exact binomial p of k wins in n fair trials.
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

// fairCDF returns P(X ≤ k) for X binomial with n trials of probability 1/2. The
// small side is computed, so that nothing cancels.
func fairCDF(k, n int) float64 {
	if 2*k >= n {
		return 1 - distuv.Binomial{N: float64(n), P: 0.5}.CDF(float64(n-k-1))
	}
	return distuv.Binomial{N: float64(n), P: 0.5}.CDF(float64(k))
}
