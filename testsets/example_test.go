package testsets_test

import (
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/testsets"
)

func ExampleParse() {
	set, err := testsets.Parse("clinical.yaml", []byte(`
version: v1
queries:
- query_id: q001
  query_text: metformin contraindications
  query_type: exact_term
  relevant_docs:
  - {doc_id: D17, grade: 3}
  - {doc_id: 007, grade: 1}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(set.Label(), set.Queries[0].Relevant)
	// Output: clinical@v1 [{D17 3} {007 1}]
}

// All faults come at once, each with its line and what to do.
func ExampleErrors() {
	_, err := testsets.Parse("clinical.yaml", []byte(`version: v1
queries:
- query_id: q001
  query_text: metformin contraindications
  query_typ: exact_term
  relevant_docs:
  - {doc_id: D17, grade: 4}
- query_id: q001
  query_text: weak kidneys
  query_type: paraphrase
  relevant_docs:
  - {doc_id: D17, grade: 0}
`))
	fmt.Println(err)
	var faults testsets.Errors
	if errors.As(err, &faults) {
		fmt.Println(len(faults), "faults, the first is", faults[0].Code)
	}
	// Output:
	// clinical.yaml: 5 faults, duplicate query ids: q001
	// clinical.yaml:3: query "q001": the query has no query_type; add one of exact_term, paraphrase, complex_clinical
	// clinical.yaml:5: query "q001": unknown key "query_typ" in a query; did you mean query_type?
	// clinical.yaml:7: query "q001": grade 4 of document "D17" is outside the scale; use one of 0 irrelevant, 1 somewhat relevant, 2 relevant, 3 highly relevant, or declare another scale
	// clinical.yaml:8: query "q001": no relevant document: every grade is 0; judge one above 0, write unjudged: true if nobody has looked yet, or expected_refusal: true if there is none to find
	// clinical.yaml:8: query "q001": duplicate query id, first on line 3; give one of them another id
	// 5 faults, the first is missing_key
}

func ExampleTestSet_Marshal() {
	set := &testsets.TestSet{
		Name: "tickets", Version: "v1",
		Queries: []testsets.Query{{ID: "0042", Text: "printer on fire", Relevant: []testsets.Judgment{{Doc: "2024-01-01", Grade: 3}}}},
	}
	text, err := set.Marshal()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(text))
	// Output:
	// name: tickets
	// version: v1
	// strata: []
	// queries:
	// - query_id: "0042"
	//   query_text: printer on fire
	//   relevant_docs:
	//   - {doc_id: "2024-01-01", grade: 3}
}

func ExampleTestSet_Counts() {
	set, err := testsets.Load("testdata/test_set_v1.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	c := set.Counts()
	for _, s := range c.Strata {
		fmt.Printf("%-17s %d queries\n", s.Name, s.Queries)
	}
	fmt.Printf("%d to %d judged documents a query\n", c.Pool.Min, c.Pool.Max)
	// Output:
	// exact_term        20 queries
	// paraphrase        15 queries
	// complex_clinical  15 queries
	// 2 to 5 judged documents a query
}

func ExampleTestSet_Part() {
	set, err := testsets.Load("testdata/test_set_v1.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	evaluation, err := set.Part("evaluation")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(evaluation.Queries), "queries to evaluate")
	_, err = set.Part("heldout")
	fmt.Println(err)
	// Output:
	// 50 queries to evaluate
	// test set test_set_v1@v1 has no held-out part: mark each query `split: evaluation` or `split: heldout`
}
