package system

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/testsets"
)

// An Evaluated is how a configuration did on a test set.
type Evaluated struct {
	Table      *scoring.Table
	Evaluation *result.Evaluation // of the table, as `eval` has it
	Headline   []metrics.Measure  // recall, nDCG and reciprocal rank, among the measures of the table
	Components []string
	Calls      int               // of engines, made for this
	HeldOut    int               // queries of the set that are held out, and were not asked
	TooDeep    []metrics.Measure // of the plan, which look beyond the hits that were asked for
}

// A Choice is what of the configuration is evaluated; the zero value is all of it.
type Choice struct {
	Components []string // these alone
	TopK       int      // hits of each ranking; 0, or more than it has, leaves it as it is
}

// Evaluate has a test set answered by what of the configuration was chosen, and scores it. What was
// evaluated before is not done again, and of several that ask for the same at once one does it.
func (s *System) Evaluate(ctx context.Context, set *testsets.TestSet, of Choice) (*Evaluated, error) {
	e, err := s.evaluate(ctx, set, of, s.opts)
	if len(of.Components) == 0 && (of.TopK == 0 || of.TopK >= s.config.TopK) {
		s.observed(set, e, err)
	}
	return e, err
}

func (s *System) evaluate(ctx context.Context, set *testsets.TestSet, of Choice, opts run.Options) (*Evaluated, error) {
	judged, err := judgedOf(set)
	if err != nil {
		return nil, err
	}
	over, err := s.plan.Over(set)
	if err != nil {
		return nil, asRequestFault(err)
	}
	if err := judged.Check(over.Profile, over.Measures); err != nil { // grades that they do not bear
		return nil, asRequestFault(err)
	}
	config := s.config
	if len(of.Components) > 0 {
		if config, err = s.plan.Narrowed(config, of.Components); err != nil {
			return nil, asRequestFault(err)
		}
	}
	var deeper []metrics.Measure
	if of.TopK > 0 && of.TopK < config.TopK {
		over, config, deeper = over.Truncated(config, of.TopK)
	}
	e, err := s.score(ctx, set, over, config, opts)
	if err == nil {
		e.TooDeep = deeper
	}
	return e, err
}

// score has a configuration answer the set that a plan is over, and scores it.
func (s *System) score(ctx context.Context, set *testsets.TestSet, over *plan.Plan, config plan.Config, opts run.Options) (*Evaluated, error) {
	done, err := s.turn(ctx, fmt.Sprint(set.SHA256(), config.TopK, slices.Sorted(slices.Values(config.Components))))
	if err != nil {
		return nil, err
	}
	defer done()
	if err := CheckHeldOut(ctx, s.store, set, judgments.PartEvaluation); err != nil {
		return nil, err
	}
	t, report, err := s.one(ctx, over, config, opts)
	if errors.Is(err, run.ErrChanged) { // between the look at an input and its use
		t, report, err = s.one(ctx, over, config, opts)
	}
	if err != nil {
		return nil, err
	}
	return &Evaluated{
		Table: t, Headline: s.headline, Components: config.Components,
		Evaluation: scoring.NewEvaluation(t.TestSet, over.Profile.Name, []*scoring.Table{t}, false),
		Calls:      report.Calls, HeldOut: set.Counts().HeldOut,
	}, nil
}

// Intervals returns those of the means of an evaluation, by the name of the measure; nil where there is none.
func (s *System) Intervals(of *Evaluated) (map[string]*result.Interval, error) {
	settings := s.plan.Compare.WithDefaults()
	return of.Table.Intervals(stats.Bootstrap{Level: 1 - settings.Alpha, Seed: *settings.Seed, Resamples: settings.Resamples})
}

func (s *System) one(ctx context.Context, over *plan.Plan, config plan.Config, opts run.Options) (*scoring.Table, *result.RetrievalReport, error) {
	prepared, err := run.Prepare(ctx, over, opts)
	if err != nil {
		return nil, nil, err
	}
	role := result.RoleConfig
	if _, planned := over.Config(config.Name); !planned && config.Name == config.Components[0] {
		role = result.RoleComponent
	}
	return prepared.One(ctx, s.store, role, config)
}
