package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// versionTable records the migrations that were applied. It has a name of its
// own so that a store can share a file with another program's tables.
const versionTable = "rankduel_schema"

// latest is the version of the tables that this program writes: the number of
// the last migration.
const latest = 5

// ErrForeign is in the error of Open for a store that another program made.
var ErrForeign = errors.New("is a store of kebab, which stays as it is: `runs list`, `runs show`, `runs aggregate` and `compare --profile kebab` read it; keep runs in a store of their own, such as --store rankduel.db")

// kebabColumns are the columns of eval_runs that kebab has too.
var kebabColumns = [...]string{"run_id", "suite", "config_snapshot_json", "aggregate_json", "commit_hash", "created_at"}

// A schema is what was found in a file.
type schema struct {
	version          int64           // the last migration that was applied; 0: none
	tables           map[string]bool // all tables, ours and others'
	runColumns       map[string]bool // of eval_runs
	recordingColumns map[string]bool // of recordings
}

// readSchema reads the schema and checks that this program can work with it.
func (d *DB) readSchema(ctx context.Context) (s schema, err error) {
	err = d.read(ctx, func(conn *sql.Conn) (err error) {
		s, err = findSchema(ctx, conn)
		return err
	})
	if err != nil {
		return s, err
	}
	return s, s.check(d.mode == Create || d.path == Memory)
}

func findSchema(ctx context.Context, q querier) (s schema, err error) {
	s.tables, err = names(ctx, q, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
	if err != nil {
		return s, err
	}
	if s.runColumns, err = columnsOf(ctx, q, "eval_runs"); err != nil {
		return s, err
	}
	if s.recordingColumns, err = columnsOf(ctx, q, "recordings"); err != nil {
		return s, err
	}
	if s.tables[versionTable] {
		row := q.QueryRowContext(ctx, "SELECT coalesce(max(version_id), 0) FROM "+versionTable+" WHERE is_applied = 1")
		err = row.Scan(&s.version)
	}
	return s, err
}

// check refuses what would be misread, or written into by mistake.
func (s schema) check(mayBeEmpty bool) error {
	hasRuns := s.tables["eval_runs"]
	for _, name := range kebabColumns {
		if hasRuns && !s.runColumns[name] {
			return fmt.Errorf("is another program's database: table eval_runs has no column %s", name)
		}
	}
	switch {
	case hasRuns && !s.tables[versionTable]:
		return ErrForeign
	case s.version > latest:
		return fmt.Errorf("its tables have version %d and this program knows them up to %d; use the newer program that wrote it", s.version, latest)
	case s.tables[versionTable] || mayBeEmpty && len(s.tables) == 0:
		return nil
	case len(s.tables) == 0:
		return errors.New("is an empty database: nothing has been stored there")
	default:
		return errors.New("is another program's database: there is no table eval_runs")
	}
}

// An ownColumn is a column that some older store lacks, with what stands for
// its value there.
type ownColumn struct{ name, absent string }

// appendColumns appends to the columns of a SELECT those of own that are there
// and for each other one its absent value.
func appendColumns(columns []string, have map[string]bool, own []ownColumn) []string {
	for _, c := range own {
		if have[c.name] {
			columns = append(columns, c.name)
		} else {
			columns = append(columns, c.absent)
		}
	}
	return columns
}

// columnsOf returns the names of a table's columns, none when the table is
// absent.
func columnsOf(ctx context.Context, q querier, table string) (map[string]bool, error) {
	return names(ctx, q, "SELECT name FROM pragma_table_info($1)", table)
}

// names returns the set of strings that query gives.
func names(ctx context.Context, q querier, query string, args ...any) (map[string]bool, error) {
	set := map[string]bool{}
	err := eachRow(ctx, q, func(row scanner) error {
		var name string
		err := row.Scan(&name)
		set[name] = true
		return err
	}, query, args...)
	return set, err
}
