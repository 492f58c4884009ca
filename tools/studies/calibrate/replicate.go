package main

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/rankduel/rankduel/stats"
)

// The intervals whose coverage is counted.
const (
	student     = iota
	studentZero // t, with [0, 0] for a sample without a change, as scipy has it
	percentile
	expanded
	basic
	bca
	studentized
	robust
	robustUnit
	betting
	headline
	intervalCount
)

var intervalNames = [intervalCount]string{
	"t", "t or [0,0]", "percentile", "percentile-expanded", "basic", "bca", "studentized",
	"robust", "robust unit", "betting", "headline",
}

// The one-sided bounds whose false proofs are counted.
const (
	studentBound = iota
	studentZeroBound
	bcaBound
	robustBound
	robustUnitBound
	boundCount
)

var boundNames = [boundCount]string{"t", "t or [0,0]", "bca", "robust", "robust unit"}

// The tests whose rejections are counted.
const (
	studentTest = iota
	flipTest
	shiftTest
	wilcoxonTest
	signTest
	testCount
)

var testNames = [testCount]string{"t", "randomization", "bootstrap-shift", "wilcoxon", "sign"}

const (
	level         = 0.95
	oneSidedLevel = 0.90 // its lower end is a one-sided 95 % bound
	alpha         = 0.05
)

// An outcome is what one sample gives. Nil is undefined: an interval that
// does not cover, a bound that proves nothing.
type outcome struct {
	changed   int
	intervals [intervalCount]*stats.Interval
	bounds    [boundCount]*stats.Interval
	tested    [testCount]bool
	rejected  [testCount]bool
}

// A plan is what to try on a sample.
type plan struct {
	rounds   int  // resamples, and flips where p is not exact
	flipped  bool // sample the flips even where p can be exact
	tests    bool // the null hypothesis is true
	wilcoxon bool // this test, too
}

// A replicate computes everything on one sample.
type replicate struct {
	plan
	sample stats.Differences
	values []float64
	seed   uint64
	errs   []error
	out    outcome
}

// newOutcome fills values with a sample and tries on it what was planned.
func newOutcome(d distribution, values []float64, p plan, rng *rand.Rand) (outcome, error) {
	d.draw(values, rng)
	sample, err := stats.DifferencesOf(values)
	if err != nil {
		return outcome{}, err
	}
	r := replicate{plan: p, sample: sample, values: sample.Values(), seed: rng.Uint64()}
	r.out.changed = sample.Changed
	r.student()
	r.robust()
	r.bootstrap()
	if p.tests {
		r.test()
	}
	return r.out, errors.Join(r.errs...)
}

// note keeps an error and reports whether there was one.
func (r *replicate) note(what string, err error) bool {
	if err != nil {
		r.errs = append(r.errs, fmt.Errorf("%s: %w", what, err))
	}
	return err != nil
}

func (r *replicate) student() {
	two, err := stats.TTest{Level: level}.Test(r.sample)
	one, err1 := stats.TTest{Level: oneSidedLevel}.Test(r.sample)
	if r.note("t", errors.Join(err, err1)) {
		return
	}
	r.decide(studentTest, two.P)
	r.out.intervals[student], r.out.intervals[studentZero] = two.Interval, two.Interval
	r.out.bounds[studentBound], r.out.bounds[studentZeroBound] = one.Interval, one.Interval
	if r.sample.Changed == 0 {
		r.out.intervals[studentZero] = &stats.Interval{Method: "t", Level: level}
		r.out.bounds[studentZeroBound] = &stats.Interval{Method: "t", Level: oneSidedLevel}
	}
}

func (r *replicate) robust() {
	for _, c := range []struct {
		into  **stats.Interval
		level float64
		unit  bool
	}{
		{&r.out.intervals[robust], level, false},
		{&r.out.intervals[robustUnit], level, true},
		{&r.out.bounds[robustBound], oneSidedLevel, false},
		{&r.out.bounds[robustUnitBound], oneSidedLevel, true},
	} {
		if i, err := stats.RobustInterval(r.values, c.level, c.unit); !r.note("robust", err) {
			*c.into = &i
		}
	}
	if i, err := stats.BettingInterval(r.values, level); !r.note("betting", err) {
		r.out.intervals[betting] = &i
	}
	if i, err := stats.Headline(r.sample, level); !r.note("headline", err) {
		r.out.intervals[headline] = &i
	}
}

// bootstrap resamples even where the exact distribution is affordable, so
// that the method is the one that the peers were measured with.
func (r *replicate) bootstrap() {
	b := stats.Bootstrap{Resamples: r.rounds, Seed: r.seed, Level: level, Workers: 1, Sampled: true}
	all, err := b.Replicates([][]float64{r.values})
	if r.note("bootstrap", err) {
		return
	}
	reps := all[0]
	for _, c := range []struct {
		into  **stats.Interval
		kind  stats.BootstrapKind
		level float64
	}{
		{&r.out.intervals[percentile], stats.Percentile, level},
		{&r.out.intervals[expanded], stats.PercentileExpanded, level},
		{&r.out.intervals[basic], stats.Basic, level},
		{&r.out.intervals[bca], stats.BCa, level},
		{&r.out.bounds[bcaBound], stats.BCa, oneSidedLevel},
	} {
		if i, err := reps.Interval(c.kind, c.level); !r.note(string(c.kind), err) {
			*c.into = i.Interval
		}
	}
	p := reps.ShiftP()
	r.decide(shiftTest, &p)
	b.Kind = stats.Studentized
	if i, err := b.Interval(r.values); !r.note("studentized", err) {
		r.out.intervals[studentized] = i.Interval
	}
}

func (r *replicate) test() {
	flip, err := stats.SignFlip{Rounds: r.rounds, Seed: r.seed, Workers: 1, Sampled: r.flipped}.Test(r.sample)
	if !r.note("randomization", err) {
		r.decide(flipTest, flip.P)
	}
	sign, err := stats.Sign{}.Test(r.sample)
	if !r.note("sign", err) {
		r.decide(signTest, sign.P)
	}
	if !r.wilcoxon {
		return
	}
	ranks, err := stats.Wilcoxon{}.Test(r.sample)
	if !r.note("wilcoxon", err) {
		r.decide(wilcoxonTest, ranks.P)
	}
}

// decide keeps a decision at alpha; an undefined p rejects nothing.
func (r *replicate) decide(test int, p *float64) {
	r.out.tested[test], r.out.rejected[test] = true, rejects(p)
}

func rejects(p *float64) bool { return p != nil && *p <= alpha }
