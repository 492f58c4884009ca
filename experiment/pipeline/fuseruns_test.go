package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/pipeline"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval/fusion"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

func named(t *testing.T, name, text string) pipeline.NamedRun {
	t.Helper()
	run, _, err := runfile.Read(t.Context(), trec.Bytes(name+".jsonl", []byte(text)), runfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return pipeline.NamedRun{Name: name, Run: run}
}

func judged(t *testing.T, qrels string) *judgments.Judgments {
	t.Helper()
	j, err := judgments.Read(t.Context(), trec.Bytes("qrels", []byte(qrels)), trec.QrelsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// twoRuns are of five queries: both answer q1 and q4, one of them lacks q2 and
// the other one q3, and q5 failed in the second.
func twoRuns(t *testing.T) []pipeline.NamedRun {
	t.Helper()
	return []pipeline.NamedRun{
		named(t, "one", `{"query_id": "q1", "hits": [{"id": "a", "score": 3}, {"id": "b", "score": 2}, {"id": "c", "score": 1}]}
{"query_id": "q3", "hits": [{"id": "a", "score": 1}]}
{"query_id": "q4", "hits": [{"id": "a", "score": 1}]}
{"query_id": "q5", "hits": [{"id": "a", "score": 1}]}
`),
		named(t, "two", `{"query_id": "q2", "hits": [{"id": "b", "score": 1}]}
{"query_id": "q1", "hits": [{"id": "c", "score": 3}, {"id": "a", "score": 2}, {"id": "d", "score": 1}]}
{"query_id": "q4", "hits": [{"id": "b", "score": 1}]}
{"query_id": "q5", "error": "refused"}
`),
	}
}

// Runs are fused query by query, by 1/(60 + rank) here: q1 as a 1/61+1/62,
// c 1/63+1/61, b 1/62, d 1/63. What a run lacks, could not answer or gave the
// same fused score is counted.
func TestFuseRuns(t *testing.T) {
	for _, c := range []struct {
		depth, topK int
		q1, q4      string
		tied        int
	}{
		{0, 0, "a c b d", "a b", 1}, // a and b of q4 are first in one run each
		{2, 0, "a c b", "a b", 1},
		{1, 0, "a c", "a b", 2},
		{0, 3, "a c b", "a b", 1},
		{0, 1, "a", "a", 0},
	} {
		got, err := pipeline.FuseRuns(t.Context(), twoRuns(t), pipeline.FuseOptions{Fusion: fusion.Settings{Method: "rrf"}, Depth: c.depth, TopK: c.topK})
		if err != nil {
			t.Fatal(err)
		}
		rankings := map[string]string{}
		var order []string
		for _, r := range got.Results {
			order = append(order, r.QueryID)
			rankings[r.QueryID] = ids(r.Hits)
			if (r.Error != "") != (r.QueryID == "q5") || r.Error != "" && r.Error != "two: refused" {
				t.Errorf("%s: error %q, want that of run two at q5 alone", r.QueryID, r.Error)
			}
		}
		if want := []string{"q1", "q3", "q4", "q5", "q2"}; !slices.Equal(order, want) {
			t.Errorf("queries %v, want %v: as in the first run, then the others", order, want)
		}
		if want := map[string]string{"q1": c.q1, "q2": "b", "q3": "a", "q4": c.q4, "q5": ""}; !cmp.Equal(want, rankings) {
			t.Errorf("depth %d, the first %d: %v, want %v (by hand)", c.depth, c.topK, rankings, want)
		}
		if got.Failed != 1 || got.Unseen != 0 || got.Tied != c.tied || !cmp.Equal(got.Missing, map[string]int{"one": 1, "two": 1}) {
			t.Errorf("depth %d, the first %d: %d failed, %d unseen, %d tied, missing %v; want 1, 0, %d, one of each", c.depth, c.topK, got.Failed, got.Unseen, got.Tied, got.Missing, c.tied)
		}
		if want := []string{"one", "two"}; !slices.Equal(got.Lacking(), want) {
			t.Errorf("lacking %v, want %v", got.Lacking(), want)
		}
	}
}

// A score that cannot be fused fails that query, not the others.
func TestFusionThatFails(t *testing.T) {
	runs := []pipeline.NamedRun{
		named(t, "one", "q1 Q0 a 1 inf t\nq2 Q0 a 1 1 t\n"), named(t, "two", "q1 Q0 a 1 1 t\nq2 Q0 b 1 1 t\n"),
	}
	got, err := pipeline.FuseRuns(t.Context(), runs, pipeline.FuseOptions{Fusion: fusion.Settings{Method: "mnz"}})
	if err != nil {
		t.Fatal(err)
	}
	if got.Failed != 1 || !strings.HasPrefix(got.Results[0].Error, "fusion: ") || got.Results[1].Error != "" {
		t.Errorf("%+v, want that q1 alone failed", got)
	}
}

// What cannot be fused at all is an error that says why.
func TestFuseRunsRefuses(t *testing.T) {
	ended, stop := context.WithCancel(t.Context())
	stop()
	for _, c := range []struct {
		what string
		ctx  context.Context
		opts pipeline.FuseOptions
		want string
	}{
		{"an unknown method", t.Context(), pipeline.FuseOptions{Fusion: fusion.Settings{Method: "nosuch"}}, "nosuch"},
		{"learning without judgments", t.Context(), pipeline.FuseOptions{Fusion: fusion.Settings{Method: "posfuse"}}, "fusion_method posfuse learns from judged queries"},
		{"other queries", t.Context(), pipeline.FuseOptions{Fusion: fusion.Settings{Method: "posfuse"}, Judgments: judged(t, "other 0 a 1\n")}, "no judged query is answered by all runs"},
		{"more folds than queries", t.Context(), pipeline.FuseOptions{Fusion: fusion.Settings{Method: "posfuse"}, Judgments: judged(t, "q1 0 a 1\nq4 0 a 1\n"), Folds: 3}, "3 folds of 2 queries"},
		{"the default of folds", t.Context(), pipeline.FuseOptions{Fusion: fusion.Settings{Method: "posfuse"}, Judgments: judged(t, "q1 0 a 1\nq4 0 a 1\n")}, fmt.Sprintf("%d folds of 2 queries", plan.DefaultFolds)},
	} {
		if _, err := pipeline.FuseRuns(c.ctx, twoRuns(t), c.opts); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
	if _, err := pipeline.FuseRuns(ended, twoRuns(t), pipeline.FuseOptions{Fusion: fusion.Settings{Method: "rrf"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("FuseRuns = %v after its context ended", err)
	}
}

// learnable returns two runs of n queries whose relevant document d comes at other
// ranks in each, and the judgments of it.
func learnable(t *testing.T, n int) (runs []pipeline.NamedRun, examples []fusion.Example, j *judgments.Judgments) {
	t.Helper()
	var qrels strings.Builder
	var texts [2]strings.Builder
	for q := range n {
		fmt.Fprintf(&qrels, "q%d 0 d 1\n", q)
		e := fusion.Example{Query: fmt.Sprintf("q%d", q), Relevant: map[string]bool{"d": true}}
		for c, name := range []string{"one", "two"} {
			list := []string{fmt.Sprintf("x%d", c), "y", "z", "w"}
			list[(q*(c+1)+c)%4] = "d"
			e.Lists = append(e.Lists, fusion.List{Component: name, Hits: hits(list...)})
			for rank, id := range list {
				fmt.Fprintf(&texts[c], "q%d Q0 %s %d %d t\n", q, id, rank+1, 4-rank)
			}
		}
		examples = append(examples, e)
	}
	return []pipeline.NamedRun{named(t, "one", texts[0].String()), named(t, "two", texts[1].String())}, examples, judged(t, qrels.String())
}

// A trained fusion of run files gives the rankings of package fusion's own
// cross-fitting; queries without judgments are left out and counted.
func TestTrainedFusionOfRuns(t *testing.T) {
	const n, folds, seed = 9, 3, 5
	runs, examples, j := learnable(t, n)
	trainer, err := fusion.NewTrainer(fusion.Settings{Method: "posfuse"})
	if err != nil {
		t.Fatal(err)
	}
	methods, err := fusion.CrossFit(trainer, examples, folds, seed)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pipeline.FuseRuns(t.Context(), runs, pipeline.FuseOptions{Fusion: fusion.Settings{Method: "posfuse"}, Judgments: j, Folds: folds, Seed: seed, TopK: 3})
	if err != nil || len(got.Results) != n || got.Unseen != 0 {
		t.Fatalf("FuseRuns = %d results, %d unseen, %v; want %d", len(got.Results), got.Unseen, err, n)
	}
	for q, r := range got.Results {
		want, err := methods[q].Fuse(examples[q].Lists, 3)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want { // run files have no texts
			want[i].Text = ""
		}
		if diff := cmp.Diff(want, r.Hits); diff != "" {
			t.Errorf("%s (-want +got):\n%s", r.QueryID, diff)
		}
	}
	got, err = pipeline.FuseRuns(t.Context(), runs, pipeline.FuseOptions{
		Fusion: fusion.Settings{Method: "posfuse"}, Folds: 2,
		Judgments: judged(t, "nosuch 0 d 1\nq1 0 d 1\nq3 0 d 1\nneither 0 d 1\nq4 0 d 1\n"),
	})
	if err != nil || len(got.Results) != 3 || got.Unseen != n-3 {
		t.Errorf("FuseRuns = %d results, %d unseen, %v; want 3 and the rest", len(got.Results), got.Unseen, err)
	}
}

// A configuration is trained on the queries that all of its components answered,
// as deep as it looks; each gets the method that has not seen it.
func TestCrossFit(t *testing.T) {
	const n, folds, seed, failed = 9, 3, 5, 4
	_, examples, j := learnable(t, n)
	config := plan.Config{Name: "learned", Components: []string{"one", "two"}, Fusion: fusion.Settings{Method: "posfuse"}, Depth: 3, TopK: 10, Folds: folds}
	collector := pipeline.NewCollector(config, j)
	for q := range n {
		parts := map[string]result.Ranking{}
		for _, l := range examples[q].Lists {
			parts[l.Component] = result.Ranking{Hits: l.Hits}
		}
		if q == failed {
			parts["two"] = result.Ranking{Failure: "refused"}
		}
		collector.Add(q, parts)
	}
	var want []fusion.Example
	var at []int
	for q, e := range examples {
		if q == failed {
			continue
		}
		e.Lists = slices.Clone(e.Lists)
		for l := range e.Lists {
			e.Lists[l].Hits = slices.Clone(e.Lists[l].Hits[:3])
			for h := range e.Lists[l].Hits {
				e.Lists[l].Hits[h].Text = "" // nothing to learn from
			}
		}
		want, at = append(want, e), append(at, q)
	}
	got := collector.Examples()
	if diff := cmp.Diff(pipeline.Examples{List: want, At: at}, got); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
	methods, err := pipeline.CrossFit(config, got, seed, n)
	if err != nil || len(methods) != n {
		t.Fatalf("CrossFit = %d methods, %v; want %d", len(methods), err, n)
	}
	trainer, err := fusion.NewTrainer(config.Fusion)
	if err != nil {
		t.Fatal(err)
	}
	trained, err := fusion.CrossFit(trainer, want, folds, seed)
	if err != nil {
		t.Fatal(err)
	}
	for i, q := range at {
		own, err := methods[q].Fuse(want[i].Lists, 10)
		if err != nil {
			t.Fatal(err)
		}
		other, err := trained[i].Fuse(want[i].Lists, 10)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(other, own); diff != "" {
			t.Errorf("query %d (-want +got):\n%s", q, diff)
		}
	}
	for what, bad := range map[string]plan.Config{"no fold": {Components: config.Components, Fusion: config.Fusion}, "nothing to train": {Components: config.Components, Fusion: fusion.Settings{Method: "rrf"}, Folds: 3}} {
		if _, err := pipeline.CrossFit(bad, got, seed, n); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}
