package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"github.com/rankduel/rankduel/store/internal/tables"
)

var (
	errReadOnly  = errors.New("it was opened for reading only")
	errProtected = errors.New("the file is read-only, and stays as it is; make it writable, or use another store")
)

// Write implements tables.Database.
func (f *file) Write(ctx context.Context, change func(during context.Context, tx *sql.Tx) error) error {
	if f.mode == ReadOnly {
		if f.isProtected() {
			return errProtected
		}
		return errReadOnly
	}
	select {
	case f.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-f.turn }()
	return f.retry(ctx, func() error { return f.transact(ctx, change) })
}

func (f *file) transact(ctx context.Context, change func(during context.Context, tx *sql.Tx) error) (err error) {
	if err := f.inPlace(); err != nil {
		return err
	}
	conn, err := f.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	// When the context of a transaction ends, database/sql closes its connection, and with it a store in
	// memory. So the transaction has none, and ctx is looked at between its statements.
	steady := context.WithoutCancel(ctx)
	tx, err := conn.BeginTx(steady, nil)
	if err != nil {
		return err
	}
	// After a commit this does nothing. Its error says nothing new either: on a full disk SQLite has rolled back already.
	defer func() { _ = tx.Rollback() }()
	if err := change(steady, tx); err != nil {
		return err
	}
	if err := errors.Join(ctx.Err(), f.inPlace()); err != nil {
		return err
	}
	return tx.Commit()
}

// Read implements tables.Database: it runs look on one connection that sees the
// store as it was at its first query, whatever others commit meanwhile.
func (f *file) Read(ctx context.Context, look func(q tables.Querier) error) error {
	return f.retry(ctx, func() (err error) {
		if err := f.inPlace(); err != nil {
			return err
		}
		conn, err := f.db.Conn(ctx)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, conn.Close()) }()
		steady := context.WithoutCancel(ctx)
		if _, err := conn.ExecContext(steady, "BEGIN DEFERRED"); err != nil {
			return err
		}
		err = look(conn)
		_, end := conn.ExecContext(steady, "ROLLBACK")
		return errors.Join(err, end)
	})
}

// Migrate implements tables.Database. Several processes may come here at once:
// a migration takes the write lock when it begins.
func (f *file) Migrate(ctx context.Context, apply func(db *sql.DB) error) error {
	return f.retry(ctx, func() error { return apply(f.db) })
}

func (f *file) retry(ctx context.Context, attempt func() error) error {
	return f.patience.Retry(ctx, f.path, Reason, attempt)
}
