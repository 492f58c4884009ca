package main

import (
	"fmt"
	"math"
)

// The limits of gates and held-out checks.
const (
	gateNear         = .02 // of the peers' rates
	mostGeneralising = .06 // of configurations without an effect
)

// accept checks the lines about gates.
func (g gateFigures) accept() []line {
	var near, proofs, held []candidate
	for _, c := range g.gates {
		where := fmt.Sprintf("%d, churn %.0f %%, drop %.0f %%", c.n, 100*c.churn, 100*c.drop)
		for i, count := range []int{c.literal, c.block, c.proven} {
			if i == 2 && c.n < large { // the peers' are by t, ours by the robust interval: more careful
				continue
			}
			x := share(count, c.samples)
			se := math.Hypot(shareError(x, c.samples), shareError(c.peers[i], 40_000))
			near = append(near, candidate{abs(x - c.peers[i]), abs(x-c.peers[i]) - gateNear, se, where})
		}
		if c.drop == gateMargin {
			x := 1 - share(c.block, c.samples)
			proofs = append(proofs, candidate{x, x - mostFalseProofs, shareError(x, c.samples), where})
		}
	}
	for _, c := range g.held {
		x := share(c.generalises, c.samples)
		held = append(held, candidate{x, x - mostGeneralising, shareError(x, c.samples), fmt.Sprintf("best of %d, %d and %d queries", c.tried, c.tuning, c.held)})
	}
	return []line{
		worst("distance of a gate's rates from the peers'", "≤ .02", near),
		worst("a drop of the limit proven to be within it", "≤ .065", proofs),
		worst("the best of many without an effect said to generalise", "≤ .06", held),
	}
}

func (p *page) gates(g gateFigures) {
	p.printf("\n### What a gate does\n\n")
	p.printf("A drop of at most 5 %% of a baseline with recall .80, one relevant document a query. Ours / peers (40,000 samples). The peers' last column is by the t interval; ours is by the robust one below 200 queries or 50 changes, and so proves less.\n\n")
	p.head(0, "queries that change", "n", "true drop", "point fails", "noninferior blocks", "regression fails")
	for _, c := range g.gates {
		rate := func(count, i int) string {
			return digits(share(count, c.samples)) + " / " + digits(c.peers[i])
		}
		p.row(fmt.Sprintf("%.0f %%", 100*c.churn), fmt.Sprint(c.n), fmt.Sprintf("%.0f %%", 100*c.drop), rate(c.literal, 0), rate(c.block, 1), rate(c.proven, 2))
	}
	p.printf("\n### What a held-out check says of luck\n\n")
	p.printf("The best of that number of configurations without any effect, by its gain on the evaluation queries. Ours / peers, whose significant gains count losses too.\n\n")
	p.head(0, "tried", "evaluation", "held out", "gain significant", "gain shrank", "overfitted", "generalises")
	for _, c := range g.held {
		p.row(fmt.Sprint(c.tried), fmt.Sprint(c.tuning), fmt.Sprint(c.held),
			digits(share(c.naive, c.samples))+" / "+digits(c.peers[0]), digits(share(c.shrank, c.samples))+" / "+digits(c.peers[1]),
			digits(share(c.overfitted, c.samples)), digits(share(c.generalises, c.samples)))
	}
}
