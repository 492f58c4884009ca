package rerank

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval"
)

// A Step is a reranker that is ready for use: it knows where texts come from and how many hits it is for. It is safe
// for concurrent use.
type Step struct {
	reranker Reranker
	topN     int
	corpus   Texts // nil: texts come from the hits
	path     string
}

// Open makes the step of valid settings, with the secrets that the environment has now, and reads the corpus if they
// name one. It calls no service. All components of a run share one pool; method lexical needs none.
func Open(ctx context.Context, s Settings, pool *httpclient.Pool) (*Step, error) {
	all := builtin()
	if err := all.validate(s); err != nil {
		return nil, err
	}
	reranker, err := all[s.Method].open(s, pool)
	if err != nil {
		return nil, err
	}
	step := &Step{reranker: reranker, topN: s.topN()}
	if s.Corpus != "" {
		step.path = s.Corpus
		step.corpus, err = readTexts(ctx, s.Corpus)
	}
	return step, err
}

// NewStep makes a step for the first topN hits from any reranker, with texts from the hits.
func NewStep(r Reranker, topN int) (*Step, error) {
	if topN < 1 {
		return nil, topNFault(topN)
	}
	return &Step{reranker: r, topN: topN}, nil
}

// TopN returns how many hits the step reranks.
func (s *Step) TopN() int { return s.topN }

// Score asks the reranker about the first hits. Their texts are those of the corpus when the settings name one; else
// what the hit has, else what texts knows, which may be nil (see [retrieval.Texter]). A hit without a text is an
// error, and so is a query without one. No hits need no call and have no scores. With an error there are no scores, but
// the calls that were made are counted.
func (s *Step) Score(ctx context.Context, q retrieval.Query, hits []retrieval.Hit, texts Texts) (Scores, error) {
	if err := ctx.Err(); err != nil {
		return Scores{}, err
	}
	hits = hits[:min(s.topN, len(hits))]
	if len(hits) == 0 {
		return Scores{}, nil
	}
	scores, err := s.score(ctx, q, hits, texts)
	if err != nil {
		return scores.calls(), fmt.Errorf("rerank: query %q: %w", q.ID, err)
	}
	return scores, nil
}

func (s *Step) score(ctx context.Context, q retrieval.Query, hits []retrieval.Hit, texts Texts) (Scores, error) {
	if strings.TrimSpace(q.Text) == "" {
		return Scores{}, errors.New("it has no text, which a reranker needs")
	}
	passages, err := s.passages(hits, texts)
	if err != nil {
		return Scores{}, err
	}
	scores, err := s.reranker.Rerank(ctx, q, passages)
	if err != nil {
		return scores, err
	}
	if len(scores.Values) != len(passages) {
		return scores, fmt.Errorf("%d scores for %d passages", len(scores.Values), len(passages))
	}
	for i, v := range scores.Values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return scores, fmt.Errorf("document %q: score %v: want a finite number", passages[i].ID, v)
		}
	}
	return scores, nil
}

// Rerank returns [Step.Score] and [Apply] in one.
func (s *Step) Rerank(ctx context.Context, q retrieval.Query, hits []retrieval.Hit, texts Texts) ([]retrieval.Hit, Scores, error) {
	scores, err := s.Score(ctx, q, hits, texts)
	if err != nil {
		return nil, scores, err
	}
	reranked, err := Apply(hits, scores.Values, s.topN)
	return reranked, scores, err
}
