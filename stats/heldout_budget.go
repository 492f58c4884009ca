package stats

import (
	"fmt"
	"math"
)

// SpendAlpha is the level for the j-th decision (from 1) on the same held-out
// queries,
//
//	αⱼ = 6α/(π²j²)
//
// which sum to alpha however many follow: no budget need be fixed in advance.
func SpendAlpha(alpha float64, j int) (float64, error) {
	if !(alpha > 0 && alpha < 1) || j < 1 {
		return 0, fmt.Errorf("alpha %v, decision %d: %w", alpha, j, ErrOutOfRange)
	}
	return 6 * alpha / (math.Pi * math.Pi * float64(j) * float64(j)), nil
}

// LadderReleases reports whether a candidate's held-out gain over the best so
// far, d, may be published: when it exceeds one paired standard error. A
// smaller gain is answered with the old number, so that repeated submissions
// cannot climb on noise. It is the parameter-free Ladder of Blum and Hardt
// (2015), arXiv:1502.04585. Identical gains on all queries are released, a
// single query is not.
func LadderReleases(d Differences) bool {
	return d.SD != nil && d.Mean > *d.SD/math.Sqrt(float64(d.N))
}
