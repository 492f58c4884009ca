package stats

import (
	"cmp"
	"fmt"
	"math"
)

// A Prior is what is plausible before any query was seen: differences are normal with mean 0, give or
// take one query's spread, and a standard deviation near SD. It weighs as much as Queries queries of
// mean 0. The zero value is the weak prior of the reports.
type Prior struct {
	Queries float64 // 0 means 1: as if one query had been seen before
	SD      float64 // of one query's difference, in the measure's unit; 0 means 0.2, for a measure in 0–1
}

// defaultPriorSD is between the .1 to .14 of nDCG and the .36 of recall and
// reciprocal rank that differences of retrieval systems were measured to have.
const defaultPriorSD = 0.2

// A Posterior is what the mean difference may be after the queries were seen: a t distribution. It decides nothing.
type Posterior struct {
	Prior Prior
	Mean  float64 // drawn towards 0 by the prior
	Scale float64 // of the t distribution
	DF    float64 // its degrees of freedom

	Level     float64 // of the credible interval
	Low, High float64 // its ends, with equal tails beyond

	Above  float64 // P(mean > margin): better by more than the margin, where higher is better
	Within float64 // P(−margin ≤ mean ≤ margin)
	Below  float64 // P(mean < −margin)
	Higher float64 // P(mean > 0)
}

// PosteriorOf returns the posterior of the mean difference under p. With κ and ν both p.Queries, s₀ = p.SD,
// and m and SS the mean and the sum of squared deviations of n differences,
//
//	mean | σ² ~ N(0, σ²/κ),  σ² ~ ν·s₀²/χ²(ν)
//	(mean − n·m/(κ+n)) / scale ~ t(ν+n),  scale² = (ν·s₀² + SS + κ·n·m²/(κ+n)) / ((ν+n)(κ+n))
//
// Gelman et al., Bayesian Data Analysis (3rd edition 2013), section 3.3; for retrieval Carterette (2015),
// ICTIR, pages 31–40, and Sakai (2017), "The probability that your hypothesis is correct", SIGIR.
func PosteriorOf(d Differences, margin, level float64, p Prior) (Posterior, error) {
	if err := CheckLevel(level); err != nil {
		return Posterior{}, err
	}
	p.Queries = cmp.Or(p.Queries, 1)
	p.SD = cmp.Or(p.SD, defaultPriorSD)
	switch {
	case d.N == 0:
		return Posterior{}, ErrNoPairs
	case !(margin >= 0 && margin <= largestDifference):
		return Posterior{}, fmt.Errorf("margin %v: %w", margin, ErrOutOfRange)
	case !(p.Queries > 0 && p.Queries <= largestDifference && p.SD >= smallestDifference && p.SD <= largestDifference):
		return Posterior{}, fmt.Errorf("prior of %v queries with standard deviation %v: %w", p.Queries, p.SD, ErrOutOfRange)
	}
	m := d.moments
	n, unit := float64(d.N), max(m.scale, p.SD)
	center, guess := m.mean*(m.scale/unit), p.SD/unit
	weight := p.Queries + n
	squares := float64(p.Queries*float64(guess*guess)) +
		float64(m.sum2*float64((m.scale/unit)*(m.scale/unit))) +
		float64(p.Queries*n/weight*float64(center*center))
	out := Posterior{
		Prior: p, Mean: float64(n / weight * center * unit), Scale: float64(math.Sqrt(squares) / weight * unit), DF: weight,
	}
	tail := func(x float64) float64 { return studentSurvival((x-out.Mean)/out.Scale, out.DF) }
	out.Above, out.Higher = tail(margin), tail(0)
	out.Below = studentSurvival((out.Mean+margin)/out.Scale, out.DF)
	out.Within = max(0, 1-out.Above-out.Below)
	half := float64(StudentUpper((1-level)/2, out.DF) * out.Scale)
	out.Level, out.Low, out.High = level, out.Mean-half, out.Mean+half
	return out, nil
}
