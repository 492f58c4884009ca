package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/stats"
)

// CorrectionTukey is the randomized Tukey HSD over all pairs of systems; see
// stats.TukeyHSD. It corrects nothing else.
const CorrectionTukey stats.Correction = "tukey"

// orderResamples is how often the queries are drawn for the interval of the
// correlation between two orders: its ends are read to two decimals.
const orderResamples = 1000

// AllPairsCorrections lists the corrections over all pairs.
func AllPairsCorrections() []string {
	names := append(Corrections(), string(CorrectionTukey))
	slices.Sort(names)
	return names
}

// systemScores are the scores of all systems on one measure, the baseline's
// first: NaN where a system failed or the measure is undefined.
type systemScores struct {
	names  []string
	scores [][]float64 // by system and unit
	sign   float64     // −1 where lower is better
}

// common keeps the units in which every system of every part has a score.
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
		all := make([][]float64, len(p.scores))
		for s, row := range p.scores {
			all[s] = make([]float64, len(units))
			for i, u := range units {
				all[s][i] = p.sign * row[u]
			}
		}
		kept = append(kept, systemScores{p.names, all, p.sign})
	}
	return kept, len(units)
}

// scoresOf collects measure m of the baseline and all candidates. A query that
// one of them failed is in no mean.
func scoresOf(pairings []*pairing, m int, direction stats.Direction) systemScores {
	first := pairings[0]
	all := systemScores{names: []string{first.a.Name}, sign: 1}
	if direction == stats.LowerIsBetter {
		all.sign = -1
	}
	row := func(value func(i int) float64) {
		sums, sizes := make([]float64, len(first.units)), make([]float64, len(first.units))
		for i, u := range first.unit {
			if v := value(i); !math.IsNaN(v) {
				sums[u] += v
				sizes[u]++
			}
		}
		for u := range sums {
			sums[u] /= sizes[u] // NaN for a unit without a score
		}
		all.scores = append(all.scores, sums)
	}
	gone := missingSomewhere(pairings, m)
	one := func(i int, v float64) float64 {
		if gone[i] {
			return math.NaN()
		}
		return v
	}
	row(func(i int) float64 { return one(i, first.a.Value(m, first.qa[i])) })
	for _, p := range pairings {
		all.names = append(all.names, p.b.Name)
		row(func(i int) float64 { return one(i, p.b.Value(p.mb[m], p.qb[i])) })
	}
	return all
}

// missingSomewhere tells the queries of which one system at least has no score.
func missingSomewhere(pairings []*pairing, m int) []bool {
	gone := make([]bool, len(pairings[0].ids))
	for i := range gone {
		gone[i] = slices.ContainsFunc(pairings, func(p *pairing) bool {
			return notMeasured(p.a, p.qa[i]) || notMeasured(p.b, p.qb[i]) || math.IsNaN(p.a.Value(m, p.qa[i])) || math.IsNaN(p.b.Value(p.mb[m], p.qb[i]))
		})
	}
	return gone
}

