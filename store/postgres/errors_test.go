package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/rankduel/rankduel/store/internal/tables"
)

// refused returns the error of a server that is not there.
func refused(t *testing.T) error {
	t.Helper()
	_, err := pgconn.Connect(t.Context(), "postgres://me:hunter2@127.0.0.1:1,127.0.0.1:1/db?connect_timeout=5")
	if err == nil {
		t.Fatal("there is a server on port 1")
	}
	return err
}

// Which errors are waited for: the codes are those of appendix A of PostgreSQL 15.
func TestReasons(t *testing.T) {
	said := func(code string) error { return fmt.Errorf("insert: %w", &pgconn.PgError{Code: code}) }
	for _, tt := range []struct {
		name          string
		err           error
		before, later tables.Reason // while it is opened, and when it was there once
	}{
		{"none", nil, tables.None, tables.None},
		{"serialization_failure", said("40001"), tables.Locked, tables.Locked},
		{"deadlock_detected", said("40P01"), tables.Locked, tables.Locked},
		{"lock_not_available", said("55P03"), tables.Locked, tables.Locked},
		{"admin_shutdown", said("57P01"), tables.None, tables.Unreachable},
		{"crash_shutdown", said("57P02"), tables.None, tables.Unreachable},
		{"cannot_connect_now", said("57P03"), tables.None, tables.Unreachable},
		{"idle_session_timeout", said("57P05"), tables.None, tables.Unreachable},
		{"too_many_connections", said("53300"), tables.None, tables.Unreachable},
		{"connection_failure", said("08006"), tables.None, tables.Unreachable},
		{"disk_full", said("53100"), tables.None, tables.None},
		{"query_canceled", said("57014"), tables.None, tables.None},
		{"unique_violation", said("23505"), tables.None, tables.None},
		{"no server", refused(t), tables.None, tables.Unreachable},
		{"it went away", io.ErrUnexpectedEOF, tables.None, tables.Unreachable},
		{"it closed", io.EOF, tables.None, tables.Unreachable},
		{"network", &net.OpError{Op: "read", Err: errors.New("reset")}, tables.None, tables.Unreachable},
		{"bad connection", driver.ErrBadConn, tables.None, tables.Unreachable},
		{"connection done", sql.ErrConnDone, tables.None, tables.Unreachable},
		{"cancelled", fmt.Errorf("%w: %w", context.Canceled, io.EOF), tables.None, tables.None},
		{"too late", fmt.Errorf("%w: %w", context.DeadlineExceeded, io.EOF), tables.None, tables.None},
		{"another fault", errors.New("scan: want a number"), tables.None, tables.None},
		{"committing", &commitError{said("40001")}, tables.None, tables.None},
		{"gone while committing", &commitError{io.EOF}, tables.None, tables.None},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for opened, want := range map[bool]tables.Reason{false: tt.before, true: tt.later} {
				if got := (&server{opened: opened}).reason(tt.err); got != want {
					t.Errorf("reason (opened: %v) of %v = %v, want %v", opened, tt.err, got, want)
				}
			}
		})
	}
}

