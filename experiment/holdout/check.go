package holdout

import (
	"errors"
	"fmt"
	"time"

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
	Shown               int // configurations whose held-out scores were shown, this one included; below 1 counts as 1

	// Late is when held-out scores had first been shown, if the candidate is there only since then; nil
	// otherwise. It may have been made of what they showed, and no level helps against that: of an average
	// of 100 configurations that were shown, without any effect, all but .002 pass a t-test at alpha/101.
	Late *time.Time

	// SignalDecides says that the profile's source calls overfitted what stats.Shrinkage has as its Signal.
	SignalDecides bool
}

// Check compares both gains by stats.HeldOut, whose rule is that of the measure.
func Check(g Gains, rule stats.Rule) (*result.HoldoutCheck, error) {
	if len(g.Evaluation) < 2 || len(g.HeldOut) < 2 {
		return nil, fmt.Errorf("%s: %d evaluation and %d held-out pairs: %w", g.Measure, len(g.Evaluation), len(g.HeldOut), ErrTooFew)
	}
	s, err := stats.HeldOut{Rule: rule, Shown: g.Shown}.Compare(g.Evaluation, g.HeldOut)
	if err != nil {
		return nil, err
	}
	c := &result.HoldoutCheck{
		Schema: result.HoldoutSchema, Measure: g.Measure, Alpha: rule.Alpha, Configurations: max(1, g.Shown), Level: s.Level,
		Evaluation: gain(s.Tuning, s.Tuned), HeldOut: gain(s.HeldOut, s.Held), Upper: s.Upper, Limit: s.Limit, POverfit: s.P,
		Lost: s.Lost, LostAtLeast: s.LostAtLeast, Power: s.Power, Needed: s.Needed, Signal: s.Signal,
		Tried: max(1, g.Tried), Health: []result.Finding{},
	}
	if s.Tuning.SD != nil {
		optimism, err := stats.ExpectedOptimism(*s.Tuning.SD, s.Tuning.N, c.Tried)
		if err != nil {
			return nil, err
		}
		c.Optimism = &optimism
	}
	c.NewQueries = s.Generalises && g.Late != nil
	c.Verdict, c.Reason = verdict(c, g, s)
	return c, nil
}

func gain(d stats.Differences, judged stats.Decision) result.PartGain {
	return result.PartGain{N: d.N, Mean: d.Mean, PValue: judged.P, Interval: (*result.Interval)(&judged.Headline)}
}

func verdict(c *result.HoldoutCheck, g Gains, s stats.Shrinkage) (result.HoldoutVerdict, string) {
	held := c.HeldOut
	queries := prose.Plural(held.N, "held-out query")
	switch {
	case g.SignalDecides && s.Signal:
		return result.Overfitted, "the gain on the evaluation queries is significant and the held-out mean is not above 0, which this profile's source calls overfitted; the error of that rule is not controlled"
	case !g.SignalDecides && s.Overfit:
		return result.Overfitted, fmt.Sprintf("less than half of the gain of %.4f holds on new queries: on %s the mean is %+.4f, at most %+.4f", s.Tuning.Mean, queries, held.Mean, s.Upper)
	case c.NewQueries:
		return result.CannotTell, fmt.Sprintf("the gain is there on %s, but this configuration was not known before held-out scores of others were shown, on %s, and may have been made of them: it needs new held-out queries",
			queries, g.Late.Format(time.DateOnly))
	case s.Generalises:
		return result.Generalises, fmt.Sprintf("the gain is there on %s that were not used to choose", queries)
	case s.Tuning.Mean <= 0:
		return result.CannotTell, "there is no gain on the evaluation queries that could be overfitted"
	case held.Interval.High < 0:
		return result.CannotTell, fmt.Sprintf("the gain of %.4f on the evaluation queries is not significant, and on the held-out ones there is a loss: the held-out interval is [%+.4f, %+.4f]",
			s.Tuning.Mean, held.Interval.Low, held.Interval.High)
	}
	reason := fmt.Sprintf("%s are too few to tell a gain of %.4f from none: the held-out interval is [%+.4f, %+.4f]",
		queries, s.Tuning.Mean, held.Interval.Low, held.Interval.High)
	if s.Lost != nil && c.Needed != nil {
		reason += fmt.Sprintf("; were there none, as many would show so in %.2f of cases, and %d in .80", *c.Power, *c.Needed)
	}
	return result.CannotTell, reason
}
