package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/rankduel/rankduel/stats"
)

// sizes are the numbers of queries of most tables.
var sizes = []int{10, 25, 50, 75, 100, 200, 400, 1000}

// A mistakeCell is what was said of samples whose true mean is 0.
type mistakeCell struct {
	population
	n, samples                int
	hidden                    bool // a tail; then no limit applies
	studentBetter, ruleBetter int
	studentWorse, ruleWorse   int
	studentCovers, ruleCovers int
}

// student and rule return the share of the worse side.
func (c mistakeCell) student() float64 {
	return share(max(c.studentBetter, c.studentWorse), c.samples)
}
func (c mistakeCell) rule() float64 { return share(max(c.ruleBetter, c.ruleWorse), c.samples) }

func (c mistakeCell) String() string { return fmt.Sprintf("%d, %s", c.n, c.name) }

type mistakeFindings []mistakeCell

func (s study) mistakes() (findings, error) {
	var out mistakeFindings
	for _, p := range append(append([]population(nil), s.made...), s.real...) {
		p = p.moved(0)
		for _, n := range sizes {
			c := mistakeCell{population: p, n: n, samples: s.samplesOf(p), hidden: p.hides(n)}
			critical := stats.StudentUpper(alpha/2, float64(n-1))
			counts, err := s.count(mistakesIndex+uint64(len(out)), c.samples, 6, func(rng *rand.Rand, add func(int)) error {
				return p.mistaken(n, critical, rng, add)
			})
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c, err)
			}
			c.studentBetter, c.studentWorse, c.studentCovers = counts[0], counts[1], counts[2]
			c.ruleBetter, c.ruleWorse, c.ruleCovers = counts[3], counts[4], counts[5]
			out = append(out, c)
		}
	}
	return out, nil
}

// mistaken draws a sample and adds what t (from 0 on) and the rule (from 3 on) say of it:
// better, worse, and that the interval covers 0.
func (p population) mistaken(n int, critical float64, rng *rand.Rand, add func(int)) error {
	values := make([]float64, n)
	p.draw(values, rng)
	d, err := stats.DifferencesOf(values)
	if err != nil {
		return err
	}
	switch side := studentSide(d, critical); {
	case side > 0:
		add(0)
	case side < 0:
		add(1)
	case *d.SD > 0:
		add(2)
	}
	side, err := ruleSide(d)
	switch {
	case side == 0:
		add(5)
	case d.Changed < stats.MinChanged: // no verdict
	case side > 0:
		add(3)
	default:
		add(4)
	}
	return err
}

// studentSide returns on which side of 0 the interval of t is, 0 where it covers 0.
func studentSide(d stats.Differences, critical float64) int {
	half := critical * *d.SD / math.Sqrt(float64(d.N))
	return oneIf(half > 0 && d.Mean > half) - oneIf(half > 0 && d.Mean < -half)
}

// ruleSide returns the same of the rule, by the p values that go with the ends of its
// interval: quantiles of t take most of the time.
func ruleSide(d stats.Differences) (int, error) {
	above, err := stats.Tail{Range: 1}.P(d, 0, stats.Greater)
	if err != nil {
		return 0, err
	}
	below, err := stats.Tail{Range: 1}.P(d, 0, stats.Less)
	return oneIf(above < alpha/2) - oneIf(below < alpha/2), err
}

func (f mistakeFindings) lines() []line {
	var made, pairs, means, covers []candidate
	for _, c := range f {
		if c.hidden {
			continue
		}
		if count := max(c.ruleBetter, c.ruleWorse); c.real {
			pairs = append(pairs, atMost(mostFalseReal, count, c.samples, c.String()))
		} else {
			made = append(made, atMost(mostFalse, count, c.samples, c.String()))
		}
		x := share(c.ruleCovers, c.samples)
		covers = append(covers, candidate{x, leastCoverage - x, shareError(leastCoverage, c.samples), c.String()})
	}
	out := []line{worst("false better or false worse, made populations", "≤ .05", made)}
	if len(pairs) > 0 {
		for _, n := range sizes {
			x, samples := f.mean(n, func(mistakeCell) bool { return true }, mistakeCell.ruleSides)
			means = append(means, candidate{x, x - mostFalseRealMean, shareError(mostFalseRealMean, samples), fmt.Sprint(n)})
		}
		out = append(out, worst("false better or false worse, worst real pair", "≤ .06", pairs), worst("false better or false worse, mean of real pairs", "≤ .027", means))
	}
	return append(out, worst("coverage of the two-sided interval", "≥ .93", covers))
}

