package kebab_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store/internal/tables"
	"github.com/rankduel/rankduel/store/kebab"
	"github.com/rankduel/rankduel/store/sqlite"
)

// The fixture is kebab_store.sqlite of the conformance vectors: two runs of 12
// queries, with one document and one chunk next to them.

// storeIn puts the fixture into a folder of its own, in a journal mode.
func storeIn(t *testing.T, mode string) string {
	t.Helper()
	content, err := os.ReadFile("testdata/kebab_store.sqlite")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "kebab ?#%.sqlite")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if mode != "delete" {
		execute(t, path, "PRAGMA journal_mode="+mode)
	}
	return path
}

func execute(t *testing.T, path, statements string) {
	t.Helper()
	db := another(t, path)
	if _, err := db.ExecContext(t.Context(), statements); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func closing(t *testing.T, c io.Closer) {
	t.Helper()
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// another opens the store as another program does.
func another(t *testing.T, path string) *sql.DB {
	t.Helper()
	name := "file:" + strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
	db, err := sql.Open("sqlite3", name)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	return db
}

// hashes returns those of all files in the store's folder.
func hashes(t *testing.T, path string) map[string]string {
	t.Helper()
	files := map[string]string{}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(filepath.Dir(path), e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = fmt.Sprintf("%x", sha256.Sum256(data))
	}
	return files
}

// values returns every value of every table, as SQLite writes it.
func values(t *testing.T, path string) map[string]string {
	t.Helper()
	db := another(t, path)
	defer closing(t, db)
	all := map[string]string{}
	for table, query := range map[string]string{
		"schema": "SELECT name, sql FROM sqlite_master ORDER BY name", "documents": "SELECT * FROM documents",
		"chunks": "SELECT * FROM chunks", "runs": "SELECT * FROM eval_runs ORDER BY run_id",
		"rows": "SELECT * FROM eval_query_results ORDER BY run_id, query_id",
	} {
		rows, err := db.QueryContext(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; rows.Next(); n++ {
			row := make([]any, len(columns))
			for i := range row {
				row[i] = new(sql.NullString)
			}
			if err := rows.Scan(row...); err != nil {
				t.Fatal(err)
			}
			for i, v := range row {
				all[fmt.Sprint(table, " ", n, " ", columns[i])] = fmt.Sprint(*v.(*sql.NullString))
			}
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// readAll reads everything that there is to read.
func readAll(t *testing.T, path string) {
	t.Helper()
	if !kebab.Is(t.Context(), path) {
		t.Fatal("Is = false")
	}
	d, err := kebab.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	runs, err := d.Runs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(runs) != 2 || runs[0].ID != "run_0196b1" || runs[1].ID != "run_0196a0" || runs[1].Queries != 12 {
		t.Fatalf("Runs = %+v, want run_0196b1 and run_0196a0 with 12 queries", runs)
	}
	a := runs[1]
	if a.Suite != "golden" || string(a.Aggregate) != "{}" || a.Aggregated() || a.CommitHash != "0000000" || a.CreatedAt != "2026-05-10T00:00:00Z" {
		t.Errorf("run %+v", a)
	}
	var ids []string
	for row, err := range d.Rows(t.Context(), "run_0196a0") {
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(row.JSON), `{"query_id": "`+row.QueryID+`"`) {
			t.Errorf("row %s is %.40s", row.QueryID, row.JSON)
		}
		ids = append(ids, row.QueryID)
	}
	if want := strings.Fields("q00 q01 q02 q03 q04 q05 q06 q07 q08 q09 q10 q11"); !slices.Equal(ids, want) {
		t.Errorf("rows %v, want %v", ids, want)
	}
	for _, err := range d.Rows(t.Context(), "run_0196a0") {
		if err != nil {
			t.Error(err)
		}
		break // anyone who stops early leaves no lock behind
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
}

// Reading changes no byte and leaves no file, in both of SQLite's journal modes,
// alone and while kebab has the store open.
func TestReadingLeavesNothing(t *testing.T) {
	for _, mode := range []string{"delete", "wal"} {
		t.Run(mode, func(t *testing.T) {
			path := storeIn(t, mode)
			before := hashes(t, path)
			if len(before) != 1 {
				t.Fatalf("files before: %v", before)
			}
			readAll(t, path)
			if diff := cmp.Diff(before, hashes(t, path)); diff != "" {
				t.Errorf("files (-before +after):\n%s", diff)
			}
		})
		t.Run(mode+", open elsewhere", func(t *testing.T) {
			path := storeIn(t, mode)
			db := another(t, path)
			defer closing(t, db)
			if _, err := db.ExecContext(t.Context(), "UPDATE documents SET workspace_path = 'b.md'"); err != nil {
				t.Fatal(err)
			}
			before := hashes(t, path)
			readAll(t, path)
			after := hashes(t, path)
			if slices.Sorted(maps.Keys(before)) == nil || !slices.Equal(slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(after))) {
				t.Errorf("files %v, then %v", before, after)
			}
			for name, hash := range before {
				if !strings.HasSuffix(name, "-shm") && after[name] != hash { // SQLite's locks are in there
					t.Errorf("%s changed", name)
				}
			}
		})
	}
}

// The one statement changes one value, whatever the journal mode.
func TestSetAggregateChangesOneValue(t *testing.T) {
	const aggregate = `{"mrr":0.1667,"citation_coverage":null}`
	for _, mode := range []string{"delete", "wal"} {
		t.Run(mode, func(t *testing.T) {
			path := storeIn(t, mode)
			want := values(t, path)
			if err := kebab.SetAggregate(t.Context(), path, "run_0196a0", []byte(aggregate)); err != nil {
				t.Fatal(err)
			}
			if files := hashes(t, path); len(files) != 1 {
				t.Errorf("files %v", files)
			}
			if want["runs 0 run_id"] != "{run_0196a0 true}" {
				t.Fatalf("the first run is %s", want["runs 0 run_id"])
			}
			want["runs 0 aggregate_json"] = "{" + aggregate + " true}"
			if diff := cmp.Diff(want, values(t, path)); diff != "" {
				t.Errorf("values (-want +got):\n%s", diff)
			}
		})
	}
}

// KR-O-02: an unknown run is an error that names it, and nothing is added.
func TestSetAggregateOfNoRun(t *testing.T) {
	path := storeIn(t, "delete")
	before := hashes(t, path)
	err := kebab.SetAggregate(t.Context(), path, "run_does_not_exist", []byte("{}"))
	if !errors.Is(err, result.ErrNotFound) || !strings.Contains(err.Error(), "run_does_not_exist") {
		t.Errorf("SetAggregate = %v", err)
	}
	if err := kebab.SetAggregate(t.Context(), path, "run_0196a0", []byte("{")); err == nil {
		t.Error("text that is no JSON was stored")
	}
	if diff := cmp.Diff(before, hashes(t, path)); diff != "" {
		t.Errorf("files (-before +after):\n%s", diff)
	}
}

// A store that another process has locked is waited for, and then an error that
// says what to do.
func TestLocked(t *testing.T) {
	path := storeIn(t, "delete")
	other := another(t, path)
	defer closing(t, other)
	if _, err := other.ExecContext(t.Context(), "BEGIN EXCLUSIVE"); err != nil {
		t.Fatal(err)
	}
	patience := kebab.Patience(300 * time.Millisecond)
	began := time.Now()
	err := kebab.SetAggregate(t.Context(), path, "run_0196a0", []byte("{}"), patience)
	if !errors.Is(err, tables.ErrBusy) || !strings.Contains(err.Error(), "wait until it is done") || time.Since(began) < 300*time.Millisecond {
		t.Errorf("SetAggregate = %v after %v", err, time.Since(began))
	}
	if _, err := kebab.Open(t.Context(), path, patience); !errors.Is(err, tables.ErrBusy) {
		t.Errorf("Open = %v", err)
	}
	told := make(chan tables.Wait, 1)
	done := make(chan error, 1)
	go func() {
		done <- kebab.SetAggregate(context.Background(), path, "run_0196a0", []byte("{}"), tables.OnWait(func(w tables.Wait) { told <- w }))
	}()
	if w := <-told; w.Path != path || w.Limit != time.Minute {
		t.Errorf("told %+v", w)
	}
	if _, err := other.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Errorf("after the lock was gone: %v", err)
	}
}

// What kebab wrote while a file was read without locks is said.
func TestChangedMeanwhile(t *testing.T) {
	path := storeIn(t, "wal")
	d, err := kebab.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	execute(t, path, "UPDATE documents SET workspace_path = 'another, and longer than the page cache knows.md'")
	if err := d.Close(); !errors.Is(err, kebab.ErrChanged) {
		t.Errorf("Close = %v", err)
	}
}

// A file that is none is refused, and never touched.
func TestNoStore(t *testing.T) {
	dir := t.TempDir()
	own := filepath.Join(dir, "own.db")
	db, err := sqlite.Open(t.Context(), own, sqlite.Create)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if kebab.Is(t.Context(), own) {
		t.Error("a store of our own is one of kebab")
	}
	other := filepath.Join(dir, "other.db")
	execute(t, other, "CREATE TABLE eval_runs (run_id TEXT); CREATE TABLE eval_query_results (run_id TEXT)")
	text := filepath.Join(dir, "text.txt")
	if err := os.WriteFile(text, []byte(strings.Repeat("no database\n", 99)), 0o600); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(dir, "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	before := hashes(t, own)
	for path, want := range map[string]string{
		other: "it lacks eval_runs.suite", text: "not a SQLite database", empty: "not a SQLite database", dir: "is a folder",
	} {
		if _, err := kebab.Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Open(%s) = %v, want %q", path, err, want)
		}
		if path != other && kebab.SetAggregate(t.Context(), path, "r", []byte("{}")) == nil {
			t.Errorf("%s was written", path)
		}
	}
	missing := filepath.Join(dir, "missing.sqlite")
	if _, err := kebab.Open(t.Context(), missing); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if err := kebab.SetAggregate(t.Context(), missing, "r", []byte("{}")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if diff := cmp.Diff(before, hashes(t, own)); diff != "" {
		t.Errorf("files (-before +after):\n%s", diff)
	}
}

// Runs are found by the beginning of their ids, as everywhere here.
func TestRun(t *testing.T) {
	d, err := kebab.Open(t.Context(), storeIn(t, "delete"))
	if err != nil {
		t.Fatal(err)
	}
	defer closing(t, d)
	for id, want := range map[string]string{
		"run_0196a0": "run_0196a0", "run_0196a": "run_0196a0", "run_0196": "2 runs begin with it", "run_": "at least 6", "": "not found", "run%0196a": "not found",
	} {
		run, err := d.Run(t.Context(), id)
		if err == nil && run.ID != want || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("Run(%q) = %s, %v; want %s", id, run.ID, err, want)
		}
	}
}
