package stats

import (
	"fmt"
	"math"
)

// A Relative is a comparison with the baseline scaled down by a relative margin: "the candidate may lose at
// most 5 %" with a margin of 0.05. It tests the linear contrast
//
//	kᵢ = bᵢ − (1 − margin)·aᵢ
//
// whose mean is positive exactly when the ratio of the means exceeds 1 − margin.
// Ratio and its interval are for printing.
type Relative struct {
	Contrast Differences // kᵢ; its robust interval is the one for gates with few queries
	Ratio    *float64    // mean(b)/mean(a); nil when mean(a) is 0
	Interval *Interval   // Fieller's, of the ratio; nil when unbounded
	Warnings
}

// CompareRelative tests b against (1 − margin)·a. Intervals are two-sided at level, so their ends are
// one-sided bounds at (1+level)/2. Fieller's interval holds the ratios ρ for which the t test does not
// reject mean(b − ρ·a) = 0: Fieller (1954), doi:10.1111/j.2517-6161.1954.tb00159.x.
func CompareRelative(a, b []float64, margin, level float64) (Relative, error) {
	if !(margin >= 0 && margin < 1) {
		return Relative{}, fmt.Errorf("relative margin %v is not in [0, 1): %w", margin, ErrOutOfRange)
	}
	if err := CheckLevel(level); err != nil {
		return Relative{}, err
	}
	if _, err := NewDifferences(a, b); err != nil {
		return Relative{}, err
	}
	floor := make([]float64, len(a))
	for i, x := range a {
		floor[i] = float64((1 - margin) * x)
	}
	contrast, err := NewDifferences(floor, b)
	r := Relative{Contrast: contrast}
	r.ratio(a, b, level)
	return r, err
}

// ratio solves Fieller's quadratic (ā² − t²s²a/n)ρ² − 2(āb̄ − t²sab/n)ρ + (b̄² − t²s²b/n) ≤ 0.
func (r *Relative) ratio(a, b []float64, level float64) {
	meanA, meanB := Mean(a), Mean(b)
	if meanA == 0 {
		r.Warn(WarnUndefined, "the baseline's mean is 0: the ratio is undefined")
		return
	}
	r.Ratio = new(meanB / meanA)
	if len(a) < 2 {
		return
	}
	n := float64(len(a))
	t := StudentUpper((1-level)/2, n-1)
	tt := t * t / n
	qa := float64(meanA*meanA) - float64(tt*covariance(a, a))
	qb := float64(meanA*meanB) - float64(tt*covariance(a, b))
	qc := float64(meanB*meanB) - float64(tt*covariance(b, b))
	root := float64(qb*qb) - float64(qa*qc)
	if qa <= 0 || root < 0 {
		r.Warn(WarnUnboundedRatio, "the baseline's mean is within noise of 0: no bounded interval for the ratio")
		return
	}
	half := math.Sqrt(root)
	r.Interval = &Interval{Method: "fieller", Level: level, Low: (qb - half) / qa, High: (qb + half) / qa}
}

// covariance returns the sample covariance, with n − 1.
func covariance(x, y []float64) float64 {
	mx, my := Mean(x), Mean(y)
	products := make([]float64, len(x))
	for i := range x {
		products[i] = float64((x[i] - mx) * (y[i] - my))
	}
	return sum(products) / float64(len(x)-1)
}
