package stats

import (
	"fmt"
	"math"
)

// A Stratum is one group of queries of a stratified test set.
type Stratum struct {
	Name        string
	Differences []float64 // of its queries
}

// Heterogeneity says whether the mean difference varies between strata. Look at it before looking at any stratum alone.
type Heterogeneity struct {
	Strata    int
	WelchF    *float64 // Welch's ANOVA, robust to unequal variances: the test to read
	WelchDF   [2]float64
	WelchP    *float64
	Q         *float64 // Cochran's, Σ (mean−fixed)²·n/s², chi-squared with Strata − 1 degrees of freedom
	QP        *float64
	I2        *float64 // share of Q beyond chance, max(0, (Q−df)/Q), in [0, 1): Higgins and Thompson (2002), doi:10.1002/sim.1186
	FixedMean *float64 // the means weighted by n/s²
	Warnings
}

// CompareStrata tests whether strata have the same mean difference. It needs two strata, and two queries
// and some variance in each; otherwise the fields are nil and a warning says why. Welch (1951),
// doi:10.1093/biomet/38.3-4.330; agrees with R's oneway.test.
func CompareStrata(strata []Stratum) (Heterogeneity, error) {
	if len(strata) == 0 {
		return Heterogeneity{}, fmt.Errorf("no strata: %w", ErrNoPairs)
	}
	samples := make([]Differences, len(strata))
	for i, s := range strata {
		var err error
		if samples[i], err = DifferencesOf(s.Differences); err != nil {
			return Heterogeneity{}, fmt.Errorf("stratum %q: %w", s.Name, err)
		}
	}
	h := Heterogeneity{Strata: len(samples)}
	if len(samples) < 2 {
		h.Warn(WarnUndefined, "heterogeneity needs two strata")
		return h, nil
	}
	for i, s := range samples {
		if s.N < 2 {
			h.Warn(WarnSingletonStratum, "stratum %s has one query", strata[i].Name)
			return h, nil
		}
		if s.constant() {
			h.Warn(WarnZeroVariance, "stratum %s does not vary", strata[i].Name)
			return h, nil
		}
	}
	h.welch(samples)
	return h, nil
}

// welch computes Q, I² and Welch's F from the precision weights n/s².
func (h *Heterogeneity) welch(samples []Differences) {
	k := float64(len(samples))
	var total, weighted float64
	weights := make([]float64, len(samples))
	for i, s := range samples {
		weights[i] = float64(s.N) / *s.SD / *s.SD
		total += weights[i]
		weighted += float64(weights[i] * s.Mean)
	}
	fixed := weighted / total
	var q, lambda float64
	for i, s := range samples {
		e := s.Mean - fixed
		q += float64(weights[i] * float64(e*e))
		rest := 1 - weights[i]/total
		lambda += float64(rest*rest) / float64(s.N-1)
	}
	f := q / (k - 1) / (1 + float64(2*(k-2)/(float64(k*k)-1)*lambda))
	h.WelchDF = [2]float64{k - 1, (float64(k*k) - 1) / (3 * lambda)}
	h.WelchF, h.WelchP = &f, probability(fSurvival(f, h.WelchDF[0], h.WelchDF[1]))
	h.FixedMean, h.Q, h.QP = &fixed, &q, probability(chiSquaredSurvival(q, k-1))
	h.I2 = new(0.0)
	if q > 0 {
		*h.I2 = math.Max(0, (q-(k-1))/q)
	}
}
