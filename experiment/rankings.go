package experiment

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

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

// Rankings gives a system's rankings, query by query, as Run has recorded or
// computed them; nothing is retrieved again. An error ends them and comes with
// an empty result.
func (r *Runner) Rankings(ctx context.Context, system string) iter.Seq2[runfile.Result, error] {
	return func(yield func(runfile.Result, error) bool) {
		i := slices.IndexFunc(r.arms, func(a *arm) bool { return a.name == system })
		if i < 0 {
			yield(runfile.Result{}, fmt.Errorf("no system is named %q; there are %s", system, quotedList(r.Systems())))
			return
		}
		if err := r.rankings(ctx, r.arms[i], func(result runfile.Result) bool { return yield(result, nil) }); err != nil {
			yield(runfile.Result{}, err)
		}
	}
}

// errStopped ends a pass whose caller has seen enough.
var errStopped = errors.New("stopped")

func (r *Runner) rankings(ctx context.Context, a *arm, yield func(runfile.Result) bool) error {
	if err := r.openFeeds(ctx, a.config.Components); err != nil {
		return err
	}
	p, err := r.newPipeline(ctx, a)
	if err != nil {
		return fmt.Errorf("config %q: %w", a.name, err)
	}
	err = r.eachBatch(ctx, a.config.Components, func(from, n int, columns map[string][]answer) error {
		for i := range n {
			got := p.answer(from+i, row(columns, i))
			result := runfile.Result{
				QueryID: r.judgments.queries[from+i].id, Hits: got.hits,
				Answer: got.written, LatencyMS: got.latencyMS, Error: got.failure,
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
// were stored.
func (r *Runner) openFeeds(ctx context.Context, components []string) error {
	for _, name := range components {
		if r.answers[name] != nil {
			continue
		}
		src := r.sources[name]
		if src.component.Run != "" {
			if err := r.readRun(ctx, src); err != nil {
				return fmt.Errorf("component %q: %w", name, err)
			}
			continue
		}
		rec, err := r.recorded(ctx, src)
		if err != nil {
			return fmt.Errorf("component %q: %w", name, err)
		}
		r.answers[name] = &answers{feed: storeFeed{r.recorder, rec.key}}
	}
	return nil
}
