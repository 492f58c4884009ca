package experiment

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval/runfile"
)

// Systems names the systems of the plan: its configurations, then its
// components alone.
func (r *Runner) Systems() []string {
	names := make([]string, len(r.arms))
	for i, a := range r.arms {
		names[i] = a.name
	}
	return names
}

// ErrRecordingGone says that a stored run's rankings are not in the store any
// more; asking its component again (RunOptions.Refresh) brings them back.
var ErrRecordingGone = errors.New("its recording has gone from the store; --refresh asks again")

// Rankings gives a system's rankings, query by query, as Run has recorded or
// computed them; nothing is retrieved again. An error ends them and comes with
// an empty result.
func (r *Runner) Rankings(ctx context.Context, system string) iter.Seq2[runfile.Result, error] {
	return func(yield func(runfile.Result, error) bool) {
		a := r.arm(system)
		if a == nil {
			yield(runfile.Result{}, fmt.Errorf("no system is named %q; there are %s", system, prose.Quoted(r.Systems())))
			return
		}
		if err := r.rankings(ctx, a, func(result runfile.Result) bool { return yield(result, nil) }); err != nil {
			yield(runfile.Result{}, err)
		}
	}
}

// arm is the system of that name, nil when there is none.
func (r *Runner) arm(name string) *arm {
	for _, a := range r.arms {
		if a.name == name {
			return a
		}
	}
	return nil
}

// errStopped ends a pass whose caller has seen enough.
var errStopped = errors.New("stopped")

func (r *Runner) rankings(ctx context.Context, a *arm, yield func(runfile.Result) bool) error {
	names := slices.Clone(a.config.Components)
	if a.config.Rerank != nil {
		names = append(names, a.name)
	}
	if err := r.openFeeds(ctx, names); err != nil {
		return err
	}
	p, err := r.newPipeline(ctx, a)
	if err != nil {
		return fmt.Errorf("config %q: %w", a.name, err)
	}
	err = r.eachBatch(ctx, names, func(from, n int, columns map[string][]result.Ranking) error {
		for i := range n {
			for _, name := range a.config.Components {
				if columns[name][i].Absent {
					return fmt.Errorf("%w: component %q, query %q", ErrRecordingGone, name, r.judgments.Query(from+i).ID)
				}
			}
			got := p.answer(from+i, row(columns, i))
			result := runfile.Result{
				QueryID: r.judgments.Query(from + i).ID, Hits: got.Hits,
				Answer: got.Written, LatencyMS: got.LatencyMS, Error: got.Failure,
			}
			if !yield(result) {
				return errStopped
			}
		}
		return nil
	})
	if errors.Is(err, errStopped) {
		return nil
	}
	return err
}

// openFeeds makes answers readable that Run did not need, because the scores
// were stored. Nothing is asked, and nothing reported.
func (r *Runner) openFeeds(ctx context.Context, names []string) error {
	for _, name := range names {
		if r.answers[name] != nil {
			continue
		}
		opened, err := r.openFeed(ctx, name)
		if err != nil {
			return fmt.Errorf("%q: %w", name, err)
		}
		r.answers[name] = opened
	}
	return nil
}

func (r *Runner) openFeed(ctx context.Context, name string) (*answers, error) {
	src, known := r.sources[name]
	if !known { // the rerank of the configuration that is called so
		rec, err := r.rerankRecorded(ctx, r.arm(name))
		if err != nil {
			return nil, err
		}
		return &answers{feed: storeFeed{r.recorder, rec.key}}, nil
	}
	if src.component.Run != "" {
		return r.runAnswers(ctx, src)
	}
	at, err := r.recordingKey(src)
	return &answers{feed: storeFeed{r.recorder, at}}, err
}
