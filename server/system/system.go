// Package system is what a server answers for: one experiment file, read once when the server starts, with the
// configuration that it evaluates, its store, and the test sets that may be asked for by name. It computes nothing
// itself; what it is asked goes the way of the commands, through experiment/run. It knows no HTTP.
package system

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/rankduel/rankduel/experiment/holdout"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/testsets"
)

// A Recorder is the store of a server.
type Recorder interface {
	result.Recorder
	result.Archive
	result.Sealer
}

// A System is an experiment that can be asked. It is safe for concurrent use.
type System struct {
	plan     *plan.Plan
	config   plan.Config
	headline []metrics.Measure
	store    Recorder
	opts     run.Options
	sets     Sets

	observer func(*Evaluated, error) // nil when no one observes

	mu    sync.Mutex
	turns map[string]chan struct{} // of evaluations of the same: one asks, the others find it stored
}

// Open makes the system of a plan and the configuration that it evaluates, the baseline when none is named. It refuses
// a plan that every evaluation would fail with, and one about held-out queries, which each evaluation would look at.
func Open(p *plan.Plan, config string, store Recorder, opts run.Options) (*System, error) {
	if config == "" {
		config = p.Baseline
	}
	if config == "" && len(p.Configs) > 0 {
		config = p.Configs[0].Name
	}
	c, ok := p.Config(config)
	if !ok {
		return nil, fmt.Errorf("%s has no configuration %q; there are %s", p.Path, config, strings.Join(names(p), ", "))
	}
	headline, err := p.Profile.ParseList("R@10 nDCG@10 RR") // in the order of the answer's names
	if err != nil {
		return nil, fmt.Errorf("profile %s: %w", p.Profile.Name, err)
	}
	if p, err = p.With(headline...); err != nil {
		return nil, err
	}
	set, err := p.OpenTestSet()
	if err != nil {
		return nil, err
	}
	if held, err := set.Part(judgments.PartHeldOut); p.Part != judgments.PartEvaluation && p.Part != "" && err == nil && len(held.Queries) > 0 {
		return nil, fmt.Errorf("%s is about part %s of test set %s, and each evaluation would use up its held-out queries; take the evaluation part, and `rankduel holdout check` at the end", p.Path, p.Part, set.Name)
	}
	dir := filepath.Dir(p.Path)
	return &System{
		plan: p, config: c, headline: headline, store: store, opts: opts,
		sets:  Sets{dir: dir, own: p.TestSet},
		turns: map[string]chan struct{}{},
	}, nil
}

func names(p *plan.Plan) []string {
	return ordered.Each(p.Configs, func(c plan.Config) string { return c.Name })
}

// Plan returns the experiment, with the measures of every evaluation next to its own.
func (s *System) Plan() *plan.Plan { return s.plan }

// Config names the configuration that is evaluated.
func (s *System) Config() string { return s.config.Name }

// Sets returns the test sets that may be asked for by name.
func (s *System) Sets() Sets { return s.sets }

// Options returns those of a run of the system, for anyone who runs more of the plan.
func (s *System) Options() run.Options { return s.opts }

// turn waits until no one else evaluates the same.
func (s *System) turn(ctx context.Context, key string) (done func(), err error) {
	for {
		s.mu.Lock()
		taken, busy := s.turns[key]
		if !busy {
			mine := make(chan struct{})
			s.turns[key] = mine
			s.mu.Unlock()
			return func() {
				s.mu.Lock()
				delete(s.turns, key)
				s.mu.Unlock()
				close(mine)
			}, nil
		}
		s.mu.Unlock()
		select {
		case <-taken:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// An AskError is the fault of who asked: a set or a name that cannot be used.
type AskError struct{ Err error }

// Error returns the cause.
func (e *AskError) Error() string { return e.Err.Error() }

func (e *AskError) Unwrap() error { return e.Err }

// judgedOf returns what is judged of a set, and refuses one whose queries do not count.
func judgedOf(set *testsets.TestSet) (*judgments.Judgments, error) {
	if n := set.Counts(); n.HeldOut > 0 && n.HeldOut == n.Queries {
		return nil, &AskError{fmt.Errorf("all %d queries of test set %s are held out, and a service does not look at them; send queries of the evaluation part, and have `rankduel holdout check` look at these", n.HeldOut, set.Name)}
	}
	judged, err := judgments.Of(set, judgments.PartEvaluation)
	if err != nil {
		return nil, &AskError{err}
	}
	return judged, nil
}

// CheckHeldOut refuses queries of a part of a set that were held out when a user
// looked at them, and have lost their mark since.
func CheckHeldOut(ctx context.Context, store result.Sealer, set *testsets.TestSet, part string) error {
	chosen, err := set.Part(part)
	if err != nil {
		return nil // anyone who reads the part says what is wrong with it
	}
	facts, err := store.Sealed(ctx, holdout.KindPart)
	if err != nil {
		return &result.StoreError{Err: err}
	}
	m, err := holdout.Remember(holdout.Ledger{}, facts)
	if err != nil {
		return &result.StoreError{Err: err}
	}
	queries := ordered.Each(chosen.Queries, func(q testsets.Query) result.HeldOutQuery { return holdout.QueryOf(q.ID, q.Text) })
	if n := len(m.HeldOut(queries)); n > 0 {
		return &AskError{fmt.Errorf("%d queries of test set %s were held out before, and are not marked as such here; a service does not look at them: mark them `split: heldout` again, or leave them out", n, set.Name)}
	}
	return nil
}

// asRequestFault makes an error the fault of who asked where it is one.
func asRequestFault(err error) error {
	var known *AskError
	if err == nil || errors.As(err, &known) {
		return err
	}
	return &AskError{err}
}
