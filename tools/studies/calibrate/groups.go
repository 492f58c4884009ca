package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/rankduel/rankduel/stats"
)

// A groupedCell is how often wordings of needs, on which there is no effect,
// ended in better or worse.
type groupedCell struct {
	needs, wordings int
	correlation     float64 // of wordings of one need
	samples         int
	grouped         int // needs are the unit: the rule
	ungrouped       int // as if wordings were independent
}

type groupFindings []groupedCell

func (s study) groups() (findings, error) {
	cells := groupFindings{
		{needs: 20, wordings: 5, correlation: .5},
		{needs: 20, wordings: 5, correlation: .2},
		{needs: 50, wordings: 4, correlation: .2},
		{needs: 8, wordings: 12, correlation: .5},
		{needs: 200, wordings: 3, correlation: .8},
	}
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

func (f groupFindings) lines() []line {
	var cs []candidate
	for _, c := range f {
		cs = append(cs, atMost(mostFalseFamilies, c.grouped, c.samples, fmt.Sprintf("%d × %d", c.needs, c.wordings)))
	}
	return []line{worst("better or worse without an effect, wordings grouped by need", "≤ .06", cs)}
}

func (f groupFindings) write(p *page) {
	p.printf("\n### Wordings of one need, without an effect\n\n")
	p.printf("Shares of samples that end in better or worse; .05 is nominal.\n\n")
	p.head(0, "needs", "wordings", "correlation", "grouped", "ungrouped")
	for _, c := range f {
		p.row(fmt.Sprint(c.needs), fmt.Sprint(c.wordings), fmt.Sprint(c.correlation), digits(share(c.grouped, c.samples)), digits(share(c.ungrouped, c.samples)))
	}
}
