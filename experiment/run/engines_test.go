package run_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval"
)

// Components are asked query by query and in turns: an engine that drifts, be it
// slower with every call, hits all of them alike. So on the average no component
// comes later than another one.
func TestComponentsAreAskedInTurns(t *testing.T) {
	const queries = 6 // an even number: every turn has its counterpart
	runner := wingtest.Prepared(t, wingtest.LiveDir(t, queries, "configs:\n  one: {components: [bm25]}\n  two: {fusion_method: rrf}\nconcurrency: 1\n"), run.Options{})
	var order []string
	places := map[string]int{} // sum of the places in the order of calls
	for _, name := range []string{"bm25", "splade", "dense"} {
		wingtest.Answer(runner, name, retrieval.Func(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
			places[name] += len(order)
			order = append(order, q.ID)
			return wingtest.Answering(q, 1), nil
		}))
	}
	if _, err := runner.Run(t.Context(), wingtest.NewMemory()); err != nil {
		t.Fatal(err)
	}
	var want []string
	for q := range queries {
		want = append(want, slices.Repeat([]string{fmt.Sprintf("q%03d", q)}, 3)...)
	}
	if !slices.Equal(order, want) {
		t.Errorf("asked %v, want query by query", order)
	}
	if sums := slices.Compact(slices.Sorted(maps.Values(places))); len(sums) != 1 {
		t.Errorf("sums of the places of the calls %v, want the same of every component", places)
	}
}

// A kill loses what was under way, and of what was answered no more than a
// millisecond of engine time.
func TestAnswersAreKeptAsTheyCome(t *testing.T) {
	for _, took := range []time.Duration{2 * time.Millisecond, 300 * time.Microsecond} {
		now, store, answered := time.Unix(0, 0), wingtest.NewMemory(), 0
		engine := retrieval.Func(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
			kept := 0
			for _, recordings := range store.Answers { // one call at a time: no one writes now
				kept += len(recordings)
			}
			if lost := time.Duration(answered-kept) * took; lost >= time.Millisecond {
				t.Errorf("call %d of %v each: %d are kept, a kill would lose %v", answered+1, took, kept, lost)
			}
			answered++
			now = now.Add(took)
			return wingtest.Answering(q, 1), nil
		})
		dir := wingtest.LiveDir(t, 8, "configs:\n  one: {components: [bm25]}\n  two: {components: [dense]}\nconcurrency: 1\n")
		runner := wingtest.Prepared(t, dir, run.Options{Clock: func() time.Time { return now }})
		if _, err := wingtest.AnsweredBy(runner, engine, engine).Run(t.Context(), store); err != nil {
			t.Fatal(err)
		}
		if answered != 24 {
			t.Errorf("%d calls, want 24", answered)
		}
	}
}

// Texts of an embedded index can be had again and are not stored; those that
// come with the hits of an engine cannot, and are.
func TestTextsThatAreStored(t *testing.T) {
	dir := wingtest.WriteFiles(t, map[string]string{
		"set.yaml":     "name: one\nversion: v1\nqueries:\n- {query_id: q000, query_text: document, query_type: exact_term, relevant_docs: [{doc_id: d0, grade: 1}]}\n",
		"corpus.jsonl": `{"_id": "d0", "title": "", "text": "a document"}` + "\n",
		"experiment.yaml": `
test_set: set.yaml
measures: [RR]
components:
  index: {embedded: {corpus: corpus.jsonl}}
  engine: {embedded: {corpus: corpus.jsonl, k1: 1.2}}
configs:
  one: {components: [index]}
  two: {components: [engine]}
`,
	})
	runner, store := wingtest.Prepared(t, dir, run.Options{}), wingtest.NewMemory()
	wingtest.Answer(runner, "engine", texted(1))
	if _, err := runner.Run(t.Context(), store); err != nil {
		t.Fatal(err)
	}
	texts := map[string]int{} // by text of the first hit
	for _, recordings := range store.Answers {
		texts[recordings["q000"].Hits[0].Text]++
	}
	if want := map[string]int{"": 1, "a relevant text": 1}; !maps.Equal(texts, want) {
		t.Errorf("stored texts %v, want %v: none of the index, those of the engine", texts, want)
	}
}
