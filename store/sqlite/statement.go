package sqlite

import (
	"context"
	"database/sql"
	"errors"
)

// querier is what sql.Conn and sql.Tx have in common.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// scanner is one row of a result: sql.Row and sql.Rows.
type scanner interface{ Scan(dest ...any) error }

// eachRow calls scan for each row that query gives.
func eachRow(ctx context.Context, q querier, scan func(row scanner) error, query string, args ...any) (err error) {
	rows, err := q.QueryContext(ctx, query, args...)
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

// repeat calls run n times with the prepared statement. It looks at ctx in
// between: to interrupt a statement costs more than a statement.
func repeat(ctx context.Context, tx *sql.Tx, n int, run func(statement *sql.Stmt, i int) error, statement string) (err error) {
	prepared, err := tx.Prepare(statement)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, prepared.Close()) }()
	for i := range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := run(prepared, i); err != nil {
			return err
		}
	}
	return nil
}
