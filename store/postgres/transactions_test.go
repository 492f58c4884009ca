//go:build unix

package postgres

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/rankduel/rankduel/internal/pgtest"
	"github.com/rankduel/rankduel/store/internal/tables"
)

var errOfTest = errors.New("no")

// TestTransactions has one server for what is about transactions and connections.
func TestTransactions(t *testing.T) {
	pg := pgtest.Start(t)
	db, err := Open(t.Context(), pg.URL(), tables.Create)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	s := db.server
	pg.Exec(t, "CREATE TABLE numbers (n INT)")
	count := func(t *testing.T) (n int) {
		t.Helper()
		err := s.Read(t.Context(), func(q tables.Querier) error {
			return q.QueryRowContext(t.Context(), "SELECT count(*) FROM numbers").Scan(&n)
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	insert := func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO numbers VALUES (1)")
		return err
	}

	// What ends with an error leaves nothing behind, neither rows nor connections: there are eight.
	t.Run("Undone", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		for range 3 * openConnections {
			if err := s.Write(ctx, func(during context.Context, tx *sql.Tx) error {
				return errors.Join(insert(during, tx), errOfTest)
			}); !errors.Is(err, errOfTest) {
				t.Fatalf("Write = %v, want the error of the change", err)
			}
			if err := s.Read(ctx, func(tables.Querier) error { return errOfTest }); !errors.Is(err, errOfTest) {
				t.Fatalf("Read = %v, want the error of the reading", err)
			}
		}
		if err := s.Write(ctx, func(during context.Context, tx *sql.Tx) error {
			defer cancel()
			return insert(during, tx)
		}); !errors.Is(err, context.Canceled) {
			t.Errorf("Write that is cancelled before its end = %v", err)
		}
		if n := count(t); n != 0 {
			t.Errorf("%d rows of writes that failed", n)
		}
		if err := s.Write(t.Context(), insert); err != nil || count(t) != 1 {
			t.Errorf("Write = %v, %d rows; want one", err, count(t))
		}
	})
	// A write that is in the way of another is done again until it is not, any other error is not.
	t.Run("Again", func(t *testing.T) {
		for code, want := range map[string]int{"40001": 3, "40P01": 3, "55P03": 3, "23505": 1} {
			before, times := count(t), 0
			err := s.Write(t.Context(), func(during context.Context, tx *sql.Tx) error {
				if times++; times < 3 {
					return errors.Join(insert(during, tx), &pgconn.PgError{Code: code})
				}
				return insert(during, tx)
			})
			if times != want || (err == nil) != (want == 3) || count(t)-before != want/3 {
				t.Errorf("%s: %v after %d times, %d rows; want %d times", code, err, times, count(t)-before, want)
			}
		}
	})
	// A reading sees one state, whatever is written meanwhile, and writes nothing.
	t.Run("Snapshot", func(t *testing.T) {
		before := count(t)
		err := s.Read(t.Context(), func(q tables.Querier) error {
			for range 2 {
				var n int
				if err := q.QueryRowContext(t.Context(), "SELECT count(*) FROM numbers").Scan(&n); err != nil {
					return err
				}
				if n != before {
					t.Errorf("a reading sees %d rows, want %d", n, before)
				}
				if err := s.Write(t.Context(), insert); err != nil {
					return err
				}
			}
			var n int
			err := q.QueryRowContext(t.Context(), "INSERT INTO numbers VALUES (1) RETURNING n").Scan(&n)
			if code(err) != "25006" { // read_only_sql_transaction
				t.Errorf("a reading writes: %v", err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
	// A change of tables holds the lock, and gives it back also when it fails.
	t.Run("Migrate", func(t *testing.T) {
		free := func() (free bool) {
			conn, err := s.db.Conn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = conn.Close() }()
			if err := conn.QueryRowContext(t.Context(), "SELECT pg_try_advisory_lock($1)", int64(migrationLock)).Scan(&free); err != nil {
				t.Fatal(err)
			}
			if free {
				if _, err := conn.ExecContext(t.Context(), "SELECT pg_advisory_unlock($1)", int64(migrationLock)); err != nil {
					t.Fatal(err)
				}
			}
			return free
		}
		for range 2 * openConnections { // no connection stays behind
			err := s.Migrate(t.Context(), func(*sql.DB) error {
				if free() {
					t.Error("two may change the tables at once")
				}
				return errOfTest
			})
			if !errors.Is(err, errOfTest) || !free() {
				t.Fatalf("Migrate = %v, then the lock is free: %v; want the error and a free lock", err, free())
			}
		}
	})
	t.Run("Connections", func(t *testing.T) {
		if got := s.db.Stats().MaxOpenConnections; got != 8 {
			t.Errorf("%d connections at most, want 8", got)
		}
		var idle int
		done := make(chan bool)
		begun := make(chan bool)
		for range openConnections {
			go func() {
				_ = s.Read(t.Context(), func(tables.Querier) error {
					begun <- true
					<-done
					return nil
				})
				begun <- true
			}()
		}
		for range openConnections {
			<-begun
		}
		close(done)
		for range openConnections {
			<-begun
		}
		if idle = s.db.Stats().Idle; idle != openConnections {
			t.Errorf("%d connections are kept after use, want %d", idle, openConnections)
		}
	})
	// A transaction whose end was under way when the server died is not done again.
	t.Run("Commit", func(t *testing.T) {
		times := 0
		err := s.Write(t.Context(), func(during context.Context, tx *sql.Tx) error {
			times++
			if err := insert(during, tx); err != nil {
				return err
			}
			pg.Kill(t)
			return nil
		})
		var commit *commitError
		if times != 1 || !errors.As(err, &commit) || !strings.Contains(err.Error(), "nobody knows whether it was kept") {
			t.Errorf("Write = %v after %d times, want that nobody knows", err, times)
		}
		pg.Launch(t)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := s.Write(ctx, insert); err != nil {
			t.Errorf("the next write: %v", err)
		}
	})
}
