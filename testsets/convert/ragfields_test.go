package convert_test

import (
	"fmt"
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

// The same shapes in YAML and in cells of tables.
func TestRecordsInYAMLAndTables(t *testing.T) {
	const core = "- query: a\n  relevant:\n    core: [\"x;1\"]\n    supporting:\n      - y\n"
	for name, c := range map[string]struct {
		file, text string
		o          convert.Options
		want       []string
	}{
		"list":        {"q.yaml", "- query: a\n  relevant: [d1, 007]\n- query: b\n  relevant: []\n  kind: abstains\n", convert.Options{}, []string{"q001|a||007=1,d1=1", "q002|b||"}},
		"two fields":  {"q.yaml", core, convert.Options{DocField: "relevant.core=2,relevant.supporting=1"}, []string{"q001|a||x;1=2,y=1"}},
		"below a key": {"q.yml", "defaults: &d {expected_doc_ids: [d1]}\ncases:\n- {id: c1, question: a, <<: *d}\n", convert.Options{}, []string{"c1|a||d1=1"}},
		"with ids":    {"q.yaml", "- id: c1\n  question: a\n  expected_docs: [d1]\n", convert.Options{}, []string{"c1|a||d1=1"}},
		"of our key":  {"q.yaml", "- query_id: c1\n  question: a\n  relevant_docs: [d1]\n", convert.Options{}, []string{"c1|a||d1=1"}},
		"semicolons":  {"q.csv", "question,relevant_docs\na,d1;d2\nb,d3\n", convert.Options{}, []string{"q001|a||d1=1,d2=1", "q002|b||d3=1"}},
		"commas":      {"q.csv", "question,expected_doc_ids\na b,\"D1, D2\"\n", convert.Options{}, []string{"q001|a b||D1=1,D2=1"}},
		"spaces":      {"q.csv", "query,doc_id,grade\na,\"d1\nd2\",3\n", convert.Options{Lists: " "}, []string{"q001|a||d1=3,d2=3"}},
		"names":       {"q.csv", "query,doc_id,grade\na,the plan.pdf,3\nb,plan.pdf,3\n", convert.Options{}, []string{"q001|a||the plan.pdf=3", "q002|b||plan.pdf=3"}},
		"bars":        {"q.tsv", "query\texpected_ids\na\td1|d2\n", convert.Options{}, []string{"q001|a||d1=1,d2=1"}},
		"JSON":        {"q.csv", "question,gold_doc_ids\na,\"[\"\"d1\"\",\"\"d2\"\"]\"\n", convert.Options{}, []string{"q001|a||d1=1,d2=1"}},
		"one each":    {"q.csv", "query,doc_id,grade\na,d1;d2,3;1\n", convert.Options{Lists: ";"}, []string{"q001|a||d1=3,d2=1"}},
		"kept":        {"q.csv", "query,doc_id,grade\na,d1;d2,3\n", convert.Options{Lists: "none"}, []string{"q001|a||d1;d2=3"}},
		"of a table":  {"q.csv", "ask,want\na,d1|d2\n", convert.Options{TextField: "ask", DocField: "want", Lists: "|"}, []string{"q001|a||d1=1,d2=1"}},
		"left out":    {"q.csv", "query,doc_id,grade,second\na,d1,1,0\na,d2,0,1\n", convert.Options{Columns: "query=query,doc=doc_id,grade=grade"}, []string{"q001|a||d1=1,d2=0"}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := convert.Import(t.Context(), "", written(t, c.file, c.text), c.o)
			if err != nil {
				t.Fatal(err)
			}
			if lines := short(got.Set); !slices.Equal(lines, c.want) {
				t.Errorf("set %q, want %q", lines, c.want)
			}
		})
	}
	for name, c := range map[string]struct{ file, text, want string }{
		"objects or lists": {"q.yaml", core, `relevant.core ("x;1"), relevant.supporting ("y")`},
		"a bomb":           {"q.yaml", "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nquery: *c\n", "aliases repeat too much"},
		"itself":           {"q.yaml", "- query: &a [*a]\n", "in one another"},
		"a key again":      {"q.yaml", "- query: a\n  relevant: [d1]\n  relevant: [d2]\n", `q.yaml:3: the key "relevant" again`},
		"no YAML":          {"q.yaml", "- query: [a\n", "q.yaml: yaml: line"},
		"not said":         {"q.yaml", "- query: a\n  relevant: []\n", "--all-zero"},
		"one or a list":    {"q.csv", "query,doc_id,grade\na,d1;d2,3\n", `q.csv:2: "d1;d2" in the column "doc_id" may be a list: --list-separator ';' reads it so`},
		"by commas":        {"q.csv", "query,Document,grade\na,\"kb/konto-012, kb/konto-044\",3\n", `q.csv:2: "kb/konto-012, kb/konto-044" in the column "Document" may be a list: --list-separator ',' reads it so`},
		"by two marks":     {"q.csv", "question,expected_doc_ids\na,\"Doe, J.pdf; Roe, K.pdf\"\n", `q.csv:2: "Doe, J.pdf; Roe, K.pdf" in the column "expected_doc_ids" may be a list: --list-separator ';'`},
		"of other cells":   {"q.csv", "query,doc_id,grade\na,d1,3\nb,d1 d2,3\nc,d2,1\n", `q.csv:3: "d1 d2" in the column "doc_id" may be a list: --list-separator ' ' reads it so`},
		"without grades":   {"q.csv", "query_id,query,doc_id\n1,a,d1\n", "or where no column has grades, --from rag --text-field QUESTION --doc-field DOCUMENT"},
		"another judge":    {"q.csv", "query,doc_id,grade,second\na,d1,1,0\na,d2,0,1\n", `q.csv:1: not read are second ("0"), which look like ids or grades; name the columns that count, and the others are left out: --columns`},
		"other ids":        {"q.csv", "query,doc_id,grade,gold_doc_ids\na,d1,1,d7\n", `not read are gold_doc_ids ("d7")`},
		"of JSON":          {"q.json", `[{"query_id":"a","doc_id":"d1","relevance":1,"expected_docs":"d7"}]`, `not read are expected_docs ("d7")`},
		"of kebab":         {"q.yaml", "- id: a\n  query: b\n  expected_doc_ids: [d1]\n  relevance_grades: {d1: 3}\n", `key "relevance_grades" is not read, and looks like ids or grades`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := convert.Import(t.Context(), "", written(t, c.file, c.text), convert.Options{})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q in it", err, c.want)
			}
		})
	}
}

