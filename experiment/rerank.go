package experiment

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/fingerprint"
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
	parts := make(map[string]result.Ranking, len(s.arm.config.Components))
	for _, name := range s.arm.config.Components {
		column, err := s.runner.answers[name].feed.answers(ctx, []retrieval.Query{q})
		if err != nil {
			return retrieval.Response{}, err
		}
		unique(column) // counted when all answers are read
		parts[name] = column[0]
	}
	fused := s.arm.pipeline.fuse(s.index[q.ID], parts)
	if fused.Failure != "" {
		return retrieval.Response{}, errors.New(fused.Failure)
	}
	head := slices.Clone(s.arm.pipeline.head(fused))
	if len(head) == 0 {
		return retrieval.Response{}, nil
	}
	scores, err := s.step.Score(ctx, q, head, s.texts)
	attempts := 1 + scores.Retries // batches are no retries
	if err != nil {
		return retrieval.Response{Attempts: attempts}, err
	}
	for i := range head {
		head[i] = retrieval.Hit{ID: head[i].ID, Score: scores.Values[i], Text: mark(head[i].Text)}
	}
	return retrieval.Response{Hits: head, Attempts: attempts, Took: scores.Took}, nil
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
	at, err := r.rerankKey(a)
	if err != nil {
		return nil, err
	}
	rec := &recorded{
		key:   at,
		depth: a.pipeline.topN, asked: map[string]bool{},
		report: result.ComponentRetrieval{Component: a.name, Step: result.StepRerank},
		source: source{component: Component{Name: a.name}, open: func(ctx context.Context) (retriever, error) {
			step, err := r.openRerank(ctx, a)
			return retriever{Retriever: step}, err
		}},
	}
	rec.known, err = r.states(ctx, rec.key)
	return rec, err
}

// rerankKey is where the scores of an arm's reranker are recorded.
func (r *Runner) rerankKey(a *arm) (result.RecordingKey, error) {
	id, _, err := fingerprint.Canonical(struct {
		Kind string `json:"kind"`
		making
	}{"rerank", a.making})
	return result.RecordingKey{Component: id, TestSet: r.judgments.Info.SHA256}, err
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
	for i := range r.judgments.Len() {
		q := r.judgments.Query(i)
		index[q.ID] = i
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
	missing, reranked := make([][]bool, len(arms)), make([][]bool, len(arms))
	for i := range missing {
		missing[i], reranked[i] = make([]bool, r.judgments.Len()), make([]bool, r.judgments.Len())
	}
	err := r.eachQuery(ctx, r.read(arms), func(q int, parts map[string]result.Ranking) {
		for i, a := range arms {
			fused := a.pipeline.fuse(q, parts)
			if fused.Failure != "" || len(fused.Hits) == 0 {
				continue // there is nothing to rerank
			}
			step := parts[a.name]
			retry := step.Failure != "" && (step.Absent || r.opts.RetryFailed || allFailed(steps[i].known) || r.askedNow(a, q))
			missing[i][q] = retry || step.Failure == "" && !sameCandidates(step.Hits, a.pipeline.head(fused))
			reranked[i][q] = true
		}
	})
	if err != nil {
		return err
	}
	queries := r.judgments.Requests()
	for i, rec := range steps {
		for q, is := range missing[i] {
			switch {
			case is:
				rec.missing = append(rec.missing, queries[q])
			case reranked[i][q]:
				rec.report.Reused++
			default: // no candidates: an older answer is nobody's
				delete(rec.known, queries[q].ID)
			}
		}
		rec.total = len(rec.missing) + rec.report.Reused
		r.report.Reused += rec.report.Reused
	}
	return nil
}

// askedNow tells whether a component of the arm answered the query in this run:
// what a rerank failed on may be something else now.
func (r *Runner) askedNow(a *arm, q int) bool {
	return slices.ContainsFunc(a.config.Components, func(name string) bool {
		rec := r.live[name]
		return rec != nil && rec.asked[r.judgments.Query(q).ID]
	})
}

// sameCandidates tells whether scores were recorded for these very hits: the
// same documents in the same order with the same texts.
func sameCandidates(recorded, head []retrieval.Hit) bool {
	return slices.EqualFunc(recorded, head, func(x, y retrieval.Hit) bool { return x.ID == y.ID && x.Text == mark(y.Text) })
}

// mark stands for a text in the recording of its score.
func mark(text string) string {
	if text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}
