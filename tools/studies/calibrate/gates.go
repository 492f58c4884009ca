package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/rankduel/rankduel/stats"
)

// A gateCell is what a gate of 5 % did about a true drop: a baseline with recall
// .80, one relevant document a query, of which a share changes.
type gateCell struct {
	churn   float64
	n       int
	drop    float64 // relative
	samples int
	peer    float64 // the source's share of point
	point   int     // the mean is below the limit: a point rule fails
	block   int     // not shown to be kept: a noninferior rule blocks
	broken  int     // shown to be broken: a regression rule fails
}

// gateCells have the rates of the method's source for a point rule: 40,000 samples a
// cell, NumPy. Its other rates are by other bounds.
var gateCells = []gateCell{
	{churn: .06, n: 50, drop: 0, peer: .103},
	{churn: .06, n: 50, drop: .05, peer: .458},
	{churn: .06, n: 50, drop: .10, peer: .840},
	{churn: .06, n: 200, drop: 0, peer: .010},
	{churn: .06, n: 200, drop: .05, peer: .484},
	{churn: .06, n: 200, drop: .10, peer: .988},
	{churn: .15, n: 50, drop: 0, peer: .206},
	{churn: .15, n: 50, drop: .05, peer: .479},
	{churn: .15, n: 50, drop: .10, peer: .770},
	{churn: .15, n: 200, drop: 0, peer: .063},
	{churn: .15, n: 200, drop: .05, peer: .495},
	{churn: .15, n: 200, drop: .10, peer: .938},
	{churn: .15, n: 1000, drop: 0, peer: .000},
	{churn: .15, n: 1000, drop: .05, peer: .500},
	{churn: .15, n: 1000, drop: .10, peer: 1},
}

const (
	gateMargin   = .05
	gateBaseline = .80
	gatePeers    = 40_000 // samples of the source
	gateNear     = .02    // of the source's rates
)

type gateFindings []gateCell

func (s study) gates() (findings, error) {
	out := append(gateFindings(nil), gateCells...)
	for i := range out {
		c := &out[i]
		c.samples = s.samples
		counts, err := s.count(gateIndex+uint64(i), c.samples, 3, func(rng *rand.Rand, add func(int)) error {
			d, err := gateDecision(rng, *c)
			if err != nil {
				return err
			}
			for counter, yes := range []bool{d.Mean < -stats.GateSlack, d.PKept >= alpha, d.PBroken < alpha} {
				if yes {
					add(counter)
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		c.point, c.block, c.broken = counts[0], counts[1], counts[2]
	}
	return out, nil
}

// gateDecision draws one comparison: each query is lost or won with the
// probabilities that give the drop and the churn.
func gateDecision(rng *rand.Rand, c gateCell) (stats.GateDecision, error) {
	down := c.drop * gateBaseline
	churn := max(c.churn, down)
	lost, won := (churn+down)/2, (churn-down)/2
	before, now := make([]float64, c.n), make([]float64, c.n)
	for i := range before {
		if rng.Float64() < gateBaseline {
			before[i] = 1
		}
		now[i] = before[i]
		u := rng.Float64()
		if before[i] == 1 && u < lost/gateBaseline || before[i] == 0 && u < won/(1-gateBaseline) {
			now[i] = 1 - before[i]
		}
	}
	r, err := stats.CompareRelative(before, now, gateMargin, .9)
	if err != nil {
		return stats.GateDecision{}, err
	}
	return stats.Gate{Range: 1}.Judge(r.Contrast)
}

func (f gateFindings) lines() []line {
	var near, passes, broken []candidate
	for _, c := range f {
		where := fmt.Sprintf("%d, churn %.0f %%, drop %.0f %%", c.n, 100*c.churn, 100*c.drop)
		x := share(c.point, c.samples)
		near = append(near, candidate{abs(x - c.peer), abs(x-c.peer) - gateNear, math.Hypot(shareError(x, c.samples), shareError(c.peer, gatePeers)), where})
		if c.drop == gateMargin {
			passes = append(passes, atMost(mostFalsePasses, c.samples-c.block, c.samples, where))
			broken = append(broken, atMost(mostFalsePasses, c.broken, c.samples, where))
		}
	}
	return []line{
		worst("a point rule's rate of failures, distance to the source's", "≤ .02", near),
		worst("a drop of the limit passed by a noninferior rule", "≤ .062", passes),
		worst("a drop of the limit failed by a regression rule", "≤ .062", broken),
	}
}

func (f gateFindings) write(p *page) {
	p.printf("\n### What a gate does\n\n")
	p.printf("A drop of at most 5 %% of a baseline with recall .80, one relevant document a query. Of a point rule ours / the source's (40,000 samples).\n\n")
	p.head(0, "queries that change", "n", "true drop", "point fails", "noninferior blocks", "regression fails")
	for _, c := range f {
		p.row(fmt.Sprintf("%.0f %%", 100*c.churn), fmt.Sprint(c.n), fmt.Sprintf("%.0f %%", 100*c.drop),
			pair(share(c.point, c.samples), c.peer), digits(share(c.block, c.samples)), digits(share(c.broken, c.samples)))
	}
}
