package stats

import "math"

// What the reference vectors pin below the exported surface.
var (
	StudentSurvival    = studentSurvival
	NoncentralCDF      = noncentralCDF
	NormalSurvival     = normalSurvival
	NormalQuantile     = normalQuantile
	FairCDF            = fairCDF
	ChiSquaredSurvival = chiSquaredSurvival
	FlipHalves         = flipHalves
	HedgesJ            = hedgesJ
	RequiredNReal      = Design.requiredN
)

// NormalP returns the asymptotic p of the Wilcoxon test, which Test only uses for
// many changed queries.
func (w Wilcoxon) NormalP(d Differences) float64 { return w.rank(d).normalP(w.Alternative) }

// BCaLevels and BelowMean expose the steps of the BCa interval.
func (r Replicates) BCaLevels(alpha float64) (low, high float64) {
	low, high, _ = r.bcaLevels(alpha)
	return low, high
}

// KendallNormalP returns the asymptotic p, which Kendall only uses with ties or
// many items.
func KendallNormalP(x, y []float64) float64 {
	_, gx := doubledRanks(x)
	_, gy := doubledRanks(y)
	v := kendallVariance(float64(len(x)), newTieSums(gx), newTieSums(gy))
	return 2 * normalSurvival(math.Abs(concordance(x, y))/math.Sqrt(v))
}

// EqualityAt returns the power behind QueriesForEquality.
func EqualityAt(r Rule, s Spread, n int) float64 { return newPlan(r, s, n).equality() }
