package kebab

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"os"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/outfile"
)

// tablesOfRuns are kebab's own two tables of evaluations.
const tablesOfRuns = `
CREATE TABLE eval_runs (run_id TEXT PRIMARY KEY, suite TEXT NOT NULL, config_snapshot_json TEXT NOT NULL,
	aggregate_json TEXT NOT NULL, commit_hash TEXT, created_at TEXT NOT NULL);
CREATE TABLE eval_query_results (run_id TEXT NOT NULL REFERENCES eval_runs(run_id) ON DELETE CASCADE,
	query_id TEXT NOT NULL, result_json TEXT NOT NULL, PRIMARY KEY (run_id, query_id));`

// Create makes a store with one run and its rows, in their order, which has to be that of their query ids, in one
// transaction. The file appears whole or not at all; where one is already, it stays, and the error wraps fs.ErrExist.
func Create(ctx context.Context, path string, run result.KebabRun, rows iter.Seq2[result.KebabRow, error]) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s: %w", path, os.ErrExist)
	}
	part, err := outfile.Create(path, 0o666)
	if err != nil {
		return err
	}
	defer part.Discard()
	db, err := connect(part.Name(), creating)
	if err != nil {
		return err
	}
	if err := errors.Join(fill(ctx, db, run, rows), db.Close()); err != nil {
		return fmt.Errorf("%s: nothing was written: %w", path, err)
	}
	return part.CommitNew()
}

func fill(ctx context.Context, db *sql.DB, run result.KebabRun, rows iter.Seq2[result.KebabRow, error]) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // the file is thrown away with it
	if _, err := tx.ExecContext(ctx, tablesOfRuns); err != nil {
		return err
	}
	commit := sql.NullString{String: run.CommitHash, Valid: run.CommitHash != ""}
	aggregate := run.Aggregate
	if !run.Aggregated() {
		aggregate = []byte("{}")
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO eval_runs VALUES (?, ?, ?, ?, ?, ?)",
		run.ID, run.Suite, string(run.Config), string(aggregate), commit, run.CreatedAt); err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, "INSERT INTO eval_query_results VALUES (?, ?, ?)")
	if err != nil {
		return err
	}
	defer func() { _ = insert.Close() }()
	last := ""
	for row, err := range rows {
		switch {
		case err != nil:
			return err
		case row.QueryID == "":
			return errors.New("a query id is empty")
		case row.QueryID <= last:
			return fmt.Errorf("query %q after %q: rows have to come once each, by query id", row.QueryID, last)
		}
		last = row.QueryID
		if _, err := insert.ExecContext(ctx, run.ID, row.QueryID, string(row.JSON)); err != nil {
			return err
		}
	}
	return tx.Commit()
}
