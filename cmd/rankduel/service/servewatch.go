package service

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/server/system"
	"github.com/rankduel/rankduel/server/watch"
	"github.com/rankduel/rankduel/store"
)

// watchFlags say how a server is watched.
type watchFlags struct {
	names flags.Prometheus
	every time.Duration // 0: never
	gate  gateWatchFlags
}

func (w *watchFlags) add(flags *pflag.FlagSet) {
	w.names.AddNames(flags)
	flags.DurationVar(&w.every, "every", 0, "evaluate the experiment's test set now and at this interval, asking engines again (default: never)")
	w.gate.add(flags)
}

func (w *watchFlags) check() error {
	errs := prose.Faults{w.names.MakeCollector()}
	errs.If(w.every != 0 && w.every < time.Second, "--every %v, want at least 1s, such as 15m", w.every)
	errs.If(w.gate.wanted() && w.every == 0, "--gate and --baseline are for scheduled evaluations: add --every, such as --every 15m")
	return errs.Join()
}

// over makes the watch over a system, which shows its evaluations from now on.
func (w *watchFlags) over(ctx context.Context, s *system.System, db store.Store, rules gate.Rules, log *slog.Logger) (*watch.Watch, error) {
	set, err := s.Plan().OpenTestSet()
	if err != nil {
		return nil, err
	}
	w.names.Collector.Follow(s.Plan().Profile.Name)
	over := &watch.Watch{System: s, Dataset: set.Name, Gauges: w.names.Collector, Clock: time.Now, Log: log}
	if w.gate.wanted() {
		if over.Gate, err = w.gate.judge(ctx, s, db, rules, set); err != nil {
			return nil, err
		}
	}
	s.Observe(over.Saw)
	return over, nil
}

// begin evaluates every so often, until end, which waits for what runs to be recorded.
func (w *watchFlags) begin(ctx context.Context, over *watch.Watch, limit time.Duration) (end func()) {
	ctx, stop := context.WithCancel(ctx)
	var watching sync.WaitGroup
	if w.every > 0 {
		watching.Go(func() {
			over.System.Watch(ctx, w.every, limit, func(got *system.Scheduled, err error) {
				over.Scheduled(got, err)
				if err != nil {
					over.Log.Error("scheduled evaluation failed", "error", err)
					return
				}
				over.Log.Info("scheduled evaluation", "run", got.Table.RunID, "calls", got.Calls, "verdict", got.Verdict)
			})
		})
	}
	return func() {
		stop()
		watching.Wait()
	}
}
