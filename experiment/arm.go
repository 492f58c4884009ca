package experiment

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/fingerprint"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

// An arm is one system of a run: a configuration under comparison, or a
// component on its own, which is a configuration of one.
type arm struct {
	name   string
	role   result.Role
	config Config
	making making
	rerank rerank.Settings // with paths from the working folder
	id     string
	json   []byte // canonical, what the id is the hash of
	stored bool   // the scores came from the store
	scores *scoring.Table

	// While the arm is scored:
	pipeline *pipeline
	tally    *scoring.Tally
}

// planArms lists the configurations, then the components alone, and gives
// each its run id.
func (r *Runner) planArms() error {
	for _, c := range r.plan.Configs {
		r.arms = append(r.arms, &arm{name: c.Name, role: result.RoleConfig, config: c})
	}
	for _, c := range r.plan.Components {
		alone := Config{Name: c.Name, Components: []string{c.Name}, TopK: r.plan.depth()}
		r.arms = append(r.arms, &arm{name: c.Name, role: result.RoleComponent, config: alone})
	}
	info := r.judgments.Info
	for _, s := range r.arms {
		if err := r.identify(s); err != nil {
			return fmt.Errorf("config %q: %w", s.name, err)
		}
		id := identity{
			Format: identityFormat, making: s.making, Asked: s.config.Asked,
			TestSet: testSetIdentity{info.Name, info.Version, info.SHA256, info.Part},
			Profile: r.profile.Name, Revision: r.profile.Revision, Measures: metrics.Texts(r.measures),
		}
		if r.judgments.Paths != nil {
			id.Paths = r.judgments.Paths.SHA256
		}
		if s.config.Asked == result.AskedInParallel {
			id.Asked = "" // the default, written or not
		}
		hash, canonical, err := fingerprint.Canonical(id)
		if err != nil {
			return err
		}
		s.id, s.json = "run_"+hash[:16], canonical
		if s.role == result.RoleConfig {
			r.report.RunIDs[s.name] = s.id
		}
	}
	return nil
}

// settleFromStore takes the scores of every arm that was run before.
func (r *Runner) settleFromStore(ctx context.Context) error {
	for _, s := range r.arms {
		if slices.ContainsFunc(s.config.Components, func(name string) bool { return slices.Contains(r.opts.Refresh, name) }) {
			continue
		}
		run, err := r.recorder.Run(ctx, s.id)
		if errors.Is(err, result.ErrNotFound) {
			continue
		}
		if err != nil {
			return &result.StoreError{Err: err}
		}
		scores, err := scoring.Restore(run, r.measures...)
		if err != nil {
			return err
		}
		made, err := r.recordingsOf(ctx, s)
		if err != nil {
			return err
		}
		if made != scores.Recordings || r.opts.RetryFailed && scores.Count(result.Failed) > 0 {
			continue
		}
		if scores, err = scoring.Merge(r.judgments, scores); err != nil {
			return &result.StoreError{Err: fmt.Errorf("stored run %s: %w", s.id, err)}
		}
		scores.Name, scores.Role = s.name, s.role
		s.scores, s.stored = scores, true
		if s.role == result.RoleComponent {
			r.noteStored(s)
		}
	}
	return nil
}

// noteStored reports the failures of a component that came from the store.
func (r *Runner) noteStored(a *arm) {
	for _, q := range a.scores.Queries {
		if q.Status == result.Failed {
			r.note(result.RecordedFailure{Component: a.name, QueryID: q.ID, Error: q.Error})
		}
	}
}

// scoreAndStore fuses and scores the arms that the store did not have.
func (r *Runner) scoreAndStore(ctx context.Context) error {
	var open []*arm
	for _, a := range r.arms {
		if a.stored {
			continue
		}
		var err error
		if a.pipeline, err = r.newPipeline(ctx, a); err != nil {
			return fmt.Errorf("config %q: %w", a.name, err)
		}
		a.tally = scoring.NewTally(a.name, r.judgments, r.measures, r.profile)
		open = append(open, a)
	}
	if len(open) == 0 {
		return nil
	}
	if err := r.rerank(ctx, open); err != nil {
		return err
	}
	err := r.eachQuery(ctx, r.read(open), func(q int, parts map[string]result.Ranking) {
		for _, a := range open {
			a.tally.Add(q, a.pipeline.answer(q, parts))
		}
	})
	if err != nil {
		return err
	}
	return r.store(ctx, open)
}

// read names what is read to score the arms: components, and the reranks of
// those that have one.
func (r *Runner) read(open []*arm) []string {
	names := r.needed()
	for _, a := range open {
		if a.config.Rerank != nil {
			names = append(names, a.name)
		}
	}
	return names
}

// store completes the scores of the arms and keeps them.
//
// Configurations come last: one that is a component as it is has that
// component's run id, and keeps its own name.
func (r *Runner) store(ctx context.Context, scored []*arm) error {
	for _, a := range slices.Backward(scored) {
		a.scores = a.tally.Finish()
		a.scores.Role, a.scores.RunID = a.role, a.id
		var err error
		if a.scores.Recordings, err = r.recordingsOf(ctx, a); err != nil {
			return err
		}
		a.scores.Health = append(a.scores.Health, r.armFindings(a)...)
		a.tally, a.pipeline = nil, nil
		run, err := r.storedRun(a)
		if err != nil {
			return err
		}
		if err := r.recorder.SaveRun(ctx, run); err != nil {
			return &result.StoreError{Err: err}
		}
	}
	return nil
}
