package stats

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// signPowerSamples is how many shapes of normal samples stand for all of them: the
// standard error of a power is below .01.
const signPowerSamples = 400

// signPower returns the probability that exact sign flips find the mean of n < 10
// normal differences at two-sided alpha, by the mean in units of se = σ/√n.
//
// A flip of the pairs in S has no smaller sum than the sample where the mean of S is 0 or less. So with k flips
// allowed, the sample is found where its k-th smallest mean over the subsets S is above 0. The mean of a normal sample
// is independent of how the sample spreads around it: given that, the probability is normal.
func signPower(n int, alpha float64) func(shift float64) float64 {
	allowed := int(math.Ceil(math.Ldexp(alpha, n-1))) - 1 // 2·allowed/2ⁿ < alpha
	if allowed < 1 {
		return func(float64) float64 { return 0 }
	}
	least := leastSubsetMeans(n, allowed)
	return func(shift float64) float64 {
		var found float64
		for _, m := range least {
			found += normalSurvival(-shift - m)
		}
		return found / signPowerSamples
	}
}

// subsetMeans keeps what leastSubsetMeans returned: groups of few queries ask for the same over and over.
var subsetMeans sync.Map

// leastSubsetMeans returns the k-th smallest mean over the subsets of each sample of n, in units of se.
func leastSubsetMeans(n, k int) []float64 {
	if known, ok := subsetMeans.Load([2]int{n, k}); ok {
		return known.([]float64)
	}
	rng := rand.New(rand.NewPCG(uint64(n), 0)) // the same samples each time
	least := make([]float64, signPowerSamples)
	for i := range least {
		least[i] = subsetMean(normalShape(rng, n), k) * math.Sqrt(float64(n))
	}
	subsetMeans.Store([2]int{n, k}, least)
	return least
}

// normalShape returns n standard normal values less their mean.
func normalShape(rng *rand.Rand, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = rng.NormFloat64()
	}
	floats.AddConst(-stat.Mean(out, nil), out)
	return out
}

// subsetMean returns the k-th smallest mean over the subsets of x that are not empty.
func subsetMean(x []float64, k int) float64 {
	sums := make([]float64, 1<<len(x))
	means := make([]float64, 0, len(sums))
	for set := 1; set < len(sums); set++ {
		first := bits.TrailingZeros(uint(set))
		sums[set] = sums[set&^(1<<first)] + x[first]
		means = append(means, sums[set]/float64(bits.OnesCount(uint(set))))
	}
	slices.Sort(means)
	return means[k-1]
}
