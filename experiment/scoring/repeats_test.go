package scoring_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// Three runs of one system: the score of a query is the mean of P@2 over the runs, and the
// squares about it are summed up by hand.
func TestAverage(t *testing.T) {
	j := wingtest.JudgmentsFrom(t, "q1 0 a 1\nq1 0 b 1\nq1 0 c 0\nq2 0 a 1\nq2 0 b 0\n")
	var runs []*scoring.Table
	for _, run := range []string{
		"q1 Q0 a 1 2 x\nq1 Q0 b 2 1 x\nq2 Q0 b 1 2 x\nq2 Q0 c 2 1 x\n", // 1, 0
		"q1 Q0 a 1 2 x\nq1 Q0 c 2 1 x\nq2 Q0 b 1 2 x\nq2 Q0 c 2 1 x\n", // .5, 0
		"q1 Q0 c 1 2 x\nq2 Q0 a 1 2 x\n",                               // 0, .5
	} {
		runs = append(runs, wingtest.Scored(t, "run", run, j, "P@2"))
	}
	got, err := scoring.Average("system", runs)
	if err != nil {
		t.Fatal(err)
	}
	want := []struct{ mean, squares float64 }{{.5, .5}, {.5 / 3, .25 - 3*.25/9}}
	for q, w := range want {
		r := got.RunsOf(0, q)
		if math.Abs(got.Value(0, q)-w.mean) > 1e-15 || r.N != 3 || math.Abs(r.Squares-w.squares) > 1e-15 {
			t.Errorf("query %d: mean %v of %d runs with squares %v, by hand %v", q, got.Value(0, q), r.N, r.Squares, w)
		}
	}
	if !got.Repeated() || runs[0].Repeated() || runs[0].RunsOf(0, 0).N != 1 || got.Name != "system" {
		t.Error("one run is taken for several, or several for one")
	}
	got.KeepQueries([]int{1})
	if r := got.RunsOf(0, 0); r.N != 3 || math.Abs(r.Squares-want[1].squares) > 1e-15 {
		t.Errorf("the query that is kept has %+v", r)
	}
	other := wingtest.Scored(t, "other", "q1 Q0 a 1 2 x\n", j, "P@1")
	if _, err := scoring.Average("system", []*scoring.Table{runs[0], other}); err == nil {
		t.Error("runs scored by other measures are averaged")
	}
}

// A query that a run lacks is scored 0 in that run, and is a missing query of the system only
// where all runs lack it, whichever run that is. What is found in one run is said of it.
func TestAverageMissing(t *testing.T) {
	j := wingtest.JudgmentsFrom(t, "q1 0 a 1\nq2 0 a 1\n")
	whole, cut := "q1 Q0 a 1 2 x\nq2 Q0 a 1 2 x\n", "q1 Q0 a 1 2 x\n"
	for _, c := range []struct {
		runs   []string
		mean   float64
		status result.Status
		lacks  int
		want   string
	}{
		{[]string{cut, whole}, .5, result.Scored, 1, `run 1 of 2: 1 of 2 judged queries are not in the run and score 0: "q2"`},
		{[]string{whole, cut}, .5, result.Scored, 1, `run 2 of 2: 1 of 2 judged queries are not in the run and score 0: "q2"`},
		{[]string{cut, whole, cut}, 1. / 3, result.Scored, 2, `2 of 3 runs, the first of them run 1: 1 of 2 judged queries are not in the run and score 0: "q2"`},
		{[]string{cut, cut}, 0, result.Missing, 2, `1 of 2 judged queries are not in the run and score 0: "q2"`},
	} {
		var runs []*scoring.Table
		for _, run := range c.runs {
			runs = append(runs, wingtest.Scored(t, "run", run, j, "RR"))
		}
		got, err := scoring.Average("system", runs)
		if err != nil {
			t.Fatal(err)
		}
		row := got.Query(1)
		if math.Abs(got.Value(0, 1)-c.mean) > 1e-15 || row.Status != c.status || row.MissingRuns != c.lacks || got.Query(0).MissingRuns != 0 {
			t.Errorf("%q: mean %v, %+v; want %v, %q and %d runs that lack it", c.runs, got.Value(0, 1), row, c.mean, c.status, c.lacks)
		}
		if len(got.Health) != 1 || got.Health[0].Code != result.FindingMissing || got.Health[0].Text != c.want {
			t.Errorf("%q: %+v, want %q", c.runs, got.Health, c.want)
		}
	}
}

// pass@2 and pass^2 of Success@1 over three runs: q1 is found first in two of them, so that
// all but no subset of two has a hit, and one of three has two; q2 in none.
func TestPassOverRuns(t *testing.T) {
	j := wingtest.JudgmentsFrom(t, "q1 0 a 1\nq2 0 a 1\n")
	measures := "pass@2(Success@1),pass^2(Success@1),Success@1"
	var runs []*scoring.Table
	for _, run := range []string{"q1 Q0 a 1 2 x\nq2 Q0 b 1 2 x\n", "q1 Q0 a 1 2 x\n", "q1 Q0 b 1 2 x\nq2 Q0 c 1 2 x\n"} {
		runs = append(runs, wingtest.ScoredAmong(t, "run", run, j, measures, 3))
	}
	got, err := scoring.Average("system", runs)
	if err != nil {
		t.Fatal(err)
	}
	for m, want := range [][2]float64{{1, 0}, {1. / 3, 0}, {2. / 3, 0}} {
		for q := range want {
			if math.Abs(got.Value(m, q)-want[q]) > 1e-15 {
				t.Errorf("%s of query %d is %v, by hand %v", got.Measures[m], q, got.Value(m, q), want[q])
			}
		}
	}
	stored, err := json.Marshal(got.Summarize(false))
	if err != nil {
		t.Fatal(err)
	}
	again, err := scoring.Restore(result.StoredRun{ID: "run_1", Name: "system", Profile: "default", Aggregate: stored, Rows: got.Rows()})
	if err != nil || again.RunsOf(2, 0) != got.RunsOf(2, 0) || again.Value(1, 0) != got.Value(1, 0) {
		t.Errorf("%v: stored and restored, %+v, want %+v", err, again.RunsOf(2, 0), got.RunsOf(2, 0))
	}
	graded := wingtest.ScoredAmong(t, "run", "q1 Q0 b 1 2 x\nq1 Q0 a 2 1 x\n", j, "pass@2(RR)", 2)
	if _, err := scoring.Average("system", []*scoring.Table{graded, graded}); err == nil || !strings.Contains(err.Error(), "0 or 1") {
		t.Errorf("pass@2 of a half: %v", err)
	}
}
