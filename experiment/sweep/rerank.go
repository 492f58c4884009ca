package sweep

import (
	"context"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

// A rerankedSetting has a rerank. Its order comes from a model, so it takes the
// way of a run: asked query by query, recorded, read back and ranked.
type rerankedSetting struct {
	at     int // of the setting
	ranker run.Ranker
	tally  *scoring.Tally
}

// systems returns those of the sweep: one for each choice of components, which has no name and only says
// what is needed, and one for each setting that has a rerank.
func (s *sweeper) systems(ctx context.Context) ([]run.System, error) {
	list := ordered.Each(s.sets, func(set componentSet) run.System { return run.System{Config: plan.Config{Components: set.components}} })
	for _, setting := range s.settings {
		if setting.Rerank == nil {
			continue
		}
		system, err := s.prepared.System(ctx, result.RoleConfig, setting.Config)
		if err != nil {
			return nil, fmt.Errorf("setting %q: %w", setting.Name, err)
		}
		list = append(list, system)
	}
	return list, nil
}

// components lists those that some setting uses, in the order of the plan.
func (s *sweeper) components() []string {
	var names []string
	for _, c := range s.plan.Components {
		if slices.ContainsFunc(s.sets, func(set componentSet) bool { return slices.Contains(set.components, c.Name) }) {
			names = append(names, c.Name)
		}
	}
	return names
}

// read names what is read to score the settings.
func (s *sweeper) read() []string {
	names := s.components()
	for _, r := range s.reranked {
		names = append(names, r.ranker.Config.Name)
	}
	return names
}

// rerank has every rerank scored and recorded that is not yet.
func (s *sweeper) rerank(ctx context.Context) error {
	var rankers []run.Ranker
	for i, setting := range s.settings {
		if setting.Rerank == nil {
			continue
		}
		system, err := s.prepared.System(ctx, result.RoleConfig, setting.Config)
		if err != nil {
			return fmt.Errorf("setting %q: %w", setting.Name, err)
		}
		ranker, err := s.retrieved.Ranker(ctx, system)
		if err != nil {
			return fmt.Errorf("setting %q: %w", setting.Name, err)
		}
		rankers = append(rankers, ranker)
		s.reranked = append(s.reranked, rerankedSetting{
			i, ranker, scoring.NewTally(setting.Name, s.judgments, []metrics.Measure{s.measure}, s.plan.Profile),
		})
	}
	return s.retrieved.Rerank(ctx, rankers)
}

// rerankedQuery scores the settings that have a rerank on one query.
func (s *sweeper) rerankedQuery(q int, parts map[string]result.Ranking) {
	for _, r := range s.reranked {
		got := r.ranker.Ranking(q, parts)
		r.tally.Add(q, got)
		if got.Failure != "" {
			s.failures[q] = r.ranker.Config.Name + ": " + got.Failure
			continue
		}
		s.scores[r.at][q] = r.tally.Table.Value(0, q)
	}
}

// medianOf returns the median latency of a setting, its rerank included.
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
