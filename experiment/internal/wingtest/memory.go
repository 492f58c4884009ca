package wingtest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/rankduel/rankduel/experiment/result"
)

// A Memory is a Recorder that lives as long as the test.
type Memory struct {
	mu      sync.Mutex
	Answers map[result.RecordingKey]map[string]result.Recording
	Runs    map[string]result.StoredRun
	Broken  error // what every write gives
}

var _ result.Recorder = (*Memory)(nil)

// NewMemory returns an empty one.
func NewMemory() *Memory {
	return &Memory{Answers: map[result.RecordingKey]map[string]result.Recording{}, Runs: map[string]result.StoredRun{}}
}

// Recorded implements result.Recorder.
func (m *Memory) Recorded(_ context.Context, key result.RecordingKey) (map[string]result.RecordingState, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := map[string]result.RecordingState{}
	for id, r := range m.Answers[key] {
		out[id] = r.State()
	}
	return out, nil
}

// Recordings implements result.Recorder.
func (m *Memory) Recordings(_ context.Context, key result.RecordingKey, queries ...string) (map[string]result.Recording, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := map[string]result.Recording{}
	maps.Copy(out, m.Answers[key])
	if len(queries) > 0 {
		maps.DeleteFunc(out, func(id string, _ result.Recording) bool { return !slices.Contains(queries, id) })
	}
	return out, nil
}

// Record implements result.Recorder. It refuses a context that has ended, as a database does.
func (m *Memory) Record(ctx context.Context, key result.RecordingKey, recordings []result.Recording) error {
	if err := errors.Join(ctx.Err(), m.Broken); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.Answers[key] == nil {
		m.Answers[key] = map[string]result.Recording{}
	}
	for _, r := range recordings {
		m.Answers[key][r.QueryID] = r
	}
	return nil
}

// Run implements result.Recorder.
func (m *Memory) Run(_ context.Context, id string) (result.StoredRun, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	run, ok := m.Runs[id]
	if !ok {
		return run, fmt.Errorf("run %s: %w", id, result.ErrNotFound)
	}
	return run, nil
}

// SaveRun implements result.Recorder.
func (m *Memory) SaveRun(ctx context.Context, run result.StoredRun) error {
	if err := errors.Join(ctx.Err(), m.Broken); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.Runs[run.ID] = run
	return nil
}
