package main

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"github.com/rankduel/rankduel/stats/priority"
)

// A contested document of a query is one at which two systems differ.
type contested struct {
	weight float64 // of a unit of gain, in the difference
	grade  int     // by the model
	silver float64 // gain by the model
	gain   float64 // by people
}

// contests are the queries of two systems with labels of a model and of people.
type contests struct {
	judge   string
	real    bool
	queries [][]contested
	chances []float64 // cumulated, of each query to be drawn
	mean    float64   // of the difference by people's labels
}

// queriesDrawn is the size of a sample of queries.
const queriesDrawn = 200

// lookShares are when one looks, and at which the widths are measured.
var lookShares = []float64{.05, .1, .2, .4, .7, 1}

// difference returns that of a query by people's labels.
func difference(query []contested) (d float64) {
	for _, c := range query {
		d += c.weight * c.gain
	}
	return d
}

// tilted returns queries that are drawn with unequal chances, so that the mean is the
// wanted one: each by exp(tilt · difference). False where no tilt does.
func (c contests) tilted(mean float64) (contests, bool) {
	at := func(tilt float64) (chances []float64, mean float64) {
		var all float64
		for _, q := range c.queries {
			w := math.Exp(tilt * difference(q))
			all += w
			chances = append(chances, all)
			mean += w * difference(q)
		}
		return chances, mean / all
	}
	low, high := -200.0, 200.0
	for range 200 {
		middle := (low + high) / 2
		if _, m := at(middle); m < mean {
			low = middle
		} else {
			high = middle
		}
	}
	chances, reached := at(low)
	c.chances, c.mean = chances, mean
	return c, math.Abs(reached-mean) < 1e-6 && math.Abs(low) < 100
}

// draw returns a sample of queries, all of whose documents are labelled and in an order.
func (c contests) draw(rng *rand.Rand) *priority.Sample {
	s := &priority.Sample{Queries: queriesDrawn}
	var weights []float64
	for q := range queriesDrawn {
		x := rng.Float64() * c.chances[len(c.chances)-1]
		at, _ := slices.BinarySearch(c.chances, x)
		for _, d := range c.queries[min(at, len(c.queries)-1)] {
			s.Items = append(s.Items, priority.Item{Query: q, Weight: d.weight, Grade: d.grade, Silver: d.silver, Gain: d.gain})
			weights = append(weights, d.weight)
		}
		s.Folds = append(s.Folds, rng.IntN(5))
	}
	for i, size := range priority.Sizes(weights) {
		s.Items[i].Size, s.Items[i].Priority = size, rng.Float64()/size
	}
	slices.SortFunc(s.Items, func(x, y priority.Item) int { return cmp.Compare(x.Priority, y.Priority) })
	s.Labels = len(s.Items)
	return s
}

// looksOf returns the numbers of labels at the shares.
func looksOf(s *priority.Sample) (at []int) {
	for _, share := range lookShares {
		at = append(at, max(priority.FirstLook, int(math.Ceil(share*float64(len(s.Items))))))
	}
	return at
}

// A nextCell is what was found of one pair and judge.
type nextCell struct {
	contests
	samples  int
	widths   []float64 // at each share, over that with all labels
	covers   []float64
	null     bool      // a tilt to mean 0 is there
	mistakes []float64 // with mean 0: at any look by t, by spending, by the mixture
	effect   bool      // a tilt to mean .05 is there
	found    []float64 // with it: with all labels, by spending, share of the labels when it stops, wrong sign, by the mixture
}

type nextFindings []nextCell

