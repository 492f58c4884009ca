// Package watch shows Prometheus how a server's system does on the test set of
// its experiment, next to its baseline and by the rules of a gate.
//
// What clients send is evaluated elsewhere and not shown: no one raises an alarm,
// or hides one, by a test set of his own.
package watch

import (
	"log/slog"
	"sync"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/reports/prom"
	"github.com/rankduel/rankduel/server/system"
)

// A Watch is of one system. It is safe for concurrent use.
type Watch struct {
	System  *system.System
	Dataset string // the name of the experiment's test set
	Gauges  *prom.Collector
	Clock   func() time.Time
	Log     *slog.Logger

	// Gate holds rules against what a scheduled evaluation found; the baseline is
	// nil where it was not measured. Nil where there are no rules.
	Gate func(current, baseline *scoring.Table) (*result.Gate, error)

	mu       sync.Mutex
	verdicts map[string]result.Verdict // of the last scheduled evaluation
}

// Saw shows what an evaluation came to that someone asked for. The verdict stays that of the last scheduled one.
func (w *Watch) Saw(e *system.Evaluated, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.show(e, err)
}

// Scheduled shows what a scheduled evaluation came to, its verdict, and what the
// gate says. Without an evaluation the gate could not be decided.
func (w *Watch) Scheduled(e *system.Scheduled, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.verdicts = nil
	if err != nil {
		w.show(nil, err)
		w.judged(nil, err)
		return
	}
	if e.Lacking != nil {
		w.Log.Error("scheduled evaluation without a verdict", "baseline", w.System.Plan().Baseline, "error", e.Lacking)
	}
	if e.Verdict != "" {
		w.verdicts = map[string]result.Verdict{e.Table.Name: e.Verdict}
	}
	w.show(e.Evaluated, nil)
	if w.Gate != nil {
		w.judged(w.Gate(e.Table, e.Baseline))
	}
}

// show shows an evaluation. Too few answered queries for a verdict are no measurement here either.
func (w *Watch) show(e *system.Evaluated, err error) {
	if err != nil {
		w.Gauges.Fail(w.Dataset, w.System.Config(), w.Clock())
		return
	}
	shown := prom.Evaluation{
		Config: e.Table.Name, Profile: e.Evaluation.Profile, TestSet: e.Table.TestSet, System: e.Evaluation.Runs[0],
		Ended: w.Clock(), LatencyMS: e.Table.Latencies(), Asked: e.Calls, Verdicts: w.verdicts,
	}
	queries := e.Table.Len()
	if few := w.System.Plan().Compare.CheckCoverage(shown.Config, queries-shown.System.FailedQueries, queries); few != nil {
		shown.Fault = true
		w.Log.Error("evaluation without a result", "config", shown.Config, "error", few)
	}
	if err := w.Gauges.Publish(shown); err != nil {
		w.Log.Error("metrics are as they were", "error", err)
	}
}

// judged shows what the gate ended in, if there is one. One that could not be
// decided is a fault, and never the state of the time before.
func (w *Watch) judged(g *result.Gate, err error) {
	if w.Gate == nil {
		return
	}
	if err != nil {
		g = &result.Gate{
			State: result.GateFault, Reason: err.Error(),
			TestSet: result.TestSetInfo{Name: w.Dataset}, Current: result.System{Name: w.System.Config()},
		}
	}
	log := w.Log.Info
	if g.State != result.GatePassed {
		log = w.Log.Error
	}
	log("gate", "state", g.State, "reason", g.Reason)
	w.Gauges.PublishGate(g, w.Clock())
}
