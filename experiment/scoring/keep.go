package scoring

import (
	"math"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
)

// Keep keeps these of the measures, in this order.
func (s *Table) Keep(measures []metrics.Measure) {
	at := make([]int, len(measures))
	for to, m := range measures {
		at[to] = metrics.Index(s.Measures, m)
	}
	s.Measures, s.values, s.names = measures, picked(s.values, at), metrics.Texts(measures)
	if r := s.ranges; r != nil {
		s.ranges = &ranges{ties: picked(r.ties, at), bounds: picked(r.bounds, at), seen: r.seen, fixed: picked(r.fixed, at)}
	}
}

// picked returns the values at some places; nil stays nil.
func picked[T any](values []T, at []int) []T {
	if values == nil {
		return nil
	}
	list := make([]T, len(at))
	for to, i := range at {
		list[to] = values[i]
	}
	return list
}

// KeepQueries keeps the queries at these places, in this order.
func (s *Table) KeepQueries(at []int) {
	from := s.empty(len(at))
	for to, q := range at {
		s.take(to, &from, q)
	}
}

// AddMissing adds queries that the system lacks, with score 0.
func (s *Table) AddMissing(queries []result.Row) {
	from := s.empty(len(s.Queries) + len(queries))
	for q := range from.Queries {
		s.take(q, &from, q)
	}
	for i, query := range queries {
		q := len(from.Queries) + i
		s.Queries[q], s.judged[q] = query, math.NaN()
		s.Queries[q].Status = result.Missing
		for m := range s.values {
			s.values[m][q] = 0
		}
	}
}

// empty makes room for other queries and returns the table as it was.
func (s *Table) empty(queries int) (before Table) {
	before = *s
	s.Queries, s.judged, s.values = make([]result.Row, queries), make([]float64, queries), NewColumns(len(s.Measures), queries)
	s.ranges = before.ranges.empty(queries)
	if before.sizes != nil {
		s.sizes = make([]size, queries)
	}
	if before.kept != nil {
		s.kept = make([]judgedRankings, queries)
	}
	return before
}
