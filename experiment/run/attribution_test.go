package run_test

import (
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/run"
)

// A run reports the attribution of every fused configuration and the ceiling of
// all, and says how the times of several components add up. A second run
// says the same from the store.
func TestRunExplainsFusions(t *testing.T) {
	dir := wingtest.WriteFiles(t, map[string]string{
		"experiment.yaml": `
test_set: set.yaml
measures: [P@1]
components:
  x: {run: x.trec}
  y: {run: y.trec}
configs:
  alone: {components: [x], top_k: 2}
  fused: {fusion_method: rrf, top_k: 2}
  shallow: {fusion_method: rrf, top_k: 1, components_asked: in_sequence, components: [y, x]}
baseline: alone
`,
		"set.yaml": `
name: tiny
version: v1
queries:
- {query_id: q1, query_text: one, query_type: exact_term, relevant_docs: [{doc_id: a, grade: 1}, {doc_id: b, grade: 1}, {doc_id: c, grade: 1}]}
- {query_id: q2, query_text: two, query_type: paraphrase, relevant_docs: [{doc_id: a, grade: 1}]}
`,
		"x.trec": "q1 Q0 a 1 2 x\nq1 Q0 b 2 1 x\nq2 Q0 u 1 1 x\n",
		"y.trec": "q1 Q0 v 1 2 y\nq1 Q0 b 2 1 y\nq2 Q0 a 1 1 y\n",
	})
	store := wingtest.NewMemory()
	for _, which := range []string{"first", "second"} {
		c := ranPlan(t, dir, store, run.Options{})
		if len(c.Attribution) != 2 || len(c.Ceilings) != 3 {
			t.Fatalf("%s run: %d attributions and %d ceilings, want 2 of fusions and 3", which, len(c.Attribution), len(c.Ceilings))
		}
		// By hand. x has a b, y has v b: fused b, then a or v (equal; by id a).
		// q2: x has u, y has a.
		fused, shallow := c.Attribution[0], c.Attribution[1]
		got := []int{
			fused.RelevantDocuments, fused.Only[0].Documents, fused.Only[1].Documents, fused.All.Documents, fused.None.Documents, fused.LostInFusion.Documents,
		}
		if fused.Config != "fused" || !slices.Equal(got, []int{4, 1, 1, 1, 1, 0}) {
			t.Errorf("%s run: %s %v, want fused 4 = 1 x, 1 y, 1 both, 1 none, 0 lost (by hand)", which, fused.Config, got)
		}
		// One deep x has a and u, y has v and a. Of equal scores the smaller id goes first: a.
		got = []int{shallow.Only[0].Documents, shallow.Only[1].Documents, shallow.None.Documents, shallow.LostInFusion.Documents}
		if shallow.Components[0] != "y" || !slices.Equal(got, []int{1, 1, 2, 0}) {
			t.Errorf("%s run: %v %v, want 1 y, 1 x, 2 none, 0 lost (by hand)", which, shallow.Components, got)
		}
		if len(fused.Strata) != 2 || fused.Strata[1].Stratum != "paraphrase" || fused.Strata[1].Only[1].Documents != 1 {
			t.Errorf("%s run: strata %+v, want y alone with the document of paraphrase", which, fused.Strata)
		}
		wingtest.WantNumber(t, "recall of the candidates of fused", c.Ceilings[1].Recall, (2./3+1)/2, 1e-12, "by hand")
		wingtest.WantNumber(t, "headroom of alone", c.Ceilings[0].Headroom, 0, 0, "by hand: P@1 is 1 and 0, and cannot be more")
		for i, want := range []string{"", "in_parallel", "in_sequence", "", ""} {
			if got := c.Systems[i].Asked; got != want {
				t.Errorf("%s run: %s is asked %q, want %q", which, c.Systems[i].Name, got, want)
			}
		}
	}
}
