package testsets_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/testsets"
)

func ids(set *testsets.TestSet) string {
	var out []string
	for _, q := range set.Queries {
		out = append(out, q.ID)
	}
	return strings.Join(out, " ")
}

func TestPart(t *testing.T) {
	mark := func(splits ...testsets.Split) *testsets.TestSet {
		set := &testsets.TestSet{Name: "s", Version: "v1"}
		for i, s := range splits {
			set.Queries = append(set.Queries, testsets.Query{ID: string(rune('a' + i)), Split: s})
		}
		return set
	}
	const e, h, u = testsets.Evaluation, testsets.HeldOut, testsets.Unsplit
	tests := []struct {
		name, part string
		set        *testsets.TestSet
		want, err  string
	}{
		{"evaluation", "evaluation", mark(e, h, e), "a c", ""},
		{"by default", "", mark(e, h, e), "a c", ""},
		{"held out", "heldout", mark(e, h, e), "b", ""},
		{"all", "all", mark(e, h, e), "a b c", ""},
		{"unsplit evaluation", "evaluation", mark(u, u), "a b", ""},
		{"unsplit default", "", mark(u, u), "a b", ""},
		{"unsplit held out", "heldout", mark(u, u), "", "test set s@v1 has no held-out part: mark each query"},
		{"nothing held out", "heldout", mark(e, e), "", "no queries"},
		{"all held out", "evaluation", mark(h), "", "no queries"},
		{"empty set", "all", mark(), "", "no queries"},
		{"unknown", "test", mark(e), "", `unknown part "test" of test set s@v1: use evaluation, heldout or all`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := ids(tt.set)
			got, err := tt.set.Part(tt.part)
			if ids(tt.set) != before {
				t.Error("the set was changed")
			}
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Errorf("error %v, want %q", err, tt.err)
				}
				if strings.Contains(tt.err, "no queries") && !errors.Is(err, testsets.ErrNoQueries) {
					t.Errorf("%v is not ErrNoQueries", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if ids(got) != tt.want || got.Label() != "s@v1" {
				t.Errorf("got %s of %s, want %s", ids(got), got.Label(), tt.want)
			}
		})
	}
}

