package run

import (
	"context"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/testsets"
)

// PrepareUnjudged prepares a plan for queries without judgments yet, in place of
// those of its test set. They can be asked, with [Prepared.Ask], and what came
// of it read, with [Prepared.Rankings]; nothing can be scored.
func PrepareUnjudged(ctx context.Context, planned *plan.Plan, queries *testsets.TestSet, opts Options) (*Prepared, error) {
	j, err := judgments.Unjudged(queries)
	if err != nil {
		return nil, err
	}
	return prepare(ctx, planned, questions{j, queries}, opts)
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
	var rankers []Ranker
	for _, s := range systems {
		k, err := r.Ranker(ctx, s)
		if err != nil {
			return nil, fmt.Errorf("config %q: %w", s.Config.Name, err)
		}
		rankers = append(rankers, k)
	}
	return r.report.Failures, r.Rerank(ctx, rankers)
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
