package run_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/run"
)

// Strata are reported in the order in which the test set declares them, by every
// part of a report; a declared one that no query has is left out.
func TestStrataComeInTheDeclaredOrder(t *testing.T) {
	var set, a, b strings.Builder
	set.WriteString("name: ordered\nversion: v1\nstrata: [middle, none, last, first]\nqueries:\n")
	for q, stratum := range []string{"first", "last", "middle", "first", "last", "middle"} {
		fmt.Fprintf(&set, "- {query_id: q%03d, query_text: question %d, query_type: %s, relevant_docs: [{doc_id: d%d, grade: 1}]}\n", q, q, stratum, q)
		fmt.Fprintf(&a, "q%03d Q0 d%d 1 1 t\n", q, q)
		fmt.Fprintf(&b, "q%03d Q0 x 1 2 t\nq%03d Q0 d%d 2 1 t\n", q, q, q)
	}
	c := ranPlan(t, wingtest.WriteFiles(t, map[string]string{
		"set.yaml": set.String(), "a.trec": a.String(), "b.trec": b.String(), "experiment.yaml": `
test_set: set.yaml
measures: [RR]
components: {a: {run: a.trec}, b: {run: b.trec}}
configs: {one: {components: [a]}, two: {fusion_method: rrf}}
`,
	}), wingtest.NewMemory(), run.Options{})
	got := map[string][]string{}
	for _, s := range c.Comparisons[0].Measures[0].Strata {
		got["comparison"] = append(got["comparison"], s.Stratum)
	}
	for _, s := range c.Attribution[0].Strata {
		got["attribution"] = append(got["attribution"], s.Stratum)
	}
	for _, s := range c.Ceilings[0].Strata {
		got["ceiling"] = append(got["ceiling"], s.Stratum)
	}
	want := []string{"middle", "last", "first"}
	for _, part := range []string{"comparison", "attribution", "ceiling"} {
		if !slices.Equal(got[part], want) {
			t.Errorf("strata of the %s %v, want %v", part, got[part], want)
		}
	}
}
