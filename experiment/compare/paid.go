package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// frontier sets three systems and more against each other in all that an objective is about; without one in the measures
// that decide, and in what is paid for them: times, and of measures of other programs those that should be low. It is nil
// where nothing is paid, where what decides is a price itself, or more than means of scores.
func frontier(pairings []*pairing, s Settings) (*result.Frontier, error) {
	if len(pairings) < 2 || s.Silver != nil || s.Unequal() || s.Objective == nil && directionOf(s.Primary) == stats.LowerIsBetter {
		return nil, nil
	}
	j := joint{pairings, s, result.Frontier{}, nil, slices.Repeat([]bool{true}, len(pairings[0].qa))}
	mean := func(m metrics.Measure) { j.add(m.String(), m, 0, directionOf(m) == stats.LowerIsBetter) }
	mean(s.Primary)
	if o := s.Objective; o != nil {
		for i := range o.Limits {
			if r := &o.Limits[i]; r.Measure() != nil {
				mean(r.Measure())
			} else {
				j.add(r.Subject(), nil, r.Quantile(), true)
			}
		}
		for _, r := range o.Rates {
			if r.Paid == nil {
				r.What = "latency_mean_ms"
			}
			j.add(r.What, r.Paid, 0, true)
		}
		return j.judge(slices.Repeat([]bool{true}, len(j.axes)))
	}
	for _, m := range s.Guardrails {
		mean(m)
	}
	j.add("latency_p50_ms", nil, .5, true)
	for _, m := range pairings[0].a.Measures {
		if _, foreign := m.(metrics.Foreign); foreign && directionOf(m) == stats.LowerIsBetter && !scoring.IsTime(m.String()) {
			mean(m)
		}
	}
	return j.judge(ordered.Each(j.axes, func(a stats.Axis) bool { return a.Lower }))
}

// A joint is what systems may be better by, and the queries of which all systems have all of it.
type joint struct {
	pairings []*pairing
	s        Settings
	out      result.Frontier
	axes     []stats.Axis
	kept     []bool
}

// add adds a measure, or for none times, once, where enough queries have a value in every system and, without an
// objective, systems differ: fusions of the same components take the same time.
func (j *joint) add(name string, m metrics.Measure, quantile float64, lower bool) {
	axis := result.FrontierAxis{Measure: name, LowerIsBetter: lower}
	if slices.Contains(j.out.Axes, axis) {
		return
	}
	all, differ := len(j.kept), false
	values := ordered.Each(j.pairings, func(p *pairing) func(i int) (a, b float64) { return p.valuesBy(m) })
	rows, kept, known := scoring.NewColumns(len(j.pairings)+1, all), slices.Clone(j.kept), all
	for i := range all {
		here := true
		for k := range values {
			rows[0][i], rows[k+1][i] = values[k](i)
			here = here && !math.IsNaN(rows[0][i]+rows[k+1][i])
			differ = differ || here && rows[0][i] != rows[k+1][i]
		}
		if kept[i] = kept[i] && here; !here {
			known--
		}
	}
	switch few := known == 0 || float64(known) < *j.s.MinCoverage*float64(all); {
	case few && (known > 0 || j.s.Objective != nil):
		j.out.Unknown = append(j.out.Unknown, fmt.Sprintf("%s is known of %d of %d queries in all systems", name, known, all))
	case !few && (differ || j.s.Objective != nil):
		j.kept, j.out.Axes = kept, append(j.out.Axes, axis)
		j.axes = append(j.axes, stats.Axis{Values: rows, Quantile: quantile, Lower: lower})
	}
}

// judge compares by unit; paid says which of the axes make a frontier of the first one.
func (j *joint) judge(paid []bool) (*result.Frontier, error) {
	if len(paid) < 2 || !slices.Contains(paid[1:], true) || !slices.Contains(j.kept, true) {
		return nil, nil
	}
	first := j.pairings[0]
	names := append([]string{first.a.Name}, ordered.Each(j.pairings, func(p *pairing) string { return p.b.Name })...)
	for _, a := range j.axes {
		for s, row := range a.Values {
			a.Values[s] = first.byUnit(first.collect(func(i int) (x, y float64) {
				if !j.kept[i] {
					return math.NaN(), 0
				}
				return row[i], row[i]
			})).a
		}
	}
	f, err := j.s.bootstrap().Frontier(j.axes)
	out := &j.out
	if out.Resamples, out.N = f.Resamples, len(j.axes[0].Values[0]); first.grouped {
		out.Unit = unitOfGroups
	}
	for i := range f.Shares {
		one := result.FrontierSystem{Name: names[i], ShareRatio: f.Shares[i][i], DominatedBy: []result.Dominance{}}
		one.Values = ordered.Each(f.Values, func(of []float64) float64 { return of[i] })
		for k, is := range f.Dominated[i] {
			if is && k != i {
				one.DominatedBy = append(one.DominatedBy, result.Dominance{Name: names[k], ShareRatio: f.Shares[i][k]})
			}
		}
		ordered.Stable(one.DominatedBy, func(a, b result.Dominance) int { return cmp.Compare(b.ShareRatio, a.ShareRatio) })
		out.Systems = append(out.Systems, one)
	}
	better := map[bool]int{true: 1, false: -1}[out.Axes[0].LowerIsBetter]
	ordered.Stable(out.Systems, func(a, b result.FrontierSystem) int { return better * cmp.Compare(a.Values[0], b.Values[0]) })
	return out, err
}

// compareLatency pairs the times by query: the difference is that of the same query in both arms, B − A.
func compareLatency(pairs *pairing, s Settings) (*result.LatencyComparison, error) {
	c := &result.LatencyComparison{
		A: scoring.LatencyOf(pairs.a.Latencies()), RerankA: scoring.LatencyOf(pairs.a.RerankTimes()),
		B: scoring.LatencyOf(pairs.b.Latencies()), RerankB: scoring.LatencyOf(pairs.b.RerankTimes()),
	}
	if c.A == nil || c.B == nil {
		return nil, nil
	}
	times := pairs.byUnit(pairs.collect(pairs.valuesBy(nil)))
	r, err := stats.TestPairs(stats.TTest{Level: 1 - s.Alpha}, times.a, times.b)
	if err != nil {
		return c, nil // no query was answered by both arms
	}
	c.N, c.MeanDifferenceMS = len(times.at), result.Number(r.Effect)
	c.Interval = interval(r.Interval)
	quantiles := []float64{.50, .95}
	changes, err := s.bootstrap().QuantileChanges(times.a, times.b, quantiles)
	for i, q := range changes {
		c.Quantiles = append(c.Quantiles, result.QuantileDifference{Quantile: quantiles[i], AMS: q.A, BMS: q.B, DifferenceMS: q.B - q.A, Interval: interval(q.Interval)})
	}
	return c, err
}