// Documents with a page or a heading of each are judged as documents or as chunks, as asked.
func TestLevels(t *testing.T) {
	const pages = `{"question":"a","document":"f.pdf","pages":[30,31]}`
	const sections = `[{"question":"a","gold":[{"rfc":"1","section":"2.1"},{"rfc":"1","section":"3"},{"rfc":"9","section":"2.1"}]}]`
	const headings = `{"question":"a","gt_evidence":["a.md :: Install","a.md :: Use"]}`
	for name, c := range map[string]struct {
		text string
		o    convert.Options
		want string
	}{
		"pages":       {pages, convert.Options{DocField: "document+pages", Level: "chunk"}, "f.pdf#30=1,f.pdf#31=1"},
		"documents":   {pages, convert.Options{DocField: "document+pages", Level: "document"}, "f.pdf=1"},
		"sections":    {sections, convert.Options{DocField: "gold.rfc+gold.section", Level: "chunk"}, "1#2.1=1,1#3=1,9#2.1=1"},
		"of sections": {sections, convert.Options{DocField: "gold.rfc+gold.section", Level: "document"}, "1=1,9=1"},
		"headings":    {headings, convert.Options{DocField: "gt_evidence", Level: "chunk"}, "a.md :: Install=1,a.md :: Use=1"},
		"of headings": {headings, convert.Options{DocField: "gt_evidence", Level: "document"}, "a.md=1"},
		"chunks":      {`{"question":"a","expected_retrieval_ids":["c1"]}`, convert.Options{Level: "chunk"}, "c1=1"},
	} {
		got, err := convert.Import(t.Context(), "", written(t, "q.jsonl", c.text), c.o)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var judged []string
		for _, j := range got.Set.Queries[0].RelevantChunks {
			judged = append(judged, fmt.Sprintf("%s=%d", j.Chunk, j.Grade))
		}
		for _, j := range got.Set.Queries[0].Relevant {
			judged = append(judged, fmt.Sprintf("%s=%d", j.Doc, j.Grade))
		}
		if strings.Join(judged, ",") != c.want {
			t.Errorf("%s: %q, want %s", name, judged, c.want)
		}
	}
	for _, field := range []string{"document+pages", "gt_evidence"} {
		_, err := convert.Import(t.Context(), "", written(t, "q.json", "["+pages+","+headings+"]"), convert.Options{DocField: field})
		if err == nil || !strings.Contains(err.Error(), "--level document, or --level chunk") {
			t.Errorf("%s: error %v", field, err)
		}
	}
}

