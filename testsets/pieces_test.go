package testsets

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// documents are sets as people write them, and what could be taken for the
// beginning of an item, or end a list, without doing so. Those marked are not
// read in pieces.
var documents = []struct {
	name, text string
	whole      bool
}{
	{name: "plain", text: "version: v1\nqueries:\n  - query_id: a\n    query_text: x\n  - query_id: b\n    query_text: y\n"},
	{name: "no indent", text: "version: v1\nqueries:\n- query_id: a\n  query_text: x\n- query_id: b\n  query_text: y\n"},
	{name: "a bare list", text: "- query_id: a\n  query_text: x\n-\n  query_id: b\n  query_text: y\n"},
	{name: "a golden list", text: "# golden\n\n- id: a\n  query: x\n  seen: 1\n- id: a\n  query: y\n"},
	{name: "keys behind", text: "version: v1\nqueries:\n- query_id: a\n  query_text: x\n# behind\nstrata: []\nname: n\n"},
	{name: "faults", text: "vers: v1\nqueries: # these\n\n# first\n  - query_id: a\n    query_txt: x\n\n  - text\n  - [a]\n  - query_id: b\n    query_id: c\n    relevant_docs: {}\nstratum: 1\n"},
	{name: "a block of text", text: "version: v1\nqueries:\n- query_id: a\n  query_text: |\n    - query_id: no\n\n    queries:\n  query_type: paraphrase\n- query_id: b\n  query_text: >\n   folded\n   - text\n"},
	{name: "line feeds with returns", text: "version: v1\r\nqueries:\r\n- query_id: a\r\n  query_text: x\r\n-\r\n  query_id: b\r\n"},
	{name: "no line end", text: "queries:\n- query_id: a\n-"},
	{name: "an alias within an item", text: "queries:\n- query_id: &a x\n  query_text: *a\n- query_id: &a y\n  query_text: *a\n"},
	{name: "twice", text: "queries:\n- query_id: a\nqueries:\n- query_id: b\n"},
	{name: "a document start", text: "---\nversion: v1\nqueries:\n- query_id: a\n  query_text: x\n"},
	{name: "deeper and less deep", text: "queries:\n   - query_id: a\n     relevant_docs:\n     - doc_id: d\n       grade: 1\n   - query_id: b\n"},
	{name: "null items", text: "queries:\n-\n- ~\n- query_id: a\n"},

	{name: "quoted over lines", text: "queries:\n- query_id: \"a\n- b\"\n  query_text: x\n- query_id: c\n", whole: true},
	{name: "brackets over lines", text: "queries:\n- query_id: a\n  tags: [b,\n- c]\n- query_id: d\n", whole: true},
	{name: "a text that looks like the key", text: "description: \"x\nqueries:\n- query_id: a\n\"\nversion: v1\n", whole: true},
	{name: "two lists in one", text: "description: \"x\nqueries:\n- query_id: a\n\"\nqueries:\n- query_id: b\n", whole: true},
	{name: "an alias across items", text: "queries:\n- query_id: &a x\n- query_id: *a\n", whole: true},
	{name: "less indent", text: "queries:\n  - query_id: a\n - query_id: b\n", whole: true},
	{name: "an indented key", text: "queries:\n  - query_id: a\n  key: b\n", whole: true},
	{name: "two documents", text: "queries:\n- query_id: a\n---\n- b\n", whole: true},
	{name: "a second bare document", text: "- query_id: a\n---\n- b\n", whole: true},
	{name: "a tab", text: "queries:\n- query_id: a\n-\tquery_id: b\n", whole: true},
	{name: "broken", text: "queries:\n- query_id: a\n- query_id: 'b\n- query_id: c\n", whole: true},
	{name: "another line end", text: "queries:\n- query_id: a\u2028- query_id: b\n", whole: true},
	{name: "returns alone", text: "queries:\n- query_id: a\r- query_id: b\n", whole: true},
	{name: "in brackets", text: "queries: [{query_id: a}]\n", whole: true},
	{name: "in brackets below", text: "queries:\n [{query_id: a}]\n", whole: true},
	{name: "no list", text: "queries:\n  a: b\n", whole: true},
	{name: "not the key", text: "queries:#\n- query_id: a\n", whole: true},
	{name: "nothing", text: "queries:\n", whole: true},
	{name: "comments", text: "# only\n", whole: true},
	{name: "a list and more", text: "- query_id: a\nversion: v1\n", whole: true},
	{name: "a comment that is no text", text: "#\x00\n- query_id: a\n", whole: true},
	{name: "a tag behind", text: "queries:\n  - query_id: a\n !\n", whole: true},
	{name: "a tag behind, no indent", text: "queries:\n- query_id: a\n!\n", whole: true},
	{name: "the list marked", text: "queries: &q\n- query_id: a\n", whole: true},
}

