package testsets_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/testsets"
)

func withPassages(passages string) string {
	return "name: p\nversion: v1\nstrata: []\nqueries:\n- query_id: q\n  query_text: what\n  passages:\n" + passages
}

// Passages are read, written and read again; their documents are judged as well.
func TestPassages(t *testing.T) {
	text := withPassages("  - {doc_id: d, start: 10, end: 30, grade: 1}\n  - {doc_id: d, end: 5, quote: so, grade: 3}\n  - {doc_id: e, quote: \"a\\n  b\", grade: 0}\n")
	set, err := testsets.Parse("p.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	q := set.Queries[0]
	want := []testsets.Passage{{Doc: "d", Start: 10, End: 30, Grade: 1}, {Doc: "d", End: 5, Quote: "so", Grade: 3}, {Doc: "e", Quote: "a\n  b"}}
	if diff := cmp.Diff(want, q.Passages); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]testsets.Judgment{{Doc: "d", Grade: 3}, {Doc: "e"}}, q.Relevant); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
	var ids []string
	for _, p := range q.Passages {
		ids = append(ids, p.String())
	}
	if got := strings.Join(ids, " "); got != `d:10-30 d:0-5 e:"a b"` {
		t.Errorf("ids %s", got)
	}
	wantSame(t, set)
}

// The hash is that of what counts: not of the order, and not of a default that is written down.
func TestHashOfPassages(t *testing.T) {
	hash := func(head, passages string) string {
		set, err := testsets.Parse("p.yaml", []byte(head+withPassages(passages)))
		if err != nil {
			t.Fatal(err)
		}
		return set.SHA256()
	}
	const a, b = "  - {doc_id: d, start: 1, end: 9, grade: 1}\n", "  - {doc_id: d, quote: x, grade: 2}\n"
	first := hash("", a+b)
	if hash("passage_share: 0.5\n", b+a) != first {
		t.Error("order or default changes the hash")
	}
	for _, other := range []string{hash("passage_share: 1\n", a+b), hash("", a), hash("", strings.Replace(a, "9", "8", 1)+b)} {
		if other == first {
			t.Error("a change leaves the hash")
		}
	}
}

// Every fault says where it is and what to do.
func TestFaultsOfPassages(t *testing.T) {
	for _, c := range []struct{ what, passages, want string }{
		{"none of both", "  - {doc_id: d, grade: 1}\n", `p.yaml:8: query "q": a passage of "d" has neither offsets nor a quote; add start and end, or quote`},
		{"blank quote", "  - {doc_id: d, quote: \" \", grade: 1}\n", `quote`},
		{"end at start", "  - {doc_id: d, start: 7, end: 7, grade: 1}\n", `p.yaml:8: query "q": a passage of "d" from 7 to 7; count characters from 0`},
		{"no end", "  - {doc_id: d, start: 7, quote: x, grade: 1}\n", `a passage of "d" from 7 to 0`},
		{"before the document", "  - {doc_id: d, start: -1, end: 7, grade: 1}\n", `from -1 to 7`},
		{"twice", "  - {doc_id: d, end: 7, grade: 1}\n  - {doc_id: d, end: 7, grade: 2}\n", `p.yaml:9: query "q": passage "d:0-7" judged twice, first on line 8`},
		{"unknown key", "  - {doc_id: d, end: 7, grade: 1, lines: 3}\n", `unknown key "lines" in a passage`},
		{"grade", "  - {doc_id: d, end: 7, grade: 9}\n", `grade 9 of passage "d:0-7" is outside the scale`},
		{"no document", "  - {end: 7, grade: 1}\n", `a passage has no doc_id`},
		{"chunks too", "  - {doc_id: d, end: 7, grade: 1}\n  relevant_chunks: [{chunk_id: c, grade: 1}]\n", `passages next to judged chunks; keep the passages`},
		{"unjudged", "  - {doc_id: d, end: 7, grade: 1}\n  unjudged: true\n", `unjudged next to passages`},
		{"only grade 0", "  - {doc_id: d, end: 7, grade: 0}\n", `every grade is 0`},
	} {
		if _, err := testsets.Parse("p.yaml", []byte(withPassages(c.passages))); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.what, err, c.want)
		}
	}
	for share, ok := range map[string]bool{"1": true, "0.01": true, "0": false, "1.1": false, "half": false} {
		_, err := testsets.Parse("p.yaml", []byte("passage_share: "+share+"\n"+withPassages("  - {doc_id: d, end: 7, grade: 1}\n")))
		if (err == nil) != ok {
			t.Errorf("passage_share %s: %v", share, err)
		}
	}
}

// Passages that share characters draw a warning; those that touch, or are in other documents, do not.
func TestOverlapOfPassages(t *testing.T) {
	for passages, want := range map[string]int{
		"  - {doc_id: d, start: 5, end: 9, grade: 1}\n  - {doc_id: d, end: 5, grade: 1}\n": 0,
		"  - {doc_id: d, start: 4, end: 9, grade: 1}\n  - {doc_id: d, end: 5, grade: 1}\n": 1,
		"  - {doc_id: d, start: 4, end: 9, grade: 1}\n  - {doc_id: e, end: 5, grade: 1}\n": 0,
		"  - {doc_id: d, quote: a, grade: 1}\n  - {doc_id: d, end: 5, grade: 1}\n":         0,
		"  - {doc_id: d, quote: a, grade: 1}\n  - {doc_id: d, quote: b, grade: 1}\n":       0,
		"  - {doc_id: d, end: 9, grade: 1}\n  - {doc_id: d, end: 5, grade: 1}\n":           1,
	} {
		set, err := testsets.Parse("p.yaml", []byte(withPassages(passages)))
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, w := range set.Warnings() {
			if w.Code == testsets.CodeOverlap {
				got++
			}
		}
		if got != want {
			t.Errorf("%s: %d warnings, want %d", passages, got, want)
		}
	}
}
