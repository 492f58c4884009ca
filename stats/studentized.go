package stats

import (
	"math"
	"slices"
)

// squaredDeviations returns (d − mean)², whose sum over a resample gives, with
// the sum of d, the resample's variance without cancellation.
func squaredDeviations(d Differences) []float64 {
	center := mean(d.values)
	out := make([]float64, d.N)
	for i, x := range d.values {
		e := x - center
		out[i] = float64(e * e)
	}
	return out
}

// setRoots turns sums of d and of squared deviations over each resample into
// the roots (mean* − mean)/se*. A resample without variance has an infinite
// root of the sign of its mean's deviation, and 0 when that is 0 too.
func (r *Replicates) setRoots(sums, squares []float64) {
	n := float64(r.n)
	r.roots = make([]float64, len(sums))
	for i := range sums {
		shift := sums[i]/n - r.mean
		variance := (squares[i]/n - float64(shift*shift)) * n / (n - 1)
		switch {
		case math.Abs(shift) <= r.tol:
			r.roots[i] = 0
		case variance <= float64(r.tol*r.tol):
			r.roots[i] = math.Copysign(math.Inf(1), shift)
		default:
			r.roots[i] = shift / math.Sqrt(variance/n)
		}
	}
	slices.Sort(r.roots)
	r.setSums(sums)
}

// studentizedEnds returns mean − root₍₁₋α₎·se and mean − root₍α₎·se; undefined
// when so many resamples have no variance that a quantile is infinite.
func (r Replicates) studentizedEnds(alpha float64) (low, high float64, ok bool) {
	if len(r.roots) == 0 {
		return 0, 0, false
	}
	last := float64(len(r.roots) - 1)
	bottom, top := r.roots[int(math.Floor(alpha*last))], r.roots[int(math.Ceil((1-alpha)*last))]
	if math.IsInf(bottom, 0) || math.IsInf(top, 0) {
		return 0, 0, false
	}
	se := r.sd / math.Sqrt(float64(r.n))
	return r.mean - float64(Quantile7(r.roots, 1-alpha)*se), r.mean - float64(Quantile7(r.roots, alpha)*se), true
}
