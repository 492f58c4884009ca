package main

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/server/system"
	"github.com/rankduel/rankduel/server/watch"
)

// watchFlags say how a server is watched.
type watchFlags struct {
	names promFlags
	every time.Duration // 0: never
}

func (w *watchFlags) add(flags *pflag.FlagSet) {
	w.names.addNames(flags)
	flags.DurationVar(&w.every, "every", 0, "evaluate the experiment's test set now and so often, asking engines anew (default: never)")
}

// over makes the watch over a system, which shows its evaluations from now on.
func (w *watchFlags) over(s *system.System, log *slog.Logger) (watch.Watch, error) {
	set, err := s.Plan().OpenTestSet()
	if err != nil {
		return watch.Watch{}, err
	}
	over := watch.Watch{System: s, Dataset: set.Name, Gauges: w.names.collector, Clock: time.Now, Log: log}
	s.Observe(over.Saw)
	return over, nil
}

// begin evaluates every so often, until end, which waits for what runs to be
// recorded.
func (w *watchFlags) begin(ctx context.Context, over watch.Watch, limit time.Duration) (end func()) {
	ctx, stop := context.WithCancel(ctx)
	var watching sync.WaitGroup
	if w.every > 0 {
		watching.Go(func() {
			over.System.Watch(ctx, w.every, limit, func(got *system.Evaluated, err error) {
				over.Saw(got, err)
				if err != nil {
					over.Log.Error("scheduled evaluation failed", "error", err)
					return
				}
				over.Log.Info("scheduled evaluation", "run", got.Table.RunID, "calls", got.Calls)
			})
		})
	}
	return func() {
		stop()
		watching.Wait()
	}
}
