package run

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
)

// recorded returns when what a system is made of was recorded; nil where it is made of
// run files alone, or where it is not known.
func (r *Retrieved) recorded(ctx context.Context, s System) (*result.Recorded, error) {
	keys, err := r.keys(s)
	if err != nil {
		return nil, err
	}
	var span *result.Recorded
	for _, key := range keys {
		known, err := r.known.Of(ctx, key)
		if err != nil {
			return nil, err
		}
		for q := range r.judgments.Len() {
			span = spanned(span, known[r.judgments.Query(q).ID].At)
		}
	}
	return span, nil
}

func spanned(span *result.Recorded, at time.Time) *result.Recorded {
	switch {
	case at.IsZero():
	case span == nil:
		return &result.Recorded{From: at, To: at}
	case at.Before(span.From):
		span.From = at
	case at.After(span.To):
		span.To = at
	}
	return span
}

// Recorded returns when the rankings of some components were recorded; nil where none is live.
func (r *Retrieved) Recorded(ctx context.Context, components []string) (*result.Recorded, error) {
	return r.recorded(ctx, System{Config: plan.Config{Components: components}})
}

// forget takes out of what is known what is to be asked again: all of components that are refreshed, and of the others
// what is older than the plan allows. It comes before stored scores are looked at, which were made of it.
func (r *Retrieved) forget(ctx context.Context) error {
	if r.plan.MaxAge == 0 || r.opts.Recorded != nil {
		return nil
	}
	oldest := cmp.Or(r.opts.Shard.Since, r.now()).Add(-r.plan.MaxAge)
	for _, c := range r.plan.Components {
		if slices.Contains(r.opts.Refresh, c.Name) {
			continue
		}
		all, err := r.states(ctx, c.Name)
		if err != nil {
			return err
		}
		for _, known := range all {
			for q, have := range known {
				if have.At.Before(oldest) {
					delete(known, q)
				}
			}
		}
	}
	return nil
}

// states returns what is known of each repeat of a component; nothing of a run file, and
// once of what is the same in every repeat.
func (r *Retrieved) states(ctx context.Context, component string) (all []map[string]result.RecordingState, err error) {
	src := r.sources[component]
	for _, one := range r.repeats {
		if !src.live() || one.repeat > 0 && !src.component.Varies() {
			break
		}
		key, err := one.key(src)
		if err != nil {
			return nil, err
		}
		known, err := r.known.Of(ctx, key)
		if err != nil {
			return nil, err
		}
		all = append(all, known)
	}
	return all, nil
}

// now returns the clock of anyone who runs.
func (p *Prepared) now() time.Time {
	if p.opts.Clock == nil {
		return time.Now()
	}
	return p.opts.Clock()
}

// States are the states of their indexes that live components had when their rankings were recorded.
type States struct {
	of map[string]string // by component
}

// StatesOf reads them from stored runs, by id. A run that is not stored any more says nothing.
func StatesOf(ctx context.Context, archive result.Archive, ids []string) (*States, error) {
	s := &States{of: map[string]string{}}
	for _, id := range ids {
		stored, err := archive.Run(ctx, id)
		if errors.Is(err, result.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, &result.StoreError{Err: err}
		}
		var config struct {
			Components map[string]struct {
				State string `json:"state"`
			} `json:"components"`
		}
		if err := json.Unmarshal(stored.Config, &config); err != nil {
			return nil, &result.StoreError{Err: fmt.Errorf("stored run %s: %w", id, err)}
		}
		for name, c := range config.Components {
			s.of[name] = c.State
		}
	}
	return s, nil
}
