package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/rankduel/rankduel/stats"
)

// A falseEquivalence is how often a candidate that is worse by exactly the
// margin was called equivalent.
type falseEquivalence struct {
	name       string
	margin     float64
	n, samples int
	byRange    int
	observed   int // by the largest difference that was seen
}

// A reachedEquality sets the number of queries that are said to show equality
// with a power of .8 next to how often they do.
type reachedEquality struct {
	name       string
	n          int // the number that is printed
	samples    int
	equivalent int
	tail       bool
}

type equivalenceFindings struct {
	false   []falseEquivalence
	reached []reachedEquality
}

var equivalenceSizes = []int{25, 50, 120, 200, 500, 1000}

// equivalenceMargin is wider for measures with few values.
func equivalenceMargin(name string) float64 {
	switch name {
	case "recall_sym_null", "recall_asym_null", "rr_sym_null", "rr_gain":
		return .05
	case "reindex3":
		return .03
	}
	return stats.DefaultMargin
}

func (s study) equivalence() (findings, error) {
	var f equivalenceFindings
	for _, p := range s.made {
		margin := equivalenceMargin(p.name)
		worse := p.moved(-margin)
		for _, n := range equivalenceSizes {
			c := falseEquivalence{name: p.name, margin: margin, n: n, samples: max(1, s.samples/4)}
			counts, err := s.count(equivalenceIndex+uint64(len(f.false)), c.samples, 2, func(rng *rand.Rand, add func(int)) error {
				values := make([]float64, n)
				worse.draw(values, rng)
				for i, by := range []stats.EquivalenceBy{stats.WholeRange, stats.Observed} {
					verdict, err := judged(stats.Rule{Margin: margin, Range: 1, Equivalence: by}, values)
					if err != nil {
						return err
					}
					if verdict == stats.Equivalent {
						add(i)
					}
				}
				return nil
			})
			if err != nil {
				return nil, fmt.Errorf("%s at %d: %w", p.name, n, err)
			}
			c.byRange, c.observed = counts[0], counts[1]
			f.false = append(f.false, c)
		}
	}
	var err error
	f.reached, err = s.equalities()
	return f, err
}

// judged returns the verdict of the rule on one sample. Sign flips decide nothing in
// these samples but where they are exact, so t is in for them.
func judged(r stats.Rule, values []float64) (stats.Verdict, error) {
	d, err := stats.DifferencesOf(values)
	if err != nil {
		return "", err
	}
	t, err := stats.TTest{}.Test(d)
	if err != nil {
		return "", err
	}
	e, err := r.Weigh(d, stats.Computed{T: &t, Randomization: &t})
	if err != nil {
		return "", err
	}
	verdict, _, err := r.Verdict(e, e.Decides.P)
	return verdict, err
}

// equalities are about distributions without an effect, whose spread is known.
func (s study) equalities() ([]reachedEquality, error) {
	var out []reachedEquality
	for i, p := range []population{
		{name: "normal, sd .02", distribution: normal(0, .02)},
		{name: "normal, sd .1", distribution: normal(0, .1)},
		{name: "t3, scale .02", distribution: studentThree(.02).shifted(0)},
	} {
		spread := stats.Spread{Low: p.Values[0], High: p.Values[len(p.Values)-1], Changed: 1, SD: p.sd()}
		rule := stats.Rule{Range: 1}
		n, err := rule.QueriesForEquality(spread)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		counts, err := s.count(equalityIndex+uint64(i), s.samples, 1, func(rng *rand.Rand, add func(int)) error {
			values := make([]float64, n)
			p.draw(values, rng)
			verdict, err := judged(rule, values)
			if verdict == stats.Equivalent {
				add(0)
			}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		out = append(out, reachedEquality{name: p.name, n: n, samples: s.samples, equivalent: counts[0], tail: i == 2})
	}
	return out, nil
}

func (f equivalenceFindings) lines() []line {
	var wrong, reached []candidate
	for _, c := range f.false {
		wrong = append(wrong, atMost(mostFalseEquivalence, c.byRange, c.samples, fmt.Sprintf("%d, %s", c.n, c.name)))
	}
	for _, c := range f.reached {
		if !c.tail {
			x := share(c.equivalent, c.samples)
			reached = append(reached, candidate{x, abs(x-.8) - powerSlack, shareError(x, c.samples), fmt.Sprintf("%d, %s", c.n, c.name)})
		}
	}
	return []line{
		worst("false equivalence at a true difference of the margin", "≤ .065", wrong),
		worst("power reached by the number of queries for equality", ".80 ± .03", reached),
	}
}

func (f equivalenceFindings) write(p *page) {
	p.printf("\n### False equivalence\n\n")
	p.printf("The candidate is worse by exactly the margin. Shares of samples called equivalent by the whole range (the rule) / by the largest difference that was seen (`observed`).\n\n")
	p.sized(equivalenceSizes, "population", "margin")
	for i := 0; i < len(f.false); i += len(equivalenceSizes) {
		row := []string{f.false[i].name, fmt.Sprint(f.false[i].margin)}
		for _, c := range f.false[i : i+len(equivalenceSizes)] {
			row = append(row, pair(share(c.byRange, c.samples), share(c.observed, c.samples)))
		}
		p.row(row...)
	}
	p.printf("\nNo difference, and as many queries as are said to show equality:\n\n")
	p.head(1, "population", "queries", "equivalent")
	for _, c := range f.reached {
		p.row(c.name, fmt.Sprint(c.n), digits(share(c.equivalent, c.samples)))
	}
}
