package testsets_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/testsets"
)

// TestCounts counts a set small enough to be counted by hand.
func TestCounts(t *testing.T) {
	set := mustParse(t, "s.yaml", `
version: v1
strata: [short, long, none]
queries:
- {query_id: q1, query_text: a, query_type: short, split: evaluation, relevant_docs: [{doc_id: a, grade: 3}, {doc_id: b, grade: 3}, {doc_id: c, grade: 0}, {doc_id: d, grade: 1}]}
- {query_id: q2, query_text: b, query_type: short, split: heldout, relevant_docs: [{doc_id: a, grade: 1}], relevant_chunks: [{chunk_id: x, grade: 1}, {chunk_id: y, grade: 0}]}
- {query_id: q3, query_text: c, query_type: long, split: evaluation, expected_refusal: true}
- {query_id: q4, query_text: d, query_type: long, split: evaluation, relevant_docs: [{doc_id: e, grade: 2}, {doc_id: b, grade: 0}]}
`)
	want := testsets.Counts{
		Queries: 4, Evaluation: 3, HeldOut: 1, Refusals: 1, NoRelevant: 1,
		Strata: []testsets.StratumCount{
			{Name: "short", Queries: 2, Evaluation: 1, HeldOut: 1, Judgments: 5, Relevant: 4},
			{Name: "long", Queries: 2, Evaluation: 2, Judgments: 2, Relevant: 1},
			{Name: "none"},
		},
		Grades: []testsets.GradeCount{
			{Grade: 0, Word: "irrelevant", Judgments: 2, Queries: 2},
			{Grade: 1, Word: "somewhat relevant", Judgments: 2, Queries: 2},
			{Grade: 2, Word: "relevant", Judgments: 1, Queries: 1},
			{Grade: 3, Word: "highly relevant", Judgments: 2, Queries: 1},
		},
		Documents: 5, Judgments: 7, Chunks: 2,
		Pool:     testsets.Spread{Min: 0, Max: 4, Median: 1.5, Mean: 1.75},
		Relevant: testsets.Spread{Min: 0, Max: 3, Median: 1, Mean: 1.25},
	}
	if diff := cmp.Diff(want, set.Counts()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	empty := (&testsets.TestSet{}).Counts()
	if empty.Queries != 0 || empty.Pool != (testsets.Spread{}) || len(empty.Grades) != 4 {
		t.Errorf("empty set: %+v", empty)
	}
}

func TestScale(t *testing.T) {
	s := testsets.Scale{{-2, "spam"}, {0, ""}, {4, "perfect"}}
	if s.Max() != 4 || !s.Has(0) || s.Has(1) || s.String() != "-2 spam, 0, 4 perfect" {
		t.Errorf("scale %s: max %d", s, s.Max())
	}
	if none := testsets.Scale(nil); none.Max() != 0 || none.String() != "" {
		t.Error("an empty scale has grades")
	}
}
