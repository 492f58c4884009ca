package run_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/fusion"
	"github.com/rankduel/rankduel/retrieval/runfile"
)

const learned = `configs:
  one: {components: [bm25]}
  two: {fusion_method: posfuse, folds: 4, components: [bm25, dense]}
`

// A fusion that learns is trained on other queries than it fuses: its rankings
// are those of package fusion's own cross-fitting over the same examples, and
// no query's own judgments change how it is fused.
func TestCrossFit(t *testing.T) {
	dir, store := wingtest.LiveDir(t, 24, learned), wingtest.NewMemory()
	runner := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{}), byNumber(3), byNumber(5))
	if _, err := runner.Run(t.Context(), store); err != nil {
		t.Fatal(err)
	}
	trainer, examples := byNumbers(t)
	methods, err := fusion.CrossFit(trainer, examples, 4, compare.DefaultSeed)
	if err != nil {
		t.Fatal(err)
	}
	q := 0
	for got, err := range runner.Rankings(t.Context(), store, "two") {
		if err != nil {
			t.Fatal(err)
		}
		want, err := methods[q].Fuse(examples[q].Lists, 100)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got.Hits); diff != "" {
			t.Errorf("%s (-want +got):\n%s", got.QueryID, diff)
		}
		q++
	}
	if q != 24 {
		t.Errorf("%d rankings, want 24", q)
	}
}

// Rankings come without another call, from a run that was wholly stored too.
func TestRankings(t *testing.T) {
	dir, store := wingtest.LiveDir(t, 5, twoConfigs), wingtest.NewMemory()
	bm25 := counting(wingtest.AtRank(2))
	for range 2 { // asked, then stored
		runner := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{}), bm25, wingtest.AtRank(1))
		if _, err := runner.Run(t.Context(), store); err != nil {
			t.Fatal(err)
		}
		var got []runfile.Result
		for r, err := range runner.Rankings(t.Context(), store, "bm25") {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, r)
		}
		if len(got) != 5 || got[3].QueryID != "q003" || got[3].Hits[1].ID != "d3" || got[3].LatencyMS == nil {
			t.Errorf("rankings %v, want five, the relevant document at rank 2", got)
		}
		for _, err := range runner.Rankings(t.Context(), store, "nosuch") {
			if err == nil || !strings.Contains(err.Error(), `"one", "two"`) {
				t.Errorf("an unknown system: %v, want the names of those there are", err)
			}
		}
	}
	if n := bm25.calls.Load(); n != 5 {
		t.Errorf("%d calls, want 5", n)
	}
}

// byNumber ranks by the number of the query.
func byNumber(shift int) retrieval.Func {
	return func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		return wingtest.Answering(q, (wingtest.Number(q)*shift)%7+1), nil
	}
}

// byNumbers returns two components' rankings of 24 queries as package fusion takes
// them, and what learns from them.
func byNumbers(t *testing.T) (fusion.Trainer, []fusion.Example) {
	t.Helper()
	var examples []fusion.Example
	for q := range 24 {
		query := retrieval.Query{ID: fmt.Sprintf("q%03d", q)}
		bm25, _ := byNumber(3)(t.Context(), query, 100)
		dense, _ := byNumber(5)(t.Context(), query, 100)
		examples = append(examples, fusion.Example{
			Query: query.ID, Lists: []fusion.List{{Component: "bm25", Hits: bm25}, {Component: "dense", Hits: dense}},
			Relevant: map[string]bool{fmt.Sprintf("d%d", q): true},
		})
	}
	trainer, err := fusion.NewTrainer(fusion.Settings{Method: "posfuse"})
	if err != nil {
		t.Fatal(err)
	}
	return trainer, examples
}
