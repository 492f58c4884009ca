package trec_test

import (
	"testing"

	"github.com/rankduel/rankduel/internal/idtable"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
)

func TestNewRanking(t *testing.T) {
	hits := []retrieval.Hit{{ID: "b c", Score: 2}, {ID: "", Score: 2}, {ID: "a\xff", Score: -1}}
	r := trec.NewRanking("q 1", hits)
	if string(r.Query) != "q 1" || r.Len() != 3 {
		t.Fatalf("query %q with %d hits, want q 1 with 3", r.Query, r.Len())
	}
	for i, h := range hits {
		if string(r.Doc(i)) != h.ID || r.Scores[i] != h.Score {
			t.Errorf("hit %d is %q %v, want %q %v", i, r.Doc(i), r.Scores[i], h.ID, h.Score)
		}
		if at, ok := r.Find(idtable.Hash([]byte(h.ID)), h.ID); !ok || at != i {
			t.Errorf("Find(%q) = %d, %v, want %d", h.ID, at, ok, i)
		}
	}
	if _, ok := r.Find(idtable.Hash([]byte("b")), "b"); ok {
		t.Error("found a document that is not there")
	}
	if empty := trec.NewRanking("q", nil); empty.Len() != 0 {
		t.Errorf("%d hits of none", empty.Len())
	}
}