// ruleSides and studentSides return the mean of both sides.
func (c mistakeCell) ruleSides() float64 { return share(c.ruleBetter+c.ruleWorse, 2*c.samples) }

func (c mistakeCell) studentSides() float64 {
	return share(c.studentBetter+c.studentWorse, 2*c.samples)
}

// mean returns the mean over real pairs, and the number of samples of all.
func (f mistakeFindings) mean(n int, in func(mistakeCell) bool, of func(mistakeCell) float64) (mean float64, samples int) {
	count := 0
	for _, c := range f {
		if c.real && c.n == n && in(c) {
			mean += of(c)
			samples += c.samples
			count++
		}
	}
	return mean / float64(max(1, count)), samples
}

func (f mistakeFindings) write(p *page) {
	p.printf("\n### False better or worse\n\n")
	p.printf("The true difference is 0. Shares of samples in which t / the rule finds a difference on one side, the worse side; .025 is nominal.\n\n")
	p.sized(sizes, "population")
	f.rows(p, func(c mistakeCell) string { return pair(c.student(), c.rule()) + c.mark() })
	f.realRows(p)
	f.writeHidden(p)
	p.printf("\n### Coverage of 95 %% intervals\n\n")
	p.printf("Of the same samples, t / the rule. An interval of t that is undefined does not cover.\n\n")
	p.sized(sizes, "population")
	f.rows(p, func(c mistakeCell) string {
		return pair(share(c.studentCovers, c.samples), share(c.ruleCovers, c.samples))
	})
	if least := f.extreme(func(c mistakeCell) float64 { return -share(c.studentCovers, c.samples) }); len(least) > 0 {
		rule := f.extreme(func(c mistakeCell) float64 { return -share(c.ruleCovers, c.samples) })
		row := []string{"real, worst"}
		for i := range sizes {
			row = append(row, pair(-least[i], -rule[i]))
		}
		p.row(row...)
	}
}

// mark returns an asterisk for cells that have no limit.
func (c mistakeCell) mark() string {
	if c.hidden {
		return " \\*"
	}
	return ""
}

// writeHidden names the cells without a limit, and the worst of them.
func (f mistakeFindings) writeHidden(p *page) {
	count := 0
	var top mistakeCell
	for _, c := range f {
		if c.hidden {
			count++
			if top.samples == 0 || c.rule() > top.rule() {
				top = c
			}
		}
	}
	if count == 0 {
		return
	}
	p.printf("\n\\* In more than one sample of twenty a tail of losses (or gains) is not seen, and the others then gain more than the interval allows for: %d of %d cells, of which the worst is %s of %s.\n", count, len(f), digits(top.rule()), top)
}

// rows writes one for each made population.
func (f mistakeFindings) rows(p *page, text func(mistakeCell) string) {
	for i := 0; i < len(f); i += len(sizes) {
		if f[i].real {
			continue
		}
		row := []string{f[i].name}
		for _, c := range f[i : i+len(sizes)] {
			row = append(row, text(c))
		}
		p.row(row...)
	}
}

// realRows writes the worst and the mean of real pairs, those that are held out apart.
func (f mistakeFindings) realRows(p *page) {
	student, rule := f.extreme(mistakeCell.student), f.extreme(mistakeCell.rule)
	if len(student) == 0 {
		return
	}
	row := []string{"real, worst"}
	for i := range sizes {
		row = append(row, pair(student[i], rule[i]))
	}
	p.row(row...)
	for _, of := range []struct {
		name string
		in   func(mistakeCell) bool
	}{
		{"real, mean", func(c mistakeCell) bool { return !c.heldOut }},
		{"real, held out, mean", func(c mistakeCell) bool { return c.heldOut }},
	} {
		row := []string{of.name}
		for _, n := range sizes {
			t, _ := f.mean(n, of.in, mistakeCell.studentSides)
			r, _ := f.mean(n, of.in, mistakeCell.ruleSides)
			row = append(row, pair(t, r))
		}
		p.row(row...)
	}
}

// extreme returns the largest figure of a real pair at each size, nothing without pairs.
func (f mistakeFindings) extreme(of func(mistakeCell) float64) []float64 {
	var out []float64
	for _, n := range sizes {
		found := false
		top := 0.0
		for _, c := range f {
			if x := of(c); c.real && c.n == n && (!found || x > top) {
				found, top = true, x
			}
		}
		if found {
			out = append(out, top)
		}
	}
	return out
}
