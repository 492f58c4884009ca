package impact

import (
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// summed sums a metric up over trials that have it; ok is false without any.
func (a *analysis) summed(m metric, trials []Trial) (c result.ConfigMetric, ok bool) {
	var values []float64
	for _, t := range trials {
		if v := m.of(a, t); v != nil {
			values = append(values, *v)
		}
	}
	s, err := stats.Summarize(values)
	if err != nil {
		return c, false
	}
	return result.ConfigMetric{Metric: m.name, Mean: a.profile.Round(s.Mean), Median: a.profile.Round(s.Median), N: s.N}, true
}

// delta sums the differences of one metric up as the source does.
func (a *analysis) delta(m metric, pairs []matched) result.ImpactDelta {
	var d []float64
	for _, p := range pairs {
		if v := difference(m.of(a, p.baseline), m.of(a, p.mcp)); v != nil {
			d = append(d, *v)
		}
	}
	delta := result.ImpactDelta{Metric: m.name, N: len(d), Direction: "higher", Verdict: result.NoVerdict}
	if m.better == metrics.LowerIsBetter {
		delta.Direction = "lower"
	}
	s, err := stats.Summarize(d)
	if err != nil {
		delta.Computable = new(false)
		delta.VerdictReason = fmt.Sprintf("no matched task has %s on both sides", m.name)
		return delta
	}
	slices.Sort(d)
	positive, negative := 0, 0
	for _, v := range d {
		if v > 0 {
			positive++
		} else if v < 0 {
			negative++
		}
	}
	share := func(n int) *float64 { return new(a.profile.Round(float64(n) / float64(len(d)))) }
	delta.Mean, delta.Median, delta.Std = a.round(&s.Mean), a.round(&s.Median), new(0.0)
	if s.SD != nil {
		delta.Std = a.round(s.SD)
	}
	delta.IQR = new(a.profile.Round(d[3*len(d)/4] - d[len(d)/4])) // by index, as the source has it
	delta.PositiveFraction, delta.NegativeFraction, delta.ZeroFraction = share(positive), share(negative), share(len(d)-positive-negative)
	delta.Interpretation = fmt.Sprintf("%s is higher in %d, lower in %d and the same in %d of %d matched tasks; a difference that was seen, which says nothing of its cause",
		m.name, positive, negative, len(d)-positive-negative, len(d))
	return delta
}
