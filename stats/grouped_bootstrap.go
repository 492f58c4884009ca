package stats

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Stratified makes a bootstrap interval for the weighted mean of strata, resampling within each. Kinds
// Percentile and Basic are available; a stratum of one query never varies, which a warning says.
func (b Bootstrap) Stratified(strata []Stratum) (BootstrapResult, error) {
	samples, weights, err := readStrata(strata)
	if err != nil {
		return BootstrapResult{}, err
	}
	var estimate float64
	singleton := false
	draws := make([]weightedSample, len(samples))
	for i, s := range samples {
		estimate += float64(weights[i] * s.Mean)
		draws[i] = weightedSample{values: s.values, weight: weights[i] / float64(s.N)}
		singleton = singleton || s.N < 2
	}
	out, err := b.replicate(estimate, "stratified-bootstrap", func(rng *rand.PCG) float64 {
		var total float64
		for _, s := range draws {
			total += float64(s.weight * sumOne(s.values, len(s.values), rng))
		}
		return total
	})
	if err == nil && singleton {
		out.Warn(WarnSingletonStratum, "a stratum of one query does not vary under resampling: the interval is too narrow")
	}
	return out, err
}

type weightedSample struct {
	values []float64
	weight float64
}

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
	members := groupBy(clusters)
	sums, sizes := make([]float64, len(members)), make([]float64, len(members))
	for g, queries := range members {
		for _, i := range queries {
			sums[g] += diffs.values[i]
		}
		sizes[g] = float64(len(queries))
	}
	out, err := b.replicate(diffs.Mean, "cluster-bootstrap", func(rng *rand.PCG) float64 {
		var total, size float64
		for range members {
			g, _ := bits.Mul64(rng.Uint64(), uint64(len(members)))
			total += sums[g]
			size += sizes[g]
		}
		return total / size
	})
	if err == nil && len(members) < 10 {
		out.Warn(WarnFewClusters, "%d clusters: fewer than 10", len(members))
	}
	return out, err
}

// replicate draws replicates of an estimate and reads an interval off them.
func (b Bootstrap) replicate(estimate float64, purpose string, draw func(*rand.PCG) float64) (BootstrapResult, error) {
	if err := b.validate(); err != nil {
		return BootstrapResult{}, err
	}
	kind := b.kind()
	if kind != Percentile && kind != Basic {
		return BootstrapResult{}, fmt.Errorf("bootstrap kind %q of grouped queries: %w", kind, ErrOutOfRange)
	}
	means := make([]float64, b.resamples())
	eachBlock(len(means), b.Workers, func(block, first, last int) {
		rng := stream(b.Seed, purpose, block)
		for i := first; i < last; i++ {
			means[i] = draw(rng)
		}
	})
	slices.Sort(means)
	alpha := float64((1 - b.level()) / 2)
	low, high := Quantile7(means, alpha), Quantile7(means, 1-alpha)
	if kind == Basic {
		low, high = float64(2*estimate)-high, float64(2*estimate)-low
	}
	out := BootstrapResult{Kind: kind, Resamples: len(means)}
	out.Interval = &Interval{Method: purpose + "-" + string(kind), Level: b.level(), Low: low, High: high}
	if means[0] == means[len(means)-1] {
		out.Warn(WarnDegenerateBootstrap, "every resample has the same mean")
	}
	return out, nil
}
