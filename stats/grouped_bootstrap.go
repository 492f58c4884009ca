package stats

import (
	"fmt"
	"math/bits"
	"slices"
)

// Clustered makes a bootstrap interval for the mean of d, resampling whole clusters; clusters[i] numbers
// the cluster of query i. Kinds Percentile and Basic are available.
func (b Bootstrap) Clustered(d []float64, clusters []int) (BootstrapResult, error) {
	if len(d) != len(clusters) {
		return BootstrapResult{}, fmt.Errorf("%d differences but %d cluster numbers: %w", len(d), len(clusters), ErrOutOfRange)
	}
	diffs, err := DifferencesOf(d)
	if err != nil {
		return BootstrapResult{}, err
	}
	if err := b.validate(); err != nil {
		return BootstrapResult{}, err
	}
	kind := b.kind()
	if kind != Percentile && kind != Basic {
		return BootstrapResult{}, fmt.Errorf("bootstrap kind %q of grouped queries: %w", kind, ErrOutOfRange)
	}
	sums, sizes := clusterSums(diffs.values, clusters)
	means := b.clusterMeans(sums, sizes)
	alpha := float64((1 - b.level()) / 2)
	low, high := Quantile7(means, alpha), Quantile7(means, 1-alpha)
	if kind == Basic {
		low, high = float64(2*diffs.Mean)-high, float64(2*diffs.Mean)-low
	}
	out := BootstrapResult{Kind: kind, Resamples: len(means)}
	out.Interval = &Interval{Method: "cluster-bootstrap-" + string(kind), Level: b.level(), Low: low, High: high}
	if means[0] == means[len(means)-1] {
		out.Warn(WarnDegenerateBootstrap, "every resample has the same mean")
	}
	if len(sums) < 10 {
		out.Warn(WarnFewClusters, "%d clusters: fewer than 10", len(sums))
	}
	return out, nil
}

// clusterSums returns the sum of the values and their number by cluster, in order of first appearance.
func clusterSums(values []float64, clusters []int) (sums, sizes []float64) {
	place := map[int]int{}
	for i, c := range clusters {
		at, known := place[c]
		if !known {
			at = len(sums)
			place[c] = at
			sums, sizes = append(sums, 0), append(sizes, 0)
		}
		sums[at] += values[i]
		sizes[at]++
	}
	return sums, sizes
}

// clusterMeans returns the means of resamples of whole clusters, ascending.
func (b Bootstrap) clusterMeans(sums, sizes []float64) []float64 {
	means := make([]float64, b.resamples())
	eachBlock(len(means), b.Workers, func(block, first, last int) {
		rng := stream(b.Seed, "cluster-bootstrap", block)
		for i := first; i < last; i++ {
			var total, size float64
			for range sums {
				g, _ := bits.Mul64(rng.Uint64(), uint64(len(sums)))
				total += sums[g]
				size += sizes[g]
			}
			means[i] = total / size
		}
	})
	slices.Sort(means)
	return means
}
