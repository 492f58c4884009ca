package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/rankduel/rankduel/stats"
)

// A heldCell is what the check said about the best of some configurations with the
// same true gain, by its gain on tuning queries.
type heldCell struct {
	name                string
	gain                float64
	tried, tuning, held int
	samples             int
	false, overfitted   int // of which at least half of the gain holds, or not
	generalises         int
	peers               float64 // of the method's source: false claims where there is a gain, claims where there is none
}

// The cells of the method's source, whose differences have standard deviation .2.
var heldCells = []heldCell{
	{gain: .03, tried: 1, tuning: 200, held: 40, peers: .004},
	{gain: .02, tried: 1, tuning: 400, held: 50, peers: .004},
	{gain: .04, tried: 1, tuning: 400, held: 50, peers: .006},
	{gain: .04, tried: 20, tuning: 200, held: 50},
	{tried: 1, tuning: 200, held: 60, peers: .003},
	{tried: 20, tuning: 50, held: 50, peers: .13},
	{tried: 20, tuning: 200, held: 200, peers: .14},
	{tried: 100, tuning: 200, held: 200, peers: .34},
	{tried: 100, tuning: 100, held: 400, peers: .72},
}

// A shownCell is what held-out queries say of the best of some configurations that they
// have shown.
type shownCell struct {
	shown, samples int
	best           int // without an effect, at alpha/S
	ensemble       int // of what was shown, at alpha/(S+1)
	found          int // a gain of .06
	peers          [3]float64
}

var shownCells = []shownCell{
	{shown: 5, peers: [3]float64{.023, .031, .64}},
	{shown: 20, peers: [3]float64{.029, .188, .47}},
	{shown: 100, peers: [3]float64{.025, .998, .28}},
}

const (
	heldSpread  = .2
	shownHeld   = 100 // queries
	shownGain   = .06
	mostShown   = alpha / 2 // one direction
	mostClaimed = alpha
)

type heldFindings struct {
	held  []heldCell
	shown []shownCell
}

func (s study) heldOut() (findings, error) {
	var out heldFindings
	for _, c := range heldCells {
		normal := func(values []float64, rng *rand.Rand) { heldNormal(values, c.gain, rng) }
		c.name = "normal"
		if err := s.heldCell(&out, c, normal); err != nil {
			return nil, err
		}
		if c.tried > 1 {
			continue
		}
		for _, p := range s.made {
			c.name, c.peers = p.name, 0
			if err := s.heldCell(&out, c, p.moved(c.gain).draw); err != nil {
				return nil, err
			}
		}
	}
	for i, c := range shownCells {
		c.samples = s.samples
		counts, err := s.count(heldIndex+uint64(len(out.held)+i), c.samples, 3, c.look)
		if err != nil {
			return nil, fmt.Errorf("held-out looks: %w", err)
		}
		c.best, c.ensemble, c.found = counts[0], counts[1], counts[2]
		out.shown = append(out.shown, c)
	}
	return out, nil
}

// heldCell measures one cell whose differences draw makes.
func (s study) heldCell(out *heldFindings, c heldCell, draw func([]float64, *rand.Rand)) error {
	c.samples = max(1, s.samples/2)
	counts, err := s.count(heldIndex+uint64(len(out.held)), c.samples, 3, func(rng *rand.Rand, add func(int)) error {
		best, held := bestOf(c.tried, c.tuning, draw, rng), make([]float64, c.held)
		draw(held, rng)
		r, err := stats.HeldOut{Rule: stats.Rule{Range: 1}}.Compare(best, held)
		switch {
		case r.Overfit && c.gain >= r.Limit:
			add(0)
		case r.Overfit:
			add(1)
		case r.Generalises:
			add(2)
		}
		return err
	})
	c.false, c.overfitted, c.generalises = counts[0], counts[1], counts[2]
	out.held = append(out.held, c)
	return err
}

// bestOf returns the differences of the one with the largest mean.
func bestOf(tried, n int, draw func([]float64, *rand.Rand), rng *rand.Rand) []float64 {
	best, top := make([]float64, n), -2.0
	for range tried {
		d := make([]float64, n)
		draw(d, rng)
		if m := meanOf(d); m > top {
			best, top = d, m
		}
	}
	return best
}

