package history_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/history"
)

func parsed(t *testing.T, name, text string) *testsets.TestSet {
	t.Helper()
	set, err := testsets.Parse(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

const older = `
version: v1
strata: [short, long]
queries:
- {query_id: q1, query_text: one, query_type: short, relevant_docs: [{doc_id: a, grade: 3}, {doc_id: b, grade: 0}], tags: [x, "y, z"]}
- {query_id: q2, query_text: two, query_type: short, split: evaluation, relevant_docs: [{doc_id: a, grade: 1}]}
- {query_id: q3, query_text: three, query_type: long, relevant_chunks: [{chunk_id: c, grade: 1}]}
- {query_id: q4, query_text: "The fourth?", query_type: long, relevant_docs: [{doc_id: a, grade: 1}]}
- {query_id: q5, query_text: five, query_type: long, relevant_docs: [{doc_id: a, grade: 1}, {doc_id: b, grade: 1}]}
`

const newer = `
version: v2
description: the next one
strata: [short, long]
queries:
- {query_id: q1, query_text: one!, query_type: short, relevant_docs: [{doc_id: a, grade: 2}, {doc_id: d, grade: 0}], tags: ["y, z", x]}
- {query_id: q2, query_text: two, query_type: long, split: heldout, family: f, relevant_docs: [{doc_id: a, grade: 1}]}
- {query_id: q3, query_text: three, query_type: long, relevant_chunks: [{chunk_id: c, grade: 2}]}
- {query_id: q6, query_text: the fourth, query_type: long, relevant_docs: [{doc_id: a, grade: 1}]}
- {query_id: q7, query_text: seven, query_type: short, unjudged: true}
`

func grade(g int) *int { return &g }

// Every kind of change, listed by hand.
func TestCompare(t *testing.T) {
	mark := func(text string) string {
		return strings.NewReplacer("split: evaluation, ", "", "split: heldout, ", "").Replace(text)
	}
	from, to := parsed(t, "s.yaml", mark(older)), parsed(t, "s.yaml", mark(newer))
	from.Queries[1].Split, to.Queries[1].Split = testsets.Evaluation, testsets.HeldOut
	got := history.Compare(from, to)
	want := &history.Diff{
		Link:   history.First,
		Header: []history.Change{{"version", "v1", "v2"}, {"description", "", "the next one"}},
		Strata: []history.StratumDiff{{"short", 2, 2, 1, 0, 1, 1, 1}, {"long", 3, 3, 1, 2, 2, 0, 1}},
		Kept:   3,
		Added:  []history.QueryOf{{"q6", "long", "", 1, "the fourth"}, {"q7", "short", "", 0, "seven"}},
		Gone:   []history.QueryOf{{"q4", "long", "", 1, "The fourth?"}, {"q5", "long", "", 2, "five"}},
		Rename: []history.Rename{{"q4", "q6"}},
		Reword: []history.QueryChange{{"q1", history.Change{"query_text", "one", "one!"}}},
		Retype: []history.QueryChange{{"q2", history.Change{"query_type", "short", "long"}}},
		Split:  []history.QueryChange{{"q2", history.Change{"split", "evaluation", "heldout"}}},
		Grades: []history.GradeChange{{"q1", "doc", "a", grade(3), grade(2)}, {"q3", "chunk", "c", grade(1), grade(2)}},
		Judged: []history.GradeChange{{"q1", "doc", "d", nil, grade(0)}},
		Lost:   []history.GradeChange{{"q1", "doc", "b", grade(0), nil}},
		Other:  []history.QueryChange{{"q2", history.Change{"family", "", "f"}}},
		Pool:   history.PoolDifference{Gone: ptr(1.5), Kept: ptr(1), Added: ptr(1)},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(history.Diff{}, "Schema", "From", "To")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got.Same() || !history.Compare(from, from).Same() {
		t.Error("same and not the same are mixed up")
	}
}

func ptr(v float64) *float64 { return &v }

// Nothing changes from a set to itself, and the way back undoes the way there.
func TestCompareBothWays(t *testing.T) {
	from := parsed(t, "s.yaml", strings.NewReplacer("split: evaluation, ", "").Replace(older))
	to := parsed(t, "s.yaml", strings.NewReplacer("split: heldout, ", "").Replace(newer))
	there, back := history.Compare(from, to), history.Compare(to, from)
	if diff := cmp.Diff(there.Added, back.Gone); diff != "" {
		t.Error(diff)
	}
	if len(there.Judged) != len(back.Lost) || len(there.Lost) != len(back.Judged) || len(there.Grades) != len(back.Grades) || there.Kept != back.Kept {
		t.Errorf("there %+v\nback %+v", there, back)
	}
	self := history.Compare(to, to)
	if len(self.Added)+len(self.Gone)+len(self.Reword)+len(self.Grades)+len(self.Other)+len(self.Header) > 0 || self.Link != history.Sibling {
		t.Errorf("%+v", self)
	}
}

func TestLinks(t *testing.T) {
	v1 := parsed(t, "s.yaml", "version: v1\nstrata: []\nqueries:\n- {query_id: a, query_text: t, expected_doc_ids: [d]}\n")
	child := func(of *testsets.TestSet, version, text string) *testsets.TestSet {
		set := parsed(t, "s.yaml", "version: "+version+"\nstrata: []\nqueries:\n- {query_id: a, query_text: "+text+", expected_doc_ids: [d]}\n")
		set.Parent = &testsets.Parent{Version: of.Version, SHA256: of.SHA256()}
		return set
	}
	v2 := child(v1, "v2", "u")
	v3 := child(v2, "v3", "v")
	edited := parsed(t, "s.yaml", "version: v1\nstrata: []\nqueries:\n- {query_id: a, query_text: tt, expected_doc_ids: [d]}\n")
	for _, c := range []struct {
		name     string
		from, to *testsets.TestSet
		want     history.Link
	}{
		{"child", v1, v2, history.Whole},
		{"backwards", v2, v1, history.Back},
		{"edited", edited, v2, history.Changed},
		{"grandchild", v1, v3, history.Other},
		{"no parent", v1, edited, history.First},
	} {
		if got := history.Compare(c.from, c.to).Link; got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A folder with a chain of three, one that is broken, a stranger, and files that
// are not sets.
func TestReadLog(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) *testsets.TestSet {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		set, err := testsets.Parse(name, []byte(text))
		if err != nil {
			return nil
		}
		return set
	}
	set := func(version, parent, text string) string {
		return "version: " + version + "\nstrata: []\n" + parent + "queries:\n- {query_id: a, query_text: " + text + ", expected_doc_ids: [d]}\n"
	}
	from := func(t *testsets.TestSet) string {
		return "parent: {version: " + t.Version + ", sha256: " + t.SHA256() + "}\n"
	}
	v1 := write("c_v1.yaml", set("v1", "", "one"))
	v2 := write("c_v2.yaml", set("v2", from(v1), "two"))
	v10 := write("c_v10.yaml", set("v10", from(v2), "ten"))
	write("other.yaml", set("v1", "", "else"))
	write("c.looks.jsonl", "{}")
	write("experiment.yaml", "components: {}\n")
	write("notes.txt", "no set")
	names := func(l *history.Log) (list []string) {
		for _, v := range l.Versions {
			list = append(list, filepath.Base(v.File)+" "+string(v.Link))
		}
		return list
	}
	l, err := history.ReadLog(dir, v10)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"c_v1.yaml none", "c_v2.yaml parent", "c_v10.yaml parent"}, names(l)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(l.Broken) != 0 || len(l.Unread) != 1 || !strings.Contains(l.Unread[0].Error, "experiment.yaml") {
		t.Errorf("broken %v, unread %v", l.Broken, l.Unread)
	}
	if v := l.Versions[2]; v.Changed != 1 || v.Added != 0 || v.Gone != 0 {
		t.Errorf("%+v", v)
	}

	write("c_v1.yaml", set("v1", "", "one edited"))
	write("c_v3.yaml", set("v3", "parent: {version: v9, sha256: "+strings.Repeat("0", 64)+"}\n", "three"))
	write("c_copy.yaml", "name: c\n"+set("v2", "", "another second"))
	l, err = history.ReadLog(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Versions) != 6 || len(l.Broken) != 3 {
		t.Errorf("%v\n%s", names(l), strings.Join(l.Broken, "\n"))
	}
	for i, want := range []string{"c_v2.yaml was made from v1 with sha256", "which is not here", "are both version v2, with different content"} {
		if !strings.Contains(strings.Join(l.Broken, "\n"), want) {
			t.Errorf("%d: %q is not said:\n%s", i, want, strings.Join(l.Broken, "\n"))
		}
	}
}

// A version is behind the one it was made from, whatever dates say.
func TestOrderOfTheChain(t *testing.T) {
	dir := t.TempDir()
	write := func(name, head string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		text := head + "strata: []\nqueries:\n- {query_id: q, query_text: " + name + ", expected_doc_ids: [d]}\n"
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		set, err := testsets.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		return set.SHA256()
	}
	first := write("c_v9.yaml", "version: v9\ncreated: 2026-03-01\n")
	second := write("c_v5.yaml", "version: v5\ncreated: 2026-02-01\nparent: {version: v9, sha256: "+first+"}\n")
	write("c_v1.yaml", "version: v1\ncreated: 2026-01-01\nparent: {version: v5, sha256: "+second+"}\n")
	log, err := history.ReadLog(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range log.Versions {
		got = append(got, v.Version.Version)
	}
	if want := []string{"v9", "v5", "v1"}; !slices.Equal(got, want) || len(log.Broken) > 0 {
		t.Errorf("%v, want %v; broken %v", got, want, log.Broken)
	}
}
