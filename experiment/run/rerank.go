package run

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/pipeline"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
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

// Examples are what a configuration's fusion can be trained on.
func (r *Retrieved) Examples(ctx context.Context, config plan.Config) (pipeline.Examples, error) {
	c := pipeline.NewCollector(config, r.judgments)
	err := r.EachQuery(ctx, config.Components, c.Add)
	return c.Examples(), err
}

// Read names what is read to rank by these: components, and the reranks of
// those that have one.
func (r *Retrieved) Read(rankers []Ranker) []string {
	systems := make([]System, len(rankers))
	for i, k := range rankers {
		systems[i] = k.System
	}
	names := r.components(systems)
	for _, k := range rankers {
		if k.Config.Rerank != nil {
			names = append(names, k.Config.Name)
		}
	}
	return names
}

// A rerankStep is the reranking of one configuration. It is recorded like one
// more component: asked query by query, and read back. Its recordings hold the
// first hits of the fused ranking, in that order, with the reranker's scores.
type rerankStep struct {
	from   *Retrieved
	ranker Ranker
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
	parts := make(map[string]result.Ranking, len(s.ranker.Config.Components))
	for _, name := range s.ranker.Config.Components {
		rankings, err := s.from.columns[name].feed.Rankings(ctx, []retrieval.Query{q})
		if err != nil {
			return retrieval.Response{}, err
		}
		unique(rankings) // counted when all answers are read
		parts[name] = rankings[0]
	}
	fused := s.ranker.Fuse(s.index[q.ID], parts)
	if fused.Failure != "" {
		return retrieval.Response{}, errors.New(fused.Failure)
	}
	head := slices.Clone(s.ranker.Head(fused))
	if len(head) == 0 {
		return retrieval.Response{}, nil
	}
	scores, err := s.step.Score(ctx, q, head, s.texts)
	attempts := 1 + scores.Retries // batches are no retries
	if err != nil {
		return retrieval.Response{Attempts: attempts}, err
	}
	for i := range head {
		head[i] = retrieval.Hit{ID: head[i].ID, Score: scores.Values[i], Text: pipeline.Mark(head[i].Text)}
	}
	return retrieval.Response{Hits: head, Attempts: attempts, Took: scores.Took}, nil
}

// Rerank sees to it that the reranker's scores of every ranker that has one can
// be read: those that are recorded for the very candidates that the fusion has
// now, and the rest from the reranker.
func (r *Retrieved) Rerank(ctx context.Context, rankers []Ranker) error {
	var steps []*recording.Component
	var reranked []Ranker
	for _, k := range rankers {
		if k.Config.Rerank == nil {
			continue
		}
		c, err := r.rerankComponent(ctx, k)
		if err != nil {
			return fmt.Errorf("config %q: rerank: %w", k.Config.Name, err)
		}
		r.columns[k.Config.Name] = &column{feed: recording.Feed{Recorder: r.recorder, Key: c.Key}}
		steps, reranked = append(steps, c), append(reranked, k)
	}
	if len(steps) == 0 {
		return nil
	}
	if err := r.findUnscored(ctx, reranked, steps); err != nil {
		return err
	}
	return r.ask(ctx, steps)
}

// rerankComponent is the rerank of a system with what the store knows of it.
func (r *Retrieved) rerankComponent(ctx context.Context, k Ranker) (*recording.Component, error) {
	key, err := r.rerankKey(k.System)
	if err != nil {
		return nil, err
	}
	c := &recording.Component{
		Name: k.Config.Name, Key: key, Depth: k.TopN(),
		Report: result.ComponentRetrieval{Component: k.Config.Name, Step: result.StepRerank},
		Open:   func(ctx context.Context) (retrieval.Retriever, error) { return r.openRerank(ctx, k) },
	}
	c.Known, err = r.known.Of(ctx, key)
	return c, err
}

func (r *Retrieved) openRerank(ctx context.Context, k Ranker) (*rerankStep, error) {
	step, err := rerank.Open(ctx, k.rerank, r.opts.Clients)
	if err != nil {
		return nil, err
	}
	if now, err := k.rerank.Fingerprint(); err != nil {
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
	return &rerankStep{from: r, ranker: k, index: index, step: step, texts: texts}, nil
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
	return func(id string) (string, bool) {
		for _, t := range from {
			if text, ok := t.Text(id); ok {
				return text, true
			}
		}
		return "", false
	}, nil
}

// findUnscored lists for each ranker the queries whose candidates have no
// recorded scores. A component that was asked again may have brought others.
func (r *Retrieved) findUnscored(ctx context.Context, rankers []Ranker, steps []*recording.Component) error {
	missing, reranked := make([][]bool, len(rankers)), make([][]bool, len(rankers))
	for i := range missing {
		missing[i], reranked[i] = make([]bool, r.judgments.Len()), make([]bool, r.judgments.Len())
	}
	err := r.EachQuery(ctx, r.Read(rankers), func(q int, parts map[string]result.Ranking) {
		for i, k := range rankers {
			fused := k.Fuse(q, parts)
			if fused.Failure != "" || len(fused.Hits) == 0 {
				continue // there is nothing to rerank
			}
			step := parts[k.Config.Name]
			retry := step.Failure != "" && (step.Absent || r.opts.RetryFailed || recording.AllFailed(steps[i].Known) || r.askedNow(k, q))
			missing[i][q] = retry || step.Failure == "" && !pipeline.SameCandidates(step.Hits, k.Head(fused))
			reranked[i][q] = true
		}
	})
	if err != nil {
		return err
	}
	queries := r.judgments.Requests()
	for i, c := range steps {
		for q, is := range missing[i] {
			switch {
			case is:
				c.Missing = append(c.Missing, queries[q])
			case reranked[i][q]:
				c.Report.Reused++
			default: // no candidates: an older answer is nobody's
				delete(c.Known, queries[q].ID)
			}
		}
	}
	return nil
}

// askedNow tells whether a component of the system answered the query in this
// run: what a rerank failed on may be something else now.
func (r *Retrieved) askedNow(k Ranker, q int) bool {
	return slices.ContainsFunc(k.Config.Components, func(name string) bool {
		c := r.live[name]
		return c != nil && c.Asked(r.judgments.Query(q).ID)
	})
}
