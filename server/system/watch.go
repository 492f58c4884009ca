package system

import (
	"context"
	"time"
)

// Watch evaluates the experiment's own test set now and then every so often, until
// ctx ends, each time asking the engines anew: what is recorded would not show that
// a system drifts. The set is read each time, too. tell is called after each
// evaluation, with its error where there is one; an evaluation has limit.
func (s *System) Watch(ctx context.Context, every, limit time.Duration, tell func(*Evaluated, error)) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		bounded, cancel := context.WithTimeout(ctx, limit)
		got, err := s.again(bounded)
		cancel()
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
func (s *System) again(ctx context.Context) (*Evaluated, error) {
	set, err := s.sets.ownSet()
	if err != nil {
		return nil, err
	}
	opts := s.opts
	opts.Fresh = true
	return s.evaluate(ctx, set, nil, opts)
}
