package experiment

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

// A rerankStep is the reranking of one configuration. To the runner it is one
// more component: asked query by query, recorded, read back. Its recordings
// hold the first hits of the fused ranking, in that order, with the reranker's
// scores.
type rerankStep struct {
	runner *Runner
	arm    *arm
	index  map[string]int // of queries in the judgments
	step   *rerank.Step
	texts  rerank.Texts
}

var _ retrieval.Responder = (*rerankStep)(nil)

// Retrieve implements retrieval.Retriever.
func (s *rerankStep) Retrieve(ctx context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
	r, err := s.Respond(ctx, q, k)
	return r.Hits, err
}

// Respond reads the components' answers to the query back, fuses them and has
// the first hits scored.
func (s *rerankStep) Respond(ctx context.Context, q retrieval.Query, _ int) (retrieval.Response, error) {
	parts := make(map[string]answer, len(s.arm.config.Components))
	for _, name := range s.arm.config.Components {
		column, err := s.runner.answers[name].feed.answers(ctx, []retrieval.Query{q})
		if err != nil {
			return retrieval.Response{}, err
		}
		unique(column) // counted when all answers are read
		parts[name] = column[0]
	}
	fused := s.arm.pipeline.fuse(s.index[q.ID], parts)
	if fused.failure != "" {
		return retrieval.Response{}, errors.New(fused.failure)
	}
	head := slices.Clone(s.arm.pipeline.head(fused))
	if len(head) == 0 {
		return retrieval.Response{}, nil
	}
	scores, err := s.step.Score(ctx, q, head, s.texts)
	if err != nil {
		return retrieval.Response{}, err
	}
	for i := range head {
		head[i] = retrieval.Hit{ID: head[i].ID, Score: scores.Values[i]}
	}
	return retrieval.Response{Hits: head, Attempts: scores.Attempts, Took: scores.Took}, nil
}

// rerank sees to it that the reranker's scores of every arm that has one can
// be read: those that are recorded for the very candidates that the fusion has
// now, and the rest from the reranker.
func (r *Runner) rerank(ctx context.Context, open []*arm) error {
	var steps []*recorded
	var arms []*arm
	for _, a := range open {
		if a.config.Rerank == nil {
			continue
		}
		rec, err := r.rerankRecorded(ctx, a)
		if err != nil {
			return fmt.Errorf("config %q: rerank: %w", a.name, err)
		}
		r.answers[a.name] = &answers{feed: storeFeed{r.recorder, rec.key}}
		steps, arms = append(steps, rec), append(arms, a)
	}
	if len(steps) == 0 {
		return nil
	}
	if err := r.findUnscored(ctx, arms, steps); err != nil {
		return err
	}
	if err := r.ask(ctx, steps); err != nil {
		return err
	}
	for _, rec := range steps {
		if err := r.noteFailures(rec); err != nil {
			return err
		}
	}
	return nil
}

// rerankRecorded is the rerank of an arm with what the store knows of it.
func (r *Runner) rerankRecorded(ctx context.Context, a *arm) (*recorded, error) {
	id, _, err := key(struct {
		Kind string `json:"kind"`
		making
	}{"rerank", a.making})
	if err != nil {
		return nil, err
	}
	rec := &recorded{
		key:    RecordingKey{Component: id, TestSet: r.judgments.Info.SHA256},
		report: ComponentRetrieval{Component: a.name, Step: StepRerank},
		source: source{component: Component{Name: a.name}, open: func(ctx context.Context) (retriever, error) {
			step, err := r.openRerank(ctx, a)
			return retriever{Retriever: step}, err
		}},
	}
	rec.errors, err = r.recorder.Recorded(ctx, rec.key)
	if err != nil {
		return nil, &StoreError{err}
	}
	return rec, nil
}

func (r *Runner) openRerank(ctx context.Context, a *arm) (*rerankStep, error) {
	step, err := rerank.Open(ctx, a.rerank, r.place.clients)
	if err != nil {
		return nil, err
	}
	texts, err := r.texts(ctx, a.config.Components)
	if err != nil {
		return nil, err
	}
	index := make(map[string]int, r.judgments.Len())
	for i, q := range r.judgments.queries {
		index[q.id] = i
	}
	return &rerankStep{runner: r, arm: a, index: index, step: step, texts: texts}, nil
}

// texts asks the components that have their texts at hand.
func (r *Runner) texts(ctx context.Context, components []string) (rerank.Texts, error) {
	var from []retrieval.Texter
	for _, name := range components {
		if !r.sources[name].texts {
			continue
		}
		opened, err := r.sources[name].open(ctx)
		if err != nil {
			return nil, fmt.Errorf("component %q: %w", name, err)
		}
		if t, ok := opened.Retriever.(retrieval.Texter); ok {
			from = append(from, t)
		}
	}
	return func(id string) (string, bool) {
		for _, t := range from {
			if text, ok := t.Text(id); ok {
				return text, true
			}
		}
		return "", false
	}, nil
}

// findUnscored lists for each arm the queries whose candidates have no
// recorded scores. A component that was asked again may have brought others.
func (r *Runner) findUnscored(ctx context.Context, arms []*arm, steps []*recorded) error {
	missing := make([][]bool, len(arms))
	for i := range missing {
		missing[i] = make([]bool, r.judgments.Len())
	}
	err := r.eachQuery(ctx, r.read(arms), func(q int, parts map[string]answer) {
		for i, a := range arms {
			fused := a.pipeline.fuse(q, parts)
			if fused.failure != "" {
				continue // there is nothing to rerank
			}
			step := parts[a.name]
			retry := step.failure != "" && (step.absent || r.opts.RetryFailed || allFailed(steps[i].errors))
			missing[i][q] = retry || step.failure == "" && !sameIDs(step.hits, a.pipeline.head(fused))
		}
	})
	if err != nil {
		return err
	}
	queries := r.judgments.Queries()
	for i, rec := range steps {
		for q, is := range missing[i] {
			if is {
				rec.missing = append(rec.missing, queries[q])
			} else if _, ok := rec.errors[queries[q].ID]; ok {
				rec.report.Reused++
			}
		}
		r.report.Reused += rec.report.Reused
	}
	return nil
}

func sameIDs(a, b []retrieval.Hit) bool {
	return slices.EqualFunc(a, b, func(x, y retrieval.Hit) bool { return x.ID == y.ID })
}
