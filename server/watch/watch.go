// Package watch shows Prometheus how a server's system does on the test set of
// its experiment.
//
// What clients send is evaluated elsewhere and not shown: nobody raises an alarm,
// or hides one, by a test set of his own.
package watch

import (
	"log/slog"
	"time"

	"github.com/rankduel/rankduel/reports/prom"
	"github.com/rankduel/rankduel/server/system"
)

// A Watch is of one system.
type Watch struct {
	System  *system.System
	Dataset string // the name of the experiment's test set
	Gauges  *prom.Collector
	Clock   func() time.Time
	Log     *slog.Logger
}

// Saw shows what an evaluation came to. Too few answered queries for a verdict
// are no measurement here either.
func (w Watch) Saw(e *system.Evaluated, err error) {
	if err != nil {
		w.Gauges.Fail(w.Dataset, w.System.Config(), w.Clock())
		return
	}
	shown := prom.Evaluation{
		Config: e.Table.Name, Profile: e.Evaluation.Profile, TestSet: e.Table.TestSet, System: e.Evaluation.Runs[0],
		Ended: w.Clock(), LatencyMS: e.Table.Latencies(), Asked: e.Calls,
	}
	queries := len(e.Table.Queries)
	if few := w.System.Plan().Compare.CheckCoverage(shown.Config, queries-shown.System.FailedQueries, queries); few != nil {
		shown.Fault = true
		w.Log.Error("evaluation without a result", "config", shown.Config, "error", few)
	}
	if err := w.Gauges.Publish(shown); err != nil {
		w.Log.Error("metrics are as they were", "error", err)
	}
}
