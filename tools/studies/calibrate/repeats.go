package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/rankduel/rankduel/stats"
)

// A repeating population draws queries with a true difference whose mean is 0, and runs of
// both systems on each.
type repeating struct {
	name            string
	between, within float64 // variances, the latter of one run of both systems
	query           func(rng *rand.Rand) (run [2]func() float64)
}

// repeatings are populations of queries × runs: differences of real pairs under runs that
// spread unequally and to one side, and runs that succeed or not.
func (s study) repeatings() []repeating {
	list := []repeating{{"runs of 0 and 1", 2 * .125, 2 * .125, func(rng *rand.Rand) (run [2]func() float64) {
		for i := range run { // from Beta(½, ½): the variance of p is 1/8, and that of a run E p(1 − p) = 1/8
			p := distuv.Beta{Alpha: .5, Beta: .5, Src: rng}.Rand()
			run[i] = func() float64 { return float64(oneIf(rng.Float64() < p)) }
		}
		return run
	}}}
	for _, p := range s.real {
		p = p.moved(0)
		variance := p.spread() * p.spread()
		list = append(list, repeating{p.name, variance, 4 * variance, func(rng *rand.Rand) (run [2]func() float64) {
			one := make([]float64, 1)
			p.draw(one, rng)
			effect, sd := one[0], math.Sqrt(2*variance*rng.ExpFloat64()) // E sd² = 2 × that between
			for i := range run {
				run[i] = func() float64 { return float64(i)*effect + sd*(rng.ExpFloat64()-1) }
			}
			return run
		}})
	}
	return list
}

// A repeatsCell is what was said of samples of one size.
type repeatsCell struct {
	n, runs, samples                        int
	rule, t, pairs, coversBetween, coversIn int // verdicts that are false, and intervals that cover
}

func (c repeatsCell) String() string { return fmt.Sprintf("n = %d, %d runs", c.n, c.runs) }

type repeatsFindings []repeatsCell

func (s study) repeats() (findings, error) {
	var out repeatsFindings
	populations := s.repeatings()
	for _, n := range []int{20, 200} {
		for _, runs := range []int{1, 2, 5, 10} {
			c := repeatsCell{n: n, runs: runs, samples: max(1, 4*s.samples)}
			counts, err := s.count(repeatsIndex+uint64(len(out)), c.samples, 5, func(rng *rand.Rand, add func(int)) error {
				return populations[rng.IntN(len(populations))].judged(n, runs, rng, add)
			})
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c, err)
			}
			c.rule, c.t, c.pairs, c.coversBetween, c.coversIn = counts[0], counts[1], counts[2], counts[3], counts[4]
			out = append(out, c)
		}
	}
	return out, nil
}

// judged draws one sample: about that many runs of each query and system, one more or less.
func (p repeating) judged(n, runs int, rng *rand.Rand, add func(int)) error {
	var a, b []stats.Runs
	var d, pairs []float64
	for range n {
		run := p.query(rng)
		var mean [2]float64
		var of [2]stats.Runs
		first := make([]float64, 0, runs+1)
		for i := range run {
			size := runs
			if runs > 1 {
				size += rng.IntN(3) - 1
			}
			for r := range size {
				score := run[i]()
				of[i].Add(&mean[i], score)
				switch {
				case i == 0:
					first = append(first, score)
				case r < len(first):
					pairs = append(pairs, score-first[r])
				}
			}
		}
		a, b, d = append(a, of[0]), append(b, of[1]), append(d, mean[1]-mean[0])
	}
	means, err := stats.DifferencesOf(d)
	if err != nil {
		return err
	}
	independent, err := stats.DifferencesOf(pairs)
	if err != nil {
		return err
	}
	width := 1.0 // runs of long tails go beyond it
	for _, x := range d {
		width = max(width, abs(x))
	}
	tail, err := stats.Tail{Range: width}.Interval(means, level)
	if err != nil {
		return err
	}
	if !tail.Contains(0) {
		add(0)
	}
	if studentSide(means, stats.StudentUpper(alpha/2, float64(n-1))) != 0 {
		add(1)
	}
	if studentSide(independent, stats.StudentUpper(alpha/2, float64(len(pairs)-1))) != 0 {
		add(2)
	}
	split, err := stats.NewRepeats(means, a, b, level)
	if err != nil || split.Between == nil {
		return err
	}
	if i := split.BetweenInterval; i != nil && i.Contains(p.between) {
		add(3)
	}
	if i := split.WithinInterval; i != nil && i.Contains(p.within) {
		add(4)
	}
	return nil
}

func (f repeatsFindings) lines() []line {
	var wrong, between, within []candidate
	for _, c := range f {
		wrong = append(wrong, atMost(mostFalseRepeats, c.rule, c.samples, c.String()))
		if c.runs > 1 {
			x, y := share(c.coversBetween, c.samples), share(c.coversIn, c.samples)
			between = append(between, candidate{x, leastVariance - x, shareError(leastVariance, c.samples), c.String()})
			within = append(within, candidate{y, leastVariance - y, shareError(leastVariance, c.samples), c.String()})
		}
	}
	return []line{
		worst("false better or worse by means of queries over their runs", "≤ .06", wrong),
		worst("coverage of the variance between queries", "≥ .83", between),
		worst("coverage of the variance within queries", "≥ .83", within),
	}
}

func (f repeatsFindings) write(p *page) {
	p.printf("\n### Queries and repeats\n\n")
	p.printf("The true difference is 0. Shares of samples with a verdict by means of queries (the rule, and t), and by pairs of query and run taken as independent (t); and coverage of the 95 %% intervals of the two variances. Differences of real pairs under runs that spread unequally and to one side, and runs of 0 and 1; the numbers of runs differ by one.\n\n")
	p.head(1, "queries, runs", "rule", "t", "pairs", "between", "within")
	for _, c := range f {
		cells := []string{"–", "–"}
		if c.runs > 1 {
			cells = []string{digits(share(c.coversBetween, c.samples)), digits(share(c.coversIn, c.samples))}
		}
		p.row(append([]string{c.String(), digits(share(c.rule, c.samples)), digits(share(c.t, c.samples)), digits(share(c.pairs, c.samples))}, cells...)...)
	}
}
