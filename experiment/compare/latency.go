package compare

import (
	"math"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/stats"
)

// compareLatency pairs the times by query: the difference is that of the same query in both arms, B − A.
func compareLatency(pairs *pairing, level float64) *result.LatencyComparison {
	ta, tb := pairs.a.Latencies(), pairs.b.Latencies()
	c := &result.LatencyComparison{
		A: scoring.LatencyOf(ta), RerankA: scoring.LatencyOf(pairs.a.RerankTimes()),
		B: scoring.LatencyOf(tb), RerankB: scoring.LatencyOf(pairs.b.RerankTimes()),
	}
	if c.A == nil || c.B == nil {
		return nil
	}
	var a, b []float64
	for i := range pairs.qa {
		x, y := ta[pairs.qa[i]], tb[pairs.qb[i]]
		if !math.IsNaN(x) && !math.IsNaN(y) {
			a, b = append(a, x), append(b, y)
		}
	}
	r, err := stats.TestPairs(stats.TTest{Level: level}, a, b)
	if err != nil {
		return c // no query was answered by both arms
	}
	c.N, c.MeanDifferenceMS = len(a), result.Number(r.Effect)
	c.Interval = interval(r.Interval)
	return c
}
