package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"time"

	"github.com/rankduel/rankduel/stats"
)

// candidates is the number of systems that are compared with one baseline, none
// of them better or worse.
const candidates = 20

// A falseFinding is how often any of the candidates was found to differ.
type falseFinding struct {
	name    string
	n       int
	samples int
	plain   int // without a correction
	holm    int // the rule: one family of the primary measure
	maxT    int
}

// scoreSources draw a system's scores on one query, whose difficulty is in
// [0, 1): the systems of one query go together.
var scoreSources = []struct {
	name string
	draw func(difficulty float64, rng *rand.Rand) float64
}{
	{"nDCG", func(difficulty float64, rng *rand.Rand) float64 {
		return min(1, max(0, .9-difficulty+.12*rng.NormFloat64()))
	}},
	{"RR", func(difficulty float64, rng *rand.Rand) float64 { // ranks are geometric, and beyond 10 lost
		for rank := 1.; rank <= 10; rank++ {
			if rng.Float64() > difficulty {
				return 1 / rank
			}
		}
		return 0
	}},
	{"hit, 90 % ties", func(difficulty float64, rng *rand.Rand) float64 {
		switch {
		case difficulty < .8:
			return 1
		case rng.Float64() < .5:
			return 0
		}
		return 1
	}},
}

// falseFindings is about candidates that are as good as the baseline.
func (s study) falseFindings(progress io.Writer) ([]falseFinding, error) {
	var out []falseFinding
	for i, source := range scoreSources {
		start := time.Now()
		for at, n := range []int{25, 50, 200} {
			cell := falseFinding{name: source.name, n: n, samples: max(1, s.samples/2)}
			counts, err := s.count(familyIndex+uint64(10*i+at), cell.samples, 3, func(rng *rand.Rand, add func(int)) error {
				ds := make([][]float64, candidates)
				for c := range ds {
					ds[c] = make([]float64, n)
				}
				for q := range n {
					difficulty := rng.Float64()
					baseline := source.draw(difficulty, rng)
					for c := range ds {
						ds[c][q] = source.draw(difficulty, rng) - baseline
					}
				}
				found, err := findings(ds, rng.Uint64())
				for counter, yes := range found {
					if yes {
						add(counter)
					}
				}
				return err
			})
			if err != nil {
				return nil, fmt.Errorf("%s at %d: %w", source.name, n, err)
			}
			cell.plain, cell.holm, cell.maxT = counts[0], counts[1], counts[2]
			out = append(out, cell)
		}
		fmt.Fprintf(progress, "%d null candidates: %s, %.1f s\n", candidates, source.name, time.Since(start).Seconds())
	}
	return out, nil
}

// findings tells whether any comparison ends in better or worse without a
// correction, by Holm, and by maxT.
func findings(ds [][]float64, seed uint64) (found [3]bool, err error) {
	rule := stats.Rule{Range: 1}
	evidence := make([]stats.Evidence, len(ds))
	tests := make([]stats.Hypothesis, len(ds))
	for c, values := range ds {
		d, err := stats.DifferencesOf(values)
		if err != nil {
			return found, err
		}
		t, err := stats.TTest{}.Test(d)
		if err != nil {
			return found, err
		}
		if evidence[c], err = rule.Weigh(d, stats.Computed{T: &t, Randomization: &t}); err != nil {
			return found, err
		}
		tests[c] = stats.Hypothesis{Role: stats.Primary, P: evidence[c].Decides.P}
	}
	// A comparison that no p leads to a finding needs no look at the corrections.
	for c, e := range evidence {
		verdict, _, err := rule.Verdict(e, tests[c].P)
		if err != nil {
			return found, err
		}
		found[0] = found[0] || isFinding(verdict)
	}
	if !found[0] {
		return found, nil
	}
	holm, err := stats.AdjustRoles(tests, stats.Holm)
	if err != nil {
		return found, err
	}
	maxT, err := stats.MaxT{Rounds: 999, Seed: seed, Workers: 1}.Adjust(ds)
	if err != nil {
		return found, err
	}
	for c, e := range evidence {
		for at, p := range []*float64{holm[c].P, &maxT.Adjusted[c]} {
			if p == nil || *p >= alpha {
				continue
			}
			verdict, _, err := rule.Verdict(e, p)
			if err != nil {
				return found, err
			}
			found[1+at] = found[1+at] || isFinding(verdict)
		}
	}
	return found, nil
}

func isFinding(v stats.Verdict) bool { return v == stats.Better || v == stats.Worse }

// A groupedCell is how often wordings of needs, on which there is no effect,
// ended in better or worse.
type groupedCell struct {
	needs, wordings int
	correlation     float64 // of wordings of one need
	samples         int
	grouped         int // needs are the unit: the rule
	ungrouped       int // as if wordings were independent
}

func (s study) groupedFindings(progress io.Writer) ([]groupedCell, error) {
	cells := []groupedCell{
		{needs: 20, wordings: 5, correlation: .5},
		{needs: 20, wordings: 5, correlation: .2},
		{needs: 50, wordings: 4, correlation: .2},
		{needs: 8, wordings: 12, correlation: .5},
		{needs: 200, wordings: 3, correlation: .8},
	}
	start := time.Now()
	for at := range cells {
		c := &cells[at]
		c.samples = s.samples
		counts, err := s.count(groupIndex+uint64(at), c.samples, 2, func(rng *rand.Rand, add func(int)) error {
			a, b, groups := c.draw(rng)
			d, _, err := stats.GroupedDifferences(a, b, groups)
			if err != nil {
				return err
			}
			plain := make([]float64, len(a))
			for i := range a {
				plain[i] = b[i] - a[i]
			}
			for counter, values := range [][]float64{d.Values(), plain} {
				verdict, err := judged(stats.Rule{Range: 1}, values)
				if err != nil {
					return err
				}
				if isFinding(verdict) {
					add(counter)
				}
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("groups: %w", err)
		}
		c.grouped, c.ungrouped = counts[0], counts[1]
	}
	fmt.Fprintf(progress, "groups: %.1f s\n", time.Since(start).Seconds())
	return cells, nil
}

// draw makes scores whose differences have the correlation within a need. The
// last wordings of some needs are missing, so that groups have several sizes.
func (c groupedCell) draw(rng *rand.Rand) (a, b []float64, groups []int) {
	const sd = .15
	for need := range c.needs {
		common := math.Sqrt(c.correlation) * rng.NormFloat64()
		for range 1 + c.wordings/2 + rng.IntN(c.wordings) {
			own := math.Sqrt(1-c.correlation) * rng.NormFloat64()
			d := max(-.5, min(.5, sd*(common+own)))
			a, b, groups = append(a, .5), append(b, .5+d), append(groups, need)
		}
	}
	return a, b, groups
}
