package power

import (
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/stats"
)

// A Past is what one past system scored, query by query.
type Past struct {
	Name string
	Rows []result.Row
}

// OfHistory plans by past systems on one test set: by the spread that is pooled over all pairs of them that differ.
// Each measure is a sample without differences. A measure without such a pair has a row that says so.
func OfHistory(past []Past, measures []Sample, q Question) (*result.PowerPlan, error) {
	q = q.withDefaults()
	p := plan(q)
	for _, m := range measures {
		row := result.PowerRow{Measure: m.Measure, Effects: []result.PowerEffect{}, Curve: []result.PowerPoint{}}
		ds, systems, err := differencesOf(past, m.Measure)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Measure, err)
		}
		if len(ds) == 0 {
			row.Note = "no two stored runs that differ have scores on the same queries"
			p.Rows = append(p.Rows, row)
			continue
		}
		spread := stats.PooledSpread(ds)
		row.N, row.Changed = spread.N, spread.Changed
		if systems < len(past) {
			row.Note = fmt.Sprintf("%d of the %d runs have scores", systems, len(past))
		}
		if slices.ContainsFunc(past[0].Rows, func(r result.Row) bool { return r.Group != "" }) {
			row.Unit = "groups"
		}
		if err := q.fill(&row, spread, m); err != nil {
			return nil, fmt.Errorf("%s: %w", m.Measure, err)
		}
		p.Rows = append(p.Rows, row)
	}
	return p, nil
}

// differencesOf returns those of every pair of systems that differs, over the units
// that all systems with the measure have, and how many systems those are.
func differencesOf(past []Past, measure string) (ds []stats.Differences, systems int, err error) {
	var scores []map[string]float64
	var units []string // of the first system, in its order
	for _, p := range past {
		byUnit, order := unitMeans(p.Rows, measure)
		if len(byUnit) == 0 {
			continue
		}
		if scores == nil {
			units = order
		}
		units = slices.DeleteFunc(units, func(u string) bool { _, ok := byUnit[u]; return !ok })
		scores = append(scores, byUnit)
	}
	for i := range scores {
		for j := range i {
			d := ordered.Each(units, func(u string) float64 { return scores[i][u] - scores[j][u] })
			differences, err := stats.DifferencesOf(d)
			if err != nil {
				return nil, 0, err
			}
			if differences.SD != nil && *differences.SD > 0 {
				ds = append(ds, differences)
			}
		}
	}
	return ds, len(scores), nil
}

// unitMeans returns the score of every query, or the mean of a group of wordings, and their order.
func unitMeans(rows []result.Row, measure string) (means map[string]float64, order []string) {
	sums, sizes := map[string]float64{}, map[string]float64{}
	for _, r := range rows {
		v := r.Scores[measure]
		if v == nil || math.IsNaN(*v) {
			continue
		}
		unit := "query " + r.QueryID
		if r.Group != "" {
			unit = "group " + r.Group
		}
		if sizes[unit] == 0 {
			order = append(order, unit)
		}
		sums[unit] += *v
		sizes[unit]++
	}
	for unit := range sums {
		sums[unit] /= sizes[unit]
	}
	return sums, order
}
