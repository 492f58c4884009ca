package convert_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/testsets/convert"
)

// Shapes of test sets as people publish them, with what they say, read off by hand.
func TestFieldsOfRecords(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		o    convert.Options
		want []string
	}{
		"one id":     {`[{"query":"a","expected_id":"d1","expected_category":"x"}]`, convert.Options{}, []string{"q001|a||d1=1"}},
		"document":   {`{"question":"a","expected_document_id":"d1","answer_contains":"x"}`, convert.Options{}, []string{"q001|a||d1=1"}},
		"retrieval":  {`{"question":"a","expected_retrieval_ids":["c1","c2"]}`, convert.Options{}, []string{"q001|a||c1=1,c2=1"}},
		"clauses":    {`{"question":"a","relevant_clauses":["5.1"],"type":"x"}`, convert.Options{StrataFrom: "type"}, []string{"q001|a|x|5.1=1"}},
		"files":      {`[{"_comment":"x"},{"q":"a","expect_paths":["a/b.py"]}]`, convert.Options{}, []string{"q001|a||a/b.py=1"}},
		"camel":      {`[{"query":"a","expectedDocIds":["d1"]}]`, convert.Options{}, []string{"q001|a||d1=1"}},
		"ratings":    {`[{"query":"a","ratings":{"d1":3,"d2":0}}]`, convert.Options{}, []string{"q001|a||d1=3,d2=0"}},
		"grades":     {`[{"question":"a","relevant_doc_ids":["d1","d2"],"relevance_grades":{"d1":3,"d2":1}}]`, convert.Options{}, []string{"q001|a||d1=3,d2=1"}},
		"langsmith":  {`[{"inputs":{"question":"a"},"outputs":{"relevant_doc_ids":["d1"]}}]`, convert.Options{}, []string{"q001|a||d1=1"}},
		"relevant":   {`[{"query":"a","relevant":["d1"]}]`, convert.Options{}, []string{"q001|a||d1=1"}},
		"named":      {`[{"query":"a","source_file":"f.md"}]`, convert.Options{DocField: "source_file"}, []string{"q001|a||f.md=1"}},
		"objects":    {`[{"query":"a","relevant":[{"fqname":"p.q","line":3},{"fqname":"r","line":4}]}]`, convert.Options{DocField: "relevant.fqname"}, []string{"q001|a||p.q=1,r=1"}},
		"each grade": {`[{"prompt":"a","qrels":[{"doc_id":"d1","relevance":2},{"doc_id":"d2","relevance":0}]}]`, convert.Options{DocField: "qrels.doc_id", GradeField: "qrels.relevance"}, []string{"q001|a||d1=2,d2=0"}},
		"two fields": {`[{"query":"a","relevant":{"core":["d1"],"supporting":["d2"]}}]`, convert.Options{DocField: "relevant.core=2,relevant.supporting=1"}, []string{"q001|a||d1=2,d2=1"}},
		"all named":  {`[{"key":7,"ask":"a","want":"d1"}]`, convert.Options{TextField: "ask", QueryField: "key", DocField: "want"}, []string{"7|a||d1=1"}},
		"kept":       {`[{"query":"a","source_file":"f.md"}]`, convert.Options{Unjudged: "keep"}, []string{"q001|a||unjudged"}},
		"answers":    {`{"data":[{"title":"t","paragraphs":[{"context":"c","qas":[{"id":"1","question":"a","answers":[{"text":"x","answer_start":3}]}]}]}]}`, convert.Options{Answers: "must-contain"}, []string{"1|a||+x"}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := convert.Import(t.Context(), "rag", written(t, "set.json", c.text), c.o)
			if err != nil {
				t.Fatal(err)
			}
			if lines := short(got.Set); !slices.Equal(lines, c.want) {
				t.Errorf("set %q, want %q", lines, c.want)
			}
		})
	}
}

// What may hold judgments and is not read stops the import, which names the fields with
// examples and the flags that would read them.
func TestFieldsThatWouldBeLost(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		o    convert.Options
		want []string
	}{
		"provenance":   {`[{"query":"a","source_file":"f.md","reference_answer":"x"}]`, convert.Options{}, []string{"1 query and no judgment", `source_file ("f.md")`, "--doc-field", "--grade-field", "--unjudged keep"}},
		"prose or ids": {`[{"query":"a","expected":["d1"]}]`, convert.Options{}, []string{`expected ("d1")`, "--doc-field"}},
		"objects":      {`[{"query":"a","relevant":[{"fqname":"p.q"}]}]`, convert.Options{}, []string{`relevant.fqname ("p.q")`, "--doc-field relevant.fqname"}},
		"two":          {`[{"query":"a","relevant_ids":["d1"],"expected_docs":["d2"]}]`, convert.Options{}, []string{`expected_docs ("d2"), relevant_ids ("d1")`, "--doc-field"}},
		"count":        {`[{"query":"a","expected_chunks":1}]`, convert.Options{}, []string{"no judgment", `expected_chunks ("1")`}},
		"parallel":     {`[{"query":"a","relevant_ids":["d1","d2"],"grades":[3,1]}]`, convert.Options{}, []string{`grades ("3")`, "--grade-field"}},
		"disagreement": {`[{"query":"a","relevant_doc_ids":["d1","d9"],"relevance_grades":{"d1":3}}]`, convert.Options{}, []string{`"d9" is in relevant_doc_ids and has no grade in relevance_grades`}},
		"squad":        {`{"data":[{"paragraphs":[{"context":"c","qas":[{"id":"1","question":"a","answers":[{"text":"x"}]}]}]}]}`, convert.Options{}, []string{"no judgment", `context ("c")`}},
		"no such":      {`[{"query":"a","x":"d1"}]`, convert.Options{DocField: "y"}, []string{"--doc-field y: no record has it", `x ("d1")`}},
		"no text":      {`[{"ask":"a","x":"d1"}]`, convert.Options{}, []string{"--text-field"}},
		"lengths":      {`[{"query":"a","ids":["d1","d2","d3"],"g":[1,2]}]`, convert.Options{DocField: "ids", GradeField: "g"}, []string{"3 documents in ids and 2 grades in g"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := convert.Import(t.Context(), "rag", written(t, "set.json", c.text), c.o)
			if err == nil {
				t.Fatal("it is taken")
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error = %v, want %q in it", err, want)
				}
			}
		})
	}
	_, err := convert.Import(t.Context(), "", written(t, "topics.txt", "<top>\n<num> 1\n<title> a\n</top>\n"), convert.Options{})
	if err == nil || !strings.Contains(err.Error(), "--unjudged keep") {
		t.Errorf("topics alone: %v", err)
	}
}
