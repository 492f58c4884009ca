package testsets_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rankduel/rankduel/testsets"
)

var ignoreLines = cmp.Options{cmpopts.IgnoreFields(testsets.Query{}, "Line"), cmpopts.IgnoreFields(testsets.TestSet{}, "File")}

func mustParse(t *testing.T, name, text string) *testsets.TestSet {
	t.Helper()
	set, err := testsets.Parse(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestFormsAgree reads one set in every form that it can be written in.
func TestFormsAgree(t *testing.T) {
	text, err := os.ReadFile("testdata/test_set_v1.yaml")
	if err != nil {
		t.Fatal(err)
	}
	want := mustParse(t, "test_set_v1.yaml", string(text))
	var doc struct {
		Version string
		Queries []json.RawMessage
	}
	asJSON, err := json.Marshal(instance(t, text))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(asJSON, &doc); err != nil {
		t.Fatal(err)
	}
	lines := `{"version":"v1"}` + "\n\n"
	for _, q := range doc.Queries {
		lines += string(q) + "\r\n"
	}
	for name, text := range map[string]string{
		"test_set_v1.json":    string(asJSON),
		"test_set_v1":         "\ufeff" + string(asJSON),
		"test_set_v1.jsonl":   lines,
		"test_set_v1.jsonl@x": lines,
		"test_set_v1.ndjson":  lines,
		"test_set_v1.yml":     string(asJSON),
	} {
		t.Run(name, func(t *testing.T) {
			got := mustParse(t, name, text)
			got.Name = want.Name
			if diff := cmp.Diff(want, got, ignoreLines); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if got.SHA256() != want.SHA256() {
				t.Error("another hash")
			}
		})
	}
}

// TestJSONPlaces: blanks before the value count as lines, and a syntax error is on the line that Python's json module
// 3.11 gives for it, "Expecting value: line 3 column 13 (char 31)".
func TestJSONPlaces(t *testing.T) {
	set := mustParse(t, "s.json", "\n \n[\n{\"query_id\": \"q\", \"query_text\": \"t\", \"relevant_docs\": [{\"doc_id\": \"a\", \"grade\": 1}]}]\n")
	if set.Queries[0].Line != 4 {
		t.Errorf("line %d, want 4", set.Queries[0].Line)
	}
	_, err := testsets.Parse("s.json", []byte("{\n\"version\": \"v1\",\n\"queries\": [}\n]\n}\n"))
	if faults := asErrors(t, err); len(faults) != 1 || faults[0].Line != 3 || faults[0].Code != testsets.CodeSyntax {
		t.Errorf("got %v, want a syntax error on line 3", err)
	}
}

func TestJSON(t *testing.T) {
	set := mustParse(t, "s.json", `{
  "version": 1.10, "strata": [],
  "scale": {"0": "no", "1": "yes"},
  "queries": [
    {"query_id": 1e3, "query_text": "smile \ud83d\ude00 \u00e9\/\n",
     "relevant_docs": [{"doc_id": true, "grade": 1}, {"doc_id": -0.50, "grade": 0}]}
  ]
}`)
	q := set.Queries[0]
	if set.Version != "1.10" || q.ID != "1e3" || q.Text != "smile 😀 é/\n" || q.Line != 5 {
		t.Errorf("got version %q, id %q, text %q, line %d", set.Version, q.ID, q.Text, q.Line)
	}
	want := []testsets.Judgment{{Doc: "true", Grade: 1}, {Doc: "-0.50", Grade: 0}}
	if diff := cmp.Diff(want, q.Relevant); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestJSONFaults(t *testing.T) {
	const query = `{"query_id": "q1", "query_text": "t", "query_type": "paraphrase", "relevant_docs": [{"doc_id": "a", "grade": 1}]}`
	tests := []struct{ name, file, text, want string }{
		{"syntax", "a.json", "{\n\"version\": \"v1\",\n}", "a.json:3: not valid JSON"},
		{"truncated", "a.json", "{\n\"version\":", "a.json:2: not valid JSON"},
		{"two values", "a.json", "{}\n{}", "a.json:2: not valid JSON"},
		{"key twice", "a.json", "{\"version\": \"v1\",\n\"version\": \"v2\",\n\"queries\": [" + query + "]}", `a.json:2: key "version" again, first on line 1`},
		{"grade in quotes", "a.json", strings.Replace(`{"version":"v1","queries":[`+query+`]}`, ": 1}", `: "1"}`, 1), `a.json:1: query "q1": grade "1" is not an integer`},
		{"grade as float", "a.json", strings.Replace(`{"version":"v1","queries":[`+query+`]}`, ": 1}", `: 1.0}`, 1), `grade "1.0" is not an integer`},
		{"line syntax", "a.jsonl", query + "\n{\"query_id\"\n" + query, "a.jsonl:2: not valid JSON"},
		{"line repeated", "a.jsonl", query + "\n\n" + query, `a.jsonl:3: query "q1": duplicate query id, first on line 1`},
		{"header only", "a.jsonl", `{"version":"v1"}`, "a.jsonl:1: the set has no queries"},
		{"header without version", "a.jsonl", `{"name":"n"}` + "\n" + query, "a.jsonl:1: the test set has no version"},
		{"queries in a header line", "a.jsonl", `{"version":"v1","queries":[]}` + "\n" + query, `a.jsonl:1: unknown key "queries"`},
		{"lines that end in CR", "a.jsonl", query + "\r" + query + "\r", `a.jsonl:1: a carriage return within the line; lines end in LF or CRLF; convert a file whose lines end in CR alone: tr '\r' '\n'`},
		{"list on a line", "a.jsonl", "[1]\n" + query, "a.jsonl:1: a query is a list"},
		{"second header", "a.jsonl", query + "\n" + `{"version":"v1"}`, `a.jsonl:2: unknown key "version" in a query`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := testsets.Parse(tt.file, []byte(tt.text))
			if !strings.Contains(fmt.Sprint(err), tt.want) {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}
