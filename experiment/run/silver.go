package run

import (
	"context"

	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/silver"
	"github.com/rankduel/rankduel/metrics"
)

// byModel scores every system by the model's labels, and says what was asked for that;
// nothing without such labels.
func (p *Prepared) byModel(ctx context.Context, recorder result.Recorder) ([]*scoring.Table, *result.RetrievalReport, error) {
	if p.silver == nil {
		return nil, nil, nil
	}
	r := p.silver.reading(recorder, recording.NewStates(recorder), p.plan.Retrieve.Repeats)
	tables, err := r.all(ctx, p.silver.systems)
	return tables, r.report, err
}

// Graded returns a model's grades of a query's documents; nil without its labels.
func (p *Prepared) Graded(query string) map[string]int {
	if p.silver == nil {
		return nil
	}
	return p.silver.judgments.GradesOf(query, metrics.LevelOf(p.plan.Primary))
}

// join leaves in all tables the queries that people labelled whole, and returns what
// both kinds of labels are, by candidate.
func (p *Prepared) join(tables, twins []*scoring.Table) (out []*result.SilverLabels, err error) {
	labels := silver.Labels{Human: p.judgments, Model: p.silver.judgments}
	if path := p.plan.Resolve(p.plan.Sample); path != "" {
		if labels.Sample, err = silver.ReadSample(path); err != nil {
			return nil, err
		}
	}
	if labels.Asked, err = silver.OriginOf(p.plan.Resolve(p.plan.Silver), labels.Model); err != nil {
		return nil, err
	}
	for _, baseline := range []bool{true, false} {
		for i, s := range p.systems {
			if s.Role == result.RoleConfig && (s.Config.Name == p.plan.Baseline) == baseline {
				labels.ByHuman, labels.ByModel = append(labels.ByHuman, tables[i]), append(labels.ByModel, twins[i])
			}
		}
	}
	for i, s := range p.systems {
		if s.Role != result.RoleConfig {
			labels.Others = append(labels.Others, tables[i])
		}
	}
	return labels.Join(p.plan.Primary)
}
