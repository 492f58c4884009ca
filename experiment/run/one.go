package run

import (
	"context"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// One takes a single system from its first query to its scores, which are
// stored: a configuration of the plan, or one made from it. What is stored is
// not done again, and what is recorded is not asked again; the report says what
// was. Nothing is compared. The error of a system that found nothing, or has ids of
// its own, is that of a comparison.
func (p *Prepared) One(ctx context.Context, recorder result.Recorder, role result.Role, config plan.Config) (*scoring.Table, *result.RetrievalReport, error) {
	system, err := p.System(ctx, role, config)
	if err != nil {
		return nil, nil, err
	}
	r := p.reading(recorder, recording.NewStates(recorder))
	if err := r.forget(ctx); err != nil {
		return nil, nil, err
	}
	systems := []System{system}
	tables, err := r.stored(ctx, systems)
	if err != nil {
		return nil, nil, err
	}
	r.report.RunIDs[config.Name] = system.id
	if r.report.Cached = tables[0] != nil; !r.report.Cached {
		if err := r.retrieve(ctx, p.components(systems)); err != nil {
			return nil, &r.report, err
		}
		if err := r.score(ctx, systems, tables); err != nil {
			return nil, &r.report, err
		}
	}
	if tables, err = scoring.Measurable(tables); err != nil {
		return nil, &r.report, err
	}
	changed, err := r.VersionChanged(ctx)
	if err != nil {
		return nil, nil, err
	}
	t := *tables[0]
	t.RunID = system.id
	t.Health = append(t.Health[:len(t.Health):len(t.Health)], changed...)
	return &t, &r.report, nil
}
