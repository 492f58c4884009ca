package judgments_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// What is relevant to a subtopic, by judgment and, for the ideal ranking, by
// descending id without gaps.
func TestSubtopicsOfAQuery(t *testing.T) {
	j := fromQrels(t, "q1 1 a 2\nq1 2 b 1\nq1 1 c 0\nq1 2 a 3\nq1 3 c 0\nq2 1 a 1\n", trec.QrelsOptions{Subtopics: true})
	byDoc := map[string][]metrics.SubtopicGrade{"a": {{Subtopic: 0, Grade: 2}, {Subtopic: 1, Grade: 3}}, "b": {{Subtopic: 1, Grade: 1}}}
	got := j.Documents.Query(0).Subtopics
	want := &judgments.Subtopics{Count: 3, ByJudgment: [][]metrics.SubtopicGrade{byDoc["a"], byDoc["b"], nil}, Documents: [][]metrics.SubtopicGrade{byDoc["b"], byDoc["a"]}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if flat := fromQrels(t, "q1 1 a 2\nq1 2 b 1\n", trec.QrelsOptions{}); flat.Documents.Query(0).Subtopics != nil {
		t.Error("subtopics that nobody asked for")
	}
}

// What reading noticed is counted and said once; what did not happen is not.
func TestNotesOfQrels(t *testing.T) {
	for _, c := range []struct {
		what, qrels string
		opts        trec.QrelsOptions
		want        map[string]string // code: how the text begins
	}{
		{"nothing", "q1 0 a 1\nq1 0 b 0\n", trec.QrelsOptions{}, map[string]string{}},
		{"duplicates", "q1 0 a 1\nq1 0 a 2\nq1 0 a 0\n", trec.QrelsOptions{Duplicates: trec.DuplicatesKeepFirst}, map[string]string{result.FindingDuplicates: "2 judgments of a document"}},
		{"small gains", "q1 0 a 0.5\nq1 0 b 1\nq1 0 c 0\nq1 0 d 0.25\nq1 0 e -0.5\n", trec.QrelsOptions{RealGains: true}, map[string]string{result.FindingSmallGains: "2 judgments with a gain above 0 and below 1"}},
		{"several subtopics", "q1 1 a 1\nq1 2 b 1\n", trec.QrelsOptions{Subtopics: true}, map[string]string{}},
		{"shared documents", "q1 1 a 1\nq1 2 a 1\nq1 2 b 1\n", trec.QrelsOptions{Subtopics: true}, map[string]string{result.FindingSubtopics: "1 document judged for several subtopics"}},
		{"one subtopic", "q1 0 a 1\nq2 0 b 1\n", trec.QrelsOptions{Subtopics: true}, map[string]string{result.FindingOneSubtopic: "no query has more than one subtopic"}},
		{"several of one query", "q1 0 a 1\nq2 0 b 1\nq2 1 c 1\n", trec.QrelsOptions{Subtopics: true}, map[string]string{}},
	} {
		got := map[string]string{}
		for _, f := range fromQrels(t, c.qrels, c.opts).Notes() {
			got[f.Code] = f.Text
		}
		for code, begins := range c.want {
			if !strings.HasPrefix(got[code], begins) {
				t.Errorf("%s: %s is %q, want %q", c.what, code, got[code], begins)
			}
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}

// A description counts the set, and each query when it is asked for.
func TestDescribe(t *testing.T) {
	set := parsed(t, fourQueries)
	got := judgments.Describe(set, true)
	want := &result.TestSetDescription{
		Schema: result.TestSetSchema, Name: "four", Version: "v3", SHA256: set.SHA256(), Scale: "0 no, 1 some, 2 good, 5 perfect",
		Queries: 4, Evaluation: 3, HeldOut: 1, Refusals: 1, Documents: 3, Judgments: 4,
		Pool: result.Spread{Min: 0, Median: 0.5, Mean: 1, Max: 3}, Relevant: result.Spread{Min: 0, Median: 0.5, Mean: 0.75, Max: 2},
		Strata: []result.StratumCount{
			{Stratum: "short", Queries: 2, HeldOut: 1, Judgments: 4, Relevant: 3}, {Stratum: "long", Queries: 2},
		},
		Grades: []result.GradeCount{
			{Grade: 0, Word: "no", Judgments: 1, Queries: 1},
			{Grade: 1, Word: "some", Judgments: 2, Queries: 2},
			{Grade: 2, Word: "good", Judgments: 1, Queries: 1},
			{Grade: 5, Word: "perfect"},
		},
		PerQuery: []result.QueryDescription{
			{QueryID: "q1", Text: "first", Stratum: "short", Split: "evaluation", Pool: 3, Grades: map[int]int{0: 1, 1: 1, 2: 1}},
			{QueryID: "q2", Text: "second", Stratum: "short", Split: "heldout", Pool: 1, Grades: map[int]int{1: 1}},
			{QueryID: "q3", Text: "third", Stratum: "long", Split: "evaluation", Grades: map[int]int{}},
			{QueryID: "q4", Text: "fourth", Stratum: "long", Split: "evaluation", Grades: map[int]int{}},
		},
	}
	warnings := got.Warnings
	want.Warnings = warnings
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if warned := set.Warnings(); len(warnings) != len(warned) || len(warned) > 0 && warnings[0] != warned[0].Error() || warnings == nil {
		t.Errorf("warnings %q, want those of the set: %v", warnings, warned)
	}
	if judgments.Describe(set, false).PerQuery != nil {
		t.Error("queries that nobody asked for")
	}
}
