package stats

import (
	"math"
	"slices"
)

// Replicates are the bootstrap distribution of one measure's mean difference:
// sampled means, the exact distribution of a lattice, or a closed form.
type Replicates struct {
	n            int
	mean, sd     float64 // of the sample
	acceleration float64
	tol          float64 // within which two means are a tie
	constant     bool    // one pair, or no variance

	means  []float64     // sampled, ascending
	exact  *distribution // or solved
	closed *expansion    // or the limit for many pairs
}

func newReplicates(d Differences) Replicates {
	r := Replicates{n: d.N, mean: d.Mean, constant: d.N < 2 || d.constant()}
	if r.constant {
		return r
	}
	m := d.moments
	r.mean, r.sd, r.acceleration = m.settledMean(), m.sd(), m.acceleration()
	r.tol = tieTolerance * maxAbs(d.values)
	return r
}

// solve replaces sampling by the exact distribution, where d is on a lattice that is small enough.
func (r *Replicates) solve(d Differences) bool {
	l, ok := newLattice(d.values)
	if !ok {
		return false
	}
	dist, ok := resamplingDistribution(l)
	if ok {
		r.exact = &dist
	}
	return ok
}

func (r *Replicates) setSums(sums []float64) {
	for i := range sums {
		sums[i] /= float64(r.n)
	}
	slices.Sort(sums)
	r.means = sums
}

// StandardError returns the standard deviation of the bootstrap distribution with
// infinitely many resamples, in closed form: sd·√((n−1)/n)/√n.
func (r Replicates) StandardError() float64 {
	if r.constant {
		return 0
	}
	n := float64(r.n)
	return r.sd * math.Sqrt((n-1)/n) / math.Sqrt(n)
}

// Below returns P(mean* < x) and P(mean* = x), ties within rounding.
func (r Replicates) Below(x float64) (less, equal float64) {
	switch {
	case r.constant:
		return boolToFloat(r.mean < x), boolToFloat(r.mean == x)
	case r.exact != nil:
		return r.exact.below(x)
	case r.closed != nil:
		return r.closed.below(x), 0
	}
	first, _ := slices.BinarySearch(r.means, x-r.tol)
	last, _ := slices.BinarySearch(r.means, math.Nextafter(x+r.tol, math.Inf(1)))
	n := float64(len(r.means))
	return float64(first) / n, float64(last-first) / n
}

func boolToFloat(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// ShiftP returns the two-sided p of the bootstrap test with the shift method: the share of replicates at
// least as far from the sample's mean as that is from zero, sampled shares as (1 + hits)/(1 + resamples).
// It rejects too often, and is here to compare with other tools.
func (r Replicates) ShiftP() float64 {
	if r.mean == 0 {
		return 1
	}
	if r.constant {
		return smallestP
	}
	size := math.Abs(r.mean)
	inner, edge := r.Below(r.mean - size)
	less, _ := r.Below(r.mean + size)
	p := inner + edge + 1 - less
	if b := float64(len(r.means)); b > 0 {
		p = (1 + float64(p*b)) / (1 + b)
	}
	return *probability(p)
}

// quantile of the replicates: the smallest value of an exact distribution with at least p below or at it;
// of a closed form, its own; between sampled means, interpolated (type 7).
func (r Replicates) quantile(p float64) float64 {
	if r.exact != nil {
		return r.exact.quantile(p)
	}
	if r.closed != nil {
		return r.closed.quantile(p)
	}
	return Quantile7(r.means, p)
}
