package system

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/testsets"
)

// A Scheduled evaluation is of the experiment's own test set. Where the system is not the experiment's
// baseline, that is asked at the same time, and there is a verdict about the system against it.
type Scheduled struct {
	*Evaluated
	Baseline *scoring.Table // nil where there is none next to the system, or where it was not measured
	Verdict  result.Verdict // on the primary measure; "" without one
	Lacking  error          // why there is no verdict, where there should be one
}

// Watch evaluates the experiment's own test set now and then every so often, until ctx ends, each time asking the
// engines again: what is recorded would not show that a system drifts. The set is read each time, too. tell is called
// after each evaluation, with its error where there is one; limit is for each configuration.
func (s *System) Watch(ctx context.Context, every, limit time.Duration, tell func(*Scheduled, error)) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		got, err := s.again(ctx, limit)
		if ctx.Err() != nil {
			return
		}
		tell(got, err)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// again evaluates the experiment's own test set, whatever is recorded.
func (s *System) again(ctx context.Context, limit time.Duration) (*Scheduled, error) {
	set, err := s.sets.ownSet()
	if err != nil {
		return nil, err
	}
	opts := s.opts
	opts.Fresh = true
	bounded, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	e, err := s.evaluate(bounded, set, Choice{}, opts)
	if err != nil {
		return nil, err
	}
	got := &Scheduled{Evaluated: e}
	if baseline, ok := s.beside(); ok {
		bounded, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		got.Lacking = s.against(bounded, set, baseline, got)
	}
	return got, nil
}

// next to returns the experiment's baseline, where the system is another configuration.
func (s *System) beside() (plan.Config, bool) {
	if s.plan.Baseline == s.config.Name {
		return plan.Config{}, false
	}
	return s.plan.Config(s.plan.Baseline)
}

// HasBaseline tells whether scheduled evaluations come with a baseline.
func (s *System) HasBaseline() bool {
	_, ok := s.beside()
	return ok
}

// against evaluates the baseline of what was evaluated a moment ago, and decides.
// Components that both have were just asked.
func (s *System) against(ctx context.Context, set *testsets.TestSet, baseline plan.Config, of *Scheduled) error {
	over, err := s.plan.Over(set)
	if err != nil {
		return err
	}
	opts := s.opts
	for _, c := range s.plan.Components {
		if c.Engine != nil && slices.Contains(baseline.Components, c.Name) && !slices.Contains(s.config.Components, c.Name) {
			opts.Refresh = append(slices.Clip(opts.Refresh), c.Name)
		}
	}
	e, err := s.score(ctx, set, over, baseline, opts)
	if err != nil {
		return err
	}
	of.Baseline = e.Table
	settings := over.Compare
	settings.Primary, settings.Guardrails = over.Primary, over.Guardrails
	c, err := compare.Against(e.Table, []*scoring.Table{of.Table}, settings)
	if err != nil {
		return err
	}
	of.Verdict = c.Comparisons[0].Verdict
	return nil
}

// Observe has someone told of every evaluation that is asked for of the whole configuration on the
// experiment's own test set, as its file is. It is called before the first one. An evaluation that was
// cancelled is not told: that someone did not want to wait says nothing about the system.
func (s *System) Observe(tell func(*Evaluated, error)) { s.observer = tell }

func (s *System) observed(set *testsets.TestSet, e *Evaluated, err error) {
	var asked *AskError
	if s.observer == nil || errors.Is(err, context.Canceled) || errors.As(err, &asked) {
		return
	}
	if own, unread := s.sets.ownSet(); unread == nil && own.SHA256() == set.SHA256() && own.Label() == set.Label() {
		s.observer(e, err)
	}
}
