package storetest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store"
)

// What is sealed stays what it is: a fact that is there is not replaced.
func testSealed(t *testing.T, s store.Store) {
	ctx := t.Context()
	if facts, err := s.Sealed(ctx, ""); err != nil || len(facts) != 0 {
		t.Fatalf("Sealed = %v, %v; want none", facts, err)
	}
	at := time.Date(2026, 5, 10, 8, 0, 0, 0, time.UTC)
	look := result.Sealed{Kind: "look", Key: "b2", At: at, Fact: []byte(`{"look":1}`)}
	part := result.Sealed{Kind: "part", Key: "a1", At: at.In(time.FixedZone("", 3600)), Fact: []byte(`[]`)}
	if err := s.Seal(ctx, []result.Sealed{part, look, look}); err != nil {
		t.Fatal(err)
	}
	other := result.Sealed{Kind: "look", Key: "b2", At: at.Add(time.Hour), Fact: []byte(`{"look":7}`)}
	if err := s.Seal(ctx, []result.Sealed{other}); err != nil {
		t.Errorf("Seal of a fact that is there: %v", err)
	}
	if err := s.Seal(ctx, nil); err != nil {
		t.Errorf("Seal of nothing: %v", err)
	}
	part.At = at
	facts, err := s.Sealed(ctx, "")
	if diff := cmp.Diff([]result.Sealed{look, part}, facts); diff != "" || err != nil {
		t.Errorf("Sealed: %v (-want +got):\n%s", err, diff)
	}
	facts, err = s.Sealed(ctx, "part")
	if diff := cmp.Diff([]result.Sealed{part}, facts); diff != "" || err != nil {
		t.Errorf("Sealed of a kind: %v (-want +got):\n%s", err, diff)
	}
}
