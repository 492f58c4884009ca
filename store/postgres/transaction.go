package postgres

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/rankduel/rankduel/store/internal/tables"
)

// commitLimit is how long the end of a transaction may take: it cannot be
// interrupted, or no one would know whether it was kept.
const commitLimit = time.Minute

// migrationLock is the number of the lock that those hold who change tables. It
// is "rankduel" in ASCII, which is hardly anybody else's.
const migrationLock = 0x72616e6b6475656c

var errReadOnly = errors.New("it was opened for reading only")

// Write implements tables.Database.
func (s *server) Write(ctx context.Context, change func(during context.Context, tx *sql.Tx) error) error {
	if s.mode == tables.ReadOnly {
		return errReadOnly
	}
	return s.retry(ctx, func() error { return s.transact(ctx, change) })
}

func (s *server) transact(ctx context.Context, change func(during context.Context, tx *sql.Tx) error) error {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // a connection that was lost says so before
	steady, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	tx, err := conn.BeginTx(steady, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	if err := change(ctx, tx); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	limit := time.AfterFunc(commitLimit, stop)
	defer limit.Stop()
	if err := tx.Commit(); err != nil {
		return &commitError{err}
	}
	return nil
}

// A commitError leaves open whether the transaction was kept.
type commitError struct{ err error }

func (e *commitError) Error() string {
	return "while it was committed, so that nobody knows whether it was kept: " + e.err.Error()
}

func (e *commitError) Unwrap() error { return e.err }

// Read implements tables.Database.
func (s *server) Read(ctx context.Context, look func(q tables.Querier) error) error {
	return s.retry(ctx, func() error {
		tx, err := s.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }() // there is nothing to undo
		return look(tx)
	})
}

// Migrate implements tables.Database.
func (s *server) Migrate(ctx context.Context, apply func(db *sql.DB) error) error {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return err
	}
	// The lock goes with the connection, should it not be given back.
	defer func() { _ = conn.Close() }()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", int64(migrationLock)); err != nil {
		return err
	}
	failed := apply(s.db)
	_, err = conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", int64(migrationLock))
	return errors.Join(failed, err)
}

func (s *server) retry(ctx context.Context, attempt func() error) error {
	return s.patience.Retry(ctx, s.name, s.reason, attempt)
}
