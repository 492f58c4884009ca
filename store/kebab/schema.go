package kebab

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
)

// The tables of kebab's evaluations, and one that only this program makes.
const (
	runsTable = "eval_runs"
	rowsTable = "eval_query_results"
	ownTable  = "rankduel_schema"
)

// columns are what is read of each table.
var columns = map[string][]string{
	runsTable: {"run_id", "suite", "config_snapshot_json", "aggregate_json", "commit_hash", "created_at"},
	rowsTable: {"run_id", "query_id", "result_json"},
}

// tableNames returns the names of all tables.
func tableNames(ctx context.Context, db *sql.DB) (map[string]bool, error) {
	return names(ctx, db, "SELECT name FROM sqlite_master WHERE type = 'table'")
}

// checkColumns reports every column that is missing.
func (d *DB) checkColumns(ctx context.Context) error {
	var missing []string
	for _, table := range []string{runsTable, rowsTable} {
		have, err := names(ctx, d.db, "SELECT name FROM pragma_table_info(?)", table)
		if err != nil {
			return err
		}
		for _, c := range columns[table] {
			if !have[c] {
				missing = append(missing, table+"."+c)
			}
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("is no store of kebab: it lacks %s", strings.Join(missing, ", "))
	}
	return nil
}

func names(ctx context.Context, db querier, query string, args ...any) (map[string]bool, error) {
	set := map[string]bool{}
	err := each(ctx, db, func(row *sql.Rows) error {
		var name string
		err := row.Scan(&name)
		set[name] = true
		return err
	}, query, args...)
	return set, err
}

// querier is what sql.DB and sql.Conn have in common.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// each calls scan for each row that query gives.
func each(ctx context.Context, db querier, scan func(*sql.Rows) error, query string, args ...any) (err error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

func hasJournal(path string) bool {
	_, err := os.Stat(path + "-journal")
	return err == nil
}
