package main

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/rankduel/rankduel/stats"
)

// A sampling is how queries of a population come to be compared: by weights, by shares of
// strata, or with covariates. What is drawn stands for a population whose mean is 0.
type sampling struct {
	name string
	n    int
	draw func(p population, n int, rng *rand.Rand) (stats.Differences, error)

	width float64 // range of a difference; 0: 1
}

func (s sampling) String() string { return fmt.Sprintf("%s, n = %d", s.name, s.n) }

// weightings have effective numbers of about .78, .37, .7 and .84 of n.
func weightings() (list []sampling) {
	for _, s := range []sampling{
		{name: "weights of spread .5", draw: lognormalWeights(0.5)},
		{name: "weights of spread 1", draw: lognormalWeights(1)},
		{name: "gains drawn twice as often", draw: drawnByDifference},
		{name: "half of each stratum, shares .7 and .3", draw: strataByShares, width: 1.07},
	} {
		for _, n := range []int{20, 50, 200} {
			s.n = n
			list = append(list, s)
		}
	}
	return list
}

// lognormalWeights draws weights that say nothing of the differences.
func lognormalWeights(spread float64) func(p population, n int, rng *rand.Rand) (stats.Differences, error) {
	return func(p population, n int, rng *rand.Rand) (stats.Differences, error) {
		y, w := make([]float64, n), make([]float64, n)
		p.draw(y, rng)
		for i := range w {
			w[i] = math.Exp(spread * rng.NormFloat64())
		}
		return stats.Weights{Values: w}.Differences(make([]float64, n), y)
	}
}

// drawnByDifference draws losses half as often as gains, each with one over its
// probability, and traffic that varies besides.
func drawnByDifference(p population, n int, rng *rand.Rand) (stats.Differences, error) {
	var y, w []float64
	one := make([]float64, 1)
	for len(y) < n {
		p.draw(one, rng)
		chance := 1.0
		if one[0] < 0 {
			chance = 0.5
		}
		if rng.Float64() < chance {
			y, w = append(y, one[0]), append(w, math.Exp(0.5*rng.NormFloat64())/chance)
		}
	}
	return stats.Weights{Values: w}.Differences(make([]float64, n), y)
}

// strataByShares draws as many queries of a stratum that gains as of one that loses.
func strataByShares(p population, n int, rng *rand.Rand) (stats.Differences, error) {
	y, w := make([]float64, n), stats.Weights{Values: slices.Repeat([]float64{1}, n), Shares: []float64{0.7, 0.3}, Strata: make([]int, n)}
	p.draw(y, rng)
	for i := range y {
		w.Strata[i] = i % 2
		y[i] += []float64{0.03, -0.07}[i%2]
	}
	return w.Differences(make([]float64, n), y)
}

// adjustments returns covariates of every strength, with noise and a long tail among them.
func adjustments() (list []sampling) {
	for _, correlation := range []float64{0, .4, .8} {
		for _, n := range []int{20, 50, 200} {
			list = append(list,
				sampling{name: fmt.Sprintf("correlation %g, mean known", correlation), n: n, draw: foretold{correlation: correlation}.draw},
				sampling{name: fmt.Sprintf("correlation %g, mean of 5 n", correlation), n: n, draw: foretold{correlation: correlation, times: 5}.draw})
		}
	}
	for _, n := range []int{40, 200} {
		list = append(list, sampling{name: "correlation 0.8 and two of noise, mean known", n: n, draw: foretold{correlation: .8, noise: 2}.draw})
	}
	for _, n := range []int{20, 50, 200} {
		list = append(list, sampling{name: "long tail, correlation 0.8 before, mean of 5 n", n: n, draw: foretold{correlation: .8, times: 5, tail: true}.draw})
	}
	return list
}

// A foretold difference goes with a covariate.
type foretold struct {
	correlation float64
	times       int  // of n, over which the mean is taken; 0: it is known
	noise       int  // covariates that say nothing
	tail        bool // the exponential of it
}

func (f foretold) draw(p population, n int, rng *rand.Rand) (stats.Differences, error) {
	all := n * max(1, f.times)
	y, x := make([]float64, all), make([]float64, all)
	p.draw(y, rng)
	spread, mean := p.spread(), 0.0
	for i := range x {
		x[i] = f.correlation*y[i]/spread + math.Sqrt(1-f.correlation*f.correlation)*rng.NormFloat64()
		if f.tail {
			x[i] = math.Exp(x[i])
		}
		mean += x[i] / float64(all)
	}
	covariates := []stats.Covariate{{Values: x[:n], All: math.Inf(1)}}
	if f.times > 0 {
		covariates[0].Mean, covariates[0].All = mean, float64(all)
		if stats.LongTailed(x) { // as the program does
			sorted := slices.Sorted(slices.Values(x))
			covariates[0].Values, covariates[0].Mean = stats.Places(x[:n], sorted), 0.5
		}
	}
	for range f.noise {
		values := make([]float64, n)
		for i := range values {
			values[i] = rng.NormFloat64()
		}
		covariates = append(covariates, stats.Covariate{Values: values, All: math.Inf(1)})
	}
	d, err := stats.DifferencesOf(y[:n])
	if err != nil || *d.SD == 0 {
		return d, err // which is taken as it is
	}
	d, _, err = d.Adjusted(covariates)
	return d, err
}

