package scoring_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
)

// A run that finds nothing is pointed out, and one of which nothing is judged,
// from five queries on: fewer may well have none.
func TestStrangeIDs(t *testing.T) {
	for _, c := range []struct {
		what    string
		queries int
		run     func(q int) string // lines of query q
		want    string             // code; empty: nothing is pointed out
	}{
		{"other ids", 5, func(q int) string { return fmt.Sprintf("q%d Q0 other%d 1 1 t\n", q, q) }, result.FindingNoneJudged},
		{"other ids, few queries", 4, func(q int) string { return fmt.Sprintf("q%d Q0 other%d 1 1 t\n", q, q) }, ""},
		{"one is judged", 5, func(q int) string { return fmt.Sprintf("q%d Q0 %s 1 1 t\n", q, []string{"other", "d0"}[(q+4)%5/4]) }, ""},
		{"all are judged", 5, func(q int) string { return fmt.Sprintf("q%d Q0 d%d 1 1 t\n", q, q) }, ""},
	} {
		var qrels, run strings.Builder
		for q := range c.queries {
			fmt.Fprintf(&qrels, "q%d 0 d%d 1\n", q, q)
			run.WriteString(c.run(q))
		}
		s := wingtest.Scored(t, "run", run.String(), wingtest.JudgmentsFrom(t, qrels.String()), "RR")
		for _, code := range []string{result.FindingNoneJudged, result.FindingNoHits} {
			if f, found := wingtest.Finding(s.Health, code); found != (code == c.want) {
				t.Errorf("%s: %s is %v (%s), want %v", c.what, code, found, f.Text, code == c.want)
			}
		}
	}
	none := `{"query_id": "q0", "hits": []}` + "\n"
	s := wingtest.Scored(t, "run", none, wingtest.JudgmentsFrom(t, "q0 0 d0 1\n"), "RR")
	if f, found := wingtest.Finding(s.Health, result.FindingNoHits); !found || !strings.Contains(f.Text, "any of 1 query") {
		t.Errorf("of empty rankings: %+v", s.Health)
	}
}

// Most of the first hits have to be judged, on average over queries, where grades of 0 say
// that judges looked at more than what they found relevant.
func TestFewJudged(t *testing.T) {
	for _, c := range []struct {
		what   string
		judged []int // of the ten hits of each query
		lowest int   // grade of the last of them
		want   string
	}{
		{"half", []int{5, 5}, 0, ""},
		{"half on average", []int{1, 9}, 0, ""},
		{"less than half", []int{4, 5}, 0, "fewer than half of the first 10 hits are judged"},
		{"less than half, all of them relevant", []int{4, 5}, 1, ""},
	} {
		var qrels, run strings.Builder
		for q, judged := range c.judged {
			for d := range 10 {
				fmt.Fprintf(&run, "q%d Q0 d%d %d %d t\n", q, d, d+1, 10-d)
				if d < judged {
					fmt.Fprintf(&qrels, "q%d 0 d%d %d\n", q, d, max(c.lowest, 1-d))
				}
			}
		}
		s := wingtest.Scored(t, "run", run.String(), wingtest.JudgmentsFrom(t, qrels.String()), "RR")
		f, found := wingtest.Finding(s.Health, result.FindingFewJudged)
		if found != (c.want != "") || !strings.Contains(f.Text, c.want) || found && f.Severity != result.SeverityWarning {
			t.Errorf("%s: %v %+v, want %q", c.what, found, f, c.want)
		}
	}
}

// The strict rule of citations needs paths and answers: it says which of both
// is not there, and nothing when both are.
func TestStrictCitationsNeedBoth(t *testing.T) {
	const searched = `{"query_id": "q1", "hits": [{"id": "d1"}]}` + "\n"
	for _, c := range []struct {
		run   string
		paths bool
		code  string
	}{
		{searched, true, result.FindingNoAnswers},
		{searched, false, result.FindingNoAnswers},
		{wingtest.AnsweredRun, false, result.FindingNoPaths},
		{wingtest.AnsweredRun, true, ""},
	} {
		j := wingtest.JudgmentsOf(t, wingtest.AnsweredSet)
		if c.paths {
			j.Paths = pathsOf(t, "a.md\n")
		}
		s := wingtest.ScoredUnder(t, "default", c.run, j, "CitationCoverage(strict)")
		for _, code := range []string{result.FindingNoAnswers, result.FindingNoPaths} {
			if f, found := wingtest.Finding(s.Health, code); found != (code == c.code) {
				t.Errorf("paths %v: %s is %v (%s), want %v", c.paths, code, found, f.Text, code == c.code)
			}
		}
	}
}
