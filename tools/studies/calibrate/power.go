package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"time"

	"github.com/rankduel/rankduel/stats"
)

// A reachedPower sets what was printed, a difference that is found with a power
// of .8, next to how often it was found.
type reachedPower struct {
	name    string
	n       int
	samples int
	printed float64 // the mean of what samples with this true difference print
	student float64 // what the t test alone would find with the spread of d
	reached int     // samples that ended in better
	tail    bool    // that samples do not show: nothing is promised
}

// powerSources returns distributions around which an effect is put.
func powerSources(sources []distribution) []distribution {
	named := make(map[string]distribution)
	for _, d := range sources {
		named[d.Name] = d
	}
	return []distribution{ // those from firstTail on have tails that samples of most sizes do not show
		normal("normal", .1), renamed(named["ndcg_sym_null"], "nDCG"), renamed(named["rr_sym_null"], "RR"), renamed(named["recall_sym_null"], "recall"),
		tiesNinety(), studentThree(.05), lognormalLoss(.03), renamed(reindex(.03), "reindex 3 %"), renamed(twoPoint(.8, .02).with([]float64{.1}, []float64{.5}), "two-point"),
	}
}

// firstTail is the index of the first of the powerSources with a tail that
// samples do not show.
const firstTail = 6

// powerSizes are sizes around those where the headline changes.
var powerSizes = []int{10, 25, 50, 100, 199, 200, 500}

const (
	looks  = 200 // samples whose printed difference is averaged, at most as many as are counted
	rounds = 4   // until the true difference is the one that is printed
)

// powers looks for the true difference at which samples print, on average, that
// very difference, and counts how often samples of it end in better.
func (s study) powers(sources []distribution, progress io.Writer) ([]reachedPower, error) {
	var out []reachedPower
	for i, d := range powerSources(sources) {
		start := time.Now()
		for at, n := range powerSizes {
			index := powerIndex + uint64(i*len(powerSizes)+at)
			cell := reachedPower{name: d.Name, n: n, samples: s.samples, tail: i >= firstTail}
			rng := s.stream(index, 1<<20)
			effect := d
			for range rounds {
				var err error
				if cell.printed, err = printed(effect, n, min(looks, s.samples), rng); err != nil {
					return nil, fmt.Errorf("%s at %d: %w", d.Name, n, err)
				}
				effect = d.moved(cell.printed)
			}
			var err error
			if cell.student, err = stats.MDE(n, effect.sd(), alpha, stats.DefaultPower); err != nil {
				return nil, fmt.Errorf("%s at %d: %w", d.Name, n, err)
			}
			counts, err := s.count(index, s.samples, 1, func(rng *rand.Rand, add func(int)) error {
				values := make([]float64, n)
				effect.draw(values, rng)
				verdict, err := judged(stats.Rule{Range: 1}, values)
				if verdict == stats.Better {
					add(0)
				}
				return err
			})
			if err != nil {
				return nil, fmt.Errorf("%s at %d: %w", d.Name, n, err)
			}
			cell.reached = counts[0]
			out = append(out, cell)
		}
		fmt.Fprintf(progress, "power: %s, %.1f s\n", d.Name, time.Since(start).Seconds())
	}
	return out, nil
}

// printed returns the mean detectable difference that samples of d print; those
// without one are left out.
func printed(d distribution, n, looks int, rng *rand.Rand) (float64, error) {
	values := make([]float64, n)
	var total float64
	defined := 0
	for range looks {
		d.draw(values, rng)
		sample, err := stats.DifferencesOf(values)
		if err != nil {
			return 0, err
		}
		effect, err := stats.Rule{Range: 1}.Detectable(stats.SpreadOf(sample), n)
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

// A reachedEquality sets the number of queries that are said to show equality
// with a power of .8 next to how often they do.
type reachedEquality struct {
	name    string
	n       int // the number that is printed
	samples int
	reached int
	tail    bool
}

// equalities are about distributions without an effect, whose spread is known.
func (s study) equalities(progress io.Writer) ([]reachedEquality, error) {
	var out []reachedEquality
	start := time.Now()
	for i, d := range []distribution{
		renamed(normal("", .02), "normal, sd .02"), renamed(normal("", .1), "normal, sd .1"),
		renamed(studentThree(.02).shifted(0), "t3"), renamed(reindex(.001).with([]float64{1}, []float64{.001}), "1 in 1000 lost"),
	} {
		spread := stats.Spread{Low: d.Values[0], High: d.Values[len(d.Values)-1], Changed: 1, SD: d.sd()}
		rule := stats.Rule{Range: 1}
		n, err := rule.QueriesForEquality(spread)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.Name, err)
		}
		counts, err := s.count(equalityIndex+uint64(i), s.samples, 1, func(rng *rand.Rand, add func(int)) error {
			values := make([]float64, n)
			d.draw(values, rng)
			verdict, err := judged(rule, values)
			if verdict == stats.Equivalent {
				add(0)
			}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.Name, err)
		}
		out = append(out, reachedEquality{name: d.Name, n: n, samples: s.samples, reached: counts[0], tail: i == 3})
	}
	fmt.Fprintf(progress, "equality: %.1f s\n", time.Since(start).Seconds())
	return out, nil
}

// sd returns the standard deviation of the distribution itself.
func (d distribution) sd() float64 {
	var squares float64
	for i, x := range d.Values {
		e := x - d.Mean
		squares += d.Probs[i] * e * e
	}
	return math.Sqrt(squares)
}
