package compare

import (
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/stats"
)

// compareLatency pairs the times by query: the difference is that of the same query in both arms, B − A.
func compareLatency(pairs *pairing, s Settings) (*result.LatencyComparison, error) {
	c := &result.LatencyComparison{
		A: scoring.LatencyOf(pairs.a.Latencies()), RerankA: scoring.LatencyOf(pairs.a.RerankTimes()),
		B: scoring.LatencyOf(pairs.b.Latencies()), RerankB: scoring.LatencyOf(pairs.b.RerankTimes()),
	}
	if c.A == nil || c.B == nil {
		return nil, nil
	}
	times := pairs.byUnit(pairs.collect(pairs.valuesBy(nil)))
	r, err := stats.TestPairs(stats.TTest{Level: 1 - s.Alpha}, times.a, times.b)
	if err != nil {
		return c, nil // no query was answered by both arms
	}
	c.N, c.MeanDifferenceMS = len(times.at), result.Number(r.Effect)
	c.Interval = interval(r.Interval)
	quantiles := []float64{.50, .95}
	changes, err := s.bootstrap().QuantileChanges(times.a, times.b, quantiles)
	for i, q := range changes {
		c.Quantiles = append(c.Quantiles, result.QuantileDifference{Quantile: quantiles[i], AMS: q.A, BMS: q.B, DifferenceMS: q.B - q.A, Interval: interval(q.Interval)})
	}
	return c, err
}
