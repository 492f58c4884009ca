package main

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/rankduel/rankduel/reports/prom"
	"github.com/rankduel/rankduel/server/system"
)

// gauges are what a server shows at /metrics.
func (o *serveOptions) gauges() (*prom.Collector, error) {
	labels, err := prom.ParseLabels(o.promLabels)
	if err != nil {
		return nil, fmt.Errorf("--prom-labels: %w", err)
	}
	c, err := prom.New(prom.Options{Prefix: o.promPrefix, Labels: labels})
	if err != nil {
		return nil, fmt.Errorf("--prom-prefix: %w", err)
	}
	return c, nil
}

// watch evaluates every so often, until ctx ends, and publishes what comes of it; it
// returns what waits for the end.
func (o *serveOptions) watch(ctx context.Context, of *system.System, gauges *prom.Collector, log *slog.Logger) (wait func()) {
	var watching sync.WaitGroup
	if o.every > 0 {
		dataset := of.Plan().TestSet
		if set, err := of.Plan().OpenTestSet(); err == nil {
			dataset = set.Name
		}
		watching.Go(func() {
			of.Watch(ctx, o.every, o.timeLimit, func(got *system.Evaluated, err error) {
				if err == nil {
					err = gauges.Publish(published(got, time.Now()))
				}
				if err != nil {
					gauges.Fail(dataset, of.Config(), time.Now())
					log.Error("scheduled evaluation failed", "error", err)
					return
				}
				log.Info("scheduled evaluation", "run", got.Table.RunID, "calls", got.Calls)
			})
		})
	}
	return watching.Wait
}

// published is an evaluation as it is shown to Prometheus.
func published(got *system.Evaluated, ended time.Time) prom.Evaluation {
	return prom.Evaluation{
		Config: got.Table.Name, Profile: got.Evaluation.Profile, TestSet: got.Table.TestSet, System: got.Evaluation.Runs[0],
		Ended: ended, LatencyMS: got.Table.Latencies(), Asked: got.Calls,
	}
}
