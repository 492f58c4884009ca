package kebab_test

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store/kebab"
)

func rowsOf(rows ...result.KebabRow) iter.Seq2[result.KebabRow, error] {
	return func(yield func(result.KebabRow, error) bool) {
		for _, row := range rows {
			if !yield(row, nil) {
				return
			}
		}
	}
}

// dump returns a store as text, for which the driver has to do: its tables as they
// were declared, without blanks, and its rows in the order they were written.
func dump(t *testing.T, path string) (schema, rows string) {
	t.Helper()
	db := another(t, path)
	defer closing(t, db)
	if err := db.QueryRowContext(t.Context(), `SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_master WHERE name LIKE 'eval%' ORDER BY name)`).Scan(&schema); err != nil {
		t.Fatal(err)
	}
	err := db.QueryRowContext(t.Context(), `SELECT (SELECT group_concat(quote(run_id) || quote(suite) || quote(config_snapshot_json) || quote(aggregate_json) || quote(commit_hash) || quote(created_at) || typeof(config_snapshot_json)) FROM eval_runs)
		|| (SELECT group_concat(quote(query_id) || quote(result_json) || typeof(result_json)) FROM (SELECT * FROM eval_query_results ORDER BY rowid))`).Scan(&rows)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(schema), ""), rows
}

// A run of the conformance vectors that is written into a new store is, to
// SQLite, what it was in kebab's: the same declarations, the same values of the
// same types, the rows by query id; and the new store is all there is.
func TestCreateIsKebabs(t *testing.T) {
	from := storeIn(t, "delete")
	execute(t, from, "DELETE FROM eval_runs WHERE run_id <> 'run_0196a0'; DELETE FROM eval_query_results WHERE run_id <> 'run_0196a0'")
	db, err := kebab.Open(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	defer closing(t, db)
	run, err := db.Run(t.Context(), "run_0196a0")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "new ?#%.sqlite")
	if err := kebab.Create(t.Context(), path, run, db.Rows(t.Context(), run.ID)); err != nil {
		t.Fatal(err)
	}
	wantSchema, wantRows := dump(t, from)
	gotSchema, gotRows := dump(t, path)
	if diff := cmp.Diff([]string{wantSchema, wantRows}, []string{gotSchema, gotRows}); diff != "" {
		t.Errorf("-kebab's, +made:\n%s", diff)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("files %v, %v", entries, err)
	}
	if !kebab.Is(t.Context(), path) {
		t.Error("it is no store of kebab")
	}
}

// An empty run, and what an absent commit and aggregate are in kebab's columns.
func TestCreateOfNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new.sqlite")
	run := result.KebabRun{ID: "it's/a \"run\"", Suite: "s", Config: []byte("{}"), CreatedAt: "2026-05-10T00:00:00Z"}
	if err := kebab.Create(t.Context(), path, run, rowsOf()); err != nil {
		t.Fatal(err)
	}
	db := another(t, path)
	defer closing(t, db)
	var got string
	if err := db.QueryRowContext(t.Context(), "SELECT run_id || quote(commit_hash) || aggregate_json FROM eval_runs").Scan(&got); err != nil || got != `it's/a "run"NULL{}` {
		t.Errorf("%q, %v", got, err)
	}
}

// What goes wrong leaves nothing behind, and what is there stays.
func TestCreateFailing(t *testing.T) {
	run := result.KebabRun{ID: "r", Config: []byte("{}")}
	cut := errors.New("cut short")
	row := func(id string) result.KebabRow { return result.KebabRow{QueryID: id, JSON: []byte("{}")} }
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx  context.Context
		rows iter.Seq2[result.KebabRow, error]
		want string
	}{
		"out of order": {t.Context(), rowsOf(row("q2"), row("q10")), `query "q10" after "q2"`},
		"twice":        {t.Context(), rowsOf(row("q1"), row("q1")), `query "q1" after "q1"`},
		"no id":        {t.Context(), rowsOf(row("")), "empty"},
		"cancelled":    {cancelled, rowsOf(row("q1")), "canceled"},
		"reading": {t.Context(), func(yield func(result.KebabRow, error) bool) {
			_ = yield(row("q1"), nil) && yield(result.KebabRow{}, cut)
		}, "cut short"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			err := kebab.Create(c.ctx, filepath.Join(dir, "new.sqlite"), run, c.rows)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
			if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
				t.Errorf("left behind: %v, %v", entries, err)
			}
		})
	}
	path := storeIn(t, "delete")
	before := hashes(t, path)
	if err := kebab.Create(t.Context(), path, run, rowsOf()); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a store: %v", err)
	}
	if diff := cmp.Diff(before, hashes(t, path)); diff != "" {
		t.Error(diff)
	}
	meanwhile := filepath.Join(t.TempDir(), "new.sqlite")
	err := kebab.Create(t.Context(), meanwhile, run, func(yield func(result.KebabRow, error) bool) {
		if err := os.WriteFile(meanwhile, []byte("mine"), 0o600); err != nil {
			t.Error(err)
		}
	})
	if content, _ := os.ReadFile(meanwhile); !errors.Is(err, fs.ErrExist) || string(content) != "mine" {
		t.Errorf("one that came meanwhile: %v, and %q is there", err, content)
	}
}
