package storetest

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store"
)

// testRecorded compares what Recorded lists with the errors of Recordings.
func testRecorded(t *testing.T, s store.Store) {
	key, other := keyOf("live"), keyOf("other")
	failed := result.Recording{QueryID: "\x00 \xff", Attempts: 1, Error: "timeout\nafter 30 s"}
	record(t, s, key, oneHit("007", 1), oneHit("7", 1), oneHit("", 1), failed)
	record(t, s, other, result.Recording{QueryID: "7", Error: "refused"})
	wantRecorded(t, s, key, map[string]string{"007": "", "7": "", "": "", "\x00 \xff": "timeout\nafter 30 s"})
	wantRecorded(t, s, other, map[string]string{"7": "refused"})
	wantRecorded(t, s, keyOf("unknown"), map[string]string{})

	record(t, s, other, oneHit("7", 1)) // the second try was answered
	wantRecorded(t, s, other, map[string]string{"7": ""})
}

func wantRecorded(t *testing.T, s store.Store, key result.RecordingKey, want map[string]string) {
	t.Helper()
	states, err := s.Recorded(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for id, have := range states {
		got[id] = have.Error
	}
	wantEqual(t, fmt.Sprintf("Recorded under %+v", key), want, got)
	found, err := s.Recordings(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	faults := map[string]string{}
	for id, r := range found {
		faults[id] = r.Error
		want := r.State()
		want.At = states[id].At
		if states[id] != want || want.At.IsZero() {
			t.Errorf("Recorded says %+v of %q, Recordings %+v", states[id], id, want)
		}
	}
	if diff := cmp.Diff(faults, got); diff != "" {
		t.Errorf("Recorded and the errors of Recordings (-Recordings +Recorded):\n%s", diff)
	}
}

func testSomeRecordings(t *testing.T, s store.Store) {
	key := keyOf("bm25")
	for i, id := range opaqueIDs() {
		record(t, s, key, oneHit(id, float64(i)))
		record(t, s, keyOf("dense"), oneHit(id, -1)) // next to it, never asked for
	}
	tests := []struct {
		name    string
		queries []string
		want    []string
	}{
		{"one", []string{"7"}, []string{"7"}},
		{"two that differ by zeros", []string{"007", "7"}, []string{"007", "7"}},
		{"asked for twice", []string{"7", "7"}, []string{"7"}},
		{"all by name", opaqueIDs(), opaqueIDs()},
		{"the empty id", []string{""}, []string{""}},
		{"unknown", []string{"8"}, nil},
		{"unknown and known", []string{"8", "é", "9"}, []string{"é"}},
		{"another case", []string{"q", "É"}, nil},
		{"beginnings", []string{"\x00", "00"}, nil},
		{"a pattern", []string{"%", "*", "_"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := map[string]result.Recording{}
			for i, id := range opaqueIDs() {
				for _, w := range tt.want {
					if w == id {
						want[id] = oneHit(id, float64(i))
					}
				}
			}
			wantRecordings(t, s, key, want, tt.queries...)
		})
	}
	wantRecordings(t, s, keyOf("unknown"), map[string]result.Recording{}, "7")
}

// opaqueIDs returns ids that a store must neither trim nor read as numbers, patterns, other encodings or SQL.
func opaqueIDs() []string {
	return []string{"007", "7", "7.0", "Q", "", " 7", "\x00 \xff", "\x00a", "é", "e\u0301", "q' OR '1'='1", "$3", "?"}
}

// testManyRecordings asks for more at once than databases take variables in
// one statement: SQLite 32 766 at most, PostgreSQL 65 535.
func testManyRecordings(t *testing.T, s store.Store) {
	const recorded, asked = 5000, 70_000
	key := keyOf("bm25")
	all := make([]result.Recording, recorded)
	for i := range all {
		all[i] = oneHit(fmt.Sprintf("q%d", i*2), float64(i))
	}
	record(t, s, key, all...)
	wantMany := func(queries []string, want int) {
		t.Helper()
		found, err := s.Recordings(t.Context(), key, queries...)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) != want {
			t.Errorf("%d recordings of %d queries, want %d", len(found), len(queries), want)
		}
		for id, r := range found {
			var i int
			if _, err := fmt.Sscanf(id, "q%d", &i); err != nil || r.QueryID != id || r.Hits[0].Score != float64(i/2) {
				t.Fatalf("query %s has the recording %+v", id, r)
			}
		}
	}
	queries := make([]string, asked)
	for i := range queries {
		queries[i] = fmt.Sprintf("q%d", i) // every other is recorded, up to 10 000
	}
	wantMany(queries[:5000], 2500)
	wantMany(queries, recorded)
	wantMany(nil, recorded)
}
