package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/store/sqlite"
)

func TestReopen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	want := newRun("run_1", "q1", "q2")
	db := open(t, path, sqlite.Create)
	if err := db.SaveRun(t.Context(), want); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for name, mode := range map[string]sqlite.Mode{"create": sqlite.Create, "existing": sqlite.Existing, "read only": sqlite.ReadOnly} {
		t.Run(name, func(t *testing.T) {
			got, err := open(t, path, mode).Run(t.Context(), "run_1")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("the run after reopening (-want +got):\n%s", diff)
			}
		})
	}
	wantFiles(t, filepath.Dir(path), "store.db")
}

func TestPathsAreNotParsed(t *testing.T) {
	for _, name := range []string{
		"with space.db", "100%.db", "%41.db", "what?mode=memory", "a#b.db", "a&b=c.db", "é.db", "a;b.db",
		"file:x.db", ":memory:.db", "'quoted\".db", "mode=ro", "back\\slash.db",
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, name)
			db := open(t, path, sqlite.Create)
			if err := db.SaveRun(t.Context(), newRun("run_1", "q1")); err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			wantFiles(t, dir, name)
			if _, err := open(t, path, sqlite.ReadOnly).Run(t.Context(), "run_1"); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestRelativePath(t *testing.T) {
	t.Chdir(t.TempDir())
	open(t, "store.db", sqlite.Create)
	if _, err := os.Stat("store.db"); err != nil {
		t.Error(err)
	}
}

func TestOpenMissing(t *testing.T) {
	for name, mode := range map[string]sqlite.Mode{"existing": sqlite.Existing, "read only": sqlite.ReadOnly} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "rankduel.db")
			_, err := sqlite.Open(t.Context(), path, mode)
			wantError(t, err, path, "nothing has been stored there")
			if !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("error %v is not fs.ErrNotExist", err)
			}
			wantFiles(t, dir)
		})
	}
}

func TestOpenRefusesPaths(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	write(t, file, "x")
	tests := []struct{ name, path, want string }{
		{"folder", dir, "is a folder"},
		{"in a folder that is not there", filepath.Join(dir, "no", "store.db"), "its folder"},
		{"in a file", filepath.Join(file, "store.db"), "not a directory"},
		{"device", os.DevNull, "not a regular file"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := sqlite.Open(t.Context(), tt.path, sqlite.Create)
			wantError(t, err, tt.path, tt.want)
		})
	}
	wantFiles(t, dir, "file")
}

func TestOpenRefusesOtherFiles(t *testing.T) {
	for name, content := range map[string]string{
		"one byte":          "x", // SQLite would take it for empty
		"a line":            "q1 Q0 d1 1 0.5 bm25\n",
		"below a page":      strings.Repeat("x", 511),
		"a run file":        strings.Repeat("q1 Q0 d1 1 0.5 bm25\n", 5000),
		"zeros":             strings.Repeat("\x00", 8192),
		"a header, no more": "SQLite format 3\x00" + strings.Repeat("x", 4080),
	} {
		for mode, m := range map[string]sqlite.Mode{"create": sqlite.Create, "existing": sqlite.Existing, "read only": sqlite.ReadOnly} {
			t.Run(name+", "+mode, func(t *testing.T) {
				dir := t.TempDir()
				path := filepath.Join(dir, "run.trec")
				write(t, path, content)
				_, err := sqlite.Open(t.Context(), path, m)
				wantError(t, err, path, "")
				if got, err := os.ReadFile(path); err != nil || string(got) != content {
					t.Errorf("the file was changed (%v)", err)
				}
				wantFiles(t, dir, "run.trec")
			})
		}
	}
}

func TestOpenRefusesOtherDatabases(t *testing.T) {
	tests := []struct{ name, statements, want string }{
		{"another program's", "CREATE TABLE users (id)", "another program's database"},
		{"a newer store", "CREATE TABLE rankduel_schema (version_id, is_applied); INSERT INTO rankduel_schema VALUES (0, 1), (99, 1)", "version 99"},
		{"an eval_runs of others", "CREATE TABLE eval_runs (run_id TEXT PRIMARY KEY, suite TEXT)", "no column config_snapshot_json"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "other.db")
			execute(t, path, tt.statements)
			before := dump(t, path)
			_, err := sqlite.Open(t.Context(), path, sqlite.Create)
			wantError(t, err, path, tt.want)
			if diff := cmp.Diff(before, dump(t, path)); diff != "" {
				t.Errorf("the database was changed (-before +after):\n%s", diff)
			}
		})
	}
}

func TestOpenEmptyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "empty.db")
	write(t, path, "")
	for _, mode := range []sqlite.Mode{sqlite.Existing, sqlite.ReadOnly} {
		_, err := sqlite.Open(t.Context(), path, mode)
		wantError(t, err, path, "empty database")
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%v is not fs.ErrNotExist, as store.OpenExisting has it", err)
		}
	}
	open(t, path, sqlite.Create)
}

func TestReadOnlyRefusesWriting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	if err := open(t, path, sqlite.Create).SaveRun(t.Context(), newRun("run_1", "q1")); err != nil {
		t.Fatal(err)
	}
	db := open(t, path, sqlite.ReadOnly)
	_, prune := db.PruneRecordings(t.Context(), time.Now())
	for name, err := range map[string]error{
		"PruneRecordings": prune,
		"SaveRun":         db.SaveRun(t.Context(), newRun("run_2", "q1")),
		"Record":          db.Record(t.Context(), newKey(), recordings(1, 1)),
		"Remove":          db.Remove(t.Context(), "run_1"),
	} {
		if err == nil || !strings.Contains(err.Error(), "reading only") {
			t.Errorf("%s = %v, want an error", name, err)
		}
	}
}

// A store without write permission is read and never written, by root neither.
func TestProtectedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	db := open(t, path, sqlite.Create)
	if err := errors.Join(db.SaveRun(t.Context(), newRun("run_1", "q1")), db.Close(), os.Chmod(path, 0o444)); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, mode := range map[string]sqlite.Mode{"create": sqlite.Create, "existing": sqlite.Existing} {
		db := open(t, path, mode)
		if _, err := db.Run(t.Context(), "run_1"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := db.SaveRun(t.Context(), newRun("run_2", "q1")); err == nil || !strings.Contains(err.Error(), "the file is read-only, and stays as it is") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file changed: %v", err)
	}
}

func TestReadOnlyFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "store.db")
	db := open(t, path, sqlite.Create)
	if err := errors.Join(db.SaveRun(t.Context(), newRun("run_1", "q1")), db.Close()); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(dir, 0o755) })

	if _, err := open(t, path, sqlite.ReadOnly).Run(t.Context(), "run_1"); err != nil {
		t.Errorf("reading: %v", err)
	}
	_, err := sqlite.Open(t.Context(), path, sqlite.Existing)
	wantError(t, err, path, "cannot be")
	other := filepath.Join(dir, "other.db")
	_, err = sqlite.Open(t.Context(), other, sqlite.Create)
	wantError(t, err, other, "cannot be")
	wantFiles(t, dir, "store.db")
}

// wantError checks that err names the store and says what is wanted.
func wantError(t *testing.T, err error, path, want string) {
	t.Helper()
	if err == nil {
		t.Fatal("Open succeeded")
	}
	if !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), want) {
		t.Errorf("error %q, want one with %q and %q", err, path, want)
	}
}

// wantFiles checks that a folder holds these files and no others.
func wantFiles(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// execute runs SQL on a file behind the store's back.
func execute(t *testing.T, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(t.Context(), statements)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// dump returns the tables of a database as SQLite describes them, and every
// row of eval_runs and eval_query_results in the columns that kebab knows.
func dump(t *testing.T, path string) map[string][]string {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	content := map[string][]string{}
	for name, query := range map[string]string{
		"tables":  "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name",
		"journal": "PRAGMA journal_mode",
		"runs": `SELECT json_array(run_id, suite, config_snapshot_json, aggregate_json, commit_hash, created_at)
			FROM eval_runs ORDER BY run_id`,
		"versions": "SELECT version_id FROM rankduel_schema ORDER BY id",
		"results":  "SELECT json_array(run_id, query_id, result_json) FROM eval_query_results ORDER BY run_id, query_id",
	} {
		rows, err := db.QueryContext(context.WithoutCancel(t.Context()), query) // also when the test ends
		if err != nil {
			continue // no such table
		}
		for rows.Next() {
			var s string
			if err := rows.Scan(&s); err != nil {
				t.Fatal(err)
			}
			content[name] = append(content[name], s)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return content
}
