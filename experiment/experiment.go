package experiment

import (
	"context"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/sweep"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
)

// Load reads an experiment file, whose components may be run files and engines
// of the given kinds; see [plan.Load].
func Load(path string, kinds ...retrieval.Kind) (*plan.Plan, error) {
	return plan.Load(path, kinds...)
}

// Run takes a plan from its first query to its comparison; see [run.Prepare] and
// [run.Prepared.Run].
func Run(ctx context.Context, p *plan.Plan, recorder result.Recorder, opts run.Options) (*result.Comparison, error) {
	prepared, err := run.Prepare(ctx, p, opts)
	if err != nil {
		return nil, err
	}
	return prepared.Run(ctx, recorder)
}

// Sweep tries the settings of a plan's sweep; see [sweep.Run].
func Sweep(ctx context.Context, p *plan.Plan, recorder result.Recorder, opts run.Options) (*result.Sweep, error) {
	prepared, err := run.Prepare(ctx, p, opts)
	if err != nil {
		return nil, err
	}
	return sweep.Run(ctx, prepared, recorder, sweep.Options{})
}

// Evaluate asks a retriever every query of a test set and scores what it says;
// see [run.Evaluate].
func Evaluate(ctx context.Context, r retrieval.Retriever, set *testsets.TestSet, opts run.EvaluateOptions) (*scoring.Table, error) {
	return run.Evaluate(ctx, r, set, opts)
}

// ScoreRun scores a run file in one streaming pass; see [scoring.RunFile].
// Judgments come from [judgments.Read] or [judgments.Of].
func ScoreRun(ctx context.Context, src trec.Source, j *judgments.Judgments, measures []metrics.Measure, profile metrics.Profile, opts scoring.Options) (*scoring.Table, error) {
	return scoring.RunFile(ctx, src, j, measures, profile, opts)
}

// Compare sets a baseline against candidates and decides; see [compare.Against].
func Compare(baseline *scoring.Table, candidates []*scoring.Table, settings compare.Settings) (*result.Comparison, error) {
	return compare.Against(baseline, candidates, settings)
}
