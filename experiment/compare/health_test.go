package compare_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/retrieval"
)

// runOf writes a run in which every query q1, q2, … ranks the given documents,
// with falling scores, or all with one score.
func runOf(queries int, docs []string, tied bool) string {
	var out strings.Builder
	for q := 1; q <= queries; q++ {
		for i, d := range docs {
			score := float64(len(docs) - i)
			if tied {
				score = 1
			}
			fmt.Fprintf(&out, "q%d Q0 %s %d %g t\n", q, d, i+1, score)
		}
	}
	return out.String()
}

// What may mislead is said before the numbers, and nothing else is.
func TestHealth(t *testing.T) {
	var qrels strings.Builder
	for q := 1; q <= 60; q++ {
		for d := range 10 {
			fmt.Fprintf(&qrels, "q%d 0 d%d %d\n", q, d, (d+q)%2)
		}
	}
	judged := []string{"d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9"}
	other := []string{"d1", "d0", "d3", "d2", "d5", "d4", "d7", "d6", "d9", "d8"}
	one := []string{"d1", "d0", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "u9"} // one of ten unjudged
	for _, c := range []struct {
		name string
		n    int
		a, b string
		want []string
		text string
	}{
		{"nothing to say", 60, runOf(60, judged, false), runOf(60, other, false), []string{}, ""},
		{"49 pairs are few", 49, runOf(49, judged, false), runOf(49, other, false), []string{"too_few_pairs"}, "49 pairs"},
		{"one pair", 1, runOf(1, judged, false), runOf(1, other, false), []string{"too_few_pairs"}, "1 pair tells"},
		{"50 pairs are not", 50, runOf(50, judged, false), runOf(50, other, false), []string{}, ""},
		{"the same run twice", 60, runOf(60, judged, false), runOf(60, judged, false), []string{"identical_arms"}, "same run twice"},
		{"ties", 60, runOf(60, judged, true), runOf(60, judged, false), []string{"tied_scores"}, "a: 100.0 % of the hits"},
		{"judged more often", 60, runOf(60, judged, false), runOf(60, one, false), []string{"judged_asymmetry"}, "90 % in b but 100 %"},
		{"judged more often, the other way", 60, runOf(60, one, false), runOf(60, judged, false), []string{"judged_asymmetry"}, "so a may look worse"},
		{"ranks say otherwise", 60, strings.Replace(runOf(60, judged, false), "d0 1 10", "d0 3 10", 1), runOf(60, other, false), []string{"rank_contradictions"}, ""},
		{"a missing query", 60, runOf(59, judged, false), runOf(60, other, false), []string{"missing_queries"}, `a: 1 of 60 judged queries are not in the run and score 0: "q60"`},
		{"three of 60 missing in one arm, one of 20", 60, runOf(57, judged, false), runOf(60, other, false), []string{"missing_queries"}, ""},
		{"four of 60 missing in one arm", 60, runOf(56, judged, false), runOf(60, other, false), []string{"missing_queries", "queries_of_one_arm"}, "a has no line for 4 of 60 queries that b has"},
		{"the other way", 60, runOf(60, other, false), runOf(56, judged, false), []string{"missing_queries", "queries_of_one_arm"}, "b has no line for 4 of 60 queries that a has"},
		{"missing in both", 60, runOf(56, judged, false), runOf(56, other, false), []string{"missing_queries"}, ""},
		{"an extra query", 60, runOf(60, judged, false), runOf(62, other, false), []string{"extra_queries"}, "b: 2 queries"},
		{"interleaved", 60, runOf(60, other, false), runOf(60, judged[:2], false) + runOf(60, judged[2:], false), []string{"interleaved_queries", "tied_scores"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			lines := strings.SplitAfter(qrels.String(), "\n")
			j := wingtest.JudgmentsFrom(t, strings.Join(lines[:10*c.n], ""))
			p := compared(t, wingtest.Scored(t, "a", c.a, j, "RR,nDCG@5"), wingtest.Scored(t, "b", c.b, j, "RR,nDCG@5"), compare.Settings{})
			got := wingtest.Codes(p.Health)
			slices.Sort(got)
			if !slices.Equal(got, c.want) {
				t.Fatalf("findings = %+v, want %v", p.Health, c.want)
			}
			if !slices.ContainsFunc(p.Health, func(f result.Finding) bool { return strings.Contains(f.Text, c.text) }) && c.text != "" {
				t.Errorf("findings = %+v, want one with %q", p.Health, c.text)
			}
		})
	}
}

// A file of several runs that was cut off is told as one that lacks queries, and by which run.
func TestHealthOfRuns(t *testing.T) {
	var qrels strings.Builder
	for q := 1; q <= 60; q++ {
		fmt.Fprintf(&qrels, "q%d 0 d1 1\n", q)
	}
	j := wingtest.JudgmentsFrom(t, qrels.String())
	docs := []string{"d0", "d1"}
	for _, c := range []struct {
		lines [2]int
		want  []string
	}{
		{[2]int{60, 60}, nil},
		{[2]int{57, 60}, []string{"a: run 1 of 2: 3 of 60 judged"}},
		{[2]int{56, 60}, []string{"a: run 1 of 2: 4 of 60 judged", "some run of a has no line for 4 of 60 queries that b has"}},
		{[2]int{60, 56}, []string{"a: run 2 of 2: 4 of 60 judged", "some run of a has no line for 4 of 60 queries that b has"}},
	} {
		runs := []*scoring.Table{wingtest.Scored(t, "1", runOf(c.lines[0], docs, false), j, "RR"), wingtest.Scored(t, "2", runOf(c.lines[1], docs, false), j, "RR")}
		a, err := scoring.Average("a", runs)
		if err != nil {
			t.Fatal(err)
		}
		p := compared(t, a, wingtest.Scored(t, "b", runOf(60, []string{"d1", "d0"}, false), j, "RR"), compare.Settings{})
		if !slices.EqualFunc(p.Health, c.want, func(f result.Finding, text string) bool { return strings.HasPrefix(f.Text, text) }) {
			t.Errorf("%v: %+v, want %q", c.lines, p.Health, c.want)
		}
	}
}

// The queries that moved most are listed with the ranks of their relevant
// documents in both arms.
func TestMovedQueries(t *testing.T) {
	rank := func(of func(n int) int) retrieval.Func {
		return func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
			return wingtest.Answering(q, of(wingtest.Number(q))), nil
		}
	}
	a := wingtest.Evaluated(t, "a", 8, rank(func(int) int { return 2 }))
	b := wingtest.Evaluated(t, "b", 8, rank(func(n int) int { return []int{1, 2, 4, 10, 2, 5, 1, 3}[n] }))
	p := compared(t, a, b, compare.Settings{Moved: 4})
	var got []string
	for _, m := range p.Moved {
		got = append(got, fmt.Sprintf("%s %+.2f %s %d>%d", m.QueryID, m.Difference, m.Documents[0].DocID, m.Documents[0].RankA, m.Documents[0].RankB))
	}
	// RR .5 becomes 1, .5, .25, .1, .5, .2, 1, .33: equal sizes by query id.
	want := []string{"q000 +0.50 d0 2>1", "q006 +0.50 d6 2>1", "q003 -0.40 d3 2>10", "q005 -0.30 d5 2>5"}
	if !slices.Equal(got, want) {
		t.Errorf("moved = %v, want %v", got, want)
	}
}
