package scoring_test

import (
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A table without some of its queries is the table of a run that was scored
// without them, bounds and ties included; a query that is added scores 0 and
// cannot move.
func TestKeepQueries(t *testing.T) {
	const first, second = "q1 Q0 x 1 2 t\nq1 Q0 a 2 2 t\n", "q2 Q0 b 1 2 t\nq2 Q0 y 2 1 t\n"
	both := bounded(t, "q1 0 a 1\nq2 0 b 1\n", first+second)
	alone := bounded(t, "q1 0 a 1\n", first).Summarize(false).Measures[0]
	both.KeepQueries([]int{0})
	got := both.Summarize(false).Measures[0]
	if *got.Mean != *alone.Mean || *got.Ties != *alone.Ties || *got.Bounds != *alone.Bounds {
		t.Errorf("kept %v, %+v, %+v, want %v, %+v, %+v", *got.Mean, *got.Ties, *got.Bounds, *alone.Mean, *alone.Ties, *alone.Bounds)
	}
	both.AddMissing([]result.Row{{QueryID: "q3"}})
	got = both.Summarize(false).Measures[0]
	if *got.Mean != *alone.Mean/2 || got.Ties.Max != alone.Ties.Max/2 || got.Bounds.High != alone.Bounds.High/2 {
		t.Errorf("with a query of score 0: %v, %+v, %+v, want half of %v, %+v, %+v", *got.Mean, *got.Ties, *got.Bounds, *alone.Mean, *alone.Ties, *alone.Bounds)
	}
}

func bounded(t *testing.T, qrels, run string) *scoring.Table {
	t.Helper()
	profile := wingtest.ProfileNamed(t, "qrels")
	s, err := scoring.RunFile(t.Context(), trec.Bytes("run", []byte(run)), wingtest.JudgmentsFrom(t, qrels), wingtest.Measures(t, profile, "RR"), profile, scoring.Options{Ties: true, Bounds: true})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
