package integration_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval/kinds"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store"
)

// What a run keeps of a query does not grow with its rankings. Two components
// with 100 hits each and their fusion are more than 16 kB of hits a query; a
// run over many queries needs no more than the scores and counters of each, the
// first 20 hits of each of its three rankings, which are stored with it, and one
// batch of rankings however many there are.
func TestLiveMemoryIsFlat(t *testing.T) {
	if testing.Short() {
		t.Skip("retrieves for seconds")
	}
	const few, many, bound = 1_000, 3_000, 6_500 // 21.3 MB at 3,000, of which 2 MB or 3 are there at the start
	small, large := grownBy(t, few), grownBy(t, many)
	perQuery := (large - small) / (many - few)
	t.Logf("retrieval and scoring add %.1f MB at %d queries and %.1f MB at %d: %.0f bytes a query", small/1e6, few, large/1e6, many, perQuery)
	if perQuery > bound {
		t.Errorf("%.0f bytes a query, want at most %d", perQuery, bound)
	}
}

// grownBy returns how many bytes of heap a run holds at most beyond what the plan and
// its test set take.
func grownBy(t *testing.T, queries int) float64 {
	t.Helper()
	dir := t.TempDir()
	var corpus strings.Builder
	for d := range 100 {
		fmt.Fprintf(&corpus, `{"_id": "d%d", "title": "", "text": "question %s"}`+"\n", d, strings.Repeat("more ", d))
	}
	for name, text := range map[string]string{"set.yaml": liveSet(queries), "corpus.jsonl": corpus.String(), "experiment.yaml": `
test_set: set.yaml
stale_judgments: warn
measures: [nDCG@10, RR, R@10]
components:
  a: {embedded: {corpus: corpus.jsonl}}
  b: {embedded: {corpus: corpus.jsonl, k1: 1.8}}
configs:
  first: {components: [a]}
  fused: {fusion_method: rrf}
`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	plan, err := plan.Load(filepath.Join(dir, "experiment.yaml"), kinds.All(nil)...)
	if err != nil {
		t.Fatal(err)
	}
	runner, err := run.Prepare(t.Context(), plan, run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), filepath.Join(dir, "rankduel.db"))
	if err != nil {
		t.Fatal(err)
	}
	tap := &heapTap{Store: db}
	heapInUse() // pools of buffers outlive one collection
	before, begin := heapInUse(), time.Now()
	c, err := runner.Run(t.Context(), tap)
	grown := tap.peak - before
	if err != nil {
		t.Fatal(err)
	}
	if c.Retrieval.Calls != 2*queries || c.Retrieval.Failed != 0 {
		t.Errorf("%d calls, %d failed, want %d, 0", c.Retrieval.Calls, c.Retrieval.Failed, 2*queries)
	}
	t.Logf("%d queries in %v, %.1f s of it retrieval", queries, time.Since(begin).Round(time.Millisecond), c.Retrieval.DurationMS/1000)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return grown
}

// A heapTap looks at the heap whenever the store is asked for something, which
// is where no ranking is under way: while work goes on, what the collector calls
// live is full of garbage that came while it looked.
type heapTap struct {
	store.Store
	looks int
	peak  float64
}

func (h *heapTap) look() { h.peak = max(h.peak, heapInUse()) }

func (h *heapTap) Record(ctx context.Context, key result.RecordingKey, recordings []result.Recording) error {
	if h.looks++; h.looks%200 == 0 {
		h.look()
	}
	return h.Store.Record(ctx, key, recordings)
}

func (h *heapTap) Recordings(ctx context.Context, key result.RecordingKey, queries ...string) (map[string]result.Recording, error) {
	h.look()
	return h.Store.Recordings(ctx, key, queries...)
}

func (h *heapTap) SaveRun(ctx context.Context, run result.StoredRun) error {
	h.look()
	return h.Store.SaveRun(ctx, run)
}

// heapInUse returns what the garbage collector has just found to be in use.
func heapInUse() float64 {
	runtime.GC()
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return float64(sample[0].Value.Uint64())
}
