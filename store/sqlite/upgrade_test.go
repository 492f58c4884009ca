package sqlite_test

import (
	"errors"
	"math"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/store/internal/tables"
	"github.com/rankduel/rankduel/store/sqlite"
)

// version3 is a store as it was before answers were kept: its tables, and the
// blobs that the program of that time wrote for the hits of version3Recordings.
const version3 = `
CREATE TABLE rankduel_schema (id INTEGER PRIMARY KEY, version_id INTEGER NOT NULL UNIQUE, is_applied INTEGER NOT NULL, tstamp TIMESTAMP DEFAULT (datetime('now')));
INSERT INTO rankduel_schema (version_id, is_applied) VALUES (0, 1), (1, 1), (2, 1), (3, 1);
CREATE TABLE eval_runs (run_id TEXT PRIMARY KEY, suite TEXT NOT NULL, config_snapshot_json TEXT NOT NULL, aggregate_json TEXT NOT NULL,
	commit_hash TEXT, created_at TEXT NOT NULL, name TEXT NOT NULL DEFAULT '', profile TEXT NOT NULL DEFAULT '', test_set_json TEXT NOT NULL DEFAULT '{}');
CREATE TABLE eval_query_results (run_id TEXT NOT NULL REFERENCES eval_runs(run_id) ON DELETE CASCADE, query_id TEXT NOT NULL,
	result_json TEXT NOT NULL, PRIMARY KEY (run_id, query_id));
CREATE TABLE recordings (component_key TEXT NOT NULL, test_set_key TEXT NOT NULL, query_id TEXT NOT NULL, hits BLOB NOT NULL,
	latency_ms DOUBLE PRECISION NOT NULL, error TEXT NOT NULL, recorded_at TEXT NOT NULL, PRIMARY KEY (component_key, test_set_key, query_id));
INSERT INTO eval_runs (run_id, suite, config_snapshot_json, aggregate_json, created_at) VALUES ('run_old', 's', '{}', '{}', '2026-05-10T08:00:00Z'), ('run_none', 's', '{}', '{}', '2026-05-10T08:00:00Z');
INSERT INTO eval_query_results VALUES ('run_old', 'q1', '{"scores":{"RR":0.5}}'), ('run_old', 'q2', '{"scores":{"RR":null}}');
INSERT INTO recordings VALUES
	('bm25', 'clinical', 'q1', x'0128b52ffd04002d0200740303080802300002646f632d3030313738ff00666972737420746578742c20616e64207468652020616761696e3ac3a9403f8029d300003304003a846a1af3e66e96953a88f1891d', 12.5, '', '2026-05-10T08:00:00Z'),
	('bm25', 'clinical', 'q2', x'0128b52ffd040009000000682705db', 30000, 'timeout', '2026-05-10T08:00:01Z');`

func version3Recordings() map[string]result.Recording {
	return map[string]result.Recording{
		"q1": {QueryID: "q1", LatencyMS: 12.5, Attempts: 1, Hits: []retrieval.Hit{
			{ID: "doc-0017", Score: 12.5, Text: "first text, and the first text again: first text"},
			{ID: "doc-0018", Score: 0.1 + 0.2},
			{ID: "\xff\x00", Score: math.Copysign(0, -1), Text: "é"},
		}},
		"q2": {QueryID: "q2", LatencyMS: 30000, Attempts: 1, Error: "timeout"},
	}
}

func TestStoreOfVersion3(t *testing.T) {
	for name, mode := range map[string]sqlite.Mode{"upgraded": sqlite.Existing, "read only": sqlite.ReadOnly} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "store.db")
			execute(t, path, version3)
			before := dump(t, path)
			db := open(t, path, mode)
			want := version3Recordings()
			wantRecordings(t, db, want)
			delete(want, "q2")
			wantRecordings(t, db, want, "q1")
			if got, err := db.Recorded(t.Context(), newKey()); err != nil || len(got) != 2 || got["q2"].Error != "timeout" {
				t.Errorf("Recorded = %v, %v; want q1 and q2 with its error", got, err)
			}
			if mode == sqlite.ReadOnly {
				if diff := cmp.Diff(before, dump(t, path)); diff != "" {
					t.Errorf("the store was changed (-before +after):\n%s", diff)
				}
				return
			}
			if diff := cmp.Diff([]string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"}, dump(t, path)["versions"]); diff != "" {
				t.Errorf("migrations (-want +got):\n%s", diff)
			}
			r := result.Recording{QueryID: "q2", Attempts: 2, Answer: &retrieval.Answer{Text: "yes"}}
			if err := db.Record(t.Context(), newKey(), []result.Recording{r}); err != nil {
				t.Fatal(err)
			}
			wantRecordings(t, db, map[string]result.Recording{"q2": r}, "q2")
		})
	}
}

// TestDigestsOfOlderStores: what an older store has is believed, and from then on
// only what it had.
func TestDigestsOfOlderStores(t *testing.T) {
	older := filepath.Join(t.TempDir(), "older.db")
	execute(t, older, version3)
	copied := open(t, filepath.Join(t.TempDir(), "copy.db"), sqlite.Create)
	if _, err := copied.CopyFrom(t.Context(), open(t, older, sqlite.ReadOnly).Tables, tables.Copying{}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "store.db")
	execute(t, path, version3)
	upgraded := open(t, path, sqlite.Existing)
	for name, db := range map[string]*sqlite.DB{"read only": open(t, older, sqlite.ReadOnly), "copied": copied, "upgraded": upgraded} {
		wantRecordings(t, db, version3Recordings())
		for id, n := range map[string]int{"run_old": 2, "run_none": 0} {
			if run, err := db.Run(t.Context(), id); err != nil || len(run.Rows) != n {
				t.Errorf("%s: Run = %+v, %v; want %d rows", name, run, err, n)
			}
		}
	}
	execute(t, path, `UPDATE eval_query_results SET result_json = '{"scores":{"RR":1}}' WHERE query_id = 'q1'; UPDATE recordings SET latency_ms = 1 WHERE query_id = 'q2'`)
	if _, err := upgraded.Run(t.Context(), "run_old"); !errors.Is(err, tables.ErrChanged) {
		t.Errorf("Run = %v, want ErrChanged", err)
	}
	if _, err := upgraded.Recordings(t.Context(), newKey()); !errors.Is(err, tables.ErrChanged) {
		t.Errorf("Recordings = %v, want ErrChanged", err)
	}
}

func wantRecordings(t *testing.T, db *sqlite.DB, want map[string]result.Recording, queries ...string) {
	t.Helper()
	got, err := db.Recordings(t.Context(), newKey(), queries...)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Recordings of %q (-want +got):\n%s", queries, diff)
	}
}

// TestPruneToTheSecond gives the database's clock fixed times.
func TestPruneToTheSecond(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	execute(t, path, version3)
	db := open(t, path, sqlite.Existing)
	morning := newRun("").CreatedAt // when q1 was recorded, a second before q2
	for _, tt := range []struct {
		name string
		ms   int64 // after q1 was recorded
		want int
	}{
		{"at that second", 0, 0},
		{"within it, when q1 may have come later", 999, 0},
		{"a second later", 1000, 1},
		{"within that", 1999, 0},
		{"two seconds later", 2000, 1},
	} {
		if n, err := db.PruneRecordings(t.Context(), morning.Add(time.Duration(tt.ms)*time.Millisecond)); n != tt.want || err != nil {
			t.Errorf("%s: PruneRecordings = %d, %v; want %d", tt.name, n, err, tt.want)
		}
	}
}
