package run

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// Details returns what each configuration gave to every query, the baseline first then the candidates
// in the order of a comparison, as Run stored it, with the first depth hits. Where recordings have gone
// from the store it has what the stored run kept, or no hits and says so.
func (p *Prepared) Details(ctx context.Context, recorder result.Recorder, depth int) ([]result.SystemDetail, error) {
	var details []result.SystemDetail
	for _, s := range p.systems {
		if s.Role != result.RoleConfig {
			continue
		}
		d, err := p.detail(ctx, recorder, s, depth)
		if err != nil {
			return nil, fmt.Errorf("config %q: %w", s.Config.Name, err)
		}
		if s.Config.Name == p.plan.Baseline {
			details = append([]result.SystemDetail{d}, details...)
			continue
		}
		details = append(details, d)
	}
	return details, nil
}

func (p *Prepared) detail(ctx context.Context, recorder result.Recorder, s System, depth int) (result.SystemDetail, error) {
	stored, err := recorder.Run(ctx, s.id)
	if err != nil {
		return result.SystemDetail{}, &result.StoreError{Err: err}
	}
	t, err := scoring.Restore(stored, p.plan.Measures...)
	if err != nil {
		return result.SystemDetail{}, err
	}
	t.Name = s.Config.Name
	d := t.Detail(depth)
	if t.Repeated() {
		return d.Kept(fmt.Sprintf("scores are means over %d repeats, which have no ranking together", p.plan.Retrieve.Repeats)), nil
	}
	at := make(map[string]*result.Row, len(d.Queries))
	for q := range d.Queries {
		at[d.Queries[q].QueryID] = &d.Queries[q]
	}
	grader := scoring.NewGrader(p.judgments, p.plan.Measures, p.plan.Profile)
	for got, err := range p.Rankings(ctx, recorder, s.Config.Name) {
		if errors.Is(err, ErrRecordingGone) {
			return d.Kept(err.Error()), nil
		}
		if err != nil {
			return d, err
		}
		i, known := p.judgments.Index([]byte(got.QueryID))
		query := at[got.QueryID]
		if !known || query == nil || query.Status == result.Failed {
			continue
		}
		query.Retrieved, query.Hits = len(got.Hits), grader.Grade(i, got.Hits, depth)
	}
	return d, nil
}

// Ask sees to it that the rankings of these systems are recorded, as [Prepared.Run]
// does. A fusion that has to be trained is refused: nothing is judged that it
// could learn from. It returns the queries that some component did not answer.
func (p *Prepared) Ask(ctx context.Context, recorder result.Recorder, names []string) ([]result.RecordedFailure, error) {
	var systems []System
	for _, s := range p.systems {
		if !slices.Contains(names, s.Config.Name) {
			continue
		}
		if s.Config.Fusion.Trained() {
			return nil, fmt.Errorf("config %q is trained on judgments, which these queries have not yet; leave it out", s.Config.Name)
		}
		systems = append(systems, s)
	}
	r, err := p.Retrieve(ctx, recorder, systems)
	if err != nil {
		return nil, err
	}
	rankers, err := r.rankers(ctx, systems)
	if err != nil {
		return nil, err
	}
	return r.report.Failures, r.Rerank(ctx, rankers)
}

// AskShard asks and records what a Run would of the queries of Options.Shard: all but
// rerankers behind fusions that are trained, on the rankings of all queries.
func (p *Prepared) AskShard(ctx context.Context, recorder result.Recorder) (err error) {
	if p.silver != nil {
		err = p.silver.AskShard(ctx, recorder)
	}
	r := p.reading(recorder, recording.NewStates(recorder), p.plan.Retrieve.Repeats)
	if err == nil {
		err = r.forget(ctx)
	}
	if err == nil {
		err = r.retrieve(ctx, r.components(p.systems))
	}
	reranked := slices.DeleteFunc(slices.Clone(p.systems), func(s System) bool { return s.Config.Rerank == nil || s.Config.Fusion.Trained() })
	for i := 0; i < len(r.repeats) && err == nil; i++ {
		var rankers []Ranker
		if rankers, err = r.repeats[i].rankers(ctx, reranked); err == nil {
			err = r.repeats[i].Rerank(ctx, rankers)
		}
	}
	return err
}

// Distinct names the systems of the plan but for components that a configuration
// consists of alone: they are one system.
func (p *Prepared) Distinct() []string {
	var names []string
	for _, s := range p.systems {
		alone := func(c plan.Config) bool {
			return len(c.Components) == 1 && c.Components[0] == s.Config.Name && c.Rerank == nil
		}
		if s.Role == result.RoleComponent && slices.ContainsFunc(p.plan.Configs, alone) {
			continue
		}
		names = append(names, s.Config.Name)
	}
	return names
}
