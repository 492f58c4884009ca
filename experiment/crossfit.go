package experiment

import (
	"context"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// DefaultFolds is into how many parts the queries are divided when a fusion
// has to be trained.
const DefaultFolds = 5

// crossFit trains the fusion of an arm on the scored queries so that no query
// is fused by a method that has seen its judgments. It returns the method of
// each query. All rankings of the arm's components are held meanwhile.
func (r *Runner) crossFit(ctx context.Context, a *arm) ([]fusion.Method, error) {
	trainer, err := fusion.NewTrainer(a.config.Fusion)
	if err != nil {
		return nil, err
	}
	p := &pipeline{config: a.config}
	all := make([]fusion.Example, r.judgments.Len())
	err = r.eachQuery(ctx, a.config.Components, func(q int, parts map[string]result.Ranking) {
		for _, name := range a.config.Components {
			if parts[name].Failure != "" {
				return // nothing to fuse, nothing to learn from
			}
		}
		all[q] = fusion.Example{Query: r.judgments.Query(q).ID, Lists: idsOnly(p.lists(parts)), Relevant: r.judgments.RelevantSet(q)}
	})
	if err != nil {
		return nil, err
	}
	examples, at := make([]fusion.Example, 0, len(all)), make([]int, 0, len(all))
	for q, e := range all {
		if e.Lists != nil {
			examples, at = append(examples, e), append(at, q)
		}
	}
	trained, err := fusion.CrossFit(trainer, examples, a.config.Folds, r.plan.seed())
	if err != nil {
		return nil, err
	}
	methods := make([]fusion.Method, len(all))
	for i, q := range at {
		methods[q] = trained[i]
	}
	return methods, nil
}

// idsOnly lets go of texts, which training has no use for.
func idsOnly(lists []fusion.List) []fusion.List {
	out := make([]fusion.List, len(lists))
	for i, l := range lists {
		out[i] = fusion.List{Component: l.Component, Hits: make([]retrieval.Hit, len(l.Hits))}
		for h, hit := range l.Hits {
			out[i].Hits[h] = retrieval.Hit{ID: hit.ID, Score: hit.Score}
		}
	}
	return out
}
