package experiment

import (
	"context"
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

// A sweptRerank is a setting with a rerank. Its order comes from a model, so it
// takes the way of a run: asked query by query, recorded, read back and ranked.
type sweptRerank struct {
	at    int // of the setting
	arm   *arm
	tally *scoring.Tally
}

// planSwept plans the arms of the sweep: one for each choice of components,
// which has no name and only says what is needed, and one for each setting that
// has a rerank.
func (s *sweeper) planSwept(ctx context.Context) error {
	s.arms, s.report = nil, result.RetrievalReport{RunIDs: map[string]string{}}
	for _, set := range s.sets {
		s.arms = append(s.arms, &arm{config: Config{Components: set.components}})
	}
	for i, setting := range s.settings {
		if setting.Rerank == nil {
			continue
		}
		a := &arm{name: setting.Name, role: result.RoleConfig, config: setting.Config}
		if err := s.identify(a); err != nil {
			return fmt.Errorf("setting %q: %w", setting.Name, err)
		}
		s.arms = append(s.arms, a)
		s.reranked = append(s.reranked, sweptRerank{i, a, scoring.NewTally(a.name, s.judgments, []metrics.Measure{s.measure}, s.profile)})
	}
	return ctx.Err()
}

// rerankSwept has every rerank scored and recorded that is not yet.
func (s *sweeper) rerankSwept(ctx context.Context) error {
	arms := make([]*arm, len(s.reranked))
	for i, r := range s.reranked {
		var err error
		if r.arm.pipeline, err = s.newPipeline(ctx, r.arm); err != nil {
			return fmt.Errorf("setting %q: %w", r.arm.name, err)
		}
		arms[i] = r.arm
	}
	return s.rerank(ctx, arms)
}

// rerankedQuery scores the settings that have a rerank on one query.
func (s *sweeper) rerankedQuery(q int, parts map[string]result.Ranking) {
	for _, r := range s.reranked {
		got := r.arm.pipeline.answer(q, parts)
		r.tally.Add(q, got)
		if got.Failure != "" {
			s.failures[q] = r.arm.name + ": " + got.Failure
			continue
		}
		s.scores[r.at][q] = r.tally.Table.Value(0, q)
	}
}

// medianOf is the median latency of a setting, its rerank included.
func (s *sweeper) medianOf(i int, kept []int) *float64 {
	for _, r := range s.reranked {
		if r.at == i {
			return median(r.tally.Table.Latencies(), kept)
		}
	}
	return median(s.sets[s.settings[i].set].latencies[0], kept)
}

// sweptRerankOf tells of a reranker; nil for none.
func sweptRerankOf(s *rerank.Settings) *result.SweptRerank {
	if s == nil {
		return nil
	}
	return &result.SweptRerank{Method: s.Method, Model: s.Model, TopN: *s.Resolved().TopN}
}
