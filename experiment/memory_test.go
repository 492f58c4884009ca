package experiment_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
)

// A memory is a Recorder that lives as long as the test.
type memory struct {
	mu         sync.Mutex
	recordings map[result.RecordingKey]map[string]result.Recording
	runs       map[string]result.StoredRun
	broken     error // what every write gives
}

var _ result.Recorder = (*memory)(nil)

func newMemory() *memory {
	return &memory{
		recordings: map[result.RecordingKey]map[string]result.Recording{},
		runs:       map[string]result.StoredRun{},
	}
}

func (m *memory) Recorded(_ context.Context, key result.RecordingKey) (map[string]result.RecordingState, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := map[string]result.RecordingState{}
	for id, r := range m.recordings[key] {
		out[id] = result.RecordingState{Error: r.Error, LatencyMS: r.LatencyMS, Repeats: r.Repeats, Changed: r.Changed}
	}
	return out, nil
}

func (m *memory) Recordings(_ context.Context, key result.RecordingKey, queries ...string) (map[string]result.Recording, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := map[string]result.Recording{}
	maps.Copy(out, m.recordings[key])
	if len(queries) > 0 {
		maps.DeleteFunc(out, func(id string, _ result.Recording) bool { return !slices.Contains(queries, id) })
	}
	return out, nil
}

// Record refuses a context that has ended, as a database does.
func (m *memory) Record(ctx context.Context, key result.RecordingKey, recordings []result.Recording) error {
	if err := errors.Join(ctx.Err(), m.broken); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.recordings[key] == nil {
		m.recordings[key] = map[string]result.Recording{}
	}
	for _, r := range recordings {
		m.recordings[key][r.QueryID] = r
	}
	return nil
}

func (m *memory) Run(_ context.Context, id string) (result.StoredRun, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	run, ok := m.runs[id]
	if !ok {
		return run, fmt.Errorf("run %s: %w", id, result.ErrNotFound)
	}
	return run, nil
}

func (m *memory) SaveRun(ctx context.Context, run result.StoredRun) error {
	if err := errors.Join(ctx.Err(), m.broken); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.runs[run.ID] = run
	return nil
}

// A counter counts the retrievals of a retriever by query.
type counter struct {
	of    retrieval.Func
	calls atomic.Int64
	mu    sync.Mutex
	asked map[string]int
}

func counting(of retrieval.Func) *counter { return &counter{of: of, asked: map[string]int{}} }

func (c *counter) Retrieve(ctx context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
	c.calls.Add(1)
	c.mu.Lock()
	c.asked[q.ID]++
	c.mu.Unlock()
	return c.of(ctx, q, k)
}

// liveDir is the folder of an experiment over a small set of n queries with
// the components first, second and third, whose retrievers the test supplies;
// configs is the YAML of the configurations.
func liveDir(t testing.TB, n int, configs string) string {
	t.Helper()
	set, err := smallSet(t, n).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	return writeFiles(t, map[string]string{
		"set.yaml":     string(set),
		"corpus.jsonl": `{"_id": "d0", "title": "", "text": "a document"}` + "\n",
		"experiment.yaml": `
test_set: set.yaml
measures: [RR, R@10]
components:
  bm25: {embedded: {corpus: corpus.jsonl}}
  splade: {embedded: {corpus: corpus.jsonl, k1: 1.2}}
  dense: {embedded: {corpus: corpus.jsonl, model: lsa}}
` + configs,
	})
}
