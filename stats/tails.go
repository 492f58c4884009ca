package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// manyDF is where Student's t is computed through Hill's transformation to a normal deviate: from here on
// its relative error is below 1e-12, while the incomplete beta function loses digits in differences of log
// gammas (1e-7 at 1e7 degrees of freedom).
const manyDF = 1000

// studentSurvival returns P(T > t) for Student's t with nu degrees of freedom. It
// is computed as a tail, never as 1 − CDF.
func studentSurvival(t, nu float64) float64 {
	if nu >= manyDF {
		return normalSurvival(hillDeviate(t, nu))
	}
	return distuv.StudentsT{Sigma: 1, Nu: nu}.Survival(t)
}

// StudentP returns the p value of a t statistic with nu degrees of freedom, in (0, 1].
func StudentP(t, nu float64, alt Alternative) *float64 {
	switch alt {
	case Greater:
		return probability(studentSurvival(t, nu))
	case Less:
		return probability(studentSurvival(-t, nu))
	default:
		return probability(2 * studentSurvival(math.Abs(t), nu))
	}
}

// hillDeviate maps t to the normal deviate with the same tail, by the
// expansion of Hill (1970), Algorithm 395, doi:10.1145/355598.362775.
func hillDeviate(t, nu float64) float64 {
	a := nu - 0.5
	b := float64(48 * a * a)
	y := float64(a * math.Log1p(t/nu*t))
	if math.IsInf(y, 0) {
		return math.Copysign(math.Inf(1), t)
	}
	top := float64(float64(float64(-0.4*y)-3.3)*y) - 24
	top = float64(top*y) - 85.5
	z := ((top/(float64(0.8*y*y)+100+b)+y+3)/b + 1) * math.Sqrt(y)
	return math.Copysign(z, t)
}

// StudentUpper returns the t with P(T > t) = p, for 0 < p < 1. gonum v0.17's quantile is wrong in the
// tails and near the center (for nu = 6999 and p = 1e-15 it returns 9.205 for 7.960), so its tail
// function is inverted by Newton's method: on log t in the tail, where log P is concave, and on the
// central probability near the middle, so that every step after the first moves the same way.
func StudentUpper(p, nu float64) float64 {
	switch {
	case p > 0.5:
		return -StudentUpper(1-p, nu)
	case p == 0.5:
		return 0
	case p > 0.25:
		return studentCentral(0.5-p, nu)
	}
	logP := math.Log(p)
	t := -normalQuantile(p)
	for range 100 {
		s := studentSurvival(t, nu)
		slope := -t * studentDensity(t, nu) / s // d log P / d log t
		step := (math.Log(s) - logP) / slope
		t *= math.Exp(-step)
		if math.Abs(step) < 1e-15 {
			break
		}
	}
	return t
}

// studentCentral returns the t with P(0 < T < t) = c, for 0 < c < 0.25.
func studentCentral(c, nu float64) float64 {
	t := c / studentDensity(0, nu)
	for range 100 {
		step := (c - studentMiddle(t, nu)) / studentDensity(t, nu)
		t += step
		if math.Abs(step) < 1e-16*t {
			break
		}
	}
	return t
}

// studentMiddle returns P(0 < T < t), without the cancellation of 0.5 − P(T > t).
func studentMiddle(t, nu float64) float64 {
	if nu >= manyDF {
		return 0.5 * math.Erf(hillDeviate(t, nu)/math.Sqrt2)
	}
	return 0.5 * mathext.RegIncBeta(0.5, nu/2, t*t/(nu+t*t))
}

func studentDensity(t, nu float64) float64 { return distuv.StudentsT{Sigma: 1, Nu: nu}.Prob(t) }

// normalSurvival is computed as a tail: Survival of distuv.Normal is 1 − CDF.
func normalSurvival(z float64) float64 { return distuv.UnitNormal.CDF(-z) }

func normalCDF(z float64) float64 { return distuv.UnitNormal.CDF(z) }

// normalQuantile returns the z with P(Z < z) = p; ±Inf at 0 and 1.
func normalQuantile(p float64) float64 { return distuv.UnitNormal.Quantile(p) }

// chiSquaredSurvival returns P(X > x) for chi-squared with df degrees of freedom.
func chiSquaredSurvival(x, df float64) float64 {
	if x <= 0 {
		return 1
	}
	return distuv.ChiSquared{K: df}.Survival(x)
}

// fSurvival returns P(F > x) with df1 and df2 degrees of freedom, computed as a
// tail: that of distuv.F is 1 − CDF, which is 0 from 1e-16 on.
func fSurvival(x, df1, df2 float64) float64 {
	if x <= 0 {
		return 1
	}
	return mathext.RegIncBeta(df2/2, df1/2, df2/(df2+df1*x))
}
