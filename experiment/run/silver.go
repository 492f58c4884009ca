package run

import (
	"context"

	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
)

// byModel scores every system by the model's labels, and says what was asked for that; nothing without such labels.
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
func (p *Prepared) join(tables, twins []*scoring.Table) ([]*result.SilverLabels, error) {
	labels := *p.labels
	labels.ByHuman, labels.Others = p.byRole(tables)
	labels.ByModel, _ = p.byRole(twins)
	return labels.Join(p.plan.Primary)
}