func (s study) next() (findings, error) {
	all := madeContests()
	real, err := realContests(filepath.Dir(s.matrices), s.seed)
	if err != nil {
		return nil, err
	}
	var out nextFindings
	for _, c := range append(all, real...) {
		cell := nextCell{contests: c, samples: max(20, s.samples/16)}
		if c.real {
			cell.samples = max(10, s.samples/80)
		}
		index := nextIndex + uint64(len(out))*4
		plain, _ := c.tilted(c.average())
		sums := s.sums(index, cell.samples, 2*len(lookShares), plain.measureWidths)
		cell.widths, cell.covers = sums[:len(lookShares)], sums[len(lookShares):]
		if null, ok := c.tilted(0); ok {
			cell.null, cell.mistakes = true, s.sums(index+1, cell.samples, 3, null.measureMistakes)
		}
		if moved, ok := c.tilted(.05); ok {
			cell.effect, cell.found = true, s.sums(index+2, cell.samples, 5, moved.measureFinds)
		}
		out = append(out, cell)
	}
	return out, nil
}

// average returns the mean of the differences.
func (c contests) average() (mean float64) {
	for _, q := range c.queries {
		mean += difference(q) / float64(len(c.queries))
	}
	return mean
}

func (c contests) measureWidths(rng *rand.Rand, add func(int, float64)) {
	s := c.draw(rng)
	full := s.Now(alpha)
	all := full.Estimate.Interval(level)
	for i, b := range looksOf(s) {
		s.Labels = b
		now := s.Now(alpha)
		interval := now.Estimate.Interval(level)
		add(i, interval.Width()/all.Width())
		if interval.Contains(c.mean) {
			add(len(lookShares)+i, 1)
		}
	}
}

func (c contests) measureMistakes(rng *rand.Rand, add func(int, float64)) {
	s := c.draw(rng)
	at := looksOf(s)
	var naive, spending, mixture bool
	for _, l := range s.Looks(at, alpha) {
		naive = naive || l.P != nil && *l.P < alpha
		spending = spending || l.Decided
	}
	for _, b := range at {
		s.Labels = b
		mixture = mixture || s.Now(alpha).Decided
	}
	for i, wrong := range []bool{naive, spending, mixture} {
		if wrong {
			add(i, 1)
		}
	}
}

func (c contests) measureFinds(rng *rand.Rand, add func(int, float64)) {
	s := c.draw(rng)
	at := looksOf(s)
	looks := s.Looks(at, alpha)
	if p := looks[len(looks)-1].P; p != nil && *p < alpha {
		add(0, 1)
	}
	used := 1.0
	for _, l := range looks {
		if l.Decided {
			add(1, 1)
			used = float64(l.Labels) / float64(len(s.Items))
			if l.Mean*c.mean < 0 {
				add(3, 1)
			}
			break
		}
	}
	add(2, used)
	for _, b := range at {
		if s.Labels = b; s.Now(alpha).Decided {
			add(4, 1)
			break
		}
	}
}

// sums returns the means over samples of what look adds, block by block, so that the
// number of workers changes nothing.
func (s study) sums(index uint64, samples, figures int, look func(rng *rand.Rand, add func(figure int, value float64))) []float64 {
	const block = 5
	blocks := make([][]float64, (samples+block-1)/block)
	s.eachBlock(len(blocks), func(b int) {
		rng := s.stream(index, b)
		blocks[b] = make([]float64, figures)
		for range min(block, samples-b*block) {
			look(rng, func(figure int, value float64) { blocks[b][figure] += value })
		}
	})
	total := make([]float64, figures)
	for _, sums := range blocks {
		for i, v := range sums {
			total[i] += v / float64(samples)
		}
	}
	return total
}

// madeIdeal makes differences of made queries about as large as those of nDCG.
const madeIdeal = 10

