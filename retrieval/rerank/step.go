package rerank

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/corpus"
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

// Texts knows texts of documents by id; ok is false for a document that it does not know. The Text method of a
// [retrieval.Texter] is one.
type Texts func(id string) (text string, ok bool)

// readTexts reads a corpus and keeps title and text of each document, as the embedded index has them.
func readTexts(ctx context.Context, path string) (Texts, error) {
	read, err := corpus.Read(ctx, path)
	if err != nil {
		return nil, err
	}
	texts := ordered.Map(read.Documents, func(d corpus.Document) (string, string) { return d.ID, d.Text() })
	return func(id string) (string, bool) {
		text, ok := texts[id]
		return text, ok
	}, nil
}

// passages finds the text of each hit.
func (s *Step) passages(hits []retrieval.Hit, texts Texts) ([]Passage, error) {
	passages := make([]Passage, len(hits))
	var missing []int
	for i, h := range hits {
		text, ok := s.text(h, texts)
		if !ok {
			missing = append(missing, i)
		}
		passages[i] = Passage{ID: h.ID, Text: text}
	}
	if len(missing) == 0 {
		return passages, nil
	}
	which := fmt.Sprintf("document %q at rank %d", hits[missing[0]].ID, missing[0]+1)
	if more := len(missing) - 1; more > 0 {
		which += fmt.Sprintf(", and %d more of the first %d", more, len(hits))
	}
	if s.corpus != nil {
		return nil, fmt.Errorf("no text for %s: not in corpus %s", which, s.path)
	}
	return nil, fmt.Errorf("no text for %s: name a corpus that has it (rerank: corpus: PATH), or let the engine return texts", which)
}

func (s *Step) text(h retrieval.Hit, texts Texts) (string, bool) {
	switch {
	case s.corpus != nil:
		return s.corpus(h.ID)
	case h.Text != "":
		return h.Text, true
	case texts != nil:
		return texts(h.ID)
	}
	return "", false
}

// Apply reorders the first topN of hits by their scores, descending; ties keep the order that they had. The rest
// follows unchanged. scores[i] is of hits[i]; those below topN may be there or not. A topN beyond the hits means all of
// them. The result is a new list, with scores n, n-1, …, 1 for n hits (see the package comment). Its errors: fewer
// scores than hits to reorder, more scores than hits, a score that is not finite.
func Apply(hits []retrieval.Hit, scores []float64, topN int) ([]retrieval.Hit, error) {
	n := min(max(topN, 0), len(hits))
	if len(scores) < n || len(scores) > len(hits) {
		return nil, fmt.Errorf("%d scores for the first %d of %d hits", len(scores), n, len(hits))
	}
	for i, score := range scores[:n] {
		if math.IsNaN(score) || math.IsInf(score, 0) {
			return nil, fmt.Errorf("document %q: the reranker's score is %v: want a finite number", hits[i].ID, score)
		}
	}
	reranked := slices.Clone(hits)
	for rank, i := range ordered.Places(n, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) }) {
		reranked[rank] = hits[i]
	}
	for rank := range reranked {
		reranked[rank].Score, reranked[rank].Rank = float64(len(hits)-rank), 0
	}
	return reranked, nil
}
