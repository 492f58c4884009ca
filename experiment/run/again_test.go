package run_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/retrieval/runfile"
)

// everyStep is an experiment with all steps that a run can have: engines, a
// fusion, one that learns, and a rerank.
const everyStep = `test_set: testset.yaml
measures: [nDCG@10, R@20]
components:
  bm25:  {embedded: {corpus: corpus.jsonl}}
  dense: {embedded: {corpus: corpus.jsonl, model: lsa, dimensions: 32}}
configs:
  fused:    {fusion_method: rrf}
  learned:  {fusion_method: posfuse}
  reranked: {fusion_method: rrf, rerank: {method: lexical, top_n: 10}}
resamples: 100
`

// preparedEveryStep prepares it in front of a clock that is still, so that
// no time tells one run from another.
func preparedEveryStep(t *testing.T) *run.Prepared {
	t.Helper()
	planned, err := plan.Parse("../../examples/clinical/again.yaml", []byte(everyStep), kinds.All(nil)...)
	if err != nil {
		t.Fatal(err)
	}
	p, err := run.Prepare(t.Context(), planned, run.Options{PerQuery: true, Clock: func() time.Time { return time.Unix(0, 0) }})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// What was prepared once can be run again, and by several at once: each run
// starts from nothing and says what the first one says.
func TestPreparedRunsAgainAndAtOnce(t *testing.T) {
	p := preparedEveryStep(t)
	ran := func() (string, *wingtest.Memory) {
		store := wingtest.NewMemory()
		c, err := p.Run(t.Context(), store)
		if err != nil {
			t.Error(err)
			return "", store
		}
		c.Retrieval.DurationMS = 0 // by the wall clock
		for i := range c.Retrieval.Components {
			c.Retrieval.Components[i].QueriesPerSecond = nil
		}
		return string(wingtest.Marshal(t, c)), store
	}
	first, firstStore := ran()
	second, secondStore := ran()
	jsons, stores := []string{second}, []*wingtest.Memory{secondStore}
	var mu sync.Mutex
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			c, store := ran()
			mu.Lock()
			defer mu.Unlock()
			jsons, stores = append(jsons, c), append(stores, store)
		})
	}
	group.Wait()
	for i := range jsons {
		if diff := cmp.Diff(first, jsons[i]); diff != "" {
			t.Errorf("first run (-) and run %d (+):\n%s", i+2, diff)
		}
		if diff := cmp.Diff(firstStore.Runs, stores[i].Runs); diff != "" {
			t.Errorf("stored by the first run (-) and by run %d (+):\n%s", i+2, diff)
		}
		if diff := cmp.Diff(firstStore.Answers, stores[i].Answers); diff != "" {
			t.Errorf("recorded by the first run (-) and by run %d (+):\n%s", i+2, diff)
		}
	}
}

// The rankings of a run that is stored are there for a program that has just
// started, those of fusions, learned ones and reranks too, and no one is asked.
func TestRankingsOfAStoredRun(t *testing.T) {
	store := wingtest.NewMemory()
	list := func(p *run.Prepared, system string) []runfile.Result {
		t.Helper()
		var all []runfile.Result
		for r, err := range p.Rankings(t.Context(), store, system) {
			if err != nil {
				t.Fatalf("%s: %v", system, err)
			}
			all = append(all, r)
		}
		return all
	}
	first := preparedEveryStep(t)
	c, err := first.Run(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	orders := map[string][]runfile.Result{}
	for _, system := range first.Systems() {
		fresh := preparedEveryStep(t)
		for i := range fresh.Plan().Components {
			wingtest.Answer(fresh, fresh.Plan().Components[i].Name, nobody{t})
		}
		orders[system] = list(fresh, system)
		if len(orders[system]) != c.TestSet.Queries {
			t.Errorf("%s: %d rankings, want one for each of %d queries", system, len(orders[system]), c.TestSet.Queries)
		}
		if diff := cmp.Diff(list(first, system), orders[system]); diff != "" {
			t.Errorf("%s: rankings of the program that ran it (-) and of another (+):\n%s", system, diff)
		}
	}
	if cmp.Equal(orders["fused"], orders["reranked"]) {
		t.Error("the rerank changes nothing")
	}
	for _, stored := range store.Runs { // the stored scores are those of these rankings
		at := map[string]runfile.Result{}
		for _, r := range orders[stored.Name] {
			at[r.QueryID] = r
		}
		for _, row := range stored.Rows {
			for _, d := range row.Relevant {
				if hits := at[row.QueryID].Hits; d.Rank > 0 && (len(hits) < d.Rank || hits[d.Rank-1].ID != d.DocID) {
					t.Errorf("%s, %s: %s is not at rank %d, where the run had it", stored.Name, row.QueryID, d.DocID, d.Rank)
				}
			}
		}
	}
}

// no one is a retriever that must not be asked.
type nobody struct{ t *testing.T }

// Retrieve implements retrieval.Retriever.
func (n nobody) Retrieve(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
	n.t.Errorf("%s was asked", q.ID)
	return nil, nil
}
