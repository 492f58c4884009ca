package scoring

import (
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/stats"
)

// Latencies returns the per-query times by position, NaN where not measured or
// where the query failed: the time to an error says nothing about answers.
func (s *Table) Latencies() []float64 {
	return s.times(func(q *result.Row) *float64 { return q.LatencyMS })
}

// RerankTimes returns the parts of latencies that went into reranking.
func (s *Table) RerankTimes() []float64 {
	return s.times(func(q *result.Row) *float64 { return q.RerankMS })
}

func (s *Table) times(of func(*result.Row) *float64) []float64 {
	times := make([]float64, len(s.Queries))
	for q := range s.Queries {
		times[q] = math.NaN()
		if s.Queries[q].Status == result.Scored {
			times[q] = result.OrNaN(of(&s.Queries[q]))
		}
	}
	return times
}

// LatencyOf summarizes times in milliseconds, leaving NaN out; nil when none
// was measured.
func LatencyOf(times []float64) *result.Latency {
	known := slices.DeleteFunc(slices.Clone(times), math.IsNaN)
	sum, err := stats.Summarize(known)
	if err != nil {
		return nil // an error means no value
	}
	slices.Sort(known)
	return &result.Latency{
		N:      sum.N,
		MeanMS: sum.Mean,
		P50MS:  stats.Quantile7(known, .50),
		P95MS:  stats.Quantile7(known, .95),
		P99MS:  stats.Quantile7(known, .99),
		MaxMS:  known[len(known)-1],
	}
}
