package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/rankduel/rankduel/stats"
)

// A gateCell is what a gate of 5 % did about a true drop: a baseline with recall
// .80, one relevant document a query, of which a share changes.
type gateCell struct {
	churn   float64
	n       int
	drop    float64 // relative
	samples int
	literal int // the mean is below the limit
	block   int // not proven to be kept
	proven  int // proven to be broken
	peers   [3]float64
}

// peerGates is the table of the method's source: 40,000 samples a cell, NumPy.
// Negative where it has no cell.
var peerGates = []struct {
	churn float64
	n     int
	drop  float64
	rates [3]float64
}{
	{.06, 50, 0, [3]float64{.103, .802, .001}},
	{.06, 50, .05, [3]float64{.458, .974, .020}},
	{.06, 50, .10, [3]float64{.840, 1, .186}},
	{.06, 200, 0, [3]float64{.010, .277, .000}},
	{.06, 200, .05, [3]float64{.484, .947, .034}},
	{.06, 200, .10, [3]float64{.988, 1, .701}},
	{.15, 50, 0, [3]float64{.206, .863, .006}},
	{.15, 50, .05, [3]float64{.479, .965, .043}},
	{.15, 50, .10, [3]float64{.770, .995, .166}},
	{.15, 200, 0, [3]float64{.063, .575, .001}},
	{.15, 200, .05, [3]float64{.495, .951, .047}},
	{.15, 200, .10, [3]float64{.938, .999, .446}},
	{.15, 1000, 0, [3]float64{.000, .044, .000}},
	{.15, 1000, .05, [3]float64{.500, .949, .048}},
	{.15, 1000, .10, [3]float64{1, 1, .964}},
}

const (
	gateIndex    = 1 << 26
	heldIndex    = 1 << 27
	gateMargin   = .05
	gateBaseline = .80
)

// gateFigures are what the studies of gates and held-out checks found.
type gateFigures struct {
	gates []gateCell
	held  []heldCell
}

func (s study) gates(progress io.Writer) (g gateFigures, err error) {
	start := time.Now()
	for i, peer := range peerGates {
		c := gateCell{churn: peer.churn, n: peer.n, drop: peer.drop, samples: s.samplesAt(peer.n), peers: peer.rates}
		counts, err := s.count(gateIndex+uint64(i), c.samples, 3, func(rng *rand.Rand, add func(int)) error {
			o, err := gateOutcome(rng, c)
			if err != nil {
				return err
			}
			if o.Failed() {
				add(0)
			}
			if o != stats.PassProven {
				add(1)
			}
			if o == stats.FailProven {
				add(2)
			}
			return nil
		})
		if err != nil {
			return g, fmt.Errorf("gate: %w", err)
		}
		c.literal, c.block, c.proven = counts[0], counts[1], counts[2]
		g.gates = append(g.gates, c)
	}
	fmt.Fprintf(progress, "gates: %.1f s\n", time.Since(start).Seconds())
	g.held, err = s.heldChecks(progress)
	return g, err
}

// gateOutcome draws one comparison: each query is lost or won with the
// probabilities that give the drop and the churn.
func gateOutcome(rng *rand.Rand, c gateCell) (stats.GateOutcome, error) {
	down := c.drop * gateBaseline
	churn := max(c.churn, down)
	lost, won := (churn+down)/2, (churn-down)/2
	before, now := make([]float64, c.n), make([]float64, c.n)
	changed := 0
	for i := range before {
		if rng.Float64() < gateBaseline {
			before[i] = 1
		}
		now[i] = before[i]
		u := rng.Float64()
		if before[i] == 1 && u < lost/gateBaseline || before[i] == 0 && u < won/(1-gateBaseline) {
			now[i] = 1 - before[i]
			changed++
		}
	}
	r, err := stats.CompareRelative(before, now, gateMargin, .9)
	if err != nil {
		return "", err
	}
	d, err := stats.Gate{Range: 1}.Judge(r.Contrast, changed)
	return d.Outcome, err
}

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

func (s study) heldChecks(progress io.Writer) ([]heldCell, error) {
	start := time.Now()
	cells := append([]heldCell(nil), heldCells...)
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
			for counter, yes := range []bool{rejects(gain.P) && r.Tuning.Mean > 0, rejects(r.Test.P), r.Overfit, r.Generalises} {
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
	fmt.Fprintf(progress, "held-out checks: %.1f s\n", time.Since(start).Seconds())
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
