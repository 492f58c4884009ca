package storetest

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store"
)

func testTokens(t *testing.T, s store.Store) {
	ctx := t.Context()
	if list, err := s.Tokens(ctx); err != nil || len(list) != 0 {
		t.Fatalf("Tokens = %v, %v; want none", list, err)
	}
	made := time.Date(2026, 5, 10, 8, 0, 0, 0, time.UTC)
	ci := result.Token{Name: "ci", Scope: "run", SHA256: strings.Repeat("a", 64), CreatedAt: made}
	ada := result.Token{Name: "Ada", Scope: "read", SHA256: strings.Repeat("b", 64), CreatedAt: made.In(time.FixedZone("", 3600))}
	for _, k := range []result.Token{ci, ada} {
		if err := s.AddToken(ctx, k); err != nil {
			t.Fatal(err)
		}
	}
	again := ci
	again.Scope, again.SHA256 = "admin", strings.Repeat("c", 64)
	if err := s.AddToken(ctx, again); !errors.Is(err, result.ErrExists) || !strings.Contains(err.Error(), "ci") {
		t.Errorf("AddToken of a name that is there = %v, want ErrExists with the name", err)
	}
	again.Name, again.SHA256 = "other", ci.SHA256
	if err := s.AddToken(ctx, again); err == nil {
		t.Error("AddToken of a hash that is there: no error")
	}
	ada.CreatedAt = made
	list, err := s.Tokens(ctx)
	if diff := cmp.Diff([]result.Token{ada, ci}, list); diff != "" || err != nil { // by bytes: A before c
		t.Errorf("Tokens: %v (-want +got):\n%s", err, diff)
	}
	if err := s.RemoveToken(ctx, "ci"); err != nil {
		t.Error(err)
	}
	if err := s.RemoveToken(ctx, "ci"); !errors.Is(err, result.ErrNotFound) {
		t.Errorf("RemoveToken again = %v, want ErrNotFound", err)
	}
	if list, err := s.Tokens(ctx); err != nil || len(list) != 1 || list[0].Name != "Ada" {
		t.Errorf("Tokens = %v, %v; want Ada's", list, err)
	}
}