// An unequalCell is what was said of samples whose true mean is 0.
type unequalCell struct {
	sampling
	population string
	samples    int
	real       bool
	wrong      int // better or worse, by the rule
	wrongByT   int
	covers     int
	coversByT  int
	narrower   int // samples whose spread is below that of the differences
}

type unequalFindings struct {
	title, about string
	samplings    []sampling
	cells        []unequalCell
}

func (s study) weights() (findings, error) {
	return s.unequal(unequalFindings{
		title: "Queries with weights", samplings: weightings(),
		about: "The true weighted difference is 0. In the third row queries that gain were drawn twice as often as others, and traffic varies; in the fourth half of the queries are of a stratum with a share of .7.",
	}, weightsIndex)
}

func (s study) adjusted() (findings, error) {
	return s.unequal(unequalFindings{
		title: "Covariates", samplings: adjustments(),
		about: "The true difference is 0. The mean of the covariate is known, or was taken of five times the queries.",
	}, adjustIndex)
}

func (s study) unequal(out unequalFindings, index uint64) (findings, error) {
	for _, p := range append(append([]population(nil), s.made...), s.real...) {
		p = p.moved(0)
		for _, how := range out.samplings {
			c := unequalCell{sampling: how, population: p.name, samples: max(1, s.samplesOf(p)/4), real: p.real}
			counts, err := s.count(index+uint64(len(out.cells)), c.samples, 5, func(rng *rand.Rand, add func(int)) error { return p.drawnBy(how, rng, add) })
			if err != nil {
				return nil, fmt.Errorf("%s of %s: %w", how, p.name, err)
			}
			c.wrong, c.wrongByT, c.covers, c.coversByT, c.narrower = counts[0], counts[1], counts[2], counts[3], counts[4]
			out.cells = append(out.cells, c)
		}
	}
	return out, nil
}

// drawnBy draws a sample and adds what is said of it.
func (p population) drawnBy(how sampling, rng *rand.Rand, add func(int)) error {
	d, err := how.draw(p, how.n, rng)
	if err != nil {
		return err
	}
	rule := stats.Rule{Range: cmp.Or(how.width, 1)}
	e, err := rule.Decisive(d, stats.SignFlip{}, nil)
	if err != nil {
		return err
	}
	if rule.Found(e, e.Decides.P) {
		add(0)
	}
	if e.Tail.Contains(0) {
		add(2)
	}
	t, err := stats.TTest{Level: level}.Test(d)
	if err != nil {
		return err
	}
	switch {
	case t.Interval == nil: // nothing varies
	case t.Interval.Contains(0):
		add(3)
	default:
		add(1)
	}
	if *d.SD < p.spread() {
		add(4)
	}
	return nil
}

func (f unequalFindings) lines() []line {
	var wrong, covers, byT []candidate
	for _, how := range f.samplings {
		c := f.ofReal(how)
		if c.samples == 0 {
			continue
		}
		wrong = append(wrong, atMost(mostFalseUnequal, c.wrong, c.samples, how.String()))
		x := share(c.covers, c.samples)
		covers = append(covers, candidate{x, leastCoverage - x, shareError(leastCoverage, c.samples), how.String()})
		x = share(c.coversByT, c.samples)
		byT = append(byT, candidate{x, max(leastCoverage-x, x-mostCoverageByT), shareError(leastCoverage, c.samples), how.String()})
	}
	if wrong == nil {
		return nil
	}
	what := ", " + f.title + ", mean of real pairs"
	return []line{
		worst("false better or worse"+what, "≤ .06", wrong),
		worst("coverage of the rule"+what, "≥ .93", covers),
		worst("coverage of t"+what, "from .93 to .97", byT),
	}
}

// ofReal returns all real pairs by a sampling as one cell.
func (f unequalFindings) ofReal(how sampling) (all unequalCell) {
	for _, c := range f.cells {
		if c.real && c.String() == how.String() {
			all.samples += c.samples
			all.wrong += c.wrong
			all.wrongByT += c.wrongByT
			all.covers += c.covers
			all.coversByT += c.coversByT
			all.narrower += c.narrower
		}
	}
	return all
}

// worstMade returns the made population with most mistakes.
func (f unequalFindings) worstMade(how sampling) unequalCell {
	bad := unequalCell{samples: 1, population: "–"}
	for _, c := range f.cells {
		if !c.real && c.String() == how.String() && share(c.wrong, c.samples) >= share(bad.wrong, bad.samples) {
			bad = c
		}
	}
	return bad
}

func (f unequalFindings) write(p *page) {
	p.printf("\n### %s\n\n", f.title)
	p.printf("%s Shares of samples, t / the rule; then how often the standard deviation behind the interval is below that of the differences, all of real pairs, and the made population with most mistakes.\n\n", f.about)
	p.head(1, "how", "better or worse", "coverage", "narrower", "worst made", "of")
	for _, how := range f.samplings {
		c, bad := f.ofReal(how), f.worstMade(how)
		cells := []string{how.String(), "–", "–", "–"}
		if c.samples > 0 {
			cells = []string{how.String(), digits(share(c.wrongByT, c.samples)) + " / " + digits(share(c.wrong, c.samples)), digits(share(c.coversByT, c.samples)) + " / " + digits(share(c.covers, c.samples)), digits(share(c.narrower, c.samples))}
		}
		p.row(append(cells, digits(share(bad.wrong, bad.samples)), bad.population)...)
	}
}
