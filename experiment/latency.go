package experiment

import (
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/stats"
)

// latencies are the per-query times by position, NaN where not measured or
// where the query failed: the time to an error says nothing about answers.
func (s *Scores) latencies() []float64 {
	return s.times(func(q *ScoredQuery) *float64 { return q.LatencyMS })
}

// rerankTimes are the parts of latencies that went into reranking.
func (s *Scores) rerankTimes() []float64 {
	return s.times(func(q *ScoredQuery) *float64 { return q.RerankMS })
}

func (s *Scores) times(of func(*ScoredQuery) *float64) []float64 {
	times := make([]float64, len(s.Queries))
	for q := range s.Queries {
		times[q] = math.NaN()
		if s.Queries[q].Status == result.Scored {
			times[q] = result.OrNaN(of(&s.Queries[q]))
		}
	}
	return times
}

// latencyOf summarizes times in milliseconds, leaving NaN out; nil when none
// was measured.
func latencyOf(times []float64) *result.Latency {
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

// compareLatency pairs the times by query: the difference is that of the same
// query in both arms, B − A.
func compareLatency(pairs *pairing, level float64) *result.LatencyComparison {
	ta, tb := pairs.a.latencies(), pairs.b.latencies()
	c := &result.LatencyComparison{
		A: latencyOf(ta), RerankA: latencyOf(pairs.a.rerankTimes()),
		B: latencyOf(tb), RerankB: latencyOf(pairs.b.rerankTimes()),
	}
	if c.A == nil || c.B == nil {
		return nil
	}
	var a, b []float64
	for i := range pairs.ids {
		x, y := ta[pairs.qa[i]], tb[pairs.qb[i]]
		if !math.IsNaN(x) && !math.IsNaN(y) {
			a, b = append(a, x), append(b, y)
		}
	}
	r, err := stats.TTest{Level: level}.Compare(a, b)
	if err != nil {
		return c // no query was answered by both arms
	}
	c.N, c.MeanDifferenceMS = len(a), result.Number(r.Effect)
	c.Interval = interval(r.Interval)
	return c
}

func interval(i *stats.Interval) *result.Interval {
	if i == nil {
		return nil
	}
	return &result.Interval{Method: i.Method, Level: i.Level, Low: i.Low, High: i.High}
}
