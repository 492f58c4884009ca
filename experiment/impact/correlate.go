package impact

import (
	"fmt"
	"math"

	"github.com/rankduel/rankduel/internal/ordered"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/traces/runs"
)

// retrievals returns the figures that are correlated with outcomes.
func retrievals() []metric {
	return []metric{
		{name: "file_recall", of: figure(func(f Found) float64 { return f.FileRecall })},
		{name: "mrr", of: figure(func(f Found) float64 { return f.MRR })},
		{name: "map_score", of: figure(func(f Found) float64 { return f.MAP })},
		{name: "context_efficiency", of: figure(func(f Found) float64 { return f.ContextEfficiency })},
	}
}

// results returns the outcomes that they are correlated with.
func results() []metric {
	return []metric{
		{name: "verifier_outcome", of: outcome(func(o runs.Outcome) *float64 { return o.Reward })},
		{name: "cost_usd", of: outcome(func(o runs.Outcome) *float64 { return o.CostUSD })},
		{name: "runtime_seconds", of: outcome(func(o runs.Outcome) *float64 { return o.WallClockSeconds })},
		{name: "output_tokens", of: outcome(func(o runs.Outcome) *float64 { return o.OutputTokens })},
	}
}

// correlate has every figure of retrieval with every outcome, over the trials that have figures and a valid reward.
func (a *analysis) correlate() (result.CorrelationAnalysis, error) {
	joined := ordered.Where(a.trials, func(t Trial) bool {
		_, known := a.found[t]
		return known && a.outcomes[t].Reward != nil
	})
	analysis := result.CorrelationAnalysis{Joined: len(joined)}
	if len(joined) < minJoined {
		analysis.Reason = fmt.Sprintf("insufficient_paired_data (n=%d, need >= %d)", len(joined), minJoined)
		return analysis, nil
	}
	analysis.Computable = true
	for _, x := range retrievals() {
		for _, y := range results() {
			var xs, ys []float64
			for _, t := range joined {
				if v := y.of(a, t); v != nil {
					xs, ys = append(xs, *x.of(a, t)), append(ys, *v)
				}
			}
			if len(xs) < minJoined {
				continue
			}
			c, err := correlation(x.name, y.name, xs, ys)
			if err != nil {
				return analysis, fmt.Errorf("%s and %s: %w", x.name, y.name, err)
			}
			analysis.Correlations = append(analysis.Correlations, c)
		}
	}
	return analysis, adjust(&analysis)
}

func correlation(x, y string, xs, ys []float64) (result.RankCorrelation, error) {
	s, err := stats.Spearman(xs, ys)
	if err != nil {
		return result.RankCorrelation{}, err
	}
	c := result.RankCorrelation{Retrieval: x, Outcome: y, N: len(xs), PValue: s.P, Method: string(s.Method)}
	if len(xs) <= stats.MaxExactSpearman {
		exact, err := stats.SpearmanExact(xs, ys)
		if err != nil {
			return c, err
		}
		c.PValue, c.Method = exact.P, string(exact.Method)
	}
	if s.Value != nil {
		c.R, c.P = new(rounded(*s.Value)), new(rounded(normalP(*s.Value, len(xs))))
	}
	c.Interpretation = interpret(c)
	return c, nil
}

// normalP returns the source's p: r√((n−2)/(1−r²)) taken for normal.
func normalP(r float64, n int) float64 {
	if math.Abs(r) >= 1 {
		return 0
	}
	t := math.Abs(r) * math.Sqrt(float64(n-2)/(1-float64(r*r)))
	return math.Erfc(t / math.Sqrt2)
}

func rounded(v float64) float64 { return math.RoundToEven(v*1e6) / 1e6 }

// interpret says how strong an association is, in the source's words.
func interpret(c result.RankCorrelation) string {
	if c.R == nil {
		return fmt.Sprintf("%s or %s is the same in all %d trials: no association can be computed", c.Retrieval, c.Outcome, c.N)
	}
	strength, size := "negligible", math.Abs(*c.R)
	switch {
	case size >= 0.7:
		strength = "strong"
	case size >= 0.4:
		strength = "moderate"
	case size >= 0.2:
		strength = "weak"
	}
	sign := "positive"
	if *c.R < 0 {
		sign = "negative"
	}
	return fmt.Sprintf("%s %s association of %s and %s over %d trials; an association, which says nothing of cause", strength, sign, c.Retrieval, c.Outcome, c.N)
}

// adjust corrects for all correlations of an analysis. One that could not be computed counts as not significant.
func adjust(analysis *result.CorrelationAnalysis) error {
	ps := make([]float64, len(analysis.Correlations))
	for i, c := range analysis.Correlations {
		ps[i] = 1
		if c.PValue != nil {
			ps[i] = *c.PValue
		}
	}
	adjusted, err := stats.Adjust(ps, stats.Holm)
	if err != nil {
		return err
	}
	for i := range analysis.Correlations {
		if analysis.Correlations[i].PValue != nil {
			analysis.Correlations[i].PAdjusted = new(adjusted[i])
		}
	}
	analysis.Family = &result.Family{Name: "correlations of the analysis", Size: len(ps)}
	return nil
}
