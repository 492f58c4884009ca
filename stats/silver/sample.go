package silver

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/rankduel/rankduel/stats"
)

// SampleAlpha is the level at which labelled queries are found to differ from the others.
const SampleAlpha = 0.01

// Covariates are what silver labels say of queries, one place a query.
type Covariates struct {
	Differences []float64
	Means       []float64 // of the two systems' scores
	Strata      []string
}

// A SampleTest asks whether labelled queries differ from the others in one respect.
type SampleTest struct {
	Name string
	P    float64
}

// CheckSample asks whether queries that people labelled differ, by silver labels, from those that they did
// not: in their mean difference (Welch), in the distributions of differences and of scores (Kolmogorov and
// Smirnov) and in their strata (χ²). A sample that passes may still be chosen: queries chosen where people
// and the model disagree were found in half of the cases only.
func CheckSample(labelled, others Covariates) ([]SampleTest, error) {
	if len(labelled.Differences) < 2 || len(others.Differences) < 2 {
		return nil, fmt.Errorf("%d labelled and %d other queries: %w", len(labelled.Differences), len(others.Differences), stats.ErrNoPairs)
	}
	welch, err := stats.Welch{}.CompareGroups(others.Differences, labelled.Differences)
	if err != nil {
		return nil, err
	}
	out := []SampleTest{
		{"distribution of differences", kolmogorovSmirnov(labelled.Differences, others.Differences)},
		{"distribution of scores", kolmogorovSmirnov(labelled.Means, others.Means)},
	}
	if welch.P != nil {
		out = append(out, SampleTest{"mean difference", *welch.P})
	}
	if p, ok := homogeneity(labelled.Strata, others.Strata); ok {
		out = append(out, SampleTest{"strata", p})
	}
	return out, nil
}

// kolmogorovSmirnov returns the two-sided p of the largest distance of two empirical distributions: asymptotic, with
// the terms for small samples of Stephens (1970), Journal of the Royal Statistical Society B 32, 115–122.
func kolmogorovSmirnov(x, y []float64) float64 {
	x, y = slices.Sorted(slices.Values(x)), slices.Sorted(slices.Values(y))
	d := stat.KolmogorovSmirnov(x, nil, y, nil)
	n := math.Sqrt(float64(len(x)) * float64(len(y)) / float64(len(x)+len(y)))
	z := (n + 0.12 + 0.11/n) * d
	if z < 0.2 { // the series converges slowly there, to 1 within 1e-12
		return 1
	}
	p, sign := 0.0, 2.0
	for k := 1.0; k <= 100; k++ {
		p += sign * math.Exp(-2*k*k*z*z)
		sign = -sign
	}
	return min(max(p, 0), 1)
}

// homogeneity returns the p of Pearson's χ² that two samples come from the strata in
// the same proportions; false with fewer than two strata.
func homogeneity(x, y []string) (float64, bool) {
	counts := map[string][2]float64{}
	for side, names := range [][]string{x, y} {
		for _, name := range names {
			c := counts[name]
			c[side]++
			counts[name] = c
		}
	}
	if len(counts) < 2 {
		return 1, false
	}
	nx, ny := float64(len(x)), float64(len(y))
	var observed, expected []float64
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		c := counts[name]
		observed = append(observed, c[0], c[1])
		expected = append(expected, (c[0]+c[1])*nx/(nx+ny), (c[0]+c[1])*ny/(nx+ny))
	}
	return distuv.ChiSquared{K: float64(len(counts) - 1)}.Survival(stat.ChiSquare(observed, expected)), true
}

// A Plan is for comparisons in which people's differences have this standard deviation
// and this correlation with the silver ones; correlation 0: by people's labels alone.
type Plan struct {
	SD, Correlation float64
	Target          Target
	Level           float64 // of the interval
}

// halfWidth returns what half the interval will be with n of m queries labelled by people. n is above 3.
func (p Plan) halfWidth(n, m int) float64 {
	r2, alone := p.Correlation*p.Correlation, HumanError(p.SD, n, m, p.Target)
	variance := alone * alone * (1 - r2)
	if r2 > 0 {
		variance *= 1 + 1/float64(n-3)
	}
	if p.Target != ThisSet {
		variance += p.SD * p.SD * r2 / float64(m)
	}
	return stats.StudentUpper((1-p.Level)/2, float64(n-2)) * math.Sqrt(variance)
}

// Needed returns the least n for which halfWidth is at most half; 0 where even labels of all m queries would not do.
func (p Plan) Needed(m int, half float64) int {
	lo, hi := MinLabelled, m
	if hi < lo || p.halfWidth(hi, m) > half {
		return 0
	}
	for lo < hi {
		mid := (lo + hi) / 2
		if p.halfWidth(mid, m) <= half {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

// HumanError returns the standard error of the mean by people's labels alone, of n of
// m queries whose differences have this standard deviation.
func HumanError(sd float64, n, m int, target Target) float64 {
	variance := 1 / float64(n)
	if target == ThisSet {
		variance -= 1 / float64(m)
	}
	return sd * math.Sqrt(variance)
}
