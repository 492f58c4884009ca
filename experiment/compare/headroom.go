package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// CeilingOf measures the room for a reranker over all queries and within each stratum. Oracle and headroom
// are nil, with a warning, for a measure that is better when it is lower, that looks at more than where the
// relevant documents stand, or that a higher grade does not raise.
func CeilingOf(f Fused) (*result.Ceiling, error) {
	t, err := newTrace(f)
	if err != nil {
		return nil, err
	}
	c := &result.Ceiling{Config: t.of.Config.Name, Measure: t.of.Primary.String(), TopK: t.of.TopK}
	values, reason := t.oracles()
	if reason != "" {
		c.Warnings = []result.Warning{{Code: result.WarnNoOracle, Text: reason}}
	}
	c.Room = t.room(values, func(string) bool { return true })
	for _, name := range t.strata() {
		c.Strata = append(c.Strata, result.StratumCeiling{
			Stratum: name, Room: t.room(values, func(s string) bool { return s == name }),
		})
	}
	return c, nil
}

// An oracleScore is the primary measure of one query, as it is and as the best
// order of the candidates would make it; NaN where it is undefined.
type oracleScore struct{ is, best float64 }

// oracles scores the best order of every query. Reason says why best is NaN throughout, "" when it is not.
func (t *trace) oracles() (scores []oracleScore, reason string) {
	config := t.of.Config
	m := metrics.Index(config.Measures, t.of.Primary)
	reason = t.noOracle()
	if m < 0 {
		reason = fmt.Sprintf("%s was not scored by %s", config.Name, t.of.Primary)
	}
	zero := config.Profile.Undefined == metrics.Zero
	scores = make([]oracleScore, len(t.queries))
	for i, q := range t.queries {
		scores[i] = oracleScore{math.NaN(), math.NaN()}
		if q.failed || m < 0 {
			continue
		}
		scores[i].is = config.Value(m, q.at)
		if reason != "" || math.IsNaN(scores[i].is) {
			continue
		}
		best, ok := t.bestOrder(q, zero)
		if !ok {
			reason = fmt.Sprintf("%s depends on more than the ranks of the relevant documents", t.of.Primary)
			continue
		}
		if scores[i].best = best; best < scores[i].is-rounding {
			reason = fmt.Sprintf("%s is not highest with the highest grades on top", t.of.Primary)
		}
	}
	if reason != "" {
		for i := range scores {
			scores[i].best = math.NaN()
		}
	}
	return scores, reason
}

// rounding is the difference below which two scores of the same order may
// differ because they were added up differently.
const rounding = 1e-9

// noOracle says why the primary measure can have no oracle at all.
func (t *trace) noOracle() string {
	if t.measure == nil {
		return t.reason
	}
	if direction := metrics.DirectionOf(t.measure); direction != metrics.HigherIsBetter {
		return fmt.Sprintf("of %s, %s", t.of.Primary, direction)
	}
	return ""
}

// bestOrder returns the measure of a query's candidates with the relevant ones on top, highest grade first. How many
// candidates there are besides those is not stored; ok is false for a measure that this makes a difference to.
func (t *trace) bestOrder(q tracedQuery, zero bool) (score float64, ok bool) {
	var judged metrics.Judged
	for _, d := range q.relevant {
		judged.Ideal = append(judged.Ideal, d.grade)
		if d.fused > 0 {
			judged.Hits = append(judged.Hits, metrics.Hit{Grade: d.grade})
		}
	}
	slices.SortFunc(judged.Ideal, func(a, b int) int { return b - a })
	ordered.Stable(judged.Hits, func(a, b metrics.Hit) int { return b.Grade - a.Grade })
	for i := range judged.Hits {
		judged.Hits[i].Rank = i + 1
	}
	judged.Retrieved = len(judged.Hits)
	score, defined := t.measure.Score(&judged)
	judged.Retrieved = max(judged.Retrieved, t.of.TopK)
	again, definedAgain := t.measure.Score(&judged)
	return score, score == again && defined == definedAgain && (defined || zero)
}

// room takes the means over the queries of the strata that count.
func (t *trace) room(scores []oracleScore, counts func(stratum string) bool) result.Room {
	var r result.Room
	var recall, pooled, is, best, room []float64
	for i, q := range t.queries {
		if !counts(q.stratum) {
			continue
		}
		if q.failed {
			r.FailedQueries++
			continue
		}
		r.Queries++
		if n := len(q.relevant); n > 0 {
			fused, found := 0, 0
			for _, d := range q.relevant {
				fused += min(d.fused, 1)
				found += min(d.best(), 1)
			}
			recall = append(recall, float64(fused)/float64(n))
			pooled = append(pooled, float64(found)/float64(n))
		}
		if math.IsNaN(scores[i].is) {
			r.Undefined++
			continue
		}
		is = append(is, scores[i].is)
		if !math.IsNaN(scores[i].best) {
			best = append(best, scores[i].best)
			room = append(room, max(0, scores[i].best-scores[i].is)) // below 0 is rounding
		}
	}
	r.RecallN, r.N = len(recall), len(is)
	r.Recall, r.PooledRecall = meanOf(recall), meanOf(pooled)
	r.Mean, r.Oracle, r.Headroom = meanOf(is), meanOf(best), meanOf(room)
	return r
}

// meanOf returns nil for no values.
func meanOf(values []float64) *float64 {
	if len(values) == 0 {
		return nil
	}
	return new(stats.Mean(values))
}
