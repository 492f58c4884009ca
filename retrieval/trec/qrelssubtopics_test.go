package trec_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval/trec"
)

// Subtopics are per query, numbers in their order, lines in any; a document has
// its highest judgment.
func TestSubtopics(t *testing.T) {
	q := readQrels(t, "1 10 a 1\n1 2 a 0\n2 x a -1\n1 2 b -2\n1 9 c 2\n1 9 a 3\n2 w b 0\n", trec.QrelsOptions{Subtopics: true})
	want := []trec.Judgment{
		{Query: "1", Doc: "a", Grade: 3, Gain: 3},
		{Query: "1", Doc: "b", Grade: -2, Gain: -2},
		{Query: "1", Doc: "c", Grade: 2, Gain: 2},
		{Query: "2", Doc: "a", Grade: -1, Gain: -1},
		{Query: "2", Doc: "b", Grade: 0, Gain: 0},
	}
	if diff := cmp.Diff(want, slices.Collect(q.All())); diff != "" {
		t.Errorf("judgments (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([][]string{{"2", "9", "10"}, {"w", "x"}}, [][]string{q.Subtopics(0), q.Subtopics(1)}); diff != "" {
		t.Errorf("subtopics (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]trec.SubtopicGrade{{0, 0}, {1, 3}, {2, 1}}, q.BySubtopic(0, 0)); diff != "" {
		t.Errorf("document a of query 1 (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]trec.SubtopicGrade{{1, -1}}, q.BySubtopic(1, 0)); diff != "" {
		t.Errorf("document a of query 2 (-want +got):\n%s", diff)
	}
	if q.Shared != 1 || q.Duplicates != 0 {
		t.Errorf("%d documents of several subtopics and %d duplicates, want 1 and 0", q.Shared, q.Duplicates)
	}
	plain := readQrels(t, "1 2 a 1\n", trec.QrelsOptions{})
	if plain.Subtopics(0) != nil || plain.BySubtopic(0, 0) != nil {
		t.Error("plain qrels have subtopics")
	}
}

// The same document twice for the same subtopic is what a duplicate is here.
func TestSubtopicDuplicates(t *testing.T) {
	text := "1 2 a 1\n1 1 a 0\n1 1 b 1\n1 1 b 2\n1 2 a 3\n1 2 a 4\n"
	_, err := trec.ReadQrels(t.Context(), trec.Bytes("x", []byte(text)), trec.QrelsOptions{Subtopics: true})
	want := "x: 3 duplicate documents; remove one of each, or keep the first with --duplicates keep-first\n" +
		"x:4: duplicate document \"b\" in subtopic \"1\" of query \"1\", first on line 3\n" +
		"x:5: duplicate document \"a\" in subtopic \"2\" of query \"1\", first on line 1\n" +
		"x:6: duplicate document \"a\" in subtopic \"2\" of query \"1\", first on line 1"
	if !errors.Is(err, trec.ErrDuplicate) || err.Error() != want {
		t.Errorf("error\n%v\nwant\n%s", err, want)
	}
	q := readQrels(t, text, trec.QrelsOptions{Subtopics: true, Duplicates: trec.DuplicatesKeepFirst})
	if diff := cmp.Diff([]trec.Judgment{{"1", "a", 1, 1}, {"1", "b", 1, 1}}, slices.Collect(q.All())); diff != "" || q.Duplicates != 3 {
		t.Errorf("%d duplicates, want 3; judgments (-want +got):\n%s", q.Duplicates, diff)
	}
	if diff := cmp.Diff([]trec.SubtopicGrade{{0, 0}, {1, 1}}, q.BySubtopic(0, 0)); diff != "" {
		t.Errorf("document a (-want +got):\n%s", diff)
	}
}

// With gains the highest of each counts, and half a gain is not a grade.
func TestSubtopicGains(t *testing.T) {
	q := readQrels(t, "1 1 a 0.5\n1 2 a 1.5\n", trec.QrelsOptions{Subtopics: true, RealGains: true})
	if diff := cmp.Diff([]trec.Judgment{{"1", "a", 1, 1.5}}, slices.Collect(q.All())); diff != "" {
		t.Errorf("judgments (-want +got):\n%s", diff)
	}
}

// Against maps, which need no grouping, sorting or numbering.
func TestSubtopicsAgreeWithMaps(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 300 {
		grades := map[[3]string]int{} // query, document, subtopic
		var text strings.Builder
		for range rng.IntN(80) {
			key := [3]string{fmt.Sprint("q", rng.IntN(3)), fmt.Sprint("d", rng.IntN(6)), fmt.Sprint(rng.IntN(12))}
			if _, twice := grades[key]; twice {
				continue
			}
			grades[key] = rng.IntN(5) - 1
			fmt.Fprintf(&text, "%s %s %s %d\n", key[0], key[2], key[1], grades[key])
		}
		if len(grades) == 0 {
			continue
		}
		q := readQrels(t, text.String(), trec.QrelsOptions{Subtopics: true})
		got, shared := map[[3]string]int{}, map[[2]string]int{}
		for i := range q.Len() {
			n := 0
			for j := range q.Judgments(i) {
				best := -2
				for _, s := range q.BySubtopic(i, n) {
					got[[3]string{j.Query, j.Doc, q.Subtopics(i)[s.Subtopic]}] = s.Grade
					shared[[2]string{j.Query, j.Doc}]++
					best = max(best, s.Grade)
				}
				if j.Grade != best || j.Gain != float64(best) {
					t.Fatalf("%+v, want grade %d in\n%s", j, best, text.String())
				}
				if again, ok := q.Judgment(i, j.Doc); !ok || again != j {
					t.Fatalf("looking up %+v finds %+v %v", j, again, ok)
				}
				n++
			}
		}
		if diff := cmp.Diff(grades, got); diff != "" {
			t.Fatalf("judgments (-lines +read):\n%s", diff)
		}
		maps.DeleteFunc(shared, func(_ [2]string, n int) bool { return n == 1 })
		if q.Shared != len(shared) {
			t.Fatalf("%d shared, want %d", q.Shared, len(shared))
		}
	}
}
