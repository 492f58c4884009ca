package experiment

import (
	"context"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
)

// Answer lets a test supply the retriever of a component. Everything else
// about the component, what it is identified by included, stays as planned.
func (r *Runner) Answer(component string, by retrieval.Retriever) {
	s := r.sources[component]
	s.open = func(context.Context) (retriever, error) { return retriever{Retriever: by}, nil }
	r.sources[component] = s
}

// SweptScores is the table that a sweep chooses from, by setting and query.
func (r *Runner) SweptScores(ctx context.Context, recorder result.Recorder) ([][]float64, error) {
	r.recorder = recorder
	s, err := r.newSweeper()
	if err != nil {
		return nil, err
	}
	if err := s.planSwept(ctx); err != nil {
		return nil, err
	}
	if err := s.retrieve(ctx, s.needed()); err != nil {
		return nil, err
	}
	return s.scores, s.score(ctx, nil)
}

// SweptSettings are the settings of the plan's sweep.
func (r *Runner) SweptSettings() []Config { return r.plan.Sweep.Settings }
