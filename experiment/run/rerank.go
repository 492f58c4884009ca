package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/rankduel/rankduel/experiment/pipeline"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

// A Ranker is a system that can rank: its fusion is trained where it has to be.
type Ranker struct {
	System
	*pipeline.Pipeline
}

// Ranker trains a system where that has to be.
func (r *Retrieved) Ranker(ctx context.Context, s System) (Ranker, error) {
	if !s.Config.Fusion.Trained() {
		p, err := pipeline.New(s.Config, nil)
		return Ranker{s, p}, err
	}
	examples, err := r.Examples(ctx, s.Config)
	if err != nil {
		return Ranker{}, err
	}
	trained, err := pipeline.CrossFit(s.Config, examples, r.plan.Seed(), r.judgments.Len())
	if err != nil {
		return Ranker{}, err
	}
	p, err := pipeline.New(s.Config, trained)
	return Ranker{s, p}, err
}

func (r *Retrieved) rankers(ctx context.Context, systems []System) ([]Ranker, error) {
	var list []Ranker
	for _, s := range systems {
		k, err := r.Ranker(ctx, s)
		if err != nil {
			return nil, fmt.Errorf("config %q: %w", s.Config.Name, err)
		}
		list = append(list, k)
	}
	return list, nil
}

// Examples returns what a configuration's fusion can be trained on.
func (r *Retrieved) Examples(ctx context.Context, config plan.Config) (pipeline.Examples, error) {
	c := pipeline.NewCollector(config, r.judgments)
	err := r.eachQuery(ctx, config.Components, c.Add)
	return c.Examples(), err
}

// read names what is read to rank by these: components, and the reranks of those that have one.
func (r *Retrieved) read(rankers []Ranker) []string {
	systems := ordered.Each(rankers, func(k Ranker) System { return k.System })
	names := r.components(systems)
	for _, k := range rankers {
		if k.Config.Rerank != nil {
			names = append(names, k.Config.Name)
		}
	}
	return names
}

// A rerankStep is the reranking of one configuration. It is recorded like one more component: asked query by query, and
// read back. Its recordings hold the first hits of the fused ranking, in that order, with the reranker's scores.
type rerankStep struct {
	from   *Retrieved
	ranker Ranker
	index  map[string]int // of queries in the judgments
	heads  *heads
	step   *rerank.Step
	texts  rerank.Texts
}

var _ retrieval.Responder = (*rerankStep)(nil)

func (s *rerankStep) Retrieve(ctx context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
	r, err := s.Respond(ctx, q, k)
	return r.Hits, err
}

// Respond has the first hits of the fused ranking scored.
func (s *rerankStep) Respond(ctx context.Context, q retrieval.Query, _ int) (retrieval.Response, error) {
	head, held := s.heads.of(s.index[q.ID])
	if !held {
		var err error
		if head, err = s.head(ctx, q); err != nil {
			return retrieval.Response{}, err
		}
	}
	if len(head) == 0 {
		return retrieval.Response{}, nil
	}
	scores, err := s.step.Score(ctx, q, head, s.texts)
	attempts := 1 + scores.Retries // batches are not retries
	if err != nil {
		return retrieval.Response{Attempts: attempts}, err
	}
	for i := range head {
		head[i] = retrieval.Hit{ID: head[i].ID, Score: scores.Values[i], Text: pipeline.Mark(head[i].Text)}
	}
	return retrieval.Response{Hits: head, Attempts: attempts, Took: scores.Took}, nil
}

// head reads the components' rankings for the query back, fuses them and has their first hits.
func (s *rerankStep) head(ctx context.Context, q retrieval.Query) ([]retrieval.Hit, error) {
	parts := make(map[string]result.Ranking, len(s.ranker.Config.Components))
	for _, name := range s.ranker.Config.Components {
		rankings, err := s.from.columns[name].feed.Rankings(ctx, []retrieval.Query{q})
		if err != nil {
			return nil, err
		}
		unique(rankings) // counted when all rankings are read
		parts[name] = rankings[0]
	}
	fused := s.ranker.Fuse(s.index[q.ID], parts)
	if fused.Failure != "" {
		return nil, errors.New(fused.Failure)
	}
	return slices.Clone(s.ranker.Head(fused)), nil
}

// Rerank sees to it that the reranker's scores of every ranker that has one can be read: those that are
// recorded for the very candidates that the fusion has now, and the rest from the reranker.
func (r *Retrieved) Rerank(ctx context.Context, rankers []Ranker) error {
	_, err := r.rerank(ctx, rankers, nil)
	return err
}

// rerank does what Rerank does, and shows every ranking that it comes by: of rankers that
// have no reranker, too. Anyone who has seen all need not read them again. Where
// something had to be asked, or nothing had to be read, some were not shown.
func (r *Retrieved) rerank(ctx context.Context, rankers []Ranker, show func(i, q int, ranking result.Ranking)) (all bool, err error) {
	list := make([]reranking, len(rankers))
	var steps []*recording.Component
	for i, k := range rankers {
		list[i].Ranker = k
		if k.Config.Rerank == nil {
			continue
		}
		if err := r.findRecorded(ctx, &list[i]); err != nil {
			return false, fmt.Errorf("config %q: rerank: %w", k.Config.Name, err)
		}
		steps = append(steps, list[i].step)
	}
	if len(steps) == 0 {
		return false, nil
	}
	if all, err = r.findUnscored(ctx, list, show); err != nil {
		return false, err
	}
	if r.opts.Recorded != nil {
		return all, r.unscoredNow(steps)
	}
	return all, r.ask(ctx, steps)
}

