package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/rankduel/rankduel/stats"
)

// verdictSizes are the numbers of queries at which verdicts are counted.
var verdictSizes = []int{10, 25, 50, 120, 200, 500, 1000}

// judged returns the verdict of the rule on one sample. The randomization test
// decides nothing in these samples but where it is exact, so t is in for it.
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

// count adds up over samples what look returns, block by block, so that the
// number of workers changes nothing.
func (s study) count(index uint64, samples, counters int, look func(rng *rand.Rand, add func(counter int)) error) ([]int, error) {
	blocks := make([][]int, (samples+blockSize-1)/blockSize)
	errs := make([]error, len(blocks))
	s.eachBlock(len(blocks), func(block int) {
		rng := s.stream(index, block)
		blocks[block] = make([]int, counters)
		for range min(blockSize, samples-block*blockSize) {
			if err := look(rng, func(counter int) { blocks[block][counter]++ }); err != nil {
				errs[block] = err
				return
			}
		}
	})
	total := make([]int, counters)
	for block, counts := range blocks {
		if errs[block] != nil {
			return nil, errs[block]
		}
		for i, n := range counts {
			total[i] += n
		}
	}
	return total, nil
}

// A falseEquivalence is how often a candidate that is worse by exactly the
// margin was called equivalent.
type falseEquivalence struct {
	name     string
	margin   float64
	n        int
	samples  int
	byRange  int // by the whole range: the rule
	observed int // by the largest difference that was seen
	found    int // called worse, rightly
	better   int // called better, wrongly
}

// equivalenceSources returns distributions whose mean is below zero by the margin.
func equivalenceSources(sources []distribution) []distribution {
	named := make(map[string]distribution)
	for _, d := range sources {
		named[d.Name] = d
	}
	return []distribution{
		renamed(reindex(.02), "reindex 2 %"), renamed(reindex(.03), "reindex 3 %"),
		renamed(twoPoint(.8, .02), "two-point 2 %"), renamed(twoPoint(.8, .025), "two-point 2.5 %"),
		studentThree(.05).shifted(-.02), renamed(studentThree(.05).shifted(-.05), "t3 wide margin"),
		lognormalLoss(.03).shifted(-.02), tiesNinety().tilted(-.02),
		renamed(named["rr_sym_null"].tilted(-.05), "RR"), renamed(named["ndcg_sym_null"].shifted(-.02), "nDCG"),
		renamed(named["recall_asym_null"].tilted(-.05), "recall"), renamed(normal("", .05).shifted(-.02), "normal"),
	}
}

func renamed(d distribution, name string) distribution {
	d.Name = name
	return d
}

func (s study) falseEquivalences(sources []distribution, progress io.Writer) ([]falseEquivalence, error) {
	var out []falseEquivalence
	for i, d := range equivalenceSources(sources) {
		start := time.Now()
		for at, n := range verdictSizes {
			cell := falseEquivalence{name: d.Name, margin: -d.Mean, n: n, samples: s.samples}
			rule := stats.Rule{Margin: cell.margin, Range: 1}
			seen := rule
			seen.Equivalence = stats.Observed
			counts, err := s.count(verdictIndex+uint64(i*len(verdictSizes)+at), s.samples, 4, func(rng *rand.Rand, add func(int)) error {
				values := make([]float64, n)
				d.draw(values, rng)
				verdict, err := judged(rule, values)
				if err != nil {
					return err
				}
				switch verdict {
				case stats.Equivalent:
					add(0)
				case stats.Worse:
					add(2)
				case stats.Better:
					add(3)
				}
				verdict, err = judged(seen, values)
				if verdict == stats.Equivalent {
					add(1)
				}
				return err
			})
			if err != nil {
				return nil, fmt.Errorf("%s at %d: %w", d.Name, n, err)
			}
			cell.byRange, cell.observed, cell.found, cell.better = counts[0], counts[1], counts[2], counts[3]
			out = append(out, cell)
		}
		fmt.Fprintf(progress, "false equivalence: %s, %.1f s\n", d.Name, time.Since(start).Seconds())
	}
	return out, nil
}

// The streams of these studies, beyond all cells.
const (
	verdictIndex  = 1 << 21
	familyIndex   = 1 << 22
	groupIndex    = 1 << 23
	powerIndex    = 1 << 24
	equalityIndex = 1 << 25
)

// verdicts runs all of them.
func (s study) verdicts(sources []distribution, progress io.Writer) (v verdictFigures, err error) {
	if v.equivalences, err = s.falseEquivalences(sources, progress); err != nil {
		return v, err
	}
	if v.families, err = s.falseFindings(progress); err != nil {
		return v, err
	}
	if v.groups, err = s.groupedFindings(progress); err != nil {
		return v, err
	}
	if v.powers, err = s.powers(sources, progress); err != nil {
		return v, err
	}
	v.equalities, err = s.equalities(progress)
	return v, err
}
