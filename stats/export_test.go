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
	Padded             = Differences.padded
)

// NormalP returns the asymptotic p of the Wilcoxon test, which Test only uses for
// many changed queries.
func (w Wilcoxon) NormalP(d Differences) float64 { return rankSigned(d).normalP(w.Alternative) }

// Exact reports whether the distribution is solved, Asymptotic whether it is the closed form.
func (r Replicates) Exact() bool      { return r.exact != nil }
func (r Replicates) Asymptotic() bool { return r.closed != nil }

// Mean and Acceleration are those of the sample, Means those of the resamples, ascending.
func (r Replicates) Mean() float64         { return r.mean }
func (r Replicates) Acceleration() float64 { return r.acceleration }
func (r Replicates) Means() []float64      { return r.means }

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

// QuantileRounds returns the changes of quantiles that an interval is made of.
func QuantileRounds(b Bootstrap, x, y, quantiles []float64) [][]float64 {
	return b.quantileRounds(rank(x), rank(y), quantiles)
}

// An ExactSum is the sum that moments are made of.
type ExactSum = exactSum

// Add and Value are its steps.
func (s exactSum) Add(x float64) exactSum { return s.add(x) }
func (s exactSum) Value() float64         { return s.value() }

// Plus adds the numbers of another part, which a sum of sums is made of.
func (s exactSum) Plus(other exactSum) exactSum {
	for _, x := range other {
		s = s.add(x)
	}
	return s
}
