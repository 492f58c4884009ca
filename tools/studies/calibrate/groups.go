package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"

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
			plain, needs := c.draw(rng)
			for counter, values := range [][]float64{meansBy(plain, needs), plain} {
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

// draw makes differences that have the correlation within a need, and the need of each. The
// last wordings of some needs are missing, so that groups have several sizes.
func (c groupedCell) draw(rng *rand.Rand) (d []float64, needs []int) {
	const sd = .15
	for need := range c.needs {
		common := math.Sqrt(c.correlation) * rng.NormFloat64()
		for range 1 + c.wordings/2 + rng.IntN(c.wordings) {
			own := math.Sqrt(1-c.correlation) * rng.NormFloat64()
			d, needs = append(d, max(-.5, min(.5, sd*(common+own)))), append(needs, need)
		}
	}
	return d, needs
}

// meansBy returns the mean of each need, whose differences follow each other.
func meansBy(d []float64, needs []int) []float64 {
	var means []float64
	first := 0
	for i := range d {
		if i == len(d)-1 || needs[i+1] != needs[i] {
			means = append(means, stat.Mean(d[first:i+1], nil))
			first = i + 1
		}
	}
	return means
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
