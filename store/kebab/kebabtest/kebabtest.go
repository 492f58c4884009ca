// Package kebabtest makes stores as kebab makes them, for tests: with SQL of its own, and nothing of package kebab.
package kebabtest

import (
	"database/sql"
	"encoding/json"
	"errors"
	"testing"

	_ "github.com/mattn/go-sqlite3" // the driver, registered as "sqlite3"
)

// A Run is a run to be put into a store.
type Run struct {
	RunID   string           `json:"run_id"`
	Chunker *string          `json:"chunker_version"`
	Rows    []map[string]any // by their query_id
	Config  map[string]any   // more of its configuration
}

const schema = `
CREATE TABLE eval_runs (run_id TEXT PRIMARY KEY, suite TEXT NOT NULL, config_snapshot_json TEXT NOT NULL,
	aggregate_json TEXT NOT NULL, commit_hash TEXT, created_at TEXT NOT NULL);
CREATE TABLE eval_query_results (run_id TEXT NOT NULL REFERENCES eval_runs(run_id) ON DELETE CASCADE,
	query_id TEXT NOT NULL, result_json TEXT NOT NULL, PRIMARY KEY (run_id, query_id));`

// Make writes a new store with runs at path.
func Make(t *testing.T, path string, runs ...Run) {
	t.Helper()
	execute(t, path, schema)
	for _, run := range runs {
		config := map[string]any{"chunker_version": run.Chunker, "eval_k": 10}
		for name, value := range run.Config {
			config[name] = value
		}
		execute(t, path, "INSERT INTO eval_runs VALUES (?, 'golden', ?, '{}', NULL, '2026-05-10T00:00:00Z')", run.RunID, text(t, config))
		for _, row := range run.Rows {
			execute(t, path, "INSERT INTO eval_query_results VALUES (?, ?, ?)", run.RunID, row["query_id"], text(t, row))
		}
	}
}

func text(t *testing.T, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// execute runs statements as another program does.
func execute(t *testing.T, path, statements string, args ...any) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(t.Context(), statements, args...)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatalf("%v: %s", err, statements)
	}
}

// Value returns the one text that a query gives.
func Value(t *testing.T, path, query string, args ...any) string {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	var value string
	err = db.QueryRowContext(t.Context(), query, args...).Scan(&value)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatalf("%v: %s", err, query)
	}
	return value
}

// Corpus adds documents and chunks to a store, which say nothing but their ids.
func Corpus(t *testing.T, path string, documents, chunks []string) {
	t.Helper()
	execute(t, path, `
		CREATE TABLE documents (doc_id TEXT PRIMARY KEY, workspace_path TEXT NOT NULL);
		CREATE TABLE chunks (chunk_id TEXT PRIMARY KEY, doc_id TEXT NOT NULL, source_spans_json TEXT NOT NULL, chunker_version TEXT NOT NULL);`)
	for _, id := range documents {
		execute(t, path, "INSERT INTO documents VALUES (?, ?)", id, id+".md")
	}
	for _, id := range chunks {
		execute(t, path, "INSERT INTO chunks VALUES (?, '', '[]', '')", id)
	}
}

// Set changes one setting of a run's configuration, such as embedding.model, to
// a number if it is one and else to a text.
func Set(path, run, name, value string) error {
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		return err
	}
	_, err = db.Exec(`UPDATE eval_runs SET config_snapshot_json = json_set(config_snapshot_json, '$.' || ?,
		CASE WHEN json_valid(?) THEN json(?) ELSE ? END) WHERE run_id = ?`, name, value, value, value, run)
	return errors.Join(err, db.Close())
}
