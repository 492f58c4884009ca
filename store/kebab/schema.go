package kebab

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"strings"

	"github.com/rankduel/rankduel/store/internal/tables"
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

func tableNames(ctx context.Context, db *sql.DB) (map[string]bool, error) {
	return tables.Names(ctx, db, "SELECT name FROM sqlite_master WHERE type = 'table'")
}

// checkColumns reports every column that is missing.
func (d *DB) checkColumns(ctx context.Context) error {
	var missing []string
	for _, table := range []string{runsTable, rowsTable} {
		have, err := tables.Names(ctx, d.db, "SELECT name FROM pragma_table_info(?)", table)
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

func hasJournal(path string) bool {
	_, err := os.Stat(path + "-journal")
	return err == nil
}
