package experiment

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// RunOptions tune a run. The zero value is usable.
type RunOptions struct {
	CacheDir    string           // for built indexes; "" builds them anew
	Clock       func() time.Time // nil means time.Now
	CommitHash  string           // of the code under test, stored with the run
	RetryFailed bool             // ask again what failed before
	Refresh     []string         // components to ask again altogether
	PerQuery    bool             // report every pair
	Progress    func(Progress)   // called after each retrieval, one at a time
}

// Progress says how far the retrieval of a run is.
type Progress struct {
	Done, Total int // retrieval calls of this run
	Reused      int // answers that were recorded before
}

// A Runner is a plan that was checked and can be run. Use it once.
type Runner struct {
	plan      *Plan
	opts      RunOptions
	recorder  result.Recorder
	judgments *judgments.Judgments
	profile   metrics.Profile
	measures  []metrics.Measure
	place     place
	sources   map[string]source
	arms      []*arm
	answers   map[string]*answers // by component
	live      map[string]*recorded
	known     map[result.RecordingKey]map[string]result.RecordingState
	report    result.RetrievalReport
}

// Run executes the plan: it retrieves each component once per query, fuses,
// scores, stores and compares. What is already stored is not done again.
//
// A comparison that comes with a *CoverageError was measured, but on too few
// pairs for a verdict. When ctx ends, what was retrieved is recorded and the
// next run goes on from there.
func (r *Runner) Run(ctx context.Context, recorder result.Recorder) (*result.Comparison, error) {
	if len(r.plan.Configs) < 2 {
		return nil, result.ErrNoCandidate
	}
	r.recorder = recorder
	if err := r.settleFromStore(ctx); err != nil {
		return nil, err
	}
	if err := r.retrieve(ctx, r.needed()); err != nil {
		return nil, err
	}
	if err := r.scoreAndStore(ctx); err != nil {
		return nil, err
	}
	return r.compare(ctx)
}

// Prepare reads the test set, hashes the inputs and checks everything that can
// be checked before the first retrieval. It writes nothing.
func Prepare(ctx context.Context, plan *Plan, opts RunOptions) (*Runner, error) {
	set, err := judgments.OpenTestSet(filepath.Dir(plan.Path), plan.TestSet)
	if err != nil {
		return nil, err
	}
	r := &Runner{
		plan: plan, opts: opts,
		sources: map[string]source{}, answers: map[string]*answers{},
		live: map[string]*recorded{}, known: map[result.RecordingKey]map[string]result.RecordingState{},
		report: result.RetrievalReport{RunIDs: map[string]string{}, Failures: []result.RecordedFailure{}},
	}
	if r.judgments, err = judgments.Of(set, plan.Part); err != nil {
		return nil, err
	}
	r.profile, r.measures = plan.Profile, plan.Measures
	if err := r.judgments.Check(r.profile, r.measures); err != nil {
		return nil, err
	}
	if plan.Paths != "" {
		if r.judgments.Paths, err = judgments.ReadPaths(trec.File(plan.resolve(plan.Paths))); err != nil {
			return nil, fmt.Errorf("paths: %w", err)
		}
	}
	if err := plan.checkRefresh(opts.Refresh); err != nil {
		return nil, err
	}
	r.place = place{resolve: plan.resolve, cacheDir: opts.CacheDir, clients: httpclient.NewPool()}
	sources, err := plan.sources(r.place)
	if err != nil {
		return nil, err
	}
	for _, s := range sources {
		r.sources[s.component.Name] = s
	}
	return r, r.planArms()
}

// checkRefresh refuses names of components that cannot be asked again.
func (p *Plan) checkRefresh(names []string) error {
	for _, name := range names {
		i := slices.IndexFunc(p.Components, func(c Component) bool { return c.Name == name })
		switch {
		case i < 0:
			return fmt.Errorf("refresh %q: no such component in %s", name, p.Path)
		case p.Components[i].Run != "":
			return fmt.Errorf("refresh %q: it comes from the run file %s, which is read each time it changes", name, p.Components[i].Run)
		}
	}
	return nil
}

// compare decides, and adds what only a run knows.
func (r *Runner) compare(ctx context.Context) (*result.Comparison, error) {
	var baseline *scoring.Table
	var candidates []*scoring.Table
	settings := r.plan.Compare
	settings.Primary, settings.Guardrails, settings.PerQuery = r.plan.Primary, r.plan.Guardrails, r.opts.PerQuery
	for _, s := range r.arms {
		switch {
		case s.role != result.RoleConfig:
		case s.name == r.plan.Baseline:
			baseline = s.scores
		default:
			candidates = append(candidates, s.scores)
		}
	}
	c, err := compare.Against(baseline, candidates, settings)
	if c == nil {
		return nil, err
	}
	for _, s := range r.arms {
		c.Systems = append(c.Systems, s.scores.Summarize(false))
	}
	gains, gainErr := r.gains()
	if gainErr != nil {
		return nil, gainErr
	}
	c.Gains = gains
	if explainErr := r.explainFusions(ctx, c); explainErr != nil {
		return nil, explainErr
	}
	r.report.Cached = r.report.Calls == 0 && r.allStored()
	c.Retrieval = &r.report
	return c, err
}

// gains sets every configuration against each of its components.
func (r *Runner) gains() ([]result.FusionGain, error) {
	var list []result.FusionGain
	for _, config := range r.arms {
		if config.role != result.RoleConfig || len(config.config.Components) < 2 {
			continue
		}
		for _, name := range config.config.Components {
			gain, err := compare.FusionGainOf(r.alone(name), config.scores, r.plan.Primary)
			if err != nil {
				return nil, err
			}
			if gain != nil {
				list = append(list, *gain)
			}
		}
	}
	return list, nil
}

// alone are the scores of a component on its own.
func (r *Runner) alone(component string) *scoring.Table {
	i := slices.IndexFunc(r.arms, func(a *arm) bool { return a.role == result.RoleComponent && a.name == component })
	return r.arms[i].scores
}

func (r *Runner) allStored() bool {
	for _, s := range r.arms {
		if !s.stored {
			return false
		}
	}
	return true
}