// A reranking is a ranker on its way to the scores of its reranker.
type reranking struct {
	Ranker
	step              *recording.Component // nil without a reranker
	heads             *heads
	missing, reranked []bool // by query
}

// findRecorded completes a reranking with what the store knows of it.
func (r *Retrieved) findRecorded(ctx context.Context, k *reranking) error {
	key, err := r.rerankKey(k.System)
	if err != nil {
		return err
	}
	ranker, held := k.Ranker, newHeads(headBytes)
	k.heads, k.missing, k.reranked = held, make([]bool, r.judgments.Len()), make([]bool, r.judgments.Len())
	k.step = &recording.Component{
		Name: k.Config.Name, Key: key, Depth: k.TopN(),
		Report: result.ComponentRetrieval{Component: k.Config.Name, Step: result.StepRerank}, Repeat: r.repeat,
		Open: func(ctx context.Context) (retrieval.Retriever, error) { return r.openRerank(ctx, ranker, held) },
	}
	r.columns[k.Config.Name] = &column{feed: recording.Feed{Recorder: r.recorder, Key: key}}
	k.step.Known, err = r.known.Of(ctx, key)
	return err
}

func (r *Retrieved) openRerank(ctx context.Context, k Ranker, heads *heads) (*rerankStep, error) {
	step, err := rerank.Open(ctx, k.rerank, r.opts.Clients)
	if err != nil {
		return nil, err
	}
	if now, err := k.rerank.Fingerprint(ctx); err != nil {
		return nil, err
	} else if now != k.making.Rerank {
		return nil, fmt.Errorf("corpus %s has %w", k.rerank.Corpus, ErrChanged)
	}
	texts, err := r.texts(ctx, k.Config.Components)
	if err != nil {
		return nil, err
	}
	index := make(map[string]int, r.judgments.Len())
	for q := range r.judgments.Len() {
		index[r.judgments.Query(q).ID] = q
	}
	return &rerankStep{from: r, ranker: k, index: index, heads: heads, step: step, texts: texts}, nil
}

// texts asks the components that have their texts at hand.
func (r *Retrieved) texts(ctx context.Context, components []string) (rerank.Texts, error) {
	var from []retrieval.Texter
	for _, name := range components {
		if !r.sources[name].component.Kind.Texts {
			continue
		}
		opened, err := r.sources[name].open(ctx)
		if err != nil {
			return nil, fmt.Errorf("component %q: %w", name, err)
		}
		if t, ok := opened.(retrieval.Texter); ok {
			from = append(from, t)
		}
	}
	return textIn(from), nil
}

// findUnscored lists for each ranker the queries whose candidates have no recorded scores. A component that
// was asked again may have brought others. It shows the rankings as long as there is no such query.
func (r *Retrieved) findUnscored(ctx context.Context, list []reranking, show func(i, q int, ranking result.Ranking)) (all bool, err error) {
	rankers := ordered.Each(list, func(k reranking) Ranker { return k.Ranker })
	var unscored atomic.Bool
	unscored.Store(show == nil)
	err = r.eachQuery(ctx, r.read(rankers), func(q int, parts map[string]result.Ranking) {
		for i, k := range list {
			if k.step == nil && unscored.Load() {
				continue
			}
			fused := k.Fuse(q, parts)
			if k.step != nil && r.isUnscored(k, q, fused, parts[k.Config.Name]) {
				unscored.Store(true)
			}
			if !unscored.Load() {
				show(i, q, k.Reranked(fused, parts))
			}
		}
	})
	for _, k := range list {
		if k.step != nil {
			r.divide(k)
		}
	}
	return !unscored.Load(), err
}

// isUnscored tells whether the reranker has to be asked about a query, and holds what it will be asked.
func (r *Retrieved) isUnscored(k reranking, q int, fused, step result.Ranking) bool {
	if fused.Failure != "" || len(fused.Hits) == 0 || !r.opts.Shard.Has(q) {
		return false // there is nothing to rerank
	}
	head, fresh := k.Head(fused), r.opts.Shard.Fresh(k.step.Known[r.judgments.Query(q).ID])
	retry := step.Failure != "" && (step.Absent || !fresh && (r.opts.RetryFailed || recording.AllFailed(k.step.Known, r.opts.Shard) || r.askedNow(k.Ranker, q)))
	k.reranked[q], k.missing[q] = true, retry || step.Failure == "" && !pipeline.SameCandidates(step.Hits, head)
	if k.missing[q] {
		k.heads.keep(q, head)
	}
	return k.missing[q]
}

// divide sorts the queries into those that are asked and those that were.
func (r *Retrieved) divide(k reranking) {
	for q, query := range r.judgments.Requests() {
		switch {
		case k.missing[q]:
			k.step.Missing = append(k.step.Missing, query)
		case k.reranked[q]:
			k.step.Report.Reused++
		default: // no candidates: older scores are no one's
			delete(k.step.Known, query.ID)
		}
	}
}

// askedNow tells whether a component of the system answered the query in this
// run: what a rerank failed on may be something else now.
func (r *Retrieved) askedNow(k Ranker, q int) bool {
	return slices.ContainsFunc(k.Config.Components, func(name string) bool {
		c := r.live[name]
		return c != nil && c.WasAsked(r.judgments.Query(q).ID)
	})
}
