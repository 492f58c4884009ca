package stats

import (
	"fmt"
	"math"
	"slices"
)

// A Method says how a p value was obtained. It is stated, never guessed from p.
type Method string

// The three ways to a p value.
const (
	Exact      Method = "exact"      // the whole null distribution was counted
	Sampled    Method = "sampled"    // (1 + hits) / (1 + rounds), Phipson and Smyth (2010)
	Asymptotic Method = "asymptotic" // a limiting or parametric distribution
)

// An Interval is a confidence interval with the level it was made for.
type Interval struct {
	Method    string  // "tail", "t", "percentile", "bca", ...
	Level     float64 // two-sided confidence level in (0, 1)
	Low, High float64 // in the unit of the differences; Low ≤ High
}

// Contains reports whether x is in the closed interval.
func (i Interval) Contains(x float64) bool { return i.Low <= x && x <= i.High }

// Width returns High − Low.
func (i Interval) Width() float64 { return i.High - i.Low }

// A Warning is part of the answer: Code is for programs, Text for people. Warnings are never fatal.
type Warning struct {
	Code string
	Text string
}

// Warnings are those of one result.
type Warnings []Warning

// Has reports whether there is one with this code.
func (w Warnings) Has(code string) bool {
	return slices.ContainsFunc(w, func(w Warning) bool { return w.Code == code })
}

// Warn adds one.
func (w *Warnings) Warn(code, format string, args ...any) {
	*w = append(*w, Warning{Code: code, Text: fmt.Sprintf(format, args...)})
}

// The codes of all warnings of this package.
const (
	WarnNoChange            = "no_change"            // every difference is zero
	WarnZeroVariance        = "zero_variance"        // every difference is the same
	WarnTooFewPairs         = "too_few_pairs"        // the method needs more pairs than there are
	WarnFewChanges          = "few_changes"          // the exact p value cannot reach .05
	WarnLowN                = "low_n"                // fewer than 50 pairs
	WarnDegenerateBootstrap = "degenerate_bootstrap" // the replicates say nothing about the variation
	WarnMethodsDisagree     = "methods_disagree"     // tests and intervals disagree about the decision at alpha
	WarnSingletonStratum    = "singleton_stratum"    // a stratum of one query has no variance
	WarnFewClusters         = "few_clusters"         // fewer than 10 clusters
	WarnUnboundedRatio      = "unbounded_ratio"      // Fieller's set is not an interval
	WarnUndefined           = "undefined"            // the statistic does not exist for these data
	WarnRoughLimit          = "rough_limit"          // the limit of a distribution that a few queries rule
	WarnAtBoundary          = "at_boundary"          // the asymptotic standard error is 0 or was clipped
)

// lowN is the number of pairs below which an inference is labelled: under it
// the coverage of the t interval depends on the shape of the differences.
const lowN = 50

// fewChanges is the number of changed queries below which the smallest
// attainable two-sided sign-flip p, 2/2^k, stays above .05.
const fewChanges = 6

// A Result is what any test of paired differences reports. Tests build it;
// a nil field is undefined for these data and a warning says why.
type Result struct {
	Test      string    // name of the test, e.g. "t"; stable
	N         int       // pairs used
	Effect    float64   // mean of b[i] − a[i], in the measure's unit
	Statistic *float64  // t, W, ... where the test has one
	DF        *float64  // degrees of freedom, where the test has them
	Interval  *Interval // of the effect, where the test has one
	P         *float64  // in (0, 1]; two-sided unless the test was asked otherwise
	Method    Method
	Rounds    int // resampling rounds; 0 unless Method is Sampled
	Warnings
}

// SamplingError returns the standard error of P that comes from sampling rounds,
// √(p(1−p)/rounds); nil when nothing was sampled.
func (r Result) SamplingError() *float64 {
	if r.P == nil || r.Rounds == 0 {
		return nil
	}
	return new(math.Sqrt(*r.P * (1 - *r.P) / float64(r.Rounds)))
}

func newResult(test string, d Differences, m Method) Result {
	return Result{Test: test, N: d.N, Effect: d.Mean, Method: m}
}

// countedResult starts that of a test which counts changed pairs; done says that it has nothing to count.
func countedResult(test string, d Differences) (r Result, done bool, err error) {
	if d.N == 0 {
		return Result{}, true, ErrNoPairs
	}
	r = newResult(test, d, Exact)
	if d.Changed == 0 {
		return r.noChange(), true, nil
	}
	if d.Changed < fewChanges {
		r.Warn(WarnFewChanges, "%d changed of %d queries: the smallest attainable p is %.4g", d.Changed, d.N, MinimumP(d.Changed))
	}
	return r, false, nil
}

// warnRough says that a limit was taken although a few queries rule.
func (w *Warnings) warnRough() {
	w.Warn(WarnRoughLimit, "a few queries rule, and above %d pairs nothing is drawn: the limit that is given is rough", MostDrawn)
}

// warnSize adds the warnings that depend only on how many pairs there are.
func (r *Result) warnSize(d Differences) {
	if d.N >= 2 && d.N < lowN {
		r.Warn(WarnLowN, "%d pairs: fewer than %d, coverage depends on the shape of the differences", d.N, lowN)
	}
}

// noChange returns the result of every test when all differences are zero.
func (r Result) noChange() Result {
	r.P = new(1.0)
	r.Warn(WarnNoChange, "none of %d pairs changed: p is 1 by convention; the interval says what may have been missed", r.N)
	return r
}

// A PairedTest tests whether the mean difference is zero.
type PairedTest interface {
	// Name is stable and used in configuration and JSON.
	Name() string
	Test(d Differences) (Result, error)
}

// TestPairs tests b against a; a[i] and b[i] share a query, and neither slice is changed.
func TestPairs(test PairedTest, a, b []float64) (Result, error) {
	d, err := NewDifferences(a, b)
	if err != nil {
		return Result{}, err
	}
	return test.Test(d)
}

// An Alternative is the direction of a test. The zero value is two-sided.
type Alternative int

// The alternatives: of the mean difference b − a.
const (
	TwoSided Alternative = iota
	Greater              // the candidate is better
	Less                 // the candidate is worse
)

// String returns "two-sided", "greater" or "less".
func (a Alternative) String() string {
	switch a {
	case Greater:
		return "greater"
	case Less:
		return "less"
	default:
		return "two-sided"
	}
}

// smallestP is the floor of every p value: a tail that underflows is reported as the smallest normal float64, not as 0.
const smallestP = 0x1p-1022

// probability clips rounding noise into (0, 1].
func probability(p float64) *float64 {
	p = min(max(p, smallestP), 1)
	return &p
}

// NormalP returns the two-sided p of a standard normal deviate.
func NormalP(z float64) *float64 { return probability(2 * normalSurvival(math.Abs(z))) }
