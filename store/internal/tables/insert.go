package tables

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// An insertion is how rows come into a table.
type insertion struct {
	table    string
	columns  []string
	conflict string // what becomes of a row that is there already
}

// insert adds n rows, at most so many by one statement as the database likes. It looks at ctx in between:
// to interrupt a statement of SQLite costs more than a statement. No two rows may have the same key.
func (t *Tables) insert(ctx, during context.Context, tx *sql.Tx, in insertion, n int, row func(i int) []any) (err error) {
	run := func(args []any) error {
		_, err := tx.ExecContext(during, in.statement(len(args)/len(in.columns)), args...)
		return err
	}
	if whole := t.dialect.rowsAtOnce; n >= 2*whole {
		prepared, err := tx.PrepareContext(during, in.statement(whole))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, prepared.Close()) }()
		other := run
		run = func(args []any) error {
			if len(args) != whole*len(in.columns) {
				return other(args)
			}
			_, err := prepared.ExecContext(during, args...)
			return err
		}
	}
	for i := 0; i < n; {
		var args []any
		for ; i < n && len(args) < t.dialect.rowsAtOnce*len(in.columns); i++ {
			args = append(args, row(i)...)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := run(args); err != nil {
			return err
		}
	}
	return nil
}

// statement adds so many rows.
func (in insertion) statement(rows int) string {
	var s strings.Builder
	s.WriteString("INSERT INTO " + in.table + " (" + strings.Join(in.columns, ", ") + ") VALUES ")
	variable := 0
	for row := range rows {
		if row > 0 {
			s.WriteString(", ")
		}
		for i := range in.columns {
			variable++
			s.WriteString([]string{"(", ", "}[min(i, 1)] + "$" + strconv.Itoa(variable))
		}
		s.WriteString(")")
	}
	s.WriteString(" " + in.conflict)
	return s.String()
}

// replacing returns the conflict of an insertion whose row takes the place of one
// with the same key, in all columns but the key's and those that stay.
func replacing(key, columns []string) string {
	set := ordered.Each(columns, func(c string) string { return c + " = excluded." + c })
	return "ON CONFLICT (" + strings.Join(key, ", ") + ") DO UPDATE SET " + strings.Join(set, ", ")
}
