package run_test

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval/runfile"
)

// counted counts how often each recording is read.
type counted struct {
	*wingtest.Memory
	mu    sync.Mutex
	calls int
	reads map[string]int // by key and query
}

func (c *counted) Recordings(ctx context.Context, key result.RecordingKey, queries ...string) (map[string]result.Recording, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls++
	for _, q := range queries {
		c.reads[key.Component+" "+q]++
	}
	return c.Memory.Recordings(ctx, key, queries...)
}

// mostReads returns how often a recording was read at most since it was asked last.
func (c *counted) mostReads() int {
	n := 0
	for _, times := range c.reads {
		n = max(n, times)
	}
	clear(c.reads)
	return n
}

// A reranked configuration reads a recording twice when the reranker has to be
// asked: to find out what, and to score. It reads it once when it has not, and
// asks the store for batches and never for a query.
func TestRerankReadsRecordingsOnce(t *testing.T) {
	m := newModel(t)
	const queries = 30
	configs := reranked(m.URL + "/rerank")
	store := &counted{Memory: wingtest.NewMemory(), reads: map[string]int{}}
	rankings := func(p *run.Prepared) []runfile.Result {
		t.Helper()
		var list []runfile.Result
		for got, err := range p.Rankings(t.Context(), store.Memory, "reranked") {
			if err != nil {
				t.Fatal(err)
			}
			got.LatencyMS = nil
			list = append(list, got)
		}
		return list
	}
	ran := func(configs string, opts run.Options) (*result.Comparison, []runfile.Result) {
		t.Helper()
		p := wingtest.AnsweredBy(wingtest.Prepared(t, wingtest.LiveDir(t, queries, configs), opts), texted(4), texted(2))
		c, err := p.Run(t.Context(), store)
		if err != nil {
			t.Fatal(err)
		}
		return c, rankings(p)
	}
	first, firstRankings := ran(configs, run.Options{})
	if got := store.mostReads(); got != 2 || m.calls != queries {
		t.Errorf("read %d times with %d calls of the model, want 2 with %d", got, m.calls, queries)
	}
	if store.calls > 10 { // two passes over three components and a rerank, all in one batch, and what is explained
		t.Errorf("the store was asked %d times for %d queries", store.calls, queries)
	}

	// The scores are lost, all else is recorded: one pass, with the same result.
	clear(store.Runs)
	again, againRankings := ran(configs, run.Options{})
	if got := store.mostReads(); got != 1 || m.calls != queries || again.Retrieval.Calls != 0 {
		t.Errorf("all recorded: read %d times, %d calls of the model, %d retrievals; want 1, %d and 0", got, m.calls, again.Retrieval.Calls, queries)
	}
	if diff := cmp.Diff(first.Comparisons[0].Measures, again.Comparisons[0].Measures); diff != "" {
		t.Errorf("one pass and two (-two +one):\n%s", diff)
	}
	if diff := cmp.Diff(firstRankings, againRankings); diff != "" {
		t.Errorf("rankings of one pass and of two (-two +one):\n%s", diff)
	}

	// One score is lost: that query alone is asked again, the others stay.
	for key, held := range store.Answers {
		for id, r := range held {
			if len(r.Hits) == 5 && id == fmt.Sprintf("q%03d", 7) { // top_n
				held = maps.Clone(held)
				delete(held, id)
				store.Answers[key] = held
			}
		}
	}
	clear(store.Runs)
	lost, lostRankings := ran(configs, run.Options{})
	if m.calls != queries+1 || lost.Retrieval.Reranks != 1 || store.mostReads() != 2 {
		t.Errorf("%d calls of the model, %d reranks; want %d, 1, and two passes", m.calls, lost.Retrieval.Reranks, queries+1)
	}
	if diff := cmp.Diff(firstRankings, lostRankings); diff != "" {
		t.Errorf("rankings after one was lost (-before +after):\n%s", diff)
	}
}
