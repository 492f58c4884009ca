package main

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/rankduel/rankduel/stats"
)

// A powerCell is how often a true difference is found at which t should have .8, by
// its own formula.
type powerCell struct {
	population
	n, samples    int
	student, rule int
}

var powerSizes = []int{25, 50, 100, 200}

// sdClasses are the upper ends of the classes of spread in the table.
var sdClasses = []float64{.08, .13, .22, 1}

// powerFindings also compare what is printed with what is reached.
type powerFindings struct {
	cells   []powerCell
	reached []reachedCell
}

func (s study) power() (findings, error) {
	var out powerFindings
	for at, p := range s.real {
		for i, n := range powerSizes {
			critical := stats.StudentUpper(alpha/2, float64(n-1))
			for j, sign := range []int{1, -1} {
				effect, ok := p.detectable(n, float64(sign))
				if !ok {
					continue
				}
				c := powerCell{population: effect, n: n, samples: max(1, s.samplesOf(p)/2)}
				index := powerIndex + uint64(100*at+10*i+j)
				counts, err := s.count(index, c.samples, 2, func(rng *rand.Rand, add func(int)) error { return effect.foundIn(n, sign, critical, rng, add) })
				if err != nil {
					return nil, fmt.Errorf("%s at %d: %w", p.name, n, err)
				}
				c.student, c.rule = counts[0], counts[1]
				out.cells = append(out.cells, c)
			}
		}
	}
	var err error
	out.reached, err = s.reached()
	return out, err
}

// detectable returns the population with the difference that t of n queries should
// find with .8; ok is false where its values allow none.
func (p population) detectable(n int, sign float64) (moved population, ok bool) {
	moved = p.moved(0)
	for range 6 {
		sd := moved.sd()
		if sd == 0 {
			return moved, false
		}
		effect := sd * studentDetects(n)
		moved = p.moved(sign * effect)
		if abs(moved.Mean-sign*effect) > 1e-6 {
			return moved, false
		}
	}
	return moved, true
}

// studentDetects returns the difference that t of n queries finds with .8, in standard deviations.
func studentDetects(n int) float64 {
	nu := float64(n - 1)
	critical := stats.StudentUpper(alpha/2, nu)
	low, high := 0.0, 1.0 // .58 for 25 queries, and less for more
	for range 60 {
		dz := (low + high) / 2
		t := distuv.NoncentralT{Nu: nu, Mu: dz * math.Sqrt(float64(n))}
		if 1-t.CDF(critical)+t.CDF(-critical) < stats.DefaultPower {
			low = dz
		} else {
			high = dz
		}
	}
	return high
}

// foundIn draws a sample and adds whether t and the rule find the difference.
func (p population) foundIn(n, sign int, critical float64, rng *rand.Rand, add func(int)) error {
	values := make([]float64, n)
	p.draw(values, rng)
	d, err := stats.DifferencesOf(values)
	if err != nil {
		return err
	}
	if studentSide(d, critical) == sign {
		add(0)
	}
	side, err := ruleSide(d)
	if side == sign && d.Changed >= stats.MinChanged {
		add(1)
	}
	return err
}

// A reachedCell sets the detectable difference that samples print, with a power of .8,
// next to how often a true difference of that size ends in better.
type reachedCell struct {
	name       string
	n, samples int
	printed    float64 // the mean of what samples with this true difference print
	found      int
	tail       bool // that samples do not show: it has no limit
}

var reachedSizes = []int{10, 25, 50, 100, 200, 500}

// leastPlanned is the size from which on the limit applies: of ten queries most do not
// change in some measures, and a verdict needs six.
const leastPlanned = 25

const (
	printing = 100 // samples whose printed difference is averaged, at most as many as are counted
	rounds   = 4   // until the true difference is the one that is printed
)

func (s study) reached() ([]reachedCell, error) {
	var out []reachedCell
	for _, p := range s.made {
		tail := p.name == "lognormal loss" || p.name == "reindex3"
		switch p.name {
		case "normal", "ndcg_sym_null", "rr_sym_null", "recall_sym_null", "t3":
		default:
			if !tail {
				continue
			}
		}
		for _, n := range reachedSizes {
			c := reachedCell{name: p.name, n: n, samples: s.samples, tail: tail}
			index := detectableIndex + uint64(len(out))
			rng := s.stream(index, 1<<20)
			effect := p
			for range rounds {
				var err error
				if c.printed, err = effect.printed(n, min(printing, s.samples), rng); err != nil {
					return nil, fmt.Errorf("%s at %d: %w", p.name, n, err)
				}
				effect = p.moved(c.printed)
			}
			critical := stats.StudentUpper(alpha/2, float64(n-1))
			counts, err := s.count(index, c.samples, 2, func(rng *rand.Rand, add func(int)) error { return effect.foundIn(n, 1, critical, rng, add) })
			if err != nil {
				return nil, fmt.Errorf("%s at %d: %w", p.name, n, err)
			}
			c.found = counts[1]
			out = append(out, c)
		}
	}
	return out, nil
}

