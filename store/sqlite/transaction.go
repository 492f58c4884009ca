package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// busyLimit is how long a busy store is tried again before that is an error.
// The longest write that was measured, a million hits, holds the lock for
// less than a second.
const busyLimit = time.Minute

// busyPause is the pause between two tries; SQLite has waited before it.
const busyPause = 5 * time.Millisecond

var (
	errReadOnly  = errors.New("it was opened for reading only")
	errProtected = errors.New("the file is read-only, and stays as it is; make it writable, or use another store")
)

// write runs change in one transaction: all of it is kept or nothing. change
// may run again when the store was busy.
func (d *DB) write(ctx context.Context, change func(tx *sql.Tx) error) error {
	if d.mode == ReadOnly {
		if d.isProtected() {
			return errProtected
		}
		return errReadOnly
	}
	select {
	case d.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-d.turn }()
	return d.retry(ctx, func() error { return d.transact(ctx, change) })
}

func (d *DB) transact(ctx context.Context, change func(tx *sql.Tx) error) (err error) {
	conn, err := d.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	// When the context of a transaction ends, database/sql closes its
	// connection, and with it a store in memory. So the transaction has none,
	// and ctx is looked at between its statements.
	tx, err := conn.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return err
	}
	// After a commit this does nothing. Its error says nothing new either:
	// on a full disk SQLite has rolled back already.
	defer func() { _ = tx.Rollback() }()
	if err := change(tx); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return tx.Commit()
}

// read runs look on one connection that sees the store as it was at its first
// query, whatever others commit meanwhile.
func (d *DB) read(ctx context.Context, look func(conn *sql.Conn) error) error {
	return d.retry(ctx, func() (err error) {
		conn, err := d.db.Conn(ctx)
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

// retry repeats attempt while it fails because the store is busy.
func (d *DB) retry(ctx context.Context, attempt func() error) error {
	began := time.Now()
	limit := time.NewTimer(busyLimit)
	defer limit.Stop()
	for {
		err := attempt()
		if !isBusy(err) {
			return interrupted(ctx, err)
		}
		d.waiting.since(d.path, began)
		select {
		case <-ctx.Done():
			return interrupted(ctx, err)
		case <-limit.C:
			return fmt.Errorf("%w for %v: %w", ErrBusy, busyLimit, err)
		case <-time.After(busyPause):
		}
	}
}

// interrupted names the end of ctx as the cause when SQLite does not.
func interrupted(ctx context.Context, err error) error {
	cause := ctx.Err()
	if err == nil || cause == nil || errors.Is(err, cause) {
		return err
	}
	return fmt.Errorf("%w: %w", cause, err)
}
