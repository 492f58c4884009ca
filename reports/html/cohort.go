package html

import (
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
)

// A cohort is the queries of a comparison with what every system gave to them.
type cohort struct {
	systems  []result.SystemDetail // the baseline first
	measures []string              // as the comparison lists them
	better   []int                 // of each measure: 1 where higher is better, -1 lower, 0 neither
	grades   int                   // the highest that was given
	text     func(id string) (string, bool)
	graded   func(queryID string) map[string]int // by a model; nil without such labels
	primary  string
	margin   float64
	pairs    []result.Pair // with the bounds of single queries
	cutoff   int           // of the primary measure, or 10
}

// ofComparison returns the queries of a comparison; nil when nothing is known of them.
func ofComparison(d *reports.Data, o Options) (*cohort, error) {
	c := d.Comparison
	if len(d.Systems) > 0 && len(d.Systems) != len(c.Comparisons)+1 {
		return nil, fmt.Errorf("details of %d systems, want the baseline and %d candidates", len(d.Systems), len(c.Comparisons))
	}
	measures := ordered.Each(c.Comparisons[0].Measures, func(m result.MeasureComparison) string { return m.Measure })
	co, err := newCohort(d.Systems, measures, c.Settings.Primary, d.Text, o)
	if co != nil {
		co.graded = d.Graded
	}
	if co != nil {
		co.margin, co.pairs = c.Settings.Margin, c.Comparisons
	}
	return co, err
}

// newCohort checks that the systems were given on the same queries; nil when there is none.
func newCohort(systems []result.SystemDetail, measures []string, primary string, text func(string) (string, bool), o Options) (*cohort, error) {
	if len(systems) == 0 {
		return nil, nil
	}
	co := &cohort{systems: slices.Clone(systems), measures: measures, primary: primary, cutoff: cutoffOf(primary), text: text}
	if o.NoText {
		co.text = nil
	}
	co.better = ordered.Each(measures, func(m string) int { return betterOf(systems[0], m) })
	first := systems[0].Queries
	for s, system := range co.systems {
		if len(system.Queries) != len(first) {
			return nil, fmt.Errorf("%s has %d queries and %s has %d: want the same ones", system.Name, len(system.Queries), co.systems[0].Name, len(first))
		}
		for q := range system.Queries {
			if system.Queries[q].QueryID != first[q].QueryID {
				return nil, fmt.Errorf("%s has query %q where %s has %q: want the same ones", system.Name, system.Queries[q].QueryID, co.systems[0].Name, first[q].QueryID)
			}
			co.noteGrades(&system.Queries[q])
		}
		if o.NoText {
			co.systems[s].Queries = withoutText(system.Queries)
		}
	}
	return co, nil
}

// betterOf returns the direction of a measure, by what a system says of it or, where no one does, by its name.
func betterOf(s result.SystemDetail, measure string) int {
	if at := slices.Index(s.Measures, measure); at >= 0 && at < len(s.Better) {
		return s.Better[at]
	}
	return betterByName(measure)
}

// betterByName returns the direction of a measure that this program knows, and up for any other.
func betterByName(measure string) int {
	m, err := metrics.Parse(measure)
	if err != nil {
		return 1
	}
	switch metrics.DirectionOf(m) {
	case metrics.LowerIsBetter:
		return -1
	case metrics.Neutral:
		return 0
	}
	return 1
}

// directionIn returns the direction of a measure as a comparison took it, which for
// scores of other programs their owner declares.
func directionIn(c *result.Comparison, measure string) int {
	for _, p := range c.Comparisons {
		if slices.ContainsFunc(p.Measures, func(m result.MeasureComparison) bool { return m.Measure == measure && m.LowerIsBetter }) {
			return -1
		}
	}
	return betterByName(measure)
}

func (co *cohort) noteGrades(q *result.Row) {
	for _, d := range q.Relevant {
		co.grades = max(co.grades, d.Grade)
	}
}

func withoutText(queries []result.Row) []result.Row {
	list := slices.Clone(queries)
	for q := range list {
		list[q].Text, list[q].Error = "", ""
	}
	return list
}

// cutoffOf returns how far a measure looks, 10 for one that says nothing.
func cutoffOf(measure string) int {
	if m, err := metrics.Parse(measure); err == nil && m.Cutoff() > 0 {
		return m.Cutoff()
	}
	return 10
}

func (co *cohort) len() int { return len(co.systems[0].Queries) }

// score returns a measure of a query of a system, NaN where it is undefined.
func (co *cohort) score(system, measure, query int) float64 {
	return result.OrNaN(co.systems[system].Queries[query].Scores[co.measures[measure]])
}

// A difference is one query of a pair on one measure.
type difference struct{ a, b float64 }

func (d difference) d() float64 { return d.b - d.a }

// differences returns those of the queries on which both systems have a score.
func (co *cohort) differences(candidate int, measure string) []difference {
	m := slices.Index(co.measures, measure)
	if m < 0 {
		return nil
	}
	var list []difference
	for q := range co.len() {
		a, b := co.score(0, m, q), co.score(candidate, m, q)
		if !math.IsNaN(a) && !math.IsNaN(b) {
			list = append(list, difference{a, b})
		}
	}
	return list
}

// judged returns the mean share of judged hits in the first ten of a system, and whether it is known of any query.
func (co *cohort) judged(system int) (mean float64, known bool) {
	n := 0
	for _, q := range co.systems[system].Queries {
		if q.Judged != nil {
			mean, n = mean+*q.Judged, n+1
		}
	}
	return mean / float64(max(n, 1)), n > 0
}

func (co *cohort) count(system int, status result.Status) int {
	return ordered.Count(co.systems[system].Queries, func(q result.Row) bool { return q.Status == status })
}

// latencies returns the measured times of a system, ascending.
func (co *cohort) latencies(system int) []float64 {
	var list []float64
	for _, q := range co.systems[system].Queries {
		if q.LatencyMS != nil && q.Status != result.Failed {
			list = append(list, *q.LatencyMS)
		}
	}
	slices.Sort(list)
	return list
}
