package scoring

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
)

// Keep keeps these of the measures, in this order.
func (s *Table) Keep(measures []metrics.Measure) {
	at := ordered.Each(measures, func(m metrics.Measure) int { return metrics.Index(s.Measures, m) })
	s.Measures, s.values, s.names = measures, picked(s.values, at), metrics.Texts(measures)
	s.runs = picked(s.runs, at)
	if r := s.ranges; r != nil {
		s.ranges = &ranges{ties: picked(r.ties, at), bounds: picked(r.bounds, at), seen: r.seen, fixed: picked(r.fixed, at)}
	}
}

// picked returns the values at some places; nil stays nil.
func picked[T any](values []T, at []int) []T {
	if values == nil {
		return nil
	}
	return ordered.Each(at, func(i int) T { return values[i] })
}

// KeepQueries keeps the queries at these places, in this order.
func (s *Table) KeepQueries(at []int) {
	from := s.empty(len(at))
	for to, q := range at {
		s.take(to, &from, q)
	}
}

// KeepIDs leaves the queries with these ids.
func (s *Table) KeepIDs(ids map[string]bool) {
	var at []int
	for q := range s.Len() {
		if ids[s.ID(q)] {
			at = append(at, q)
		}
	}
	s.KeepQueries(at)
}

// AddMissing adds queries that the system lacks, with score 0.
func (s *Table) AddMissing(queries []result.Row) {
	from := s.empty(s.Len() + len(queries))
	for q := range from.Len() {
		s.take(q, &from, q)
	}
	for i, query := range queries {
		q := from.Len() + i
		query.Status = result.Missing
		s.setQuery(q, query)
		s.judged[q] = math.NaN()
		for m := range s.values {
			s.values[m][q] = 0
		}
		for m := range s.runs {
			s.runs[m][q] = []float64{0}
		}
	}
}

// Set makes v the score of a measure for query q; NaN is none.
func (s *Table) Set(measure metrics.Measure, q int, v float64) {
	m := metrics.Index(s.Measures, measure)
	s.values[m][q] = v
	if s.runs != nil {
		s.runs[m][q] = []float64{v}
	}
}

// LeaveOut notes that a number of queries, or their scores of a measure, were left out of
// all systems because one lacks them: they are not measured.
func (s *Table) LeaveOut(measure string, queries int) {
	if s.leftOut == nil {
		s.leftOut = map[string]int{}
	}
	s.leftOut[measure] += queries
}

// LeftOutOf returns how many queries were, and how many scores of the others.
func (s *Table) LeftOutOf(measure metrics.Measure) (queries, scores int) {
	return s.leftOut[""], s.leftOut[measure.String()]
}

// empty makes room for other queries and returns the table as it was.
func (s *Table) empty(queries int) (before Table) {
	before = *s
	s.queries, s.judged, s.values = newQueries(queries), make([]float64, queries), NewColumns(len(s.Measures), queries)
	s.ranges = before.ranges.empty(queries)
	if before.sizes != nil {
		s.sizes = make([]size, queries)
	}
	if before.runs != nil {
		s.runs = roomForRuns(len(s.Measures), queries, none)
	}
	if before.kept != nil {
		s.kept = make([]judgedRankings, queries)
	}
	return before
}

// none returns 0, the number of runs before any are taken over.
func none(int, int) int { return 0 }

// Merge puts tables over different queries of one set of judgments together, in the judgments' order, since sums differ
// in the last digit in another. What is not about queries is the first part's; findings are those of all parts. A query
// that no part has, two have, or the judgments do not know is an error, and so are parts that were not scored alike.
func Merge(j *judgments.Judgments, parts ...*Table) (*Table, error) {
	if len(parts) == 0 {
		return nil, errors.New("there is no part to merge")
	}
	first, copied := parts[0], *parts[0]
	merged := &copied
	merged.empty(j.Len())
	merged.Health, merged.blind, merged.leftOut, merged.beyond = nil, nil, nil, Beyond{}
	if len(parts) > 1 { // the rankings of several are known by their rows alone
		merged.Rankings = ""
	}
	merged.Unmatched = unmatchedInAll(parts)
	known := make([]bool, j.Len())
	for _, part := range parts {
		if !part.scoredLike(first) {
			return nil, fmt.Errorf("%s: its parts were not scored alike: measures, profile or options differ", part.Name)
		}
		merged.Health = append(merged.Health, part.Health...)
		merged.beyond.add(part.beyond)
		for at := range part.Len() {
			id := part.ID(at)
			q, ok := j.Index([]byte(id))
			if !ok {
				return nil, fmt.Errorf("%s: the query %q is not in %s", part.Name, id, j.Info.Name)
			}
			if known[q] {
				return nil, fmt.Errorf("%s: the query %q is in two parts of it; write each query once, in a later file only those that are new", part.Name, id)
			}
			known[q] = true
			merged.take(q, part, at)
		}
	}
	if q := slices.Index(known, false); q >= 0 {
		return nil, fmt.Errorf("%s lacks the query %q; score it again", first.Name, j.ID(q))
	}
	return merged, nil
}

// scoredLike tells whether the columns of two tables mean the same.
func (s *Table) scoredLike(other *Table) bool {
	return slices.Equal(s.names, other.names) && s.Profile.Name == other.Profile.Name && s.common == other.common &&
		(s.sizes == nil) == (other.sizes == nil) && s.ranges.like(other.ranges) && (s.runs == nil) == (other.runs == nil)
}

// take makes query q what another table has at a position.
func (s *Table) take(q int, from *Table, at int) {
	s.setQuery(q, from.Query(at))
	s.judged[q] = from.judged[at]
	for m := range s.values {
		s.values[m][q] = from.values[m][at]
	}
	if s.sizes != nil {
		s.sizes[q] = from.sizes[at]
	}
	for m := range s.runs {
		s.runs[m][q] = from.runs[m][at]
	}
	if s.kept != nil && from.kept != nil {
		s.kept[q] = from.kept[at]
	}
	if s.ranges != nil {
		s.ranges.take(q, from.ranges, at)
	}
}

// unmatchedInAll returns the levels at which no part has an id that is judged.
func unmatchedInAll(parts []*Table) []result.UnmatchedIDs {
	return slices.DeleteFunc(slices.Clone(parts[0].Unmatched), func(u result.UnmatchedIDs) bool {
		return slices.ContainsFunc(parts, func(t *Table) bool { return t.unmatched(u.Level) == nil })
	})
}
