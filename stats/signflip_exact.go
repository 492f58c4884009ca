package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

const (
	// maxCountingWork bounds the additions of the lattice method, about 0.2 s, and maxCounts its memory, 64 MB.
	maxCountingWork = 1 << 28
	maxCounts       = 1 << 23
	// maxPaired bounds the method of half sums: 2²⁰ sums in each half.
	maxPaired = 40
)

// flipLattice returns what all differences are multiples of; any size will do where all magnitudes are equal.
func flipLattice(d []float64) (lattice, bool) {
	if alike(d) {
		return unitLattice(d), true
	}
	return newLattice(d)
}

// exactSignFlip returns the exact p of differences without zeros, where it is
// affordable. ok says that they are on the lattice.
func exactSignFlip(d []float64, l lattice, ok bool, alt Alternative) (float64, bool) {
	if len(d) <= maxPaired && (!ok || halvesWork(len(d)) < l.flipWork()) {
		return flipHalves(d, alt), true
	}
	if !ok {
		return 0, false
	}
	return flipIntegers(l.num, alt)
}

// alike reports whether all magnitudes are equal.
func alike(d []float64) bool {
	return !slices.ContainsFunc(d, func(x float64) bool { return math.Abs(x) != math.Abs(d[0]) })
}

// unitLattice keeps the signs alone.
func unitLattice(d []float64) lattice {
	l := lattice{num: make([]int64, len(d)), unit: math.Abs(d[0])}
	for i, x := range d {
		l.num[i] = int64(math.Copysign(1, x))
	}
	return l
}

// flipWork is about how many additions counting sums on the lattice takes: half of Σ|num| counts for each difference.
func (l lattice) flipWork() float64 {
	var total float64
	for _, x := range l.num {
		total += math.Abs(float64(x))
	}
	return total / 2 * float64(len(l.num))
}

// halvesWork returns the same for two halves of k differences: 2^(k/2) sums each
// to merge and to walk, and a step of either costs about twenty additions.
func halvesWork(k int) float64 { return 20 * 4 * math.Ldexp(1, (k+1)/2) }

// flipIntegers returns the exact p of T = Σ num under sign flips. With X the sum of the magnitudes that come out
// positive, T = 2X − S, where S = Σ|num|, and X and S − X have the same distribution, so P(T ≥ t) = P(X ≤ (S−t)/2).
func flipIntegers(num []int64, alt Alternative) (float64, bool) {
	var total, observed int64
	sizes := make([]int64, len(num))
	for i, x := range num {
		sizes[i] = max(x, -x)
		total += sizes[i]
		observed += x
	}
	switch alt {
	case Less:
		observed = -observed
	case TwoSided:
		observed = max(observed, -observed)
	}
	if alt == TwoSided && observed == 0 {
		return 1, true
	}
	limit := (total - observed) / 2
	complement := limit > total/2 // P(X ≤ c) = 1 − P(X ≤ S−c−1)
	if complement {
		limit = total - limit - 1
	}
	if limit >= maxCounts || (limit+1)*int64(len(sizes)) > maxCountingWork {
		return 0, false
	}
	p := subsetSumCDF(sizes, limit)
	switch {
	case complement:
		p = 1 - p
	case alt == TwoSided:
		p *= 2
	}
	return p, true
}

// subsetSumCDF returns P(X ≤ limit) for X the sum of a random subset of sizes, each in with probability 1/2: it counts
// subsets by sum, all terms positive, so the relative error stays near the rounding of one sum. sizes is sorted.
func subsetSumCDF(sizes []int64, limit int64) float64 {
	if limit < 0 {
		return 0
	}
	slices.Sort(sizes)
	counts := make([]float64, limit+1)
	counts[0] = 1
	var reach int64 // largest sum so far
	scaled := 0     // counts are in units of 2^scaled
	for i, v := range sizes {
		if v <= limit {
			reach = min(reach+v, limit)
			to, from := counts[v:reach+1], counts[:reach+1-v]
			from = from[:len(to)] // so that the loop checks one bound, not two
			x := len(to) - 1
			for ; x >= 3; x -= 4 { // one at a time takes up to twice as long, by where the linker puts the loop
				to[x] += from[x]
				to[x-1] += from[x-1]
				to[x-2] += from[x-2]
				to[x-3] += from[x-3]
			}
			for ; x >= 0; x-- {
				to[x] += from[x]
			}
		}
		if i%512 == 511 { // before 2^k overflows
			for x := range counts {
				counts[x] *= 0x1p-512
			}
			scaled += 512
		}
	}
	return math.Ldexp(floats.SumCompensated(counts), scaled-len(sizes))
}

// flipHalves returns the exact p by meeting in the middle: all subset sums of one
// half, in order, against all of the other half.
func flipHalves(d []float64, alt Alternative) float64 {
	sizes := magnitudes(d)
	total, observed := sum(sizes), sum(d)
	tol := float64(tieTolerance * total)
	switch alt {
	case Less:
		observed = -observed
	case TwoSided:
		if observed = math.Abs(observed); observed <= tol {
			return 1
		}
	}
	half := len(sizes) / 2
	n := countPairs(subsetSums(sizes[:half]), subsetSums(sizes[half:]), (total-observed+tol)/2)
	p := math.Ldexp(float64(n), -len(sizes))
	if alt == TwoSided {
		p *= 2
	}
	return p
}

// subsetSums returns the sums of all subsets in ascending order, by merging
// the sums without each value with those with it.
func subsetSums(sizes []float64) []float64 {
	sums := []float64{0}
	for _, v := range sizes {
		next := make([]float64, 0, 2*len(sums))
		with := 0
		for _, s := range sums {
			for ; with < len(sums) && sums[with]+v < s; with++ {
				next = append(next, sums[with]+v)
			}
			next = append(next, s)
		}
		for ; with < len(sums); with++ {
			next = append(next, sums[with]+v)
		}
		sums = next
	}
	return sums
}

// countPairs counts x in xs and y in ys, both ascending, with x + y ≤ limit.
func countPairs(xs, ys []float64, limit float64) uint64 {
	var n uint64
	j := len(ys)
	for _, x := range xs {
		for j > 0 && x+ys[j-1] > limit {
			j--
		}
		n += uint64(j)
	}
	return n
}
