package stats

import (
	"math"

	"github.com/rankduel/rankduel/internal/portable"
)

// chiSquaredSurvival is P(X > x) for chi-squared with df degrees of freedom, a
// whole number: a sum of positive terms, Abramowitz and Stegun (1964), 26.4.4
// and 26.4.5.
//
//	e^(−h) Σ h^k/Γ(k+1),  h = x/2
//
// over k = 0, 1, … < df/2 when df is even; over k = ½, 1½, … when it is odd,
// and erfc(√h) with it.
func chiSquaredSurvival(x, df float64) float64 {
	if x <= 0 {
		return 1
	}
	h := float64(x / 2)
	total, k := 0.0, 0.0
	if math.Mod(df, 2) == 1 {
		total, k = portable.Erfc(math.Sqrt(h)), 0.5
	}
	logH := portable.Log(h)
	for ; k < df/2; k++ {
		total += portable.Exp(float64(k*logH) - h - portable.Lgamma(k+1))
	}
	return min(1, total)
}

// fSurvival is P(F > x) with df1 and df2 degrees of freedom.
func fSurvival(x, df1, df2 float64) float64 {
	if x <= 0 {
		return 1
	}
	return portable.RegIncBeta(df2/2, df1/2, df2/(df2+float64(df1*x)))
}