func meanOf(d []float64) (mean float64) {
	for _, v := range d {
		mean += v / float64(len(d))
	}
	return mean
}

func heldNormal(values []float64, mean float64, rng *rand.Rand) {
	for i := range values {
		values[i] = min(1, max(-1, mean+heldSpread*rng.NormFloat64()))
	}
}

// look draws configurations without an effect and takes the one with the best held-out
// mean, the average of those above 0, and one with a gain.
func (c shownCell) look(rng *rand.Rand, add func(int)) error {
	var best []float64
	ensemble, members := make([]float64, shownHeld), 0.0
	for range c.shown {
		d := make([]float64, shownHeld)
		heldNormal(d, 0, rng)
		if best == nil || meanOf(d) > meanOf(best) {
			best = d
		}
		if meanOf(d) > 0 {
			members++
			for i, v := range d {
				ensemble[i] += v
			}
		}
	}
	for i := range ensemble {
		ensemble[i] /= max(1, members)
	}
	gain := make([]float64, shownHeld)
	heldNormal(gain, shownGain, rng)
	for i, of := range []struct {
		d     []float64
		shown int
	}{{best, c.shown}, {ensemble, c.shown + 1}, {gain, c.shown}} {
		d, err := stats.DifferencesOf(of.d)
		if err != nil {
			return err
		}
		p, err := stats.Tail{Range: 1}.P(d, 0, stats.TwoSided)
		if err != nil {
			return err
		}
		if p < alpha/float64(of.shown) && d.Mean > 0 {
			add(i)
		}
	}
	return nil
}

func (f heldFindings) lines() []line {
	var claims, best []candidate
	for _, c := range f.held {
		claims = append(claims, atMost(mostClaimed, c.false, c.samples, fmt.Sprintf("%s, gain %g, best of %d, %d and %d queries", c.name, c.gain, c.tried, c.tuning, c.held)))
	}
	for _, c := range f.shown {
		best = append(best, atMost(mostShown, c.best, c.samples, fmt.Sprintf("best of %d that were shown", c.shown)))
	}
	return []line{
		worst("called overfitted though half of the gain and more holds", "≤ .05", claims),
		worst("the best of what was shown, without an effect, called better at alpha/S", "≤ .025", best),
	}
}

func (f heldFindings) write(p *page) {
	p.printf("\n### What a held-out check says of luck\n\n")
	p.printf("The best of that number of configurations, all with that true gain, by its gain on the evaluation queries; a false claim is one about a gain of which half and more holds. Ours / the source's, whose allowance for what was not seen is larger below 500 queries.\n\n")
	p.head(1, "differences", "gain", "tried", "evaluation", "held out", "overfitted, falsely", "overfitted, rightly", "generalises")
	for _, c := range f.held {
		wrong, right := digits(share(c.false, c.samples)), digits(share(c.overfitted, c.samples))
		switch {
		case c.peers > 0 && c.gain > 0:
			wrong = pair(share(c.false, c.samples), c.peers)
		case c.peers > 0:
			right = pair(share(c.overfitted, c.samples), c.peers)
		}
		p.row(c.name, fmt.Sprintf("%g", c.gain), fmt.Sprint(c.tried), fmt.Sprint(c.tuning), fmt.Sprint(c.held), wrong, right, digits(share(c.generalises, c.samples)))
	}
	p.printf("\n### What held-out queries say of the best that they have shown\n\n")
	p.printf("%d queries; standard deviation %g. Ours by the rule / the source's by t.\n\n", shownHeld, heldSpread)
	p.head(0, "shown", "best without an effect, at α/S", "average of those above 0, at α/(S+1)", fmt.Sprintf("a gain of %g is found", shownGain))
	for _, c := range f.shown {
		p.row(fmt.Sprint(c.shown), pair(share(c.best, c.samples), c.peers[0]), pair(share(c.ensemble, c.samples), c.peers[1]), pair(share(c.found, c.samples), c.peers[2]))
	}
}
