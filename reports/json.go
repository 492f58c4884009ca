package reports

import (
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// completeComparison returns c with an empty list or object wherever the
// contract has one and c has nil, so that no reader needs to tell null from
// empty.
func completeComparison(c result.Comparison) result.Comparison {
	c.Comparisons = ordered.Each(c.Comparisons, func(p result.Pair) result.Pair {
		p.Health = document.List(p.Health)
		p.Measures = ordered.Each(p.Measures, func(m result.MeasureComparison) result.MeasureComparison {
			m.Warnings = document.List(m.Warnings)
			m.Strata = ordered.Each(m.Strata, func(s result.StratumResult) result.StratumResult {
				s.Warnings = document.List(s.Warnings)
				return s
			})
			return m
		})
		p.Moved = ordered.Each(p.Moved, func(q result.MovedQuery) result.MovedQuery {
			q.Documents = document.List(q.Documents)
			return q
		})
		p.PerQuery = ordered.Each(p.PerQuery, func(q result.QueryDifference) result.QueryDifference {
			q.A, q.B, q.Difference = document.Object(q.A), document.Object(q.B), document.Object(q.Difference)
			return q
		})
		return p
	})
	c.Systems = ordered.Each(c.Systems, completeRun)
	c.Attribution = ordered.Each(c.Attribution, func(a result.Attribution) result.Attribution {
		a.Only = document.List(a.Only)
		a.Strata = ordered.Each(a.Strata, func(s result.StratumAttribution) result.StratumAttribution {
			s.Only = document.List(s.Only)
			return s
		})
		return a
	})
	if c.AllPairs != nil {
		all := *c.AllPairs
		all.Correlations = document.List(all.Correlations)
		all.Measures = ordered.Each(all.Measures, func(m result.SystemsByMeasure) result.SystemsByMeasure {
			m.Systems, m.Pairs = document.List(m.Systems), document.List(m.Pairs)
			return m
		})
		c.AllPairs = &all
	}
	if c.Retrieval != nil {
		r := *c.Retrieval
		r.Failures, r.RunIDs = document.List(r.Failures), document.Object(r.RunIDs)
		c.Retrieval = &r
	}
	return c
}

// completeEvaluation does the same for an evaluation.
func completeEvaluation(e result.Evaluation) result.Evaluation {
	e.Runs = ordered.Each(e.Runs, completeRun)
	return e
}

func completeRun(r result.RunEvaluation) result.RunEvaluation {
	r.Health = document.List(r.Health)
	r.Measures = document.List(r.Measures)
	r.PerQuery = ordered.Each(r.PerQuery, func(q result.QueryScores) result.QueryScores {
		q.Scores = document.Object(q.Scores)
		return q
	})
	return r
}
