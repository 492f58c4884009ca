package testsets_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/testsets"
)

const weighted = `version: v1
strata: [x]
queries:
  - query_id: q1
    query_text: one
    query_type: x
    weight: 1.5e2
    relevant_docs: [{doc_id: a, grade: 1}]
  - {query_id: q2, query_text: two, query_type: x, weight: 0, relevant_docs: [{doc_id: a, grade: 1}]}
  - {query_id: q3, query_text: three, query_type: x, relevant_docs: [{doc_id: a, grade: 1}]}
`

func TestWeight(t *testing.T) {
	set, err := testsets.Parse("s.yaml", []byte(weighted))
	if err != nil {
		t.Fatal(err)
	}
	w := []*testsets.Weight{set.Queries[0].Weight, set.Queries[1].Weight, set.Queries[2].Weight}
	if w[0] == nil || *w[0] != 150 || w[1] == nil || *w[1] != 0 || w[2] != nil {
		t.Errorf("weights %v", w)
	}
	wantSame(t, set)
	other, err := testsets.Parse("s.yaml", []byte(strings.Replace(weighted, "1.5e2", "151", 1)))
	if err != nil || other.SHA256() == set.SHA256() {
		t.Errorf("another weight has the same hash (%v)", err)
	}
	if err := compileSchema(t).Validate(instance(t, []byte(weighted))); err != nil {
		t.Errorf("schema: %v", err)
	}
}

func TestWeightRefused(t *testing.T) {
	for _, text := range []string{"-1", "much", "'2'", ".nan", ".inf", "[1]"} {
		_, err := testsets.Parse("s.yaml", []byte(strings.Replace(weighted, "1.5e2", text, 1)))
		if err == nil || !strings.Contains(err.Error(), "s.yaml:7") || !strings.Contains(err.Error(), "write a number from 0 on") {
			t.Errorf("weight %s: %v", text, err)
		}
	}
	minus := testsets.Weight(-2)
	set := &testsets.TestSet{Name: "s", Version: "v1", Strata: []string{"x"}, Queries: []testsets.Query{{ID: "q", Text: "q", Type: "x", Weight: &minus, Relevant: []testsets.Judgment{{Doc: "a", Grade: 1}}}}}
	if err := set.Validate(); err == nil || !strings.Contains(err.Error(), "weight -2") {
		t.Errorf("a set of a program: %v", err)
	}
}
