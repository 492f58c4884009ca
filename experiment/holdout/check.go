package holdout

import (
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/stats"
)

// ErrTooFew says that a part has too few pairs to say anything.
var ErrTooFew = errors.New("a part has fewer than two pairs")

// Gains are paired differences of one measure, positive where the candidate is
// better, on the queries that it was chosen by and on held-out ones.
type Gains struct {
	Measure             string
	Evaluation, HeldOut []float64
	Tried               int // configurations that the candidate is the best of; below 1 counts as 1
}

// Check compares both gains. The candidate
//
//   - generalises when the held-out gain alone is better at alpha, by the rule of
//     every comparison, and the gain did not shrink significantly;
//   - is overfitted when the evaluation gain is significant and the held-out one
//     is not above 0 or significantly smaller: see stats.CompareHeldOut;
//   - in all other cases the queries cannot tell.
//
// The difference of the gains alone would miss half of what luck brings: of 20
// configurations without any effect, tried on 50 queries, the best gains .094,
// and the difference flags a third of those.
func Check(g Gains, alpha float64) (*result.HoldoutCheck, error) {
	if len(g.Evaluation) < 2 || len(g.HeldOut) < 2 {
		return nil, fmt.Errorf("%s: %d evaluation and %d held-out pairs: %w", g.Measure, len(g.Evaluation), len(g.HeldOut), ErrTooFew)
	}
	s, err := stats.CompareHeldOut(g.Evaluation, g.HeldOut, alpha)
	if err != nil {
		return nil, err
	}
	c := &result.HoldoutCheck{
		Schema: result.HoldoutSchema, Measure: g.Measure, Alpha: alpha, Tried: max(1, g.Tried), Ratio: s.Ratio,
		Shrinkage: result.Number(s.Tuning.Mean - s.HeldOut.Mean), PShrank: s.Test.P, Health: []result.Finding{},
	}
	if i := s.Test.Interval; i != nil {
		c.Interval = &result.Interval{Method: i.Method, Level: i.Level, Low: i.Low, High: i.High}
	}
	c.Evaluation, c.HeldOut = gain(s.Tuning, s.Tuned), gain(s.HeldOut, s.Held)
	if s.Tuning.SD != nil {
		optimism, err := stats.ExpectedOptimism(*s.Tuning.SD, s.Tuning.N, c.Tried)
		if err != nil {
			return nil, err
		}
		c.Optimism = &optimism
	}
	c.Verdict, c.Reason = verdict(c, s)
	return c, nil
}

func gain(d stats.Differences, judged stats.Decision) result.PartGain {
	i := judged.Headline
	return result.PartGain{
		N: d.N, Mean: d.Mean, PValue: judged.P,
		Interval: &result.Interval{Method: i.Method, Level: i.Level, Low: i.Low, High: i.High},
	}
}

func verdict(c *result.HoldoutCheck, s stats.Shrinkage) (result.HoldoutVerdict, string) {
	held := c.HeldOut
	switch {
	case s.Overfit:
		return result.Overfitted, s.Reason
	case s.Generalises:
		return result.Generalises, fmt.Sprintf("the gain is there on %s that were not used to choose", prose.Plural(held.N, "held-out query"))
	case c.Evaluation.Mean <= 0:
		return result.CannotTell, "there is no gain on the evaluation queries that could be overfitted"
	case held.Interval.High < 0:
		return result.CannotTell, fmt.Sprintf("the gain of %.4f on the evaluation queries is not significant, and on the held-out ones there is a loss: the held-out interval is [%+.4f, %+.4f]",
			c.Evaluation.Mean, held.Interval.Low, held.Interval.High)
	}
	return result.CannotTell, fmt.Sprintf("%s are too few to tell a gain of %.4f from none: the held-out interval is [%+.4f, %+.4f]",
		prose.Plural(held.N, "held-out query"), c.Evaluation.Mean, held.Interval.Low, held.Interval.High)
}