// What is told: the server's words, what to do, no line breaks and no secret.
func TestExplain(t *testing.T) {
	a, err := parse("postgres://me:hunter2@127.0.0.1:1/db?sslpassword=hunter3")
	if err != nil {
		t.Fatal(err)
	}
	s := &server{address: a}
	for _, tt := range []struct {
		name        string
		err         error
		want        string
		unreachable bool
	}{
		{"code alone", &pgconn.PgError{Message: "odd", Code: "XX000"}, "odd (SQLSTATE XX000)", false},
		{"all that it says", &pgconn.PgError{Message: "no", Code: "42501", Detail: "of\nhunter2", Hint: "ask hunter3"}, "no (SQLSTATE 42501); of [secret]; ask [secret]; let the owner of the tables GRANT that to the user of the address", false},
		{"a full disk", &pgconn.PgError{Message: "no space", Code: "53100"}, "no space (SQLSTATE 53100); the server has no space left; nothing of this was stored", false},
		{"shut down", &pgconn.PgError{Message: "terminating", Code: "57P01"}, "is PostgreSQL running there, and may this machine reach it? Then the same command goes on where it was", true},
		{"not there", refused(t), "is PostgreSQL running there", true},
		{"another fault", fmt.Errorf("row of hunter2: %w", fs.ErrNotExist), "row of [secret]: file does not exist", false},
		{"explained already", fmt.Errorf("for 1m: %w: gone", tables.ErrUnreachable), "for 1m: " + tables.ErrUnreachable.Error() + ": gone", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := s.Explain(tt.err)
			if !strings.HasSuffix(got.Error(), tt.want) && !strings.Contains(got.Error(), tt.want) || strings.Contains(got.Error(), "\n") {
				t.Errorf("Explain(%v) = %v, want %q", tt.err, got, tt.want)
			}
			if errors.Is(got, tables.ErrUnreachable) != tt.unreachable {
				t.Errorf("Explain(%v) = %v; unreachable: want %v", tt.err, got, tt.unreachable)
			}
			var before, after *pgconn.PgError
			if errors.As(tt.err, &before) && !tt.unreachable && !errors.As(got, &after) {
				t.Errorf("%v does not wrap what the server said", got)
			}
		})
	}
	if err := s.Explain(nil); err != nil {
		t.Errorf("Explain(nil) = %v", err)
	}
	if got := s.Explain(fmt.Errorf("x: %w", fs.ErrNotExist)); !errors.Is(got, fs.ErrNotExist) {
		t.Errorf("%v does not wrap its cause", got)
	}
	// both tries of a server that is not there say the same, which is told once
	if got := s.Explain(refused(t)).Error(); strings.Count(got, "connection refused") != 1 || strings.Contains(got, "me") && strings.Contains(got, "hunter2") {
		t.Errorf("Explain = %s, want the cause once", got)
	}
}

func TestIs(t *testing.T) {
	for dsn, want := range map[string]bool{
		"postgres://h/db": true, "postgresql://h/db": true, "postgres:": false, "postgres:/h": false, "Postgres://h": false, "runs.db": false, "http://h": false, "": false,
	} {
		if got := Is(dsn); got != want {
			t.Errorf("Is(%q) = %v, want %v", dsn, got, want)
		}
	}
}

// What the address says counts; what it does not say is what the store needs.
func TestSettings(t *testing.T) {
	for _, tt := range []struct {
		name, dsn string
		timeout   time.Duration
		params    map[string]string
	}{
		{"by default", "postgres://h/db", 10 * time.Second, map[string]string{"client_encoding": "UTF8", "application_name": "rankduel", "plan_cache_mode": "force_custom_plan"}},
		{"as it says", "postgres://h/db?connect_timeout=3&application_name=nightly&plan_cache_mode=auto", 3 * time.Second, map[string]string{"client_encoding": "UTF8", "application_name": "nightly", "plan_cache_mode": "auto"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, err := parse(tt.dsn)
			if err != nil {
				t.Fatal(err)
			}
			if a.config.ConnectTimeout != tt.timeout {
				t.Errorf("time to connect %v, want %v", a.config.ConnectTimeout, tt.timeout)
			}
			for name, want := range tt.params {
				if got := a.config.RuntimeParams[name]; got != want {
					t.Errorf("%s = %q, want %q", name, got, want)
				}
			}
		})
	}
}

// A faulty address is told by what is wrong with it, and not repeated.
func TestFaultyAddresses(t *testing.T) {
	for _, tt := range []struct{ name, dsn, says string }{
		{"a port", "postgres://me:hunter2@h:port/db", "invalid port"},
		{"a mode", "postgres://me:hunter2@h/db?sslmode=hunter3", "failed to configure TLS"},
		{"a time", "postgres://me:hunter2@h/db?connect_timeout=hunter3", "connect_timeout"},
		{"a password as a host", "postgres://h,password=hunter2/db", "this is no address of PostgreSQL"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			name, err := Name(tt.dsn)
			if !errors.Is(err, errAddress) || name != "" || !strings.Contains(err.Error(), tt.says) || strings.Contains(err.Error(), "hunter") {
				t.Errorf("Name(%s) = %q, %v; want an error with %q and no secret", tt.dsn, name, err, tt.says)
			}
			if _, err := Open(t.Context(), tt.dsn, tables.ReadOnly); !errors.Is(err, errAddress) || strings.Contains(err.Error(), "hunter") {
				t.Errorf("Open = %v, want the same", err)
			}
		})
	}
}
