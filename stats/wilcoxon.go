package stats

import (
	"math"
	"slices"
)

// DropZeros is how scipy calls what [Wilcoxon] does with queries that did not change: they are left out before ranking.
const DropZeros = "wilcox"

// Wilcoxon is the signed-rank test: W, the sum of the ranks of |d| over the wins. It tests symmetry about zero, not a
// mean of zero: show it, do not decide on it. p is exact given the ties (mid-ranks) up to about 600 changed queries, as
// in R's exactRankTests and coin, and otherwise the normal approximation with tie correction and without continuity
// correction, as in scipy's wilcoxon. Wilcoxon (1945), doi:10.2307/3001968.
type Wilcoxon struct {
	Alternative Alternative
}

var _ PairedTest = Wilcoxon{}

// Name returns "wilcoxon".
func (Wilcoxon) Name() string { return "wilcoxon" }

// Test tests differences that are already formed. Statistic is W₊.
func (w Wilcoxon) Test(d Differences) (Result, error) {
	r, done, err := countedResult(w.Name(), d)
	if done {
		return r, err
	}
	ranks := rankSigned(d)
	r.Statistic = new(ranks.positive())
	p, ok := flipIntegers(ranks.signed, w.Alternative)
	if !ok {
		r.Method = Asymptotic
		p = ranks.normalP(w.Alternative)
	}
	r.P = probability(p)
	return r, nil
}

// signedRanks are the doubled ranks of the changed queries with their signs.
type signedRanks struct {
	signed   []int64
	variance float64 // of W₊ under the null, ties corrected
}

func rankSigned(d Differences) signedRanks {
	keys := make([]int64, 0, d.Changed) // numbers in the order of the magnitudes, the last bit for wins
	for _, x := range d.values {
		if x != 0 {
			keys = append(keys, math.MinInt64^int64(math.Float64bits(x)<<1))
		}
		if x > 0 {
			keys[len(keys)-1]++
		}
	}
	slices.Sort(keys)
	out := signedRanks{signed: make([]int64, 0, len(keys))}
	for from, to := 0, 0; from < len(keys); from = to {
		for to < len(keys) && keys[to]>>1 == keys[from]>>1 {
			to++
		}
		rank := int64(from + 1 + to)
		for _, key := range keys[from:to] {
			out.signed = append(out.signed, rank*(2*(key&1)-1))
		}
		// Each rank is in or out with probability 1/2: variance rank²/4.
		out.variance += float64(float64(to-from) * (float64(rank) * float64(rank) / 16))
	}
	return out
}

// positive returns W₊ in plain ranks.
func (s signedRanks) positive() float64 {
	var w int64
	for _, r := range s.signed {
		w += max(r, 0)
	}
	return float64(w) / 2
}

// normalP returns the p value of (W₊ − W₋)/2 over its standard deviation.
func (s signedRanks) normalP(alt Alternative) float64 {
	var balance int64
	for _, r := range s.signed {
		balance += r
	}
	z := float64(balance) / 4 / math.Sqrt(s.variance)
	switch alt {
	case Greater:
		return normalSurvival(z)
	case Less:
		return normalSurvival(-z)
	default:
		return 2 * normalSurvival(math.Abs(z))
	}
}

// doubledRanks returns twice the mid-ranks from 1, ties sharing the mean of theirs: twice, so that they are
// whole numbers. ties holds the size of each group of equal values.
func doubledRanks(xs []float64) (ranks []int64, ties []int) {
	sorted := slices.Clone(xs)
	slices.Sort(sorted)
	distinct, twice := sorted[:0], []int64{}
	for i := 0; i < len(sorted); {
		j := i + 1
		for j < len(sorted) && sorted[j] == sorted[i] {
			j++
		}
		twice, ties = append(twice, int64(i+1+j)), append(ties, j-i)
		distinct = append(distinct, sorted[i]) // at or before what was read
		i = j
	}
	ranks = make([]int64, len(xs))
	for i, x := range xs {
		at, _ := slices.BinarySearch(distinct, x)
		ranks[i] = twice[at]
	}
	return ranks, ties
}
