package agreement

import "math"

// MinKappaClusters is how many clusters have to have labels of both raters for a lower end of kappa to show anything.
const MinKappaClusters = 10

// A KappaEvidence says whether labels show that kappa exceeds a threshold.
type KappaEvidence string

// What labels can show. Of the reasons why they do not the first that applies is said.
const (
	KappaShown       KappaEvidence = "shown"       // the lower end exceeds the threshold
	KappaUndefined   KappaEvidence = "undefined"   // one label throughout
	KappaFewClusters KappaEvidence = "few_queries" // fewer than MinKappaClusters
	KappaNotShown    KappaEvidence = "not_shown"   // the lower end does not exceed the threshold
)

// Evidence returns what clusters show of a kappa above the threshold.
func (t KappaThreshold) Evidence(k ClusteredKappa) KappaEvidence {
	switch {
	case k.Value == nil:
		return KappaUndefined
	case k.Clusters < MinKappaClusters:
		return KappaFewClusters
	case *k.Low <= t.float:
		return KappaNotShown
	}
	return KappaShown
}

// ItemsForKappa returns how many independent items with two labels each show in 80 of 100 cases, at
// one-sided 95 %, that kappa exceeds a threshold,
//
//	n = 6.18·V/(κ−κ₀)²
//	V = (1−κ)·[(1−κ)(1−2κ) + κ(2−κ)/(2π(1−π))]
//
// with the true kappa κ above the threshold κ₀, two labels, and the share π of one of them in (0, 1).
// 6.18 is (1.645 + .842)², V of Bloch and Kraemer (1989), doi:10.2307/2532052. Items of one cluster are
// seldom independent: see [SimulatedKappaNeeds].
func ItemsForKappa(kappa, threshold, share float64) float64 {
	v := (1 - kappa) * (float64((1-kappa)*(1-2*kappa)) + kappa*(2-kappa)/(2*share*(1-share)))
	return math.Ceil(6.18 * v / ((kappa - threshold) * (kappa - threshold)))
}

// SimulatedThreshold is what kappa exceeds in [SimulatedKappaNeeds].
const SimulatedThreshold = 0.6

// A KappaNeed is how many clusters showed in 80 of 100 simulated cases, at
// one-sided 95 % and by [KappaOverClusters], that kappa exceeds .6.
type KappaNeed struct {
	Kappa    float64 // the true one
	Share    float64 // of items whose true label is the first of two
	ICC      float64 // how alike the errors on items of one cluster are; 0: independent
	Clusters [3]int  // of 5, of 10 and of 20 items each
}

// SimulatedKappaNeeds returns a table of 250 repeats in each cell, over a grid of 17 numbers of clusters
// from 10 to 400. More clusters gain more than more items of each.
func SimulatedKappaNeeds() []KappaNeed {
	return []KappaNeed{
		{.7, .5, 0, [3]int{80, 40, 20}},
		{.7, .3, .1, [3]int{160, 100, 80}},
		{.7, .3, .3, [3]int{200, 130, 130}},
		{.7, .1, .1, [3]int{400, 200, 200}},
		{.8, .5, 0, [3]int{20, 10, 10}},
		{.8, .3, .1, [3]int{30, 25, 20}},
		{.8, .3, .3, [3]int{50, 30, 25}},
		{.8, .1, .1, [3]int{80, 60, 40}},
		{.9, .5, 0, [3]int{10, 10, 10}},
		{.9, .3, .1, [3]int{12, 10, 10}},
		{.9, .3, .3, [3]int{15, 15, 12}},
		{.9, .1, .1, [3]int{40, 25, 20}},
	}
}