// read is everything that reading a document finds out.
type read struct {
	set    TestSet
	faults faultList
	skips  faultList
	at     places
}

func readWhole(data []byte) read {
	r, t := &reader{file: "x"}, &TestSet{}
	r.tree(parseYAML(r, data), t)
	return read{*t, r.faults, r.skips, r.at}
}

func readPieces(data []byte, size int) (got read, ok bool) {
	r, t := &reader{file: "x"}, &TestSet{}
	ok = r.piecewise(data, size, t)
	return read{*t, r.faults, r.skips, r.at}, ok
}

// Pieces of any size give what the whole document gives, to the last line.
func TestPieces(t *testing.T) {
	for _, d := range documents {
		want := readWhole([]byte(d.text))
		for _, size := range []int{1, 30, 1 << 20} {
			got, ok := readPieces([]byte(d.text), size)
			switch {
			case !ok && !reflect.DeepEqual(got, read{}):
				t.Errorf("%s, pieces of %d: something is left: %+v", d.name, size, got)
			case !ok && !d.whole, ok && d.whole && size == 1:
				t.Errorf("%s, pieces of %d: read in pieces = %v", d.name, size, ok)
			case ok && !reflect.DeepEqual(got, want):
				t.Errorf("%s, pieces of %d:\n%+v, want\n%+v", d.name, size, got, want)
			}
		}
	}
}

// A large document takes the way in pieces and has its faults where they are.
func TestLargeDocument(t *testing.T) {
	var b strings.Builder
	b.WriteString("version: v1\nstrata: []\nqueries:\n")
	for b.Len() <= wholeSize {
		b.WriteString("- query_id: q\n  query_text: what\n  grade: 1\n  relevant_docs: [{doc_id: d, grade: 1}]\n")
	}
	data := []byte(b.String())
	if _, ok := readPieces(data, pieceSize); !ok {
		t.Error("not read in pieces")
	}
	_, err := Parse("x.yaml", data)
	var faults Errors
	errors.As(err, &faults)
	n := (len(data) - len("version: v1\nstrata: []\nqueries:\n")) / len("- query_id: q\n  query_text: what\n  grade: 1\n  relevant_docs: [{doc_id: d, grade: 1}]\n")
	if faults.Count() < n || faults[0].Line != 6 || !strings.Contains(faults[0].Text, `unknown key "grade"`) {
		t.Fatalf("%d faults of %d queries, the first: %v", faults.Count(), n, faults[0])
	}
	if last := faults[len(faults)-2]; last.Line != 4*maxFaults+2 {
		t.Errorf("the last fault that is kept is on line %d, want %d, of the hundredth query", last.Line, 4*maxFaults+2)
	}
}

// What aliases repeat is counted over all pieces: each of these has 60 aliases of 501 keys and values, and
// 927 are written.
func TestAliasesInPieces(t *testing.T) {
	group := "- {query_id: q, query_text: t, relevant_docs: &d [" + strings.Repeat("{doc_id: d, grade: 1}, ", 100) + "]}\n" +
		strings.Repeat("- {query_id: q, query_text: t, relevant_docs: *d}\n", 60)
	for groups, want := range map[int]bool{4: true, 5: false} { // 4 × 30,060 ≤ 100,000 + 10 × 4 × 927, and with 5 it is more
		data := []byte("version: v1\nqueries:\n" + strings.Repeat(group, groups))
		if _, ok := readPieces(data, len(group)); ok != want {
			t.Errorf("%d groups: read in pieces = %v", groups, ok)
		}
	}
}

func FuzzPieces(f *testing.F) {
	for _, d := range documents {
		f.Add([]byte(d.text), 1)
	}
	files, err := filepath.Glob("testdata/*/*.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range append(files, "testdata/kebab_store_golden.yaml", "template/native.yaml") {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, 40)
	}
	f.Fuzz(func(t *testing.T, data []byte, size int) {
		if checkBytes("x", data) != nil {
			return
		}
		if got, ok := readPieces(data, size); ok {
			if want := readWhole(data); !reflect.DeepEqual(got, want) {
				t.Errorf("%q in pieces of %d:\n%+v, want\n%+v", data, size, got, want)
			}
		}
	})
}