// madeContests returns queries of ten documents with grades 0 to 3, of a judge that errs little
// and of one that errs much and favours what the candidate has.
func madeContests() []contests {
	var out []contests
	for i, judge := range []struct {
		name   string
		errs   float64 // chance that a grade is off
		favour float64 // chance that a document of the candidate gets one more
	}{{"made, errs in .2", .2, 0}, {"made, errs in .6 and favours", .6, .3}} {
		rng := rand.New(rand.NewPCG(uint64(i), 1))
		c := contests{judge: judge.name}
		for range 120 {
			var query []contested
			for rank := range 10 {
				for _, sign := range []float64{1, -1} {
					grade := min(3, rng.IntN(6))
					said := grade
					if rng.Float64() < judge.errs {
						said = rng.IntN(4)
					}
					if sign > 0 && rng.Float64() < judge.favour {
						said = min(3, said+1)
					}
					query = append(query, contested{sign / math.Log2(float64(rank+2)) / madeIdeal, said, float64(said), float64(grade)})
				}
			}
			c.queries = append(c.queries, query)
		}
		out = append(out, c)
	}
	return out
}

func (f nextFindings) lines() []line {
	var covers, wrong []candidate
	for _, group := range f.groups() {
		n := group.samples
		for i, x := range group.covers {
			covers = append(covers, candidate{x, leastCoverage - x, shareError(leastCoverage, n), fmt.Sprintf("%s, %g labelled", group.judge, lookShares[i])})
		}
		if group.null {
			for i, name := range []string{"spending", "mixture"} {
				wrong = append(wrong, atMost(mostFalseNext, int(math.Round(group.mistakes[i+1]*float64(n))), n, group.judge+", "+name))
			}
		}
	}
	return []line{
		worst("false better or worse at any look, few labelled documents, mean of pairs", "≤ .05", wrong),
		worst("coverage with few labelled documents, mean of pairs", "≥ .93", covers),
	}
}

// groups returns each judge's mean over pairs.
func (f nextFindings) groups() (out []nextCell) {
	for _, c := range f {
		i := slices.IndexFunc(out, func(g nextCell) bool { return g.judge == c.judge })
		if i < 0 {
			i, out = len(out), append(out, nextCell{contests: contests{judge: c.judge}})
		}
		g := &out[i]
		g.widths, g.covers = weighted(g.widths, g.samples, c.widths, c.samples), weighted(g.covers, g.samples, c.covers, c.samples)
		if c.null {
			g.mistakes, g.null = weighted(g.mistakes, g.samples, c.mistakes, c.samples), true
		}
		if c.effect {
			g.found, g.effect = weighted(g.found, g.samples, c.found, c.samples), true
		}
		g.samples += c.samples
	}
	return out
}

// weighted returns the mean of two lists of means.
func weighted(x []float64, n int, y []float64, m int) (out []float64) {
	if x == nil {
		return y
	}
	for i := range x {
		out = append(out, (x[i]*float64(n)+y[i]*float64(m))/float64(n+m))
	}
	return out
}

func (f nextFindings) write(p *page) {
	p.printf("\n### Few labelled documents, in the order of a plan\n\n")
	p.printf("%d queries drawn, whose mean is known; half of the 95 %% interval over that with all labels, and its coverage, by the share that is labelled.\n\n", queriesDrawn)
	p.head(1, "judge", "5 %", "10 %", "20 %", "40 %", "70 %", "coverage at 5 %", "10 %", "20 %", "40 %", "70 %", "all")
	for _, g := range f.groups() {
		cells := []string{g.judge}
		for _, w := range g.widths[:len(lookShares)-1] {
			cells = append(cells, digits(w))
		}
		for _, c := range g.covers {
			cells = append(cells, digits(c))
		}
		p.row(cells...)
	}
	p.printf("\nSix looks. The mean is 0: shares of samples with a verdict, by t at each look, by spending, by the mixture. The mean is .05 of nDCG: found with all labels, by spending, with which share of the labels, with the wrong sign, and by the mixture.\n\n")
	p.head(1, "judge", "false by t", "spending", "mixture", "found by all", "spending", "labels", "wrong sign", "mixture")
	for _, g := range f.groups() {
		cells := []string{g.judge}
		for _, list := range [][]float64{g.mistakes, g.found} {
			for _, v := range list {
				cells = append(cells, digits(v))
			}
		}
		if len(cells) == 9 {
			p.row(cells...)
		}
	}
}
