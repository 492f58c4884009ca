package reports

import (
	"encoding/json"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// indented writes a value as indented JSON. A NaN or an infinity is an error.
func indented(v any) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return b.String(), err
}

// completeComparison returns c with an empty list or object wherever the
// contract has one and c has nil, so that no reader needs to tell null from
// empty.
func completeComparison(c result.Comparison) result.Comparison {
	c.Comparisons = each(c.Comparisons, func(p result.Pair) result.Pair {
		p.Health = list(p.Health)
		p.Measures = each(p.Measures, func(m result.MeasureComparison) result.MeasureComparison {
			m.Warnings = list(m.Warnings)
			m.Strata = each(m.Strata, func(s result.StratumResult) result.StratumResult {
				s.Warnings = list(s.Warnings)
				return s
			})
			return m
		})
		p.Moved = each(p.Moved, func(q result.MovedQuery) result.MovedQuery {
			q.Documents = list(q.Documents)
			return q
		})
		p.PerQuery = each(p.PerQuery, func(q result.QueryDifference) result.QueryDifference {
			q.A, q.B, q.Difference = object(q.A), object(q.B), object(q.Difference)
			return q
		})
		return p
	})
	c.Systems = each(c.Systems, completeRun)
	c.Attribution = each(c.Attribution, func(a result.Attribution) result.Attribution {
		a.Only = list(a.Only)
		a.Strata = each(a.Strata, func(s result.StratumAttribution) result.StratumAttribution {
			s.Only = list(s.Only)
			return s
		})
		return a
	})
	if c.AllPairs != nil {
		all := *c.AllPairs
		all.Correlations = list(all.Correlations)
		all.Measures = each(all.Measures, func(m result.SystemsByMeasure) result.SystemsByMeasure {
			m.Systems, m.Pairs = list(m.Systems), list(m.Pairs)
			return m
		})
		c.AllPairs = &all
	}
	if c.Retrieval != nil {
		r := *c.Retrieval
		r.Failures, r.RunIDs = list(r.Failures), object(r.RunIDs)
		c.Retrieval = &r
	}
	return c
}

// completeEvaluation does the same for an evaluation.
func completeEvaluation(e result.Evaluation) result.Evaluation {
	e.Runs = each(e.Runs, completeRun)
	return e
}

func completeRun(r result.RunEvaluation) result.RunEvaluation {
	r.Health = list(r.Health)
	r.Measures = list(r.Measures)
	r.PerQuery = each(r.PerQuery, func(q result.QueryScores) result.QueryScores {
		q.Scores = object(q.Scores)
		return q
	})
	return r
}

// object returns m, empty instead of nil.
func object[V any](m map[string]V) map[string]V {
	if m == nil {
		return map[string]V{}
	}
	return m
}

// list returns s, empty instead of nil.
func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// each returns a new list of what change makes of every element.
func each[T any](s []T, change func(T) T) []T {
	changed := make([]T, len(s))
	for i, v := range s {
		changed[i] = change(v)
	}
	return changed
}
