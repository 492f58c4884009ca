package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/rankduel/rankduel/stats"
)

// A timing is a population of the times of two systems: the larger of two normal
// variables that correlate is the longer time.
type timing struct {
	name        string
	correlation float64
	a, b        func(z float64) float64 // ascending
}

func lognormal(sd float64) func(float64) float64 {
	return func(z float64) float64 { return 50 * math.Exp(sd*z) }
}

// pareto has a tail so heavy that its variance is infinite.
func pareto(index float64) func(float64) float64 {
	return func(z float64) float64 { return 50 * math.Pow(math.Erfc(z/math.Sqrt2)/2, -1/index) }
}

var timings = []timing{
	{"lognormal, sd .6", .8, lognormal(.6), lognormal(.6)},
	{"lognormal, sd .5 and 1", .5, lognormal(.5), lognormal(1)},
	{"lognormal, sd 1 and .5", .5, lognormal(1), lognormal(.5)},
	{"Pareto, index 1.2", .8, pareto(1.2), pareto(1.2)},
}

// What limits allow, and how many resamples bound a quantile here.
const (
	latencyRise      = .05
	latencyResamples = 500
)

var (
	tradeoffSizes     = []int{50, 200, 1000}
	tradeoffQuantiles = map[float64]float64{.50: 0, .95: 1.6448536269514722} // with that of a standard normal variable
)

// draw returns times of n queries: the quantile of b is so much more than that of a.
func (p timing) draw(rng *rand.Rand, n int, quantile, rise float64) (a, b []float64, truth float64) {
	z := tradeoffQuantiles[quantile]
	scale := (1 + rise) * p.a(z) / p.b(z)
	for range n {
		x := rng.NormFloat64()
		y := p.correlation*x + math.Sqrt(1-p.correlation*p.correlation)*rng.NormFloat64()
		a, b = append(a, p.a(x)), append(b, scale*p.b(y))
	}
	return a, b, rise * p.a(z)
}

// notSlower tells whether a rise of a quantile is shown to be at most the limit.
func notSlower(a, b []float64, quantile float64, seed uint64) (bool, error) {
	most := make([]float64, len(a))
	for i, t := range a {
		most[i] = (1 + latencyRise) * t
	}
	c, err := stats.Bootstrap{Level: oneSidedLevel, Resamples: latencyResamples, Seed: seed, Workers: 1}.QuantileChanges(most, b, []float64{quantile})
	return err == nil && c[0].Interval != nil && c[0].Interval.High < 0, err
}

// A tradeoffCell is a quantile of the times of one population.
type tradeoffCell struct {
	timing
	quantile         float64
	n, samples       int
	bounded, covered int // has an interval; it holds the true difference
	passed           int // a rise of exactly the limit is taken for less
	noBetter         int // "better and within the limit", of equal quality
	tooSlow          int // the same of better quality, and a rise of the limit
}

func (c tradeoffCell) String() string {
	return fmt.Sprintf("p%.0f, n = %d, %s", 100*c.quantile, c.n, c.name)
}

type tradeoffFindings []tradeoffCell

func (s study) tradeoffs() (findings, error) {
	var out tradeoffFindings
	for _, p := range timings {
		for _, quantile := range []float64{.50, .95} {
			for _, n := range tradeoffSizes {
				c := tradeoffCell{timing: p, quantile: quantile, n: n, samples: s.samples}
				counts, err := s.count(tradeoffIndex+uint64(len(out)), c.samples, 5, func(rng *rand.Rand, add func(int)) error { return c.look(rng, add) })
				if err != nil {
					return nil, fmt.Errorf("%s: %w", c, err)
				}
				c.bounded, c.covered, c.passed, c.noBetter, c.tooSlow = counts[0], counts[1], counts[2], counts[3], counts[4]
				out = append(out, c)
			}
		}
	}
	return out, nil
}

func (c tradeoffCell) look(rng *rand.Rand, add func(int)) error {
	a, b, truth := c.draw(rng, c.n, c.quantile, latencyRise)
	changes, err := stats.Bootstrap{Level: level, Resamples: latencyResamples, Seed: rng.Uint64(), Workers: 1}.QuantileChanges(a, b, []float64{c.quantile})
	if err != nil {
		return err
	}
	if i := changes[0].Interval; i != nil {
		add(0)
		if i.Low <= truth && truth <= i.High {
			add(1)
		}
	}
	atLimit, err := notSlower(a, b, c.quantile, rng.Uint64())
	if err != nil {
		return err
	}
	a, b, _ = c.draw(rng, c.n, c.quantile, -.5)
	fast, err := notSlower(a, b, c.quantile, rng.Uint64())
	if err != nil {
		return err
	}
	equal, err := better(rng, c.n, 0)
	if err != nil {
		return err
	}
	good, err := better(rng, c.n, .3)
	for counter, is := range map[int]bool{2: atLimit, 3: equal && fast, 4: good && atLimit} {
		if is {
			add(counter)
		}
	}
	return err
}

// better tells whether a gain has the verdict better: differences of nDCG with a standard deviation of about .2.
func better(rng *rand.Rand, n int, gain float64) (bool, error) {
	values := make([]float64, n)
	for i := range values {
		values[i] = max(-1, min(1, gain+.2*rng.NormFloat64()))
	}
	d, err := stats.DifferencesOf(values)
	if err != nil {
		return false, err
	}
	p, err := stats.Tail{Range: 1}.P(d, 0, stats.TwoSided)
	return d.Mean > 0 && p < alpha, err
}

func (f tradeoffFindings) lines() []line {
	var coverage, passes, joint []candidate
	for _, c := range f {
		if c.bounded > 0 {
			x := share(c.covered, c.bounded)
			coverage = append(coverage, candidate{x, leastCoverage - x, shareError(leastCoverage, c.bounded), c.String()})
		}
		passes = append(passes, atMost(alpha, c.passed, c.samples, c.String()))
		joint = append(joint, atMost(alpha, c.noBetter, c.samples, c.String()), atMost(alpha, c.tooSlow, c.samples, c.String()))
	}
	return []line{
		worst("coverage of the difference of a quantile of latency", "≥ .93", coverage),
		worst("false pass of a limit of a quantile", "≤ .05", passes),
		worst(`false "better and within the limit"`, "≤ .05", joint),
	}
}

func (f tradeoffFindings) write(p *page) {
	p.printf("\n### Objectives about latency\n\n")
	p.printf("Times of two systems. Coverage of the 95 %% interval of a quantile's difference; false passes of `rise <= 5%%` at a rise of exactly 5 %%; false \"objective met\" of equal quality with times halved, and of better quality at a rise of exactly 5 %%; .05 is nominal. –: too few queries for an interval.\n\n")
	p.head(1, "times", "quantile", "n", "coverage", "false pass", "met, not better", "met, too slow")
	for _, c := range f {
		covered := "–"
		if c.bounded > 0 {
			covered = digits(share(c.covered, c.bounded))
		}
		p.row(c.name, fmt.Sprintf("p%.0f", 100*c.quantile), fmt.Sprint(c.n), covered, digits(share(c.passed, c.samples)), digits(share(c.noBetter, c.samples)), digits(share(c.tooSlow, c.samples)))
	}
}
