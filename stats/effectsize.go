package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// An EffectSize is a mean difference in units of its spread.
type EffectSize struct {
	Name     string    // "d_z" or "g_z"
	Value    *float64  // nil when the spread is 0 or unknown
	Interval *Interval // by inverting the noncentral t; nil with Value
	Warnings
}

// EffectSizesOf returns Cohen's d for paired differences,
//
//	d_z = mean(d) / sd(d)
//
// with the interval of noncentrality parameters λ for which the observed t = d_z·√n is not in a tail of the noncentral
// t, divided by √n. Unbounded, in standard deviations of the differences. Agrees with R's effectsize.
//
// Hedges' g_z is d_z with the small-sample bias removed by the exact factor
//
//	J = Γ(ν/2) / (√(ν/2) Γ((ν−1)/2)),  ν = n − 1
//
// of Hedges (1981), doi:10.3102/10769986006002107; it needs three pairs. The interval is that of d_z times J.
func EffectSizesOf(d Differences, level float64) (dz, gz EffectSize, err error) {
	if err := CheckLevel(level); err != nil {
		return dz, gz, err
	}
	plain := described(d.moments, min(1, maxAbs(d.values)))
	plain.Changed = d.Changed
	return effectSize("d_z", plain, level, 1), effectSize("g_z", plain, level, hedgesJ(d.N)), nil
}

// effectSize returns d_z times a factor, which is 0 where that does not exist.
func effectSize(name string, diffs Differences, level, f float64) EffectSize {
	out := EffectSize{Name: name}
	switch {
	case diffs.N < 2 || f == 0:
		out.Warn(WarnTooFewPairs, "%d pairs are too few for %s", diffs.N, name)
		return out
	case diffs.Changed == 0:
		out.Warn(WarnNoChange, "none of %d pairs changed: %s is undefined", diffs.N, name)
		return out
	case diffs.constant():
		out.Warn(WarnZeroVariance, "all differences are alike: %s is undefined", name)
		return out
	}
	root := math.Sqrt(float64(diffs.N))
	dz := diffs.Mean / *diffs.SD
	stat := float64(dz * root)
	nu, alpha := float64(diffs.N-1), float64((1-level)/2)
	out.Value = new(f * dz)
	out.Interval = &Interval{
		Method: "noncentral-t", Level: level,
		Low:  f * noncentrality(stat, nu, 1-alpha) / root,
		High: f * noncentrality(stat, nu, alpha) / root,
	}
	return out
}

// hedgesJ returns the exact bias factor, 0 when it does not exist.
func hedgesJ(n int) float64 {
	nu := float64(n - 1)
	if nu < 2 {
		return 0
	}
	a, _ := math.Lgamma(nu / 2)
	b, _ := math.Lgamma((nu - 1) / 2)
	return math.Exp(a-b) / math.Sqrt(nu/2)
}

// noncentrality returns the λ for which P(T ≤ t; ν, λ) = p. P falls as λ grows.
func noncentrality(t, nu, p float64) float64 {
	width := 8 + float64(math.Abs(t)/math.Sqrt(2*nu)*8) // many standard errors of t as an estimate of λ
	low, high := t-width, t+width
	for noncentralCDF(t, nu, low) < p {
		low -= width
	}
	for noncentralCDF(t, nu, high) > p {
		high += width
	}
	return bisect(low, high, func(lambda float64) bool { return noncentralCDF(t, nu, lambda) > p })
}

func noncentralCDF(t, nu, lambda float64) float64 {
	if lambda == 0 {
		return studentSurvival(-t, nu)
	}
	if t < 0 { // there gonum v0.17.0 gives the other tail once exp(−λ²/2) underflows, at |λ| > 38
		return 1 - noncentralCDF(-t, nu, -lambda)
	}
	return distuv.NoncentralT{Nu: nu, Mu: lambda}.CDF(t)
}

// bisect finds where below turns from true to false in [low, high].
func bisect(low, high float64, below func(float64) bool) float64 {
	for range 200 {
		mid := low + float64((high-low)/2)
		if mid == low || mid == high {
			break
		}
		if below(mid) {
			low = mid
		} else {
			high = mid
		}
	}
	return low + float64((high-low)/2)
}
