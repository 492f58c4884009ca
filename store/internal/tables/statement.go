package tables

import (
	"context"
	"database/sql"
	"errors"
)

// A Querier is what sql.Conn and sql.Tx have in common.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// scanner is one row of a result: sql.Row and sql.Rows.
type scanner interface{ Scan(dest ...any) error }

// eachRow calls scan for each row that query gives.
func eachRow(ctx context.Context, q Querier, scan func(row scanner) error, query string, args ...any) (err error) {
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