// allPairs orders the systems by each measure that can decide, tells them apart
// and compares the orders.
func allPairs(pairings []*pairing, settings Settings) (*result.AllPairs, error) {
	out := &result.AllPairs{Correction: string(settings.pairs), Measures: []result.SystemsByMeasure{}, Correlations: []result.OrderCorrelation{}}
	var parts []systemScores
	var orders [][]int
	for m, measure := range pairings[0].a.Measures {
		direction := directionOf(measure)
		if direction == stats.Directionless {
			continue
		}
		part := scoresOf(pairings, m, direction)
		by, order, err := orderSystems(part, pairings[0].rule(m, settings), settings)
		if err != nil {
			return nil, fmt.Errorf("all pairs on %s: %w", measure, err)
		}
		by.Measure, by.Primary = measure.String(), measure.String() == settings.Primary.String()
		if pairings[0].grouped {
			by.Unit = unitOfGroups
		}
		for i, earlier := range parts {
			c, err := correlate(earlier, part, settings)
			if err != nil {
				return nil, fmt.Errorf("orders by %s and %s: %w", out.Measures[i].Measure, measure, err)
			}
			c.A, c.B = out.Measures[i].Measure, by.Measure
			out.Correlations = append(out.Correlations, c)
		}
		parts, orders = append(parts, part), append(orders, order)
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
	c, err := stats.OrderCorrelation(both[0].scores, both[1].scores, stats.Bootstrap{
		Resamples: orderResamples, Seed: *settings.Seed, Workers: settings.Workers, Level: 1 - settings.Alpha,
	})
	return result.OrderCorrelation{N: n, Tau: c.Value, Interval: interval(c.Interval)}, err
}

// orderSystems puts the systems in the order of their means and tests every
// pair. It gives the order, too.
func orderSystems(part systemScores, rule stats.Rule, settings Settings) (result.SystemsByMeasure, []int, error) {
	kept, n := common(part)
	scores := kept[0].scores
	by := result.SystemsByMeasure{N: n, Systems: []result.SystemMean{}, Pairs: []result.PairOfSystems{}}
	if n == 0 {
		for _, name := range part.names {
			by.Systems = append(by.Systems, result.SystemMean{Name: name})
		}
		return by, nil, nil
	}
	means := make([]float64, len(scores))
	order := make([]int, len(scores))
	for s, row := range scores {
		summary, err := stats.Summarize(row)
		if err != nil {
			return by, nil, err
		}
		means[s], order[s] = summary.Mean, s
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(means[b], means[a]) })
	sorted := make([][]float64, len(scores))
	for place, s := range order {
		sorted[place] = scores[s]
		by.Systems = append(by.Systems, result.SystemMean{Name: part.names[s], Mean: result.Number(part.sign * means[s])})
	}
	pairs, err := testPairs(sorted, rule, settings)
	if err != nil {
		return by, nil, err
	}
	for i := range by.Systems {
		by.Systems[i].Best = !slices.ContainsFunc(pairs, func(p result.PairOfSystems) bool { return p.A == 0 && p.B == i && p.Distinct })
	}
	for i := range pairs {
		pairs[i].MeanDifference *= part.sign
	}
	by.Pairs = pairs
	return by, order, nil
}

// testPairs tests every pair of systems and corrects over all of them.
func testPairs(scores [][]float64, rule stats.Rule, settings Settings) ([]result.PairOfSystems, error) {
	var pairs []result.PairOfSystems
	var differences []stats.Differences
	var ps []float64
	for a := range scores {
		for b := a + 1; b < len(scores); b++ {
			d, err := stats.NewDifferences(scores[a], scores[b])
			if err != nil {
				return nil, err
			}
			r, err := rule.P(d, signFlip{settings})
			if err != nil {
				return nil, err
			}
			p := 1.0 // a test that cannot decide stays in the family
			if r.P != nil {
				p = *r.P
			}
			pairs = append(pairs, result.PairOfSystems{A: a, B: b, MeanDifference: d.Mean, PValue: r.P})
			differences, ps = append(differences, d), append(ps, p)
		}
	}
	adjusted, err := adjustPairs(scores, differences, ps, settings)
	if err != nil {
		return nil, err
	}
	for i := range pairs {
		if pairs[i].PValue != nil {
			pairs[i].PAdjusted = &adjusted[i]
			pairs[i].Distinct = adjusted[i] < settings.Alpha
		}
	}
	return pairs, nil
}

// adjustPairs corrects the p values of all pairs, which stand in the order of
// their first and then their second system.
func adjustPairs(scores [][]float64, differences []stats.Differences, ps []float64, settings Settings) ([]float64, error) {
	switch settings.pairs {
	case CorrectionTukey:
		pairs, err := stats.TukeyHSD{Rounds: settings.Resamples, Seed: *settings.Seed, Workers: settings.Workers}.Compare(scores)
		for i, p := range pairs {
			ps[i] = p.P
		}
		return ps, err
	case CorrectionMaxT:
		ds := make([][]float64, len(differences))
		for i, d := range differences {
			ds[i] = d.Values()
		}
		r, err := stats.MaxT{Rounds: flipsPerResample * settings.Resamples, Seed: *settings.Seed, Workers: settings.Workers}.Adjust(ds)
		return r.Adjusted, err
	}
	return stats.Adjust(ps, settings.pairs)
}
