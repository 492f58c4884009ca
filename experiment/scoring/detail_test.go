package scoring_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// The kept hits are the first of the ranking in the order that was scored, each
// with its grade: judged not relevant is 0, pooled without a judgment (a
// negative grade) and never pooled are both unjudged.
func TestDetailKeepsHits(t *testing.T) {
	j := wingtest.JudgmentsFrom(t, "q2 0 a 2\nq2 0 b 0\nq2 0 c -1\nq1 0 a 1\n")
	profile := wingtest.ProfileNamed(t, "qrels")
	run := "q2 Q0 d 1 4 t\nq2 Q0 c 2 3 t\nq2 Q0 b 3 2 t\nq2 Q0 a 4 1 t\n"
	s, err := scoring.RunFile(t.Context(), trec.Bytes("run", []byte(run)), j, wingtest.Measures(t, profile, "RR"), profile, scoring.Options{KeepHits: 3, KeepRanks: true})
	if err != nil {
		t.Fatal(err)
	}
	d := s.Detail(3)
	if d.Depth != 3 || len(d.Queries) != 2 || d.Queries[0].QueryID != "q1" || d.Queries[0].Status != result.Missing {
		t.Fatalf("detail = %+v, want q1 (missing) and q2 in the order of their ids", d)
	}
	q := d.Queries[1]
	want := []result.JudgedHit{{DocID: "d", Grade: result.Unjudged, Score: 4}, {DocID: "c", Grade: result.Unjudged, Score: 3}, {DocID: "b", Grade: 0, Score: 2}}
	if diff := cmp.Diff(want, q.Hits); diff != "" {
		t.Error(diff)
	}
	if q.Retrieved != 4 || *q.Scores["RR"] != .25 || q.Relevant[0].Rank != 4 {
		t.Errorf("retrieved %d, RR %v, relevant %+v, want 4, 1/4, rank 4", q.Retrieved, *q.Scores["RR"], q.Relevant)
	}
}

// A live ranking is graded as it is scored: a document that comes twice counts
// once, and a further chunk of a document is no one's judgment.
func TestGraderGradesAsScored(t *testing.T) {
	j := wingtest.JudgmentsFrom(t, "q1 0 a 2\nq1 0 b 0\n")
	profile := wingtest.ProfileNamed(t, "qrels")
	g := scoring.NewGrader(j, wingtest.Measures(t, profile, "RR"), profile)
	got := g.Grade(0, []retrieval.Hit{{ID: "b", Score: 3}, {ID: "b", Score: 2}, {ID: "a", Score: 1}}, 10)
	want := []result.JudgedHit{{DocID: "b", Grade: 0, Score: 3}, {DocID: "a", Grade: 2, Score: 1}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	got = g.Grade(0, []retrieval.Hit{{ID: "a#1", Document: "a"}, {ID: "a#2", Document: "a"}}, 10)
	want = []result.JudgedHit{{DocID: "a", Grade: 2}, {DocID: "a#2", Grade: result.Unjudged}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
