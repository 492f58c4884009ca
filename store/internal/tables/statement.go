package tables

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// A Querier is what sql.Conn and sql.Tx have in common.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// A Scanner is one row of a result: sql.Row and sql.Rows.
type Scanner interface{ Scan(dest ...any) error }

// EachRow calls scan for each row that query gives.
func EachRow(ctx context.Context, q Querier, scan func(row Scanner) error, query string, args ...any) (err error) {
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

// All returns what scan makes of each row that query gives.
func All[T any](ctx context.Context, q Querier, scan func(row Scanner) (T, error), query string, args ...any) (list []T, err error) {
	err = EachRow(ctx, q, func(row Scanner) error {
		one, err := scan(row)
		list = append(list, one)
		return err
	}, query, args...)
	return list, err
}

// read returns what look finds, read in one state of the tables.
func read[T any](ctx context.Context, db Database, look func(q Querier) (T, error)) (found T, err error) {
	err = db.Read(ctx, func(q Querier) (err error) {
		found, err = look(q)
		return err
	})
	return found, err
}

// A moment is a time that is stored as a text.
type moment time.Time

// Scan reads the text.
func (m *moment) Scan(stored any) error {
	var text sql.NullString
	if err := text.Scan(stored); err != nil {
		return err
	}
	at, err := time.Parse(time.RFC3339, text.String)
	*m = moment(at)
	return err
}

func scanText(row Scanner) (text string, err error) {
	err = row.Scan(&text)
	return text, err
}
