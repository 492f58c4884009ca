package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mattn/go-sqlite3"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/store/internal/hitblob"
)

// TestFullDisk is a full disk up by SQLite's own limit on the file's
// pages, which gives the same SQLITE_FULL.
func TestFullDisk(t *testing.T) {
	d := openTemp(t)
	key := result.RecordingKey{Component: "bm25", TestSet: "clinical"}
	few := []result.Recording{{QueryID: "q1", LatencyMS: 1}}
	if err := d.Record(t.Context(), key, few); err != nil {
		t.Fatal(err)
	}
	d.file.db.SetMaxOpenConns(1) // the limit is a connection's
	if _, err := d.file.db.ExecContext(t.Context(), "PRAGMA max_page_count = 20"); err != nil {
		t.Fatal(err)
	}
	var many []result.Recording
	for _, text := range []string{"q1", "q2", "q3", "q4", "q5", "q6", "q7", "q8"} {
		noise := make([]retrieval.Hit, 1000)
		for i := range noise {
			noise[i].Score = 1 / (float64(i) + float64(text[1]))
		}
		many = append(many, result.Recording{QueryID: text, Hits: noise})
	}
	err := d.Record(t.Context(), key, many)
	if !hasCode(err, sqlite3.ErrFull) || !strings.Contains(err.Error(), "no space left") {
		t.Fatalf("Record = %v, want SQLite's ErrFull, explained", err)
	}
	found, err := d.Recordings(t.Context(), key)
	if err != nil || len(found) != 1 || found["q1"].LatencyMS != 1 {
		t.Errorf("Recordings = %v, %v; want what was there before", found, err)
	}
	if err := d.Record(t.Context(), key, few); err != nil {
		t.Errorf("a small write afterwards: %v", err)
	}
}

func TestDamagedRows(t *testing.T) {
	d := openTemp(t)
	key := result.RecordingKey{Component: "bm25", TestSet: "clinical"}
	if err := d.Record(t.Context(), key, []result.Recording{{QueryID: "q1"}}); err != nil {
		t.Fatal(err)
	}
	change(t, d, "UPDATE recordings SET hits = x'0100'")
	if _, err := d.Recordings(t.Context(), key); !errors.Is(err, hitblob.ErrDamaged) || !strings.Contains(err.Error(), `"q1"`) {
		t.Errorf("Recordings = %v, want ErrDamaged and the query", err)
	}

	insert := "INSERT INTO eval_runs (run_id, suite, config_snapshot_json, aggregate_json, created_at, test_set_json) VALUES "
	for _, tt := range []struct{ name, statements, want string }{
		{"time", insert + "('r1', '', '{}', '{}', 'yesterday', '{}')", "created_at"},
		{"test set", insert + "('r1', '', '{}', '{}', '2026-05-10T00:00:00Z', '[')", "test_set_json"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			change(t, d, "DELETE FROM eval_runs; "+tt.statements)
			_, err := d.Runs(t.Context())
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "run r1") {
				t.Errorf("Runs = %v, want an error with %s", err, tt.want)
			}
		})
	}
}

func openTemp(t *testing.T) *DB {
	t.Helper()
	d, err := Open(t.Context(), filepath.Join(t.TempDir(), "store.db"), Create)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

func change(t *testing.T, d *DB, statements string) {
	t.Helper()
	err := d.file.Write(t.Context(), func(during context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(during, statements)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
