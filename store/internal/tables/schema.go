package tables

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

// versionTable records the migrations that were applied. It has a name of its
// own so that a store can share a file with another program's tables.
const versionTable = "rankduel_schema"

// ErrForeign is in the error of Open for a store that another program made.
var ErrForeign = errors.New("is a store of kebab, which stays as it is: `runs list`, `runs show`, `runs aggregate` and `compare --profile kebab` read it; keep runs in a store of their own, such as --store rankduel.db")

// ErrOther is in the error of Open for a database that is not a store.
var ErrOther = errors.New("is another program's database")

// ErrEmpty is in the error of opening a database without any table where one must be there already. It is a
// case of fs.ErrNotExist: another process may have begun to make the store.
var ErrEmpty error = emptyError{}

type emptyError struct{}

func (emptyError) Error() string { return "is an empty database: nothing has been stored there" }

func (emptyError) Is(target error) bool { return target == fs.ErrNotExist }

// A schema is what was found in a file.
type schema struct {
	version int64                      // the last migration that was applied; 0: none
	tables  map[string]bool            // all tables, ours and others'
	columns map[string]map[string]bool // of the tables whose rows have digests
}

// Inspect finds out which tables there are and checks that this program can work with them. Where there are
// none, a mode other than Create gives an error wrapping ErrEmpty.
func (t *Tables) Inspect(ctx context.Context, mode Mode) error {
	found, err := read(ctx, t.db, func(q Querier) (schema, error) { return t.findSchema(ctx, q) })
	if err != nil {
		return err
	}
	t.schema = found
	return found.check(mode == Create)
}

func (t *Tables) findSchema(ctx context.Context, q Querier) (s schema, err error) {
	if s.tables, err = Names(ctx, q, t.dialect.tableNames); err != nil {
		return s, err
	}
	s.columns = map[string]map[string]bool{}
	for _, tr := range []*transfer{&runsTable, runsTable.parts, &recordingsTable} {
		if s.columns[tr.table], err = t.columnsOf(ctx, q, tr.table); err != nil {
			return s, err
		}
	}
	if s.tables[versionTable] {
		row := q.QueryRowContext(ctx, "SELECT coalesce(max(version_id), 0) FROM "+versionTable+" WHERE is_applied")
		err = row.Scan(&s.version)
	}
	return s, err
}

// check refuses what would be misread, or written into by mistake.
func (s schema) check(mayBeEmpty bool) error {
	hasRuns := s.tables["eval_runs"]
	for _, c := range runsTable.columns {
		if hasRuns && c.absent == "" && !s.columns["eval_runs"][c.name] {
			return fmt.Errorf("%w: table eval_runs has no column %s", ErrOther, c.name)
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
		return ErrEmpty
	default:
		return fmt.Errorf("%w: there is no table eval_runs", ErrOther)
	}
}

// columnsOf returns the names of a table's columns, none when the table is absent.
func (t *Tables) columnsOf(ctx context.Context, q Querier, table string) (map[string]bool, error) {
	return Names(ctx, q, t.dialect.columnNames, table)
}

// Names returns the set of strings that query gives.
func Names(ctx context.Context, q Querier, query string, args ...any) (map[string]bool, error) {
	set := map[string]bool{}
	err := EachRow(ctx, q, func(row Scanner) error {
		name, err := scanText(row)
		set[name] = true
		return err
	}, query, args...)
	return set, err
}
