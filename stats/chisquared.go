package stats

import "gonum.org/v1/gonum/mathext"

// chiSquaredSurvival is P(X > x) for chi-squared with df degrees of freedom.
func chiSquaredSurvival(x, df float64) float64 {
	if x <= 0 {
		return 1
	}
	return mathext.GammaIncRegComp(df/2, x/2)
}

// fSurvival is P(F > x) with df1 and df2 degrees of freedom.
func fSurvival(x, df1, df2 float64) float64 {
	if x <= 0 {
		return 1
	}
	return mathext.RegIncBeta(df2/2, df1/2, df2/(df2+float64(df1*x)))
}
