package scoring_test

import (
	"math"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
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
