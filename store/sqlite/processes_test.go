package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/rankduel/rankduel/store/sqlite"
	"github.com/rankduel/rankduel/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

func TestProcesses(t *testing.T) {
	storetest.Processes(t, func(t *testing.T) string {
		path := filepath.Join(t.TempDir(), "store.db")
		t.Cleanup(func() {
			wantFiles(t, filepath.Dir(path), "store.db") // the WAL was taken in
			versions := dump(t, path)["versions"]
			for i, v := range versions {
				if v != strconv.Itoa(i) {
					t.Fatalf("migrations %v, want each applied once", versions)
				}
			}
			if len(versions) < 6 {
				t.Errorf("migrations %v, want all", versions)
			}
		})
		return path
	})
}

// TestWaitsForALock holds the write lock for longer than SQLite itself waits.
func TestWaitsForALock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	db := open(t, path, sqlite.Create)
	release := hold(t, path)
	start := time.Now()
	time.AfterFunc(600*time.Millisecond, release)
	if err := db.SaveRun(t.Context(), newRun("run_1", "q1")); err != nil {
		t.Fatal(err)
	}
	if waited := time.Since(start); waited < 500*time.Millisecond {
		t.Errorf("the write took %v although the store was locked for 600 ms", waited)
	}
}

// TestStopsWaiting ends the context while another process holds the lock.
func TestStopsWaiting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	db := open(t, path, sqlite.Create)
	release := hold(t, path)
	defer release()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := db.SaveRun(ctx, newRun("run_1", "q1")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("SaveRun = %v, want context.DeadlineExceeded", err)
	}
	if runs, err := db.Runs(t.Context()); err != nil || len(runs) != 0 {
		t.Errorf("Runs next to a writer = %v, %v; want none", runs, err)
	}
}

// hold takes the write lock of a store, as another process would.
func hold(t *testing.T, path string) (release func()) {
	t.Helper()
	raw, err := sql.Open("sqlite3", "file:"+path+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	tx, err := raw.BeginTx(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		_ = tx.Rollback()
		_ = raw.Close()
	}
}
