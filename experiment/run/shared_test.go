package run_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval"
)

// twoConfigs are a component alone and a fusion, for wingtest.LiveDir.
const twoConfigs = "configs:\n  one: {components: [bm25]}\n  two: {fusion_method: rrf, components: [bm25, dense]}\nconcurrency: 2\n"

// ranPlan loads, prepares and runs dir/experiment.yaml.
func ranPlan(t testing.TB, dir string, recorder result.Recorder, opts run.Options) *result.Comparison {
	t.Helper()
	c, err := wingtest.Prepared(t, dir, opts).Run(t.Context(), recorder)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A counter counts the retrievals of a retriever by query.
type counter struct {
	of    retrieval.Func
	calls atomic.Int64
	mu    sync.Mutex
	asked map[string]int
}

// counting counts the retrievals of a function.
func counting(of retrieval.Func) *counter { return &counter{of: of, asked: map[string]int{}} }

// Retrieve implements retrieval.Retriever.
func (c *counter) Retrieve(ctx context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
	c.calls.Add(1)
	c.mu.Lock()
	c.asked[q.ID]++
	c.mu.Unlock()
	return c.of(ctx, q, k)
}