// printed returns the mean detectable difference that samples print; those without one
// are left out.
func (p population) printed(n, samples int, rng *rand.Rand) (float64, error) {
	values := make([]float64, n)
	var total float64
	defined := 0
	for range samples {
		p.draw(values, rng)
		d, err := stats.DifferencesOf(values)
		if err != nil {
			return 0, err
		}
		effect, err := stats.Rule{Range: 1}.Detectable(stats.SpreadOf(d), n)
		switch {
		case errors.Is(err, stats.ErrUnreachable) || errors.Is(err, stats.ErrZeroVariance):
			continue
		case err != nil:
			return 0, err
		}
		defined++
		total += effect
	}
	return total / float64(max(1, defined)), nil
}

func (f powerFindings) lines() []line {
	var costs, reached []candidate
	for _, n := range powerSizes[1:] { // at 25 what is not seen takes power, and is meant to
		t, r, samples := f.mean(n, func(powerCell) bool { return true })
		if math.IsNaN(t) { // no real pairs
			continue
		}
		costs = append(costs, candidate{r, t - r - powerCost, shareError(.8, samples), fmt.Sprint(n)})
	}
	for _, c := range f.reached {
		if !c.tail && c.n >= leastPlanned {
			x := share(c.found, c.samples)
			reached = append(reached, candidate{x, abs(x-.8) - powerSlack, shareError(x, c.samples), fmt.Sprintf("%d, %s", c.n, c.name)})
		}
	}
	return []line{
		worst("mean power where t has .8, from 50 queries on", "≥ t − .05", costs),
		worst("power reached at the detectable difference that is printed, from 25 queries on", ".80 ± .03", reached),
	}
}

// mean returns the mean power of t and of the rule over cells.
func (f powerFindings) mean(n int, in func(powerCell) bool) (t, rule float64, samples int) {
	count := 0
	for _, c := range f.cells {
		if c.n == n && in(c) {
			t += share(c.student, c.samples)
			rule += share(c.rule, c.samples)
			samples += c.samples
			count++
		}
	}
	if count == 0 {
		return math.NaN(), math.NaN(), 1
	}
	return t / float64(count), rule / float64(count), samples
}

func (f powerFindings) write(p *page) {
	if len(f.cells) > 0 {
		f.writeCosts(p)
	}
	f.writeReached(p)
}

func (f powerFindings) writeCosts(p *page) {
	p.printf("\n### Power where t has .8\n\n")
	p.printf("The true difference is the one that t should find in .8 of samples by its own formula; both directions. Mean of t / the rule, by the standard deviation of the differences.\n\n")
	p.sized(powerSizes, "differences")
	row := func(name string, in func(powerCell) bool) {
		cells := []string{name}
		for _, n := range powerSizes {
			t, r, _ := f.mean(n, in)
			if math.IsNaN(t) {
				cells = append(cells, "–")
				continue
			}
			cells = append(cells, pair(t, r))
		}
		p.row(cells...)
	}
	row("all", func(powerCell) bool { return true })
	row("held out", func(c powerCell) bool { return c.heldOut })
	low := 0.0
	for _, high := range sdClasses {
		row(fmt.Sprintf("sd %g to %g", low, high), func(c powerCell) bool { sd := c.sd(); return sd >= low && sd < high })
		low = high
	}
}

func (f powerFindings) writeReached(p *page) {
	p.printf("\n### Power that is printed and reached\n\n")
	p.printf("The detectable difference that samples print on average, and the share of samples with that true difference in which it is found: .80 is promised from 25 queries on, but not for the two with a long tail of losses, reindex3 and lognormal loss.\n\n")
	p.sized(reachedSizes, "population")
	for i := 0; i < len(f.reached); i += len(reachedSizes) {
		cells := []string{f.reached[i].name}
		for _, c := range f.reached[i : i+len(reachedSizes)] {
			cells = append(cells, fmt.Sprintf("%.3f %s", c.printed, digits(share(c.found, c.samples))))
		}
		p.row(cells...)
	}
}