// What evaluators write has questions, and no judgments.
func TestLogsAreNoTestSets(t *testing.T) {
	for _, text := range []string{
		`{"id":1,"input":"a","scores":{"match":{"value":"C"}}}`,
		`{"question":"a","doc_ids":["d1"],"acc":1.0}`,
		`[{"input":"a","metricsData":[{"name":"x","score":0.9}]}]`,
		`{"results":[{"query":"a","score":1,"success":true}]}`,
		`{"doc_id":0,"doc":{"question":"effect"},"acc":1.0}`,
	} {
		_, err := convert.Import(t.Context(), "", written(t, "log.json", text), convert.Options{})
		if err == nil || !strings.Contains(err.Error(), "as logs of evaluators have") {
			t.Errorf("%s: error %v", text, err)
		}
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

// What is read, less what repeats, is what the set holds: every question has several
// rows here, and the counts are those of the text.
func TestCountsOfRepeatedRows(t *testing.T) {
	for _, c := range []struct {
		from, file, text string
		o                convert.Options
		want             []string
	}{
		{
			"rag", "cells.csv", "query,expected_ids\na,d1;d2\na,d1;d2\nb,d3\n",
			convert.Options{},
			[]string{`5 judgments read from "expected_ids" of 3 records`, "2 judgments with document and grade of an earlier one, counted once: 3 of 5 kept"},
		},
		{
			"rag", "records.jsonl", `{"query":"a","expected_id":"d1"}` + "\n" + `{"query":"a","expected_id":"d2"}` + "\n" + `{"query":"a","expected_id":"d3"}` + "\n",
			convert.Options{},
			[]string{`3 judgments read from "expected_id" of 3 records`},
		},
		{
			"csv", "rows.csv", "query,doc_id,grade\na,d1,1\na,d2,1\na,d1,1\na,d2,2\nb,d3,1\n",
			convert.Options{Duplicates: "highest"},
			[]string{"1 judgment with document and grade of an earlier one, counted once: 3 of 5 kept", "1 judgment in contradiction to an earlier one: the highest grade counts, as asked for"},
		},
	} {
		got, err := convert.Import(t.Context(), c.from, written(t, c.file, c.text), c.o)
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		for _, n := range got.Notes {
			told = append(told, n.Text)
		}
		for _, want := range c.want {
			if !slices.Contains(told, want) {
				t.Errorf("%s: notes %q, want %q among them", c.file, told, want)
			}
		}
	}
}

// Records that name their conversation are turns of it; a field that is named is a group unless its name says so.
func TestTurns(t *testing.T) {
	const rows = `{"id": "a", "question": "one", "relevant_ids": ["d"], "conversation_id": "c1", "topic": "t"}` + "\n" + `{"id": "b", "question": "two", "relevant_ids": ["d"], "conversation_id": "c1", "topic": "t"}`
	for field, want := range map[string][2]string{"": {"", "c1"}, "conversation_id": {"", "c1"}, "topic": {"t", ""}} {
		got, err := convert.Import(t.Context(), "", written(t, "turns.jsonl", rows), convert.Options{GroupField: field})
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range got.Set.Queries {
			if q.Group != want[0] || q.Conversation != want[1] {
				t.Errorf("%q: group %q, conversation %q, want %q", field, q.Group, q.Conversation, want)
			}
		}
	}
}
