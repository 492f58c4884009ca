package experiment

import (
	"math"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/metrics"
)

// overall is the number that trec_eval prints for all queries, to the last
// digit: it adds up query by query in the order of their ids, and that order
// decides how a sum of floating point numbers is rounded. It is nil for a mean
// of nothing.
func (s *Scores) overall(m int, byID []int) *float64 {
	values := make([]float64, 0, len(byID))
	for _, q := range byID {
		if v := s.values[m][q]; s.Queries[q].Status != Failed && !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	if total, ok := s.aggregate(m).Of(values); ok {
		return &total
	}
	return nil
}

// aggregate says how the scores of measure m become one number.
func (s *Scores) aggregate(m int) metrics.Aggregate {
	measure, err := metrics.Parse(s.Measures[m])
	if err != nil {
		return metrics.Mean // a measure of the caller's own
	}
	return metrics.AggregateOf(measure)
}

// inOrderOfIDs puts positions of queries into the order of their ids.
func (s *Scores) inOrderOfIDs(queries []int) []int {
	sorted := slices.Clone(queries)
	slices.SortFunc(sorted, func(a, b int) int { return strings.Compare(s.Queries[a].ID, s.Queries[b].ID) })
	return sorted
}
