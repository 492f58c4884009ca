package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// A Correction adjusts the p values of one family for their number.
type Correction string

// The corrections. Those down to HolmSidak bound the probability of any false rejection; BH and BY bound
// the expected share of false ones among the rejections.
const (
	None       Correction = "none"
	Bonferroni Correction = "bonferroni" // p·m; any dependence
	Holm       Correction = "holm"       // Bonferroni stepped down; any dependence, the default choice: Holm (1979)
	Hochberg   Correction = "hochberg"   // stepped up; independent or positively dependent tests: doi:10.1093/biomet/75.4.800
	Hommel     Correction = "hommel"     // closed Simes tests; same assumption, slightly stronger: doi:10.1093/biomet/75.2.383
	Sidak      Correction = "sidak"      // 1−(1−p)^m; independent tests
	HolmSidak  Correction = "holm-sidak" // Šidák stepped down
	BH         Correction = "bh"         // false discovery rate, positive dependence: Benjamini and Hochberg (1995)
	BY         Correction = "by"         // false discovery rate, any dependence: doi:10.1214/aos/1013699998
)

// Corrections lists all of them, sorted by name.
func Corrections() []Correction {
	return []Correction{BH, Bonferroni, BY, Hochberg, Holm, HolmSidak, Hommel, None, Sidak}
}

// Adjust returns the adjusted p values in the order given; a test is rejected at family level α when its
// adjusted p is at most α. m is len(ps): a planned test that could not be computed, or found no change,
// enters as p = 1 and keeps m. NaN and values outside [0, 1] are refused. Agrees with R's p.adjust.
func Adjust(ps []float64, c Correction) ([]float64, error) {
	for i, p := range ps {
		if !(p >= 0 && p <= 1) {
			return nil, fmt.Errorf("p value %d of %d is %v: %w", i+1, len(ps), p, ErrOutOfRange)
		}
	}
	m := float64(len(ps))
	switch c {
	case None:
		return slices.Clone(ps), nil
	case Bonferroni:
		return each(ps, func(p float64) float64 { return p * m }), nil
	case Sidak:
		return each(ps, func(p float64) float64 { return sidak(p, m) }), nil
	case Holm:
		return stepDown(ps, func(p, left float64) float64 { return p * left }), nil
	case HolmSidak:
		return stepDown(ps, sidak), nil
	case Hochberg:
		return stepUp(ps, func(p, left float64) float64 { return p * left }), nil
	case BH:
		return stepUp(ps, func(p, left float64) float64 { return p * (m / (m - left + 1)) }), nil
	case BY:
		var harmonic float64
		for i := 1.0; i <= m; i++ {
			harmonic += 1 / i
		}
		return stepUp(ps, func(p, left float64) float64 { return p * (harmonic * m / (m - left + 1)) }), nil
	case Hommel:
		return hommel(ps), nil
	default:
		return nil, fmt.Errorf("correction %q is none of %v", c, Corrections())
	}
}

// sidak returns 1 − (1−p)^m without cancellation for small p.
func sidak(p, m float64) float64 { return -math.Expm1(m * math.Log1p(-p)) }

func each(ps []float64, f func(float64) float64) []float64 {
	out := make([]float64, len(ps))
	for i, p := range ps {
		out[i] = min(f(p), 1)
	}
	return out
}

// stepDown applies f(p, tests left) from the smallest p up, never decreasing.
func stepDown(ps []float64, f func(p, left float64) float64) []float64 {
	out := make([]float64, len(ps))
	var worst float64
	for i, at := range ascending(ps) {
		worst = max(worst, min(f(ps[at], float64(len(ps)-i)), 1))
		out[at] = worst
	}
	return out
}

// stepUp applies f(p, tests left) from the largest p down, never increasing.
func stepUp(ps []float64, f func(p, left float64) float64) []float64 {
	out := make([]float64, len(ps))
	best := 1.0
	for i, at := range slices.Backward(ascending(ps)) {
		best = min(best, f(ps[at], float64(len(ps)-i)))
		out[at] = best
	}
	return out
}

// ascending returns the indices of xs in the order of their values.
func ascending(xs []float64) []int {
	order := indices(len(xs))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(xs[i], xs[j]) })
	return order
}

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// hommel follows Wright (1992), doi:10.2307/2532694: the adjusted p is the
// largest Simes p of all sub-families that contain the test.
func hommel(ps []float64) []float64 {
	n := len(ps)
	order := ascending(ps)
	p := make([]float64, n)
	for i, at := range order {
		p[i] = ps[at]
	}
	adjusted := make([]float64, n)
	all := math.Inf(1)
	for i := range p {
		all = min(all, float64(n)*p[i]/float64(i+1))
	}
	for i := range p {
		adjusted[i] = max(p[i], all)
	}
	for m := n - 1; m >= 2; m-- {
		split := n - m + 1 // the m−1 largest start here
		simes := math.Inf(1)
		for i := split; i < n; i++ {
			simes = min(simes, float64(m)*p[i]/float64(i-split+2))
		}
		for i := range split {
			adjusted[i] = max(adjusted[i], min(float64(m)*p[i], simes))
		}
		for i := split; i < n; i++ {
			adjusted[i] = max(adjusted[i], min(float64(m)*p[split-1], simes))
		}
	}
	out := make([]float64, n)
	for i, at := range order {
		out[at] = min(adjusted[i], 1)
	}
	return out
}
