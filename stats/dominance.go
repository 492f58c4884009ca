package stats

import (
	"math"
	"slices"
)

// RankBiserial returns the matched-pairs rank-biserial correlation: (W₊ − W₋) over
// the sum of the ranks of the changed queries, in [−1, 1]; nil when nothing
// changed. Kerby (2014), doi:10.2466/11.IT.3.1.
func RankBiserial(d Differences) *float64 {
	var balance, total int64
	for _, r := range (Wilcoxon{}).rank(d).signed {
		balance += r
		total += abs(r)
	}
	if total == 0 {
		return nil
	}
	rb := float64(balance) / float64(total)
	return &rb
}

// Dominance returns (wins − losses)/n, in [−1, 1].
func Dominance(d Differences) float64 { return float64(d.Wins-d.Losses) / float64(d.N) }

// CliffsDelta returns P(b > a) − P(b < a) over all pairs of a score of b and one of
// a, in [−1, 1]. It ignores the pairing by query. Cliff (1993),
// doi:10.1037/0033-2909.114.3.494.
func CliffsDelta(a, b []float64) (float64, error) {
	if len(a) == 0 || len(b) == 0 {
		return 0, ErrNoPairs
	}
	bad := NotFiniteError{A: notFinite(a), B: notFinite(b)}
	if bad.A != nil || bad.B != nil {
		return 0, &bad
	}
	sorted := slices.Sorted(slices.Values(a))
	var balance int
	for _, x := range b {
		less, _ := slices.BinarySearch(sorted, x)
		notMore, _ := slices.BinarySearch(sorted, math.Nextafter(x, math.Inf(1)))
		balance += less - (len(sorted) - notMore)
	}
	return float64(balance) / float64(len(a)) / float64(len(b)), nil
}
