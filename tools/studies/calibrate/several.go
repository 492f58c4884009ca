package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/rankduel/rankduel/stats"
)

// A severalCell is what a gate of several rules does when nothing changed, and what
// draws from one sample of its queries say that it does.
type severalCell struct {
	n, rules    int
	correlation float64
	safe        bool       // mode noninferior, else point
	peers       [3]float64 // the source's: in truth, resampled, and if rules were independent

	samples int
	count   int // gates that failed, or passed in mode noninferior
	single  int // those of its first rule alone
	mean    float64
	sd      float64 // of what the samples say
}

func (c severalCell) String() string {
	mode := "point fails"
	if c.safe {
		mode = "noninferior passes"
	}
	return fmt.Sprintf("%d, %d rules, correlation %g, %s", c.n, c.rules, c.correlation, mode)
}

// severalCells have the figures of the method's source: 400 gates in truth, and 25
// samples of 400 draws. The spread is that with which ten independent rules fail in
// its .49. The source names a correlation of .7 and not of what; with normal changes
// that correlate by .3 its figures are met, and with .7 fewer gates fail (.23 in
// place of .42), which draws find as well.
var severalCells = []severalCell{
	{n: 50, rules: 10, correlation: .3, peers: [3]float64{.42, .37, .49}},
	{n: 50, rules: 10, correlation: .3, safe: true, peers: [3]float64{0, 0, 0}},
	{n: 200, rules: 1, peers: [3]float64{0, 0, 0}},
	{n: 200, rules: 1, safe: true, peers: [3]float64{.80, .77, .77}},
	{n: 200, rules: 10, correlation: .3, peers: [3]float64{.01, .02, .02}},
	{n: 200, rules: 10, correlation: .3, safe: true, peers: [3]float64{.24, .23, .08}},
}

const (
	severalLimit  = .02
	severalSpread = .0936
	severalPilots = 25
	severalDraws  = 400
	severalNear   = .06 // of what draws say on average to the truth
)

type severalFindings []severalCell

func (s study) several() (findings, error) {
	out := append(severalFindings(nil), severalCells...)
	for i := range out {
		c := &out[i]
		c.samples = s.samples
		counts, err := s.count(severalIndex+uint64(2*i), c.samples, 2, func(rng *rand.Rand, add func(int)) error {
			all, first, err := c.judge(rng)
			if all {
				add(0)
			}
			if first {
				add(1)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		c.count, c.single = counts[0], counts[1]
		if err := c.resample(s.stream(severalIndex+uint64(2*i+1), 0)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// draw returns what each rule is judged by on a sample of queries where nothing
// changed.
func (c *severalCell) draw(rng *rand.Rand) [][]float64 {
	out := make([][]float64, c.rules)
	for r := range out {
		out[r] = make([]float64, c.n)
	}
	for q := range c.n {
		common := math.Sqrt(c.correlation) * rng.NormFloat64()
		for r := range out {
			out[r][q] = severalLimit + severalSpread*(common+math.Sqrt(1-c.correlation)*rng.NormFloat64())
		}
	}
	return out
}

// says tells whether a gate fails, in mode point, or passes, in mode noninferior,
// that has these outcomes.
func (c *severalCell) says(outcome func(rule int) stats.GateOutcome) bool {
	for r := range c.rules {
		switch o := outcome(r); {
		case c.safe && o != stats.KeptShown:
			return false
		case !c.safe && o.Failed():
			return true
		}
	}
	return c.safe
}

// judge tells what a new sample does to the gate, and to its first rule alone.
func (c *severalCell) judge(rng *rand.Rand) (all, first bool, err error) {
	outcomes := make([]stats.GateOutcome, c.rules)
	for r, k := range c.draw(rng) {
		d, err := stats.DifferencesOf(k)
		if err != nil {
			return false, false, err
		}
		decision, err := stats.Gate{Range: 1}.Judge(d)
		if err != nil {
			return false, false, err
		}
		outcomes[r] = decision.Outcome
	}
	alone := severalCell{rules: 1, safe: c.safe}
	at := func(rule int) stats.GateOutcome { return outcomes[rule] }
	return c.says(at), alone.says(at), nil
}

// resample asks draws from single samples for the same.
func (c *severalCell) resample(rng *rand.Rand) error {
	var squares float64
	for range severalPilots {
		contrasts := make([]stats.GateContrast, c.rules)
		for r, k := range c.draw(rng) {
			contrasts[r] = stats.GateContrast{Values: k, Range: 1}
			for q := range k {
				contrasts[r].Units = append(contrasts[r].Units, q)
			}
		}
		yes := 0
		draws := stats.GateDraws{Units: c.n, Size: c.n, Draws: severalDraws, Seed: rng.Uint64()}
		err := draws.Each(contrasts, func(drawn []stats.GateDraw) {
			yes += oneIf(c.says(func(rule int) stats.GateOutcome { return drawn[rule].Outcome(severalLimit) }))
		})
		if err != nil {
			return err
		}
		x := share(yes, severalDraws)
		c.mean, squares = c.mean+x/severalPilots, squares+x*x/severalPilots
	}
	c.sd = math.Sqrt(max(0, squares-c.mean*c.mean) * severalPilots / (severalPilots - 1))
	return nil
}

func (f severalFindings) lines() []line {
	var cs, peers []candidate
	for _, c := range f {
		x := share(c.count, c.samples)
		se := math.Hypot(shareError(x, c.samples), c.sd/math.Sqrt(severalPilots))
		cs = append(cs, candidate{abs(c.mean - x), abs(c.mean-x) - severalNear, se, c.String()})
		peers = append(peers, candidate{abs(x - c.peers[0]), abs(x-c.peers[0]) - severalNear, math.Hypot(shareError(x, c.samples), shareError(c.peers[0], 400)), c.String()})
	}
	return []line{
		worst("distance of what draws say of a gate as a whole from the truth", "≤ .06", cs),
		worst("distance of a gate as a whole from the source's", "≤ .06", peers),
	}
}

func (f severalFindings) write(p *page) {
	p.printf("\n### Several rules\n\n")
	p.printf("Nothing changed; each rule allows a drop of .02, of normal changes with standard deviation %g. Shares of gates, and what %d draws from each of %d samples say of them, all rules together (its standard deviation); in brackets the source's. A product takes the rules for independent.\n\n", severalSpread, severalDraws, severalPilots)
	p.head(1, "gate", "truth", "resampled", "product")
	for _, c := range f {
		one := share(c.single, c.samples)
		product := 1 - math.Pow(1-one, float64(c.rules))
		if c.safe {
			product = math.Pow(one, float64(c.rules))
		}
		p.row(c.String(), fmt.Sprintf("%s (%s)", digits(share(c.count, c.samples)), digits(c.peers[0])),
			fmt.Sprintf("%s ± %s (%s)", digits(c.mean), digits(c.sd), digits(c.peers[1])), fmt.Sprintf("%s (%s)", digits(product), digits(c.peers[2])))
	}
}
