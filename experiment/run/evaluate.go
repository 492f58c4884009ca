package run

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/testsets"
)

// EvaluateOptions tune Evaluate. The zero value evaluates the evaluation part
// under the test set's profile, 100 hits deep.
type EvaluateOptions struct {
	Name     string            // of the retriever, for reports; "" means "retriever"
	Profile  metrics.Profile   // the zero value means the test set's
	Measures []metrics.Measure // nil means the profile's
	Part     string            // "" means evaluation
	TopK     int               // 0 means 100, or the deepest cutoff if that is more
	Retrieve recording.Settings
	Clock    func() time.Time // for latencies; nil means time.Now
	Progress func(done, of int)
}

// Evaluate asks the retriever every query of the test set and scores its rankings. A query that fails is
// recorded with its error and left out of the means; only ctx ends the evaluation early. When every query
// failed, the error wraps recording.ErrAllFailed. Use retrieval.Func to evaluate a plain Go function.
func Evaluate(ctx context.Context, r retrieval.Retriever, set *testsets.TestSet, opts EvaluateOptions) (*scoring.Table, error) {
	profile := opts.Profile
	if profile.Name == "" {
		var err error
		if profile, err = judgments.ProfileOf(set); err != nil {
			return nil, err
		}
	}
	measures := opts.Measures
	if measures == nil {
		measures = profile.Measures
	}
	judgments, err := judgments.Of(set, cmp.Or(opts.Part, judgments.PartEvaluation))
	if err != nil {
		return nil, err
	}
	if err := judgments.Check(profile, measures); err != nil {
		return nil, err
	}
	if err := metrics.CheckRuns(measures, 1); err != nil {
		return nil, err
	}
	if opts.Retrieve.Repeats > 1 {
		return nil, fmt.Errorf("repeats %d: a function is asked once; average several evaluations of it, or name a component in an experiment", opts.Retrieve.Repeats)
	}
	depth := opts.TopK
	if depth == 0 {
		depth = plan.DefaultTopK
		for _, m := range measures {
			depth = max(depth, m.Cutoff())
		}
	}
	ask := recording.Fetcher{Settings: opts.Retrieve, Clock: opts.Clock}
	tally := scoring.NewTally(cmp.Or(opts.Name, "retriever"), judgments, measures, profile)
	queries := judgments.Requests()
	done := 0
	err = ask.Each(ctx, len(queries), func(i int) {
		rec, _ := ask.Fetch(ctx, r, queries[i], depth)
		tally.Add(i, recording.RankingOf(rec))
	}, func(int) {
		done++
		if opts.Progress != nil {
			opts.Progress(done, len(queries))
		}
	})
	if err != nil {
		return nil, err
	}
	s := tally.Finish()
	if s.Count(result.Failed) == len(queries) {
		return s, &recording.FailedError{Name: s.Name, First: s.Query(0).Error}
	}
	return s, nil
}
