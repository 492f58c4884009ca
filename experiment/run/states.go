package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
)

// States are the states of their indexes that live components had when their
// rankings were recorded.
type States struct {
	of map[string]string // by component
}

// StatesOf reads them from stored runs, by id. A run that is not stored any more
// says nothing.
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
