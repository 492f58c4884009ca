package testsets_test

import (
	"testing"

	"github.com/rankduel/rankduel/testsets"
)

// An unjudged query is a state of its own: no refusal, no query without a
// relevant document, and no member that a group could disagree with.
func TestUnjudged(t *testing.T) {
	const native = `
version: v1
strata: []
queries:
- {query_id: q1, query_text: a, group: g, family: f, expected_doc_ids: [d]}
- {query_id: q2, query_text: b, group: g, family: f, unjudged: true}
- {query_id: q3, query_text: c, expected_refusal: true}
`
	set := mustParse(t, "s.yaml", native)
	if q := set.Queries[1]; !q.Unjudged || q.Group != "g" || q.Family != "f" || set.ShouldRefuse(&q) || q.HasRelevant() {
		t.Errorf("%+v", q)
	}
	c := set.Counts()
	if c.Unjudged != 1 || c.NoRelevant != 1 || c.Refusals != 1 || c.Pool != (testsets.Spread{Min: 0, Max: 1, Median: 0.5, Mean: 0.5}) {
		t.Errorf("counts %+v", c)
	}
	wantSame(t, set)

	golden := mustParse(t, "g.yaml", "- {id: a, query: x, unjudged: true, family: f}\n- {id: b, query: y, unjudged: ~, expected_doc_ids: []}\n")
	if q := golden.Queries[0]; !q.Unjudged || golden.ShouldRefuse(&q) || !golden.ShouldRefuse(&golden.Queries[1]) {
		t.Errorf("%+v", golden.Queries)
	}
	if w := golden.Warnings(); len(w) > 0 {
		t.Errorf("warnings %v", w)
	}
	wantSame(t, golden)

	byHand := testsets.TestSet{Version: "v1", Queries: []testsets.Query{{ID: "q", Text: "t", Unjudged: true, MustContain: []string{"x"}}}}
	if faults := asErrors(t, byHand.Validate()); faults[0].Code != testsets.CodeUnjudged || faults[0].Line != 0 {
		t.Errorf("%v", faults)
	}
}
