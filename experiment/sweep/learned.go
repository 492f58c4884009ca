package sweep

import (
	"context"
	"fmt"
	"math"

	"github.com/rankduel/rankduel/experiment/pipeline"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/sweep/selection"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// learned is a setting whose fusion is trained inside the cross-validation, never on the query it is used for or the
// fold a choice is made for: the method for a query in fold g, where fold f is the test part, saw neither.
type learned struct {
	methods [][]fusion.Method // by repeat, then by f·K + g; without[f][g] = without[g][f]
	scores  [][]float64       // by repeat·K + f, then by query
	k       int               // folds
}

// learn trains everything that a learning setting needs: the methods that a run
// of it would use, and those of the cross-validation.
func (s *sweeper) learn(ctx context.Context, i int) error {
	setting := &s.settings[i]
	trainer, err := fusion.NewTrainer(setting.Fusion)
	if err != nil {
		return err
	}
	examples, err := s.retrieved.Examples(ctx, setting.Config)
	if err != nil {
		return err
	}
	if setting.methods, err = pipeline.CrossFit(setting.Config, examples, s.plan.Seed(), s.judgments.Len()); err != nil {
		return err
	}
	l := &learned{k: s.nested.Folds}
	for _, fold := range s.folds {
		methods, err := l.train(ctx, trainer, examples, fold)
		if err != nil {
			return err
		}
		l.methods = append(l.methods, methods)
	}
	l.scores = scoring.NewColumns(len(s.folds)*l.k, s.judgments.Len())
	s.learned[i] = l
	return nil
}

// train makes the methods of one repeat, one for each pair of folds.
func (l *learned) train(ctx context.Context, t fusion.Trainer, examples pipeline.Examples, fold []int) ([]fusion.Method, error) {
	methods := make([]fusion.Method, l.k*l.k)
	for f := range l.k {
		for g := f; g < l.k; g++ {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			var outside []fusion.Example
			for e, q := range examples.At {
				if fold[q] != f && fold[q] != g {
					outside = append(outside, examples.List[e])
				}
			}
			m, err := t.Train(outside)
			if err != nil {
				return nil, fmt.Errorf("%s without folds %d and %d of %d: %w", t.Name(), f+1, g+1, l.k, err)
			}
			methods[f*l.k+g], methods[g*l.k+f] = m, m
		}
	}
	return methods, nil
}

// score scores query q for every test fold of every repeat.
func (l *learned) score(s *sweeper, desk *workspace, q, topK int, pool *fusion.Pool) error {
	for repeat, fold := range s.folds {
		for f := range l.k {
			v, err := s.scoreBy(desk, l.methods[repeat][f*l.k+fold[q]], topK, pool)
			if err != nil {
				return err
			}
			l.scores[repeat*l.k+f][q] = v
		}
	}
	return nil
}

// refit gives the scores to the cross-validation, over the queries kept.
func (l *learned) refit(kept []int) selection.Refit {
	return func(repeat, fold int) []float64 { return pick(l.scores[repeat*l.k+fold], kept) }
}

func pick[T any](values []T, at []int) []T {
	return ordered.Each(at, func(q int) T { return values[q] })
}

// kept returns the queries that every setting has a score for, and how many are left out because the
// measure is undefined. Queries that failed under some setting are in s.failures.
func (s *sweeper) kept() (kept []int, undefined int) {
	for q, failure := range s.failures {
		switch {
		case failure != "":
		case s.undefinedAt(q):
			undefined++
		default:
			kept = append(kept, q)
		}
	}
	return kept, undefined
}

func (s *sweeper) undefinedAt(q int) bool {
	for _, column := range s.scores {
		if math.IsNaN(column[q]) {
			return true
		}
	}
	for _, l := range s.learned {
		for _, column := range l.scores {
			if math.IsNaN(column[q]) {
				return true
			}
		}
	}
	return false
}
