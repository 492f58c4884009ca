package storetest

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store"
)

func testResolve(t *testing.T, s store.Store) {
	for _, id := range []string{"3f9ac1d2aa", "3f9ac1d2bb", "3f9ac1d2bb00", "run_0196a0", "runX0196b0", "ab", "100%25"} {
		save(t, s, newRun(id))
	}
	tests := []struct {
		name, prefix, want string
		contains           []string // of the error
		notFound           bool
	}{
		{name: "whole id", prefix: "3f9ac1d2aa", want: "3f9ac1d2aa"},
		{name: "whole id that begins another", prefix: "3f9ac1d2bb", want: "3f9ac1d2bb"},
		{name: "short whole id", prefix: "ab", want: "ab"},
		{name: "unique", prefix: "3f9ac1d2a", want: "3f9ac1d2aa"},
		{name: "underscore is no wildcard", prefix: "run_01", want: "run_0196a0"},
		{name: "percent is no wildcard", prefix: "run%01", notFound: true, contains: []string{"run%01"}},
		{name: "ambiguous", prefix: "3f9ac1", contains: []string{"3f9ac1d2aa", "3f9ac1d2bb", "3f9ac1d2bb00"}},
		{name: "too short", prefix: "run_0", notFound: true, contains: []string{"run_0", "6 characters"}},
		{name: "case matters", prefix: "RUN_01", notFound: true, contains: []string{"RUN_01"}},
		{name: "longer than any", prefix: "run_0196a0x", notFound: true, contains: []string{"run_0196a0x"}},
		{name: "empty", prefix: "", notFound: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := s.Resolve(t.Context(), tt.prefix)
			if got != tt.want || (err == nil) != (tt.want != "") {
				t.Fatalf("Resolve(%q) = %q, %v; want %q", tt.prefix, got, err, tt.want)
			}
			if err == nil {
				return
			}
			if errors.Is(err, result.ErrNotFound) != tt.notFound {
				t.Errorf("error %q, want ErrNotFound: %v", err, tt.notFound)
			}
			for _, part := range tt.contains {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("error %q does not contain %q", err, part)
				}
			}
		})
	}
}

func testRemove(t *testing.T, s store.Store) {
	kept := newRun("run_kept", "q1", "q2")
	save(t, s, newRun("run_gone", "q1", "q2"), kept)
	record(t, s, keyOf("bm25"), oneHit("q1", 1))
	if err := s.Remove(t.Context(), "run_gone"); err != nil {
		t.Fatal(err)
	}
	wantNotFound(t, s, "run_gone")
	wantEqual(t, "the run next to it", kept, mustRun(t, s, "run_kept"))
	wantRecordings(t, s, keyOf("bm25"), map[string]result.Recording{"q1": oneHit("q1", 1)})

	fresh := newRun("run_gone", "q9") // its rows went with it
	save(t, s, fresh)
	wantEqual(t, "the run saved again", fresh, mustRun(t, s, "run_gone"))
}

// testPruneRecordings cuts an hour before and after what was recorded just
// now, since the store's clock need not be this machine's.
func testPruneRecordings(t *testing.T, s store.Store) {
	run := newRun("run_1", "q1")
	save(t, s, run)
	record(t, s, keyOf("bm25"), oneHit("q1", 1), oneHit("q2", 2))
	record(t, s, keyOf("dense"), oneHit("q1", 3))
	for _, tt := range []struct {
		name      string
		olderThan time.Time
		want      int
	}{
		{"no time", time.Time{}, 0},
		{"an hour ago", time.Now().Add(-time.Hour), 0},
		{"in an hour, far in the east", time.Now().Add(time.Hour).In(time.FixedZone("", 14*3600)), 3},
		{"again", time.Now().Add(time.Hour), 0},
	} {
		if n, err := s.PruneRecordings(t.Context(), tt.olderThan); n != tt.want || err != nil {
			t.Errorf("%s: PruneRecordings = %d, %v; want %d", tt.name, n, err, tt.want)
		}
	}
	wantUntouched(t, s, run)
}

func testQueryResults(t *testing.T, s store.Store) {
	save(t, s, newRun("run_1", "q1", "q2"), newRun("run_2"))
	got, err := s.QueryResults(t.Context(), "run_1")
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || !strings.Contains(string(got["q2"]), `"query_id":"q2"`) {
		t.Errorf("QueryResults = %s, want the documents of q1 and q2", got)
	}
	if got, err := s.QueryResults(t.Context(), "run_2"); err != nil || len(got) != 0 {
		t.Errorf("QueryResults of a run without rows = %s, %v; want none", got, err)
	}
}
