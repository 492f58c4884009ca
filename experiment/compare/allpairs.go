package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/stats"
)

// orderResamples is how often the queries are drawn for the interval of the
// correlation between two orders: its ends are read to two decimals.
const orderResamples = 1000

// systemScores are the scores of all systems on one measure, the baseline's
// first: NaN where a system failed or the measure is undefined.
type systemScores struct {
	names   []string
	scores  [][]float64 // by system and unit
	sign    float64     // −1 where lower is better
	pairs   *pairing
	weights []float64 // by unit
	units   sample    // of the common ones, without scores
}

// common keeps the units in which every system of every part has a score, turned so that higher is better.
func common(parts ...systemScores) (kept []systemScores, n int) {
	var units []int
	for u := range parts[0].scores[0] {
		defined := true
		for _, p := range parts {
			for _, row := range p.scores {
				defined = defined && !math.IsNaN(row[u])
			}
		}
		if defined {
			units = append(units, u)
		}
	}
	for _, p := range parts {
		p.units = sample{at: units, weights: ordered.Each(units, func(u int) float64 { return p.weights[u] })}
		p.scores = ordered.Each(p.scores, func(row []float64) []float64 {
			return ordered.Each(units, func(u int) float64 { return p.sign * row[u] })
		})
		kept = append(kept, p)
	}
	return kept, len(units)
}

// linear returns the scores of the common units so that their means are those by the weights.
func (s systemScores) linear() [][]float64 {
	if !s.pairs.known.hasWeights() {
		return s.scores
	}
	return ordered.Each(s.scores, s.pairs.weightsOf(s.units).Linear)
}

// scoresOf collects measure m of the baseline and all candidates. A query that
// one of them has no score on is in no mean.
func scoresOf(pairings []*pairing, m int, failed *float64) systemScores {
	first := pairings[0]
	all := systemScores{sign: 1, pairs: first, weights: make([]float64, first.unitCount())}
	if directionOf(first.a.Measures[m]) == stats.LowerIsBetter {
		all.sign = -1
	}
	row := func(name string, at []int, scores []float64) {
		row := slices.Repeat([]float64{math.NaN()}, first.unitCount())
		for i, u := range at {
			row[u] = scores[i]
		}
		all.names, all.scores = append(all.names, name), append(all.scores, row)
	}
	for i, p := range pairings {
		alike := *p
		alike.together = pairings
		s := p.gather(alike.sample(m, failed, nil), p.known.weight)
		if i == 0 {
			row(p.a.Name, s.at, s.a)
		}
		row(p.b.Name, s.at, s.b)
		for i, u := range s.at {
			all.weights[u] = s.weights[i]
		}
	}
	return all
}

// allPairs orders the systems by each measure that can decide, tells them apart and compares the orders.
func allPairs(pairings []*pairing, tests []*systemTests, settings Settings) (*result.AllPairs, error) {
	out := &result.AllPairs{Correction: string(settings.overPairs()), Measures: []result.SystemsByMeasure{}, Correlations: []result.OrderCorrelation{}}
	var earlier []*systemTests
	var orders [][]int
	for m, measure := range pairings[0].a.Measures {
		test := tests[m]
		if test == nil {
			continue
		}
		by, order, err := test.order()
		if err != nil {
			return nil, fmt.Errorf("all pairs on %s: %w", measure, err)
		}
		by.Measure, by.Primary = measure.String(), measure.String() == settings.Primary.String()
		if pairings[0].grouped {
			by.Unit = unitOfGroups
		}
		for i, other := range earlier {
			c, err := correlate(other.all, test.all, settings)
			if err != nil {
				return nil, fmt.Errorf("orders by %s and %s: %w", out.Measures[i].Measure, measure, err)
			}
			c.A, c.B = out.Measures[i].Measure, by.Measure
			out.Correlations = append(out.Correlations, c)
		}
		earlier, orders = append(earlier, test), append(orders, order)
		out.Measures = append(out.Measures, by)
	}
	if settings.Bounds {
		return out, boundPairs(out, pairings, orders, settings)
	}
	return out, nil
}

func correlate(x, y systemScores, settings Settings) (result.OrderCorrelation, error) {
	both, n := common(x, y)
	if n == 0 {
		return result.OrderCorrelation{}, nil
	}
	c, err := stats.OrderCorrelation(both[0].linear(), both[1].linear(), stats.Bootstrap{
		Resamples: orderResamples, Seed: *settings.Seed, Workers: settings.Workers, Level: 1 - settings.Alpha,
	})
	return result.OrderCorrelation{N: n, Tau: c.Value, Interval: interval(c.Interval)}, err
}

// order puts the systems in the order of their means. It gives their places among the tables, too.
func (t *systemTests) order() (result.SystemsByMeasure, []int, error) {
	by := result.SystemsByMeasure{N: t.n, Systems: []result.SystemMean{}, Pairs: []result.PairOfSystems{}}
	if t.n == 0 {
		for _, name := range t.all.names {
			by.Systems = append(by.Systems, result.SystemMean{Name: name})
		}
		return by, nil, nil
	}
	means := make([]float64, len(t.kept.scores))
	for s, row := range t.kept.linear() {
		summary, err := stats.Summarize(row)
		if err != nil {
			return by, nil, err
		}
		means[s] = summary.Mean
	}
	order := ordered.Places(len(means), func(a, b int) int { return cmp.Compare(means[b], means[a]) })
	for a, x := range order {
		best := true
		if a > 0 {
			first, _ := t.between(order[0], x)
			best = !first.found
		}
		by.Systems = append(by.Systems, result.SystemMean{Name: t.all.names[x], Mean: result.Number(t.kept.sign * means[x]), Best: best})
		for b, y := range order[a+1:] {
			p, sign := t.between(x, y)
			row := result.PairOfSystems{A: a, B: a + 1 + b, MeanDifference: sign * p.evidence.Differences.Mean, PValue: p.evidence.Decides.P, Distinct: p.found}
			if row.PValue != nil {
				row.PAdjusted = &p.adjusted
			}
			by.Pairs = append(by.Pairs, row)
		}
	}
	return by, order, nil
}