func TestShouldRefuse(t *testing.T) {
	set := mustParse(t, "g.yaml", `
- {id: omitted, query: a}
- {id: empty, query: b, expected_doc_ids: []}
- {id: chunks, query: c, expected_chunk_ids: [c1]}
- {id: docs, query: d, expected_doc_ids: [d1]}
- {id: denied, query: e, expected_doc_ids: [], expected_refusal: false}
- {id: said, query: f, expected_doc_ids: [d1], expected_refusal: true}
`)
	want := map[string]bool{"omitted": true, "empty": true, "chunks": true, "said": true, "docs": false, "denied": false}
	got := map[string]bool{}
	for i := range set.Queries {
		got[set.Queries[i].ID] = set.ShouldRefuse(&set.Queries[i])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// A native query refuses only when it says so.
	set.Format = testsets.Native
	if set.ShouldRefuse(&set.Queries[0]) || !set.ShouldRefuse(&set.Queries[5]) {
		t.Error("a native query follows the golden convention")
	}
}

func TestWarnings(t *testing.T) {
	set := mustParse(t, "g.yaml", "- {id: a, query: q, priority: 1, must_contains: [x]}\n- {id: b, query: q, expected_doc_ids: []}\n")
	native := mustParse(t, "n.yaml", setText("version: v1\nstrata: [rare, paraphrase]"))
	var got []string
	for _, w := range append(set.Warnings(), native.Warnings()...) {
		got = append(got, w.Error())
	}
	want := []string{
		`g.yaml:1: query "a": key "priority" is not read; known are id, query, split, lang, difficulty, group, family, conversation, weight, source, tags, expected_doc_ids, expected_chunk_ids, expected_spans, must_contain, forbidden, expected_refusal, unjudged`,
		`g.yaml:1: query "a": key "must_contains" is not read; did you mean must_contain?`,
		`line 1: query "a": expected_doc_ids is left out, so the query counts as one to refuse; list the documents, or write expected_refusal: true or false`,
		`line 2: query "b": the text of query "a" again, first on line 1; two copies of a query are not two observations: keep one`,
		`no query of stratum "rare"; add some, or declare only the strata in use`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCheckReferences(t *testing.T) {
	set := mustParse(t, "s.yaml", `
version: v1
strata: []
queries:
- {query_id: q1, query_text: a, relevant_docs: [{doc_id: z, grade: 1}, {doc_id: b, grade: 0}], expected_doc_ids: [z], relevant_chunks: [{chunk_id: c9, grade: 1}]}
- {query_id: q2, query_text: b, relevant_docs: [{doc_id: z, grade: 2}, {doc_id: here, grade: 1}], expected_chunk_ids: [c8]}
- {query_id: q3, query_text: c, relevant_docs: [{doc_id: here, grade: 1}], relevant_chunks: [{chunk_id: c9, grade: 2}], expected_chunk_ids: [c7], expected_doc_ids: [x]}
`)
	asked := map[string]int{}
	has := func(id string) bool {
		asked[id]++
		return id == "here"
	}
	err := testsets.CheckReferences(set, has, has)
	var missing *testsets.ReferenceError
	if !errors.As(err, &missing) {
		t.Fatalf("error is %T %v", err, err)
	}
	want := &testsets.ReferenceError{
		Set:    "s@v1",
		Docs:   []testsets.MissingID{{ID: "b", Queries: []string{"q1"}}, {ID: "x", Queries: []string{"q3"}}, {ID: "z", Queries: []string{"q1", "q2"}}},
		Chunks: []testsets.MissingID{{ID: "c7", Queries: []string{"q3"}}, {ID: "c8", Queries: []string{"q2"}}, {ID: "c9", Queries: []string{"q1", "q3"}}},
	}
	if diff := cmp.Diff(want, missing); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	const text = "missing doc_ids: b, x, z (of queries, in this order, q1, q3, q1 and 1 more); missing chunk_ids: c7, c8, c9 (of queries, in this order, q3, q2, q1 and 1 more)"
	if !strings.Contains(err.Error(), text) {
		t.Errorf("got %v", err)
	}
	if diff := cmp.Diff(map[string]int{"b": 1, "x": 1, "z": 1, "here": 1, "c7": 1, "c8": 1, "c9": 1}, asked); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
	if err := testsets.CheckReferences(set, nil, nil); err != nil {
		t.Errorf("unchecked: %v", err)
	}
}

// A query that names an id as expected and as judged asks for it once.
func TestCheckReferencesOncePerQuery(t *testing.T) {
	set := mustParse(t, "s.yaml", `
version: v1
strata: []
queries:
- query_id: q1
  query_text: a
  expected_doc_ids: [b, a]
  expected_chunk_ids: [y, x]
  relevant_docs: [{doc_id: a, grade: 1}, {doc_id: c, grade: 1}, {doc_id: b, grade: 1}]
  relevant_chunks: [{chunk_id: x, grade: 1}, {chunk_id: z, grade: 1}, {chunk_id: y, grade: 1}]
`)
	nothing := func(string) bool { return false }
	var missing *testsets.ReferenceError
	if err := testsets.CheckReferences(set, nothing, nothing); !errors.As(err, &missing) {
		t.Fatalf("error is %T %v", err, err)
	}
	want := &testsets.ReferenceError{Set: "s@v1"}
	for _, id := range []string{"a", "b", "c"} {
		want.Docs = append(want.Docs, testsets.MissingID{ID: id, Queries: []string{"q1"}})
	}
	for _, id := range []string{"x", "y", "z"} {
		want.Chunks = append(want.Chunks, testsets.MissingID{ID: id, Queries: []string{"q1"}})
	}
	if diff := cmp.Diff(want, missing); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
