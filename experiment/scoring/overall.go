package scoring

import (
	"math"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/metrics"
)

// overall is the number that trec_eval prints for all queries, to the last
// digit: it adds up query by query in the order of their ids, and that order
// decides how a sum of floating point numbers is rounded. It is nil for a mean
// of nothing. The scores are put together in room.
func (s *Table) overall(m int, aggregate metrics.Aggregate, byID []int, room []float64) *float64 {
	if total, ok := aggregate.Of(s.defined(m, byID, room)); ok {
		return &total
	}
	return nil
}

// counted are those queries that are in the means.
func (s *Table) counted(queries []int) []int {
	return slices.DeleteFunc(slices.Clone(queries), func(q int) bool {
		return s.LeftOut(q)
	})
}

// meanOfNone is the mean of a measure over no query, as the profile has it.
func (s *Table) meanOfNone(m metrics.Measure) *float64 {
	if mean, defined := s.Profile.MeanOfNone(m); defined {
		return &mean
	}
	return nil
}

// defined puts the scores of measure m that are defined into room, which is
// long enough for one of each query.
func (s *Table) defined(m int, queries []int, room []float64) []float64 {
	column, n := s.values[m], 0
	room = room[:len(queries)]
	for _, q := range queries {
		v := column[q]
		room[n] = v
		if !math.IsNaN(v) {
			n++
		}
	}
	return room[:n]
}

// inOrderOfIDs puts positions of queries into the order of their ids.
func (s *Table) inOrderOfIDs(queries []int) []int {
	sorted := slices.Clone(queries)
	slices.SortFunc(sorted, func(a, b int) int { return strings.Compare(s.Queries[a].ID, s.Queries[b].ID) })
	return sorted
}
