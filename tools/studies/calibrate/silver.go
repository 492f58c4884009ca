package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/stats/silver"
)

// A judge is a model whose difference of a query is favour + people's difference + an
// error, whose spread gives this correlation with people's. It favours the candidate,
// as one does that is part of it.
type judge struct {
	correlation float64
	favour      float64
	labelled    int // queries that people label
	all         int
}

func (j judge) String() string {
	return fmt.Sprintf("correlation %g, %d of %d labelled", j.correlation, j.labelled, j.all)
}

// judges favour the candidate by .05, about what was measured of a reranker that judged.
func judges() (list []judge) {
	for _, correlation := range []float64{.8, .4} {
		for _, n := range []int{10, 20, 50} {
			for _, all := range []int{200, 1000} {
				list = append(list, judge{correlation, .05, n, all})
			}
		}
	}
	return list
}

// A silverCell is what was said of samples whose true mean is 0.
type silverCell struct {
	judge
	population string
	samples    int
	real       bool
	together   int // better or worse, by both kinds of labels
	modelAlone int // the same by the model's alone
	covers     int
	narrower   int // samples in which the interval is narrower than that of people's labels by t
}

func (c silverCell) String() string { return c.judge.String() + ", " + c.population }

type silverFindings []silverCell

func (s study) silver() (findings, error) {
	var out silverFindings
	for _, p := range append(append([]population(nil), s.made...), s.real...) {
		p = p.moved(0)
		for _, j := range judges() {
			c := silverCell{judge: j, population: p.name, samples: max(1, s.samplesOf(p)/4), real: p.real}
			counts, err := s.count(silverIndex+uint64(len(out)), c.samples, 4, func(rng *rand.Rand, add func(int)) error { return p.labelledBy(j, rng, add) })
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c, err)
			}
			c.together, c.modelAlone, c.covers, c.narrower = counts[0], counts[1], counts[2], counts[3]
			out = append(out, c)
		}
	}
	return out, nil
}

// labelledBy draws queries and their labels by both, and adds what is said of them.
func (p population) labelledBy(j judge, rng *rand.Rand, add func(int)) error {
	y, f := make([]float64, j.all), make([]float64, j.all)
	p.draw(y, rng)
	spread := p.spread() * math.Sqrt(1/(j.correlation*j.correlation)-1)
	for i := range f {
		f[i] = j.favour + y[i] + spread*rng.NormFloat64()
	}
	return saidOf(y, f, j.labelled, add)
}

// saidOf adds what is said of queries of which people labelled the first ones: a verdict by
// both kinds of labels, one by the judge's alone, an interval that holds 0, and one that
// is narrower than t of people's labels.
func saidOf(y, f []float64, labelled int, add func(int)) error {
	human, err := stats.DifferencesOf(y[:labelled])
	if err != nil {
		return err
	}
	e, err := silver.New([]silver.Stratum{{Human: y[:labelled], Silver: f[:labelled], Others: f[labelled:]}}, silver.Queries, level)
	if err != nil {
		return err
	}
	interval := e.Interval()
	if e.Alone != "" { // people's labels decide alone, by the rule
		tail, err := stats.Tail{Range: 1}.Interval(human, level)
		if err != nil {
			return err
		}
		interval = tail.Interval
	}
	switch {
	case interval.Contains(0):
		add(2)
	case human.Changed >= stats.MinChanged:
		add(0)
	}
	half := stats.StudentUpper(alpha/2, float64(labelled-1)) * *human.SD / math.Sqrt(float64(labelled))
	if interval.Width() < 2*half {
		add(3)
	}
	alone, err := stats.DifferencesOf(f)
	if err == nil && studentSide(alone, stats.StudentUpper(alpha/2, float64(len(f)-1))) != 0 {
		add(1)
	}
	return err
}

// spread returns the standard deviation of a difference.
func (d distribution) spread() float64 {
	var squares float64
	for i, x := range d.Values {
		squares += d.Probs[i] * (x - d.Mean) * (x - d.Mean)
	}
	return math.Sqrt(squares)
}

func (f silverFindings) lines() []line {
	var wrong, covers []candidate
	for _, j := range judges() {
		if c := f.ofReal(j); c.samples > 0 {
			wrong = append(wrong, atMost(mostFalseSilver, c.together, c.samples, j.String()))
			x := share(c.covers, c.samples)
			covers = append(covers, candidate{x, leastCoverage - x, shareError(leastCoverage, c.samples), j.String()})
		}
	}
	if wrong == nil {
		return nil
	}
	return []line{
		worst("false better or worse with a judge that favours a system, mean of real pairs", "≤ .06", wrong),
		worst("coverage with such a judge, mean of real pairs", "≥ .93", covers),
	}
}

// ofReal returns all real pairs with a judge as one cell.
func (f silverFindings) ofReal(j judge) (all silverCell) {
	for _, c := range f {
		if c.real && c.judge == j {
			all.samples += c.samples
			all.together += c.together
			all.modelAlone += c.modelAlone
			all.covers += c.covers
			all.narrower += c.narrower
		}
	}
	return all
}

func (f silverFindings) write(p *page) {
	p.printf("\n### Few labels of people and many of a judge\n\n")
	p.printf("The true difference is 0, and the judge favours the candidate by .05. Shares of samples: better or worse by both kinds of labels, by the judge's alone, coverage of the 95 %% interval of both, and how often it is narrower than t of people's labels; mean of real pairs, then the worst population by both.\n\n")
	p.head(1, "judge", "both", "judge alone", "coverage", "narrower", "worst", "of")
	for _, j := range judges() {
		c, bad := f.ofReal(j), silverCell{samples: 1}
		for _, one := range f {
			if one.judge == j && share(one.together, one.samples) >= share(bad.together, bad.samples) {
				bad = one
			}
		}
		cells := []string{j.String(), "–", "–", "–", "–"}
		if c.samples > 0 {
			cells = []string{j.String(), digits(share(c.together, c.samples)), digits(share(c.modelAlone, c.samples)), digits(share(c.covers, c.samples)), digits(share(c.narrower, c.samples))}
		}
		p.row(append(cells, digits(share(bad.together, bad.samples)), bad.population)...)
	}
}
