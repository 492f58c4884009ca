package stats

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// GateDraws says how several contrasts are drawn together from the units at hand, queries or groups of them, with
// replacement: what befalls one rule of a gate befalls the others, as far as they are about the same queries.
type GateDraws struct {
	Units int // there are
	Size  int // of a draw
	Draws int
	Seed  uint64
	Alpha float64 // as in Gate
	Among int     // upper bounds are wanted at alpha, alpha/2 … alpha/Among; 0 means 1
}

// A GateContrast is what one of several rules is judged by.
type GateContrast struct {
	Units  []int // the unit of each value
	Values []float64
	Range  float64 // as in Gate
}

// A GateDraw is what one draw says of a contrast whose true mean is 0.
type GateDraw struct {
	Mean  float64
	below float64   // how far the lower bound is from the mean
	above []float64 // and the upper ones, at alpha/1, alpha/2 …
}

// Outcome returns what a gate would decide were the true mean of the contrast that one.
func (d GateDraw) Outcome(mean float64) GateOutcome {
	mean += d.Mean
	return OutcomeOf(mean, mean-d.below, mean+d.above[0])
}

// BrokenAmong tells whether the upper bound at alpha/n is below 0, as Holm's correction asks of the first of n rules.
func (d GateDraw) BrokenAmong(n int, mean float64) bool { return mean+d.Mean+d.above[n-1] < -GateSlack }

// Each draws, and hands over what each draw says of every contrast. The values are overwritten by the next draw.
func (g GateDraws) Each(contrasts []GateContrast, visit func([]GateDraw)) error {
	alpha, err := Gate{Alpha: g.Alpha}.level()
	if err != nil {
		return err
	}
	if g.Units < 1 || g.Size < 1 {
		return ErrNoPairs
	}
	drawers := make([]gateDrawer, len(contrasts))
	draws := make([]GateDraw, len(contrasts))
	for i, c := range contrasts {
		drawers[i] = newGateDrawer(c)
		draws[i].above = make([]float64, max(1, g.Among))
	}
	rng := rand.New(rand.NewPCG(g.Seed, uint64(g.Size)))
	counts := make([]float64, g.Units)
	quantile := studentQuantiles()
	for range g.Draws {
		clear(counts)
		for range g.Size {
			counts[rng.IntN(g.Units)]++
		}
		for i := range drawers {
			drawers[i].draw(counts, alpha, quantile, &draws[i])
		}
		visit(draws)
	}
	return nil
}

// Undrawn returns what the contrasts say as they are: no unit is drawn, and their means are not moved.
func (g GateDraws) Undrawn(contrasts []GateContrast) ([]GateDraw, error) {
	alpha, err := Gate{Alpha: g.Alpha}.level()
	if err != nil {
		return nil, err
	}
	counts := slices.Repeat([]float64{1}, g.Units)
	draws := make([]GateDraw, len(contrasts))
	for i, c := range contrasts {
		d := newGateDrawer(c)
		draws[i].above = make([]float64, max(1, g.Among))
		d.draw(counts, alpha, StudentUpper, &draws[i])
		draws[i].Mean += c.Values[0] - d.k[0]
	}
	return draws, nil
}

// studentQuantiles returns StudentUpper with a memory: most draws ask for the same.
func studentQuantiles() func(alpha, df float64) float64 {
	known := map[[2]float64]float64{}
	return func(alpha, df float64) float64 {
		t, ok := known[[2]float64{alpha, df}]
		if !ok {
			t = StudentUpper(alpha, df)
			known[[2]float64{alpha, df}] = t
		}
		return t
	}
}

// A gateDrawer has the powers of a contrast that is moved to mean 0.
type gateDrawer struct {
	units []int
	k     []float64
	width float64
}

func newGateDrawer(c GateContrast) gateDrawer {
	d := gateDrawer{units: c.Units, k: make([]float64, len(c.Values)), width: cmp.Or(c.Range, maxAbs(c.Values), 1)}
	var sum float64
	for _, x := range c.Values {
		sum += x
	}
	for i, x := range c.Values {
		d.k[i] = x - sum/float64(len(c.Values))
	}
	return d
}

// roundingShare is the share of their squares up to which the variance of numbers is rounding alone.
const roundingShare = 1e-12

// draw says what the contrast is worth with these counts of its units.
func (d *gateDrawer) draw(counts []float64, alpha float64, quantile func(alpha, df float64) float64, to *GateDraw) {
	var n, sum, squares, cubes float64
	for i, u := range d.units {
		w := counts[u]
		if w == 0 {
			continue
		}
		x := d.k[i]
		n += w
		w = float64(w * x)
		sum += w
		w = float64(w * x)
		squares += w
		cubes += float64(w * x)
	}
	r := tailOf{n: n, se: math.Inf(1), rho: Tail{}.rhoOf(n), width: d.width}
	if n > 1 {
		to.Mean = sum / n
		r.se = 0
		if sum2 := squares - float64(sum*to.Mean); sum2 > roundingShare*squares {
			sum3 := cubes - float64(3*float64(to.Mean*squares)) + float64(2*float64(to.Mean*float64(to.Mean*sum)))
			r.se = math.Sqrt(sum2 / (n - 1) / n)
			r.lean = tailSkewFactor * sum3 / sum2 / math.Sqrt(sum2/n) / (6 * math.Sqrt(n))
		}
	} else if to.Mean = sum; n == 0 {
		r.n = 1 // nothing is known, as of one unit
	}
	at := func(alpha float64) float64 {
		if !(r.se > 0) || math.IsInf(r.se, 1) {
			return 0
		}
		return quantile(alpha, r.n-1)
	}
	for i := range to.above {
		level := alpha / float64(i+1)
		end, _ := r.endAt(at(level), level, -1)
		to.above[i] = -end
	}
	r.rho = Tail{Safety: true}.rhoOf(r.n)
	end, _ := r.endAt(at(alpha), alpha, 1)
	to.below = -end
}
