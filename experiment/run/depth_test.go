package run_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
)

// Measures that look at whole rankings are noted where a cut may have mattered:
// a full ranking that lacks a relevant document, and for the reciprocal rank one
// that lacks all of them. Counted by hand.
func TestCutRankings(t *testing.T) {
	queries := map[string]struct{ relevant, hits string }{
		"whole":  {"a b", "b a x y"}, // both are among the first two
		"some":   {"a b", "x a b y"}, // b is below the cut
		"none":   {"a b", "x y a b"}, // both are
		"short":  {"a b", "x"},       // ended by itself
		"single": {"a", "a x"},
	}
	for _, c := range []struct{ queries, measures, want string }{
		{"whole short single", "[AP, RR, P@1]", ""},
		{"whole some short", "[RR, P@1]", ""},
		{"whole some short", "[AP, RR, P@1]", "AP would look at whole rankings, but 1 ranking without all relevant documents ended at top_k 2"},
		{"whole some none short", "[RR, P@1]", "RR would look at whole rankings, but 1 ranking without any relevant document ended at top_k 2"},
		{"whole some none short", "[RR, AP]", "RR, AP would look at whole rankings, but 2 rankings without all relevant documents ended at top_k 2"},
		{"some none", "[P@1, EmptyResultRate]", ""},
	} {
		set, lines := "name: cut\nversion: v1\nstrata: []\nqueries:\n", ""
		for id := range strings.FieldsSeq(c.queries) {
			q := queries[id]
			var judged []string
			for d := range strings.FieldsSeq(q.relevant) {
				judged = append(judged, fmt.Sprintf("{doc_id: %s, grade: 1}", d))
			}
			set += fmt.Sprintf("- {query_id: %s, query_text: of %s, relevant_docs: [%s]}\n", id, id, strings.Join(judged, ", "))
			for rank, d := range strings.Fields(q.hits) {
				lines += fmt.Sprintf("%s Q0 %s %d %d t\n", id, d, rank+1, 9-rank)
			}
		}
		compared := ranPlan(t, wingtest.WriteFiles(t, map[string]string{
			"set.yaml": set, "a.trec": lines, "experiment.yaml": "test_set: set.yaml\nmeasures: " + c.measures + `
components: {a: {run: a.trec}}
configs: {cut: {components: [a], top_k: 2}, whole: {components: [a], top_k: 100}}
`,
		}), wingtest.NewMemory(), run.Options{})
		for i, want := range []string{c.want, ""} { // nothing ended at 100
			f, found := wingtest.Finding(compared.Systems[i].Health, result.FindingDepth)
			if found != (want != "") || f.Text != want {
				t.Errorf("%s of %s, %s: %q, want %q", c.measures, c.queries, compared.Systems[i].Name, f.Text, want)
			}
		}
	}
}

// A retry of failures does nothing again where there are none.
func TestRetryWithoutFailures(t *testing.T) {
	dir, store := wingtest.LiveDir(t, 5, twoConfigs), wingtest.NewMemory()
	for i, opts := range []run.Options{{}, {RetryFailed: true}} {
		c, err := wingtest.AnsweredBy(wingtest.Prepared(t, dir, opts), wingtest.AtRank(2), wingtest.AtRank(1)).Run(t.Context(), store)
		if err != nil {
			t.Fatal(err)
		}
		if c.Retrieval.Cached != (i == 1) {
			t.Errorf("run %d: all from the store: %v, want %v", i+1, c.Retrieval.Cached, i == 1)
		}
	}
}

// A run file ends where it ends: a deeper configuration next to it leaves its
// scores, and so their id, as they are.
func TestDeeperConfigurationLeavesRunFiles(t *testing.T) {
	set, err := wingtest.SmallSet(t, 3).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	store := wingtest.NewMemory()
	for _, two := range []string{"{fusion_method: rrf}", "{fusion_method: rrf, top_k: 200}", "{fusion_method: rrf, top_k: 200, rrf_k: 1}"} {
		c := ranPlan(t, wingtest.WriteFiles(t, map[string]string{
			"set.yaml": string(set), "a.trec": "q000 Q0 d0 1 1 t\nq001 Q0 x 1 1 t\n", "b.trec": "q001 Q0 d1 1 1 t\n", "experiment.yaml": `
test_set: set.yaml
measures: [RR]
components: {a: {run: a.trec}, b: {run: b.trec}}
configs: {one: {components: [a]}, two: ` + two + `}
`,
		}), store, run.Options{})
		ids[c.Retrieval.RunIDs["one"]] = true
	}
	if len(ids) != 1 {
		t.Errorf("run ids %v of one run file, want one", ids)
	}
}
