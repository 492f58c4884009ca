package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/rankduel/rankduel/stats"
)

// A heldCell is what the check said about the best of k configurations without
// any effect, by the gain on tuning queries.
type heldCell struct {
	tried, tuning, held int
	samples             int
	naive               int // the tuning gain alone is significant
	shrank              int // the difference of the gains alone flags it
	overfitted          int // rightly
	generalises         int // wrongly
	peers               [2]float64
}

// The cells of the method's source, with its rates of a significant tuning gain
// and of the difference in differences.
var heldCells = []heldCell{
	{tried: 1, tuning: 200, held: 60, peers: [2]float64{.054, .052}},
	{tried: 20, tuning: 50, held: 50, peers: [2]float64{.327, .337}},
	{tried: 20, tuning: 200, held: 60, peers: [2]float64{.373, .203}},
	{tried: 100, tuning: 200, held: 200, peers: [2]float64{.880, .543}},
}

// heldSpread is that of the source's differences of recall.
const heldSpread = .356

type heldFindings []heldCell

func (s study) heldOut() (findings, error) {
	cells := append(heldFindings(nil), heldCells...)
	for i := range cells {
		c := &cells[i]
		c.samples = max(1, s.samples/2)
		counts, err := s.count(heldIndex+uint64(i), c.samples, 4, func(rng *rand.Rand, add func(int)) error {
			best := make([]float64, c.tuning)
			top := -2.0
			for range c.tried {
				d := make([]float64, c.tuning)
				var sum float64
				for q := range d {
					d[q] = recallChange(rng)
					sum += d[q]
				}
				if sum/float64(c.tuning) > top {
					best, top = d, sum/float64(c.tuning)
				}
			}
			held := make([]float64, c.held)
			for q := range held {
				held[q] = recallChange(rng)
			}
			r, err := stats.CompareHeldOut(best, held, alpha)
			if err != nil {
				return err
			}
			gain, err := stats.TTest{}.Test(r.Tuning)
			if err != nil {
				return err
			}
			for counter, yes := range []bool{below(gain.P) && r.Tuning.Mean > 0, below(r.Test.P), r.Overfit, r.Generalises} {
				if yes {
					add(counter)
				}
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("held-out check: %w", err)
		}
		c.naive, c.shrank, c.overfitted, c.generalises = counts[0], counts[1], counts[2], counts[3]
	}
	return cells, nil
}

// recallChange returns a symmetric change of recall with the source's spread: most
// queries keep theirs, others win or lose a part or all.
func recallChange(rng *rand.Rand) float64 {
	// A half or the whole, equally likely: variance p·(.25 + 1)/2.
	const changing = heldSpread * heldSpread / .625
	if rng.Float64() >= changing {
		return 0
	}
	size := .5
	if rng.Float64() < .5 {
		size = 1
	}
	if rng.Float64() < .5 {
		return -size
	}
	return size
}

func below(p *float64) bool { return p != nil && *p < alpha }

const mostGeneralising = .06 // of configurations without an effect

func (f heldFindings) lines() []line {
	var cs []candidate
	for _, c := range f {
		cs = append(cs, atMost(mostGeneralising, c.generalises, c.samples, fmt.Sprintf("best of %d, %d and %d queries", c.tried, c.tuning, c.held)))
	}
	return []line{worst("the best of many without an effect said to generalise", "≤ .06", cs)}
}

func (f heldFindings) write(p *page) {
	p.printf("\n### What a held-out check says of luck\n\n")
	p.printf("The best of that number of configurations without any effect, by its gain on the evaluation queries. Ours / the source's, whose significant gains count losses too.\n\n")
	p.head(0, "tried", "evaluation", "held out", "gain significant", "gain shrank", "overfitted", "generalises")
	for _, c := range f {
		p.row(fmt.Sprint(c.tried), fmt.Sprint(c.tuning), fmt.Sprint(c.held),
			pair(share(c.naive, c.samples), c.peers[0]), pair(share(c.shrank, c.samples), c.peers[1]),
			digits(share(c.overfitted, c.samples)), digits(share(c.generalises, c.samples)))
	}
}
