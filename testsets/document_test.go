package testsets_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/testsets"
)

// document writes text into a file and opens it.
func document(t testing.TB, name, text string) *testsets.Document {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	d, err := testsets.OpenDocument(path)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// alternating puts every second query into the held-out part.
func alternating(n int) []testsets.Split {
	parts := make([]testsets.Split, n)
	for i := range parts {
		parts[i] = []testsets.Split{testsets.Evaluation, testsets.HeldOut}[i%2]
	}
	return parts
}

// What a person wrote stays: comments, quotes, blank lines, the order of keys.
func TestDocumentSplit(t *testing.T) {
	draw := &testsets.Draw{Seed: 7, Ratio: 0.2}
	for _, c := range []struct{ name, file, text, want string }{
		{
			"block", "s.yaml", `# yaml-language-server: $schema=x
version: v1   # first
# the types
strata: [a]

queries:   # all of them
# about q1
- query_id: q1  # the first
  # its text
  query_text: 'one'
  query_type: a
  relevant_docs:
  - {doc_id: D1, grade: 1}  # sure
- query_text: two
  query_id: "q2"
  query_type: a
  relevant_docs: [{doc_id: D2, grade: 1}]
`, `# yaml-language-server: $schema=x
version: v1   # first
split: {seed: 7, ratio: 0.2}
# the types
strata: [a]

queries:   # all of them
# about q1
- query_id: q1  # the first
  split: evaluation
  # its text
  query_text: 'one'
  query_type: a
  relevant_docs:
  - {doc_id: D1, grade: 1}  # sure
- query_text: two
  split: heldout
  query_id: "q2"
  query_type: a
  relevant_docs: [{doc_id: D2, grade: 1}]
`,
		},
		{
			"flow", "s.yaml", "strata: []\nqueries:\n- {query_id: é1, query_text: one, expected_doc_ids: [d]} # sure\n- { query_id: q2,\n    query_text: two, expected_doc_ids: [d]}\nversion: v1",
			"strata: []\nqueries:\n- {query_id: é1, split: evaluation, query_text: one, expected_doc_ids: [d]} # sure\n- { query_id: q2,\n    split: heldout,\n    query_text: two, expected_doc_ids: [d]}\nversion: v1\nsplit: {seed: 7, ratio: 0.2}",
		},
		{
			"first key is a list", "s.yaml", "version: v1\nstrata: []\nqueries:\n-\n    relevant_docs:\n    - {doc_id: d, grade: 1}\n    query_id: q1\n    query_text: t\n- query_id: q2\n  expected_doc_ids: [d]\n  query_text: t",
			"version: v1\nsplit: {seed: 7, ratio: 0.2}\nstrata: []\nqueries:\n-\n    split: evaluation\n    relevant_docs:\n    - {doc_id: d, grade: 1}\n    query_id: q1\n    query_text: t\n- query_id: q2\n  split: heldout\n  expected_doc_ids: [d]\n  query_text: t",
		},
		{
			"lines of Windows", "s.yaml", "\ufeffversion: v1\r\nstrata: []\r\nqueries:\r\n- query_id: q1\r\n  query_text: t\r\n  expected_doc_ids: [d]\r\n",
			"\ufeffversion: v1\r\nsplit: {seed: 7, ratio: 0.2}\r\nstrata: []\r\nqueries:\r\n- query_id: q1\r\n  split: evaluation\r\n  query_text: t\r\n  expected_doc_ids: [d]\r\n",
		},
		{
			"golden list", "g.yaml", "- id: g1\n  query: a # b\n  expected_doc_ids: [d]\n- id: g2\n  query: b\n  expected_doc_ids: []\n",
			"- id: g1\n  split: evaluation\n  query: a # b\n  expected_doc_ids: [d]\n- id: g2\n  split: heldout\n  query: b\n  expected_doc_ids: []\n",
		},
		{
			"JSON", "s.json", "{\n  \"version\": \"v1\",\n  \"strata\": [],\n  \"queries\": [\n    {\"query_id\": \"é\", \"query_text\": \"t\", \"expected_doc_ids\": [\"d\"]},\n    {\n      \"query_id\": \"q2\",\n      \"query_text\": \"t\", \"expected_doc_ids\": [\"d\"]\n    }\n  ]\n}\n",
			"{\n  \"version\": \"v1\",\n  \"split\": {\"seed\":7,\"ratio\":0.2},\n  \"strata\": [],\n  \"queries\": [\n    {\"query_id\": \"é\", \"split\": \"evaluation\", \"query_text\": \"t\", \"expected_doc_ids\": [\"d\"]},\n    {\n      \"query_id\": \"q2\",\n      \"split\": \"heldout\",\n      \"query_text\": \"t\", \"expected_doc_ids\": [\"d\"]\n    }\n  ]\n}\n",
		},
		{
			"JSON lines", "s.jsonl", "{\"version\":\"v1\",\"strata\":[]}\n\n{\"query_id\":\"q1\",\"query_text\":\"é\",\"expected_doc_ids\":[\"d\"]}\n{\"query_id\":\"q2\",\"query_text\":\"t\",\"expected_doc_ids\":[\"d\"]}",
			"{\"version\":\"v1\",\"split\": {\"seed\":7,\"ratio\":0.2}, \"strata\":[]}\n\n{\"query_id\":\"q1\",\"split\": \"evaluation\", \"query_text\":\"é\",\"expected_doc_ids\":[\"d\"]}\n{\"query_id\":\"q2\",\"split\": \"heldout\", \"query_text\":\"t\",\"expected_doc_ids\":[\"d\"]}",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := document(t, c.file, c.text)
			got, err := d.Split(alternating(len(d.Set.Queries)), draw)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Where a mark would not stand where it belongs nothing is written.
func TestDocumentWithoutPlace(t *testing.T) {
	for name, text := range map[string]string{
		"null":      "- {id: g1, query: t, split: ~, expected_doc_ids: [d]}\n",
		"two lines": "version: v1\nstrata: []\nqueries:\n- query_id: q\n    1\n  query_text: t\n  expected_doc_ids: [d]\n",
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.yaml")
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			d, err := testsets.OpenDocument(path)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := d.Split(alternating(len(d.Set.Queries)), nil); !errors.Is(err, testsets.ErrNoPlace) {
				t.Errorf("%v\n%s", err, got)
			}
		})
	}
}

// Random sets in each form: the marks are there, and nothing else has changed.
func TestDocumentAnySet(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		set := anySet().Draw(t, "set")
		for i := range set.Queries {
			set.Queries[i].Split = testsets.Unsplit
		}
		set.Draw = nil
		for _, name := range []string{"any.yaml", "any.json", "any.jsonl"} {
			text, err := set.MarshalFor(name)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path, text, 0o666); err != nil {
				t.Fatal(err)
			}
			d, err := testsets.OpenDocument(path)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			parts := alternating(len(set.Queries))
			got, err := d.Split(parts, &testsets.Draw{Seed: 1, Ratio: 0.5})
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			again, err := testsets.Parse(path, got)
			if err != nil || again.SHA256() != set.WithSplit(parts, nil).SHA256() {
				t.Fatalf("%v\n%s\n%s", err, text, got)
			}
		}
	})
}
