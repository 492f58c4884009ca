package scoring_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// What is unjudged is kept as deep as a measure looks, with its ranks, and only
// when asked for; a negative grade is not a judgment.
func TestKeepUnjudged(t *testing.T) {
	j := wingtest.JudgmentsFrom(t, "q1 0 a 2\nq1 0 pooled -1\nq2 0 a 1\n")
	run := trec.Bytes("run", []byte("q1 Q0 x 1 5 t\nq1 Q0 a 2 4 t\nq1 Q0 pooled 3 3 t\nq1 Q0 z 4 2 t\n"))
	p := wingtest.ProfileNamed(t, "default")
	for list, want := range map[string][]scoring.UnjudgedHit{
		"P@1,RR@3":            {{DocID: "x", Rank: 1}, {DocID: "pooled", Rank: 3}},
		"P@1,AP":              {{DocID: "x", Rank: 1}, {DocID: "pooled", Rank: 3}, {DocID: "z", Rank: 4}},
		"P(judged=only)@1":    {{DocID: "x", Rank: 1}, {DocID: "pooled", Rank: 3}, {DocID: "z", Rank: 4}},
		"P@1,RequiredStrings": {{DocID: "x", Rank: 1}},
	} {
		s, err := scoring.RunFile(t.Context(), run, j, wingtest.Measures(t, p, list), p, scoring.Options{KeepUnjudged: true})
		if err != nil {
			t.Fatal(err)
		}
		got := s.Ranking(0, metrics.DocumentLevel)
		if diff := cmp.Diff(want, got.Unjudged); diff != "" {
			t.Errorf("%s: unjudged (-want +got):\n%s", list, diff)
		}
		if got.Judged.Retrieved != 4 || len(got.Judged.Hits) != 1 || s.Top != 2 {
			t.Errorf("%s: %+v, top grade %d", list, got.Judged, s.Top)
		}
		if missing := s.Ranking(1, metrics.DocumentLevel); missing == nil || missing.Judged.Retrieved != 0 || len(missing.Judged.Ideal) != 1 {
			t.Errorf("%s: query that the run lacks: %+v, want an empty ranking", list, missing)
		}
	}
	s, err := scoring.RunFile(t.Context(), run, j, wingtest.Measures(t, p, "P@1"), p, scoring.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Ranking(0, metrics.DocumentLevel) != nil || s.Top != 0 {
		t.Error("rankings are kept that nobody asked for")
	}
}

// Rankings that are added later are what scoring would have kept; a further
// chunk of a document is not a document, and no one can judge it.
func TestKeepRankings(t *testing.T) {
	j := wingtest.JudgmentsFrom(t, "q1 0 a 1\n")
	p := wingtest.ProfileNamed(t, "default")
	s, err := scoring.RunFile(t.Context(), trec.Bytes("run", []byte("q1 Q0 a 1 1 t\n")), j, wingtest.Measures(t, p, "P@5,RR(level=chunk)@5"), p, scoring.Options{})
	if err != nil {
		t.Fatal(err)
	}
	scoring.KeepRankings(s, j).Add(0, []retrieval.Hit{
		{ID: "x#1", Document: "x"}, {ID: "x#2", Document: "x"}, {ID: "a#1", Document: "a"}, {ID: "x#1", Document: "x"},
	})
	documents, chunks := s.Ranking(0, metrics.DocumentLevel), s.Ranking(0, metrics.ChunkLevel)
	if diff := cmp.Diff([]scoring.UnjudgedHit{{DocID: "x", Rank: 1}}, documents.Unjudged); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]scoring.UnjudgedHit{{DocID: "x#1", Rank: 1}, {DocID: "x#2", Rank: 2}, {DocID: "a#1", Rank: 3}}, chunks.Unjudged); diff != "" {
		t.Errorf("chunks (-want +got):\n%s", diff)
	}
}
