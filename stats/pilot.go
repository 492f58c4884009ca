package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// sureShare is the probability that a cautious spread is not too small.
const sureShare = 0.8

// DF returns the degrees of freedom of the standard deviation of a pilot of n pairs with kurtosis κ =
// m₄/m₂²: fewer than n − 1 where the tails are heavy,
//
//	ν = min(n − 1, max(2, 2n/(κ − (n−3)/(n−1))))
//
// so that χ² has the variance of a sample variance: Shoemaker (2003), doi:10.1198/0003130031441.
func (s Spread) DF() float64 {
	n := float64(s.N)
	excess := s.Kurtosis - (n-3)/(n-1)
	if excess <= 0 {
		return n - 1
	}
	return min(n-1, max(2, 2*n/excess))
}

// Cautious returns the spread with a standard deviation that is at least the true one for four pilots in five,
// s·√(ν/χ²_ν,.20). A plan by s itself has too few queries for every second pilot. A spread that was assumed stays.
func (s Spread) Cautious() Spread {
	if s.N > 1 {
		nu := s.DF()
		s.SD *= math.Sqrt(nu / distuv.ChiSquared{K: nu}.Quantile(1-sureShare))
	}
	return s
}

// PooledSpread returns the spread of several comparisons on the same queries: their variances and kurtoses
// are pooled, as pilots of one size. They share the queries, so that N is that of the smallest and not the
// sum. Which of two systems is first has no meaning: the spread has no skewness.
func PooledSpread(ds []Differences) Spread {
	var out Spread
	var variance, fourth, df float64
	for i, d := range ds {
		s := SpreadOf(d)
		nu := float64(d.N - 1)
		square := s.SD * s.SD
		df += nu
		variance += float64(nu * square)
		fourth += float64(nu * float64(s.Kurtosis*float64(square*square)))
		out.Changed += s.Changed / float64(len(ds))
		out.Size += s.Size / float64(len(ds))
		out.High = max(out.High, s.High, -s.Low)
		if i == 0 || d.N < out.N {
			out.N = d.N
		}
	}
	out.Low = -out.High
	if variance > 0 {
		variance /= df
		out.SD, out.Kurtosis = math.Sqrt(variance), fourth/df/float64(variance*variance)
	}
	return out
}
