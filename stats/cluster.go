package stats

import (
	"fmt"
	"math"
)

// Clustered is a mean difference whose queries come in groups that vary together, such as paraphrases of one need.
type Clustered struct {
	N, Clusters int
	Mean        float64
	SE          *float64  // cluster-robust; nil for one cluster
	Naive       *float64  // as if queries were independent: sd/√n
	Interval    *Interval // t with Clusters − 1 degrees of freedom; nil when SE is nil or 0
	P           *float64  // two-sided
	Warnings
}

// ClusteredMean returns the mean of d with the sandwich standard error
//
//	SE² = G/(G−1) · Σ_g (Σ_{i∈g} (dᵢ − mean))² / n²
//
// over the G clusters; clusters[i] names the cluster of query i. Agrees with R's sandwich::vcovCL and
// statsmodels' cov_type="cluster". Below 10 clusters it is too small, with a warning. Liang and Zeger
// (1986), doi:10.1093/biomet/73.1.13.
func ClusteredMean[K comparable](d []float64, clusters []K, level float64) (Clustered, error) {
	if err := CheckLevel(level); err != nil {
		return Clustered{}, err
	}
	if len(d) != len(clusters) {
		return Clustered{}, fmt.Errorf("%d differences but %d cluster names: %w", len(d), len(clusters), ErrOutOfRange)
	}
	diffs, err := DifferencesOf(d)
	if err != nil {
		return Clustered{}, err
	}
	members := groupBy(clusters)
	out := Clustered{N: diffs.N, Clusters: len(members), Mean: diffs.Mean}
	if diffs.SD != nil {
		out.Naive = new(*diffs.SD / math.Sqrt(float64(diffs.N)))
	}
	if len(members) < 2 {
		out.Warn(WarnFewClusters, "one cluster: no standard error")
		return out, nil
	}
	if len(members) < 10 {
		out.Warn(WarnFewClusters, "%d clusters: fewer than 10, the standard error tends to be too small", len(members))
	}
	sums := make([]float64, len(members))
	for g, queries := range members {
		for _, i := range queries {
			sums[g] += d[i] - diffs.Mean
		}
		sums[g] *= sums[g]
	}
	groups := float64(len(members))
	se := math.Sqrt(sum(sums)*groups/(groups-1)) / float64(diffs.N)
	out.SE = &se
	if diffs.constant() {
		se = 0
	}
	if se == 0 {
		out.Warn(WarnZeroVariance, "no variance between clusters")
		return out, nil
	}
	half := float64(StudentUpper((1-level)/2, groups-1) * se)
	out.Interval = &Interval{Method: "cluster-t", Level: level, Low: diffs.Mean - half, High: diffs.Mean + half}
	out.P = StudentP(diffs.Mean/se, groups-1, TwoSided)
	return out, nil
}

// groupBy lists the indices of each key, keys in order of first appearance.
func groupBy[K comparable](keys []K) [][]int {
	at := make(map[K]int)
	var groups [][]int
	for i, k := range keys {
		g, ok := at[k]
		if !ok {
			g = len(groups)
			at[k] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], i)
	}
	return groups
}
