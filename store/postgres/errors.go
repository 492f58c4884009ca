package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/rankduel/rankduel/store/internal/tables"
)

var errNoSchema = errors.New("its search_path names no schema that is there: CREATE SCHEMA, or give another with ?search_path=")

// elsewhere is what to do about a database of others.
const elsewhere = "give a database of its own, or another schema with ?search_path="

var errOthers = fmt.Errorf("%w: its table eval_runs is not this program's; %s", tables.ErrOther, elsewhere)

// code returns what the server calls an error, empty when it did not say it.
// https://www.postgresql.org/docs/15/errcodes-appendix.html
func code(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// reason returns whether to wait for what err came from.
func (s *server) reason(err error) tables.Reason {
	var commit *commitError
	switch {
	case err == nil || errors.As(err, &commit):
		return tables.None
	case slices.Contains([]string{"40001", "40P01", "55P03"}, code(err)): // a state that others changed, a deadlock, a lock
		return tables.Locked
	case s.opened && isGone(err):
		return tables.Unreachable
	}
	return tables.None
}

// isGone reports whether there was no server to answer, or it went away.
func isGone(err error) bool {
	switch c := code(err); c {
	case "":
	case "57P01", "57P02", "57P03", "57P05", "53300": // shutdown, crash, not started yet, idle session ended, too many connections
		return true
	default:
		return strings.HasPrefix(c, "08")
	}
	var connect *pgconn.ConnectError
	var network net.Error
	if errors.As(err, &connect) {
		return true
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	return errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || pgconn.SafeToRetry(err)
}

// Explain implements tables.Database: what happened, on one line and without secrets, and what to do.
func (s *server) Explain(err error) error {
	var server *pgconn.PgError
	switch {
	case err == nil || errors.Is(err, tables.ErrUnreachable):
		return err
	case isGone(err): // not wrapped: its own time limit would pass for the caller's
		return fmt.Errorf("%w: %s: is PostgreSQL running there, and may this machine reach it? Then the same command goes on where it was", tables.ErrUnreachable, s.line(err))
	case errors.As(err, &server):
		text := fmt.Sprintf("%s (SQLSTATE %s)", server.Message, server.Code)
		for _, more := range []string{server.Detail, server.Hint, remedy(server.Code)} {
			if more != "" {
				text += "; " + more
			}
		}
		return &explained{s.secrets.Line(text), err}
	}
	return s.secrets.RedactError(err)
}

// line returns the innermost cause of an error.
func (s *server) line(err error) string {
	var connect *pgconn.ConnectError
	if errors.As(err, &connect) { // a line for each try, with TLS and without: mostly the same
		lines := strings.Split(connect.Unwrap().Error(), "\n")
		return s.secrets.Line(strings.Join(slices.Compact(lines), "; "))
	}
	return s.secrets.Line(err.Error())
}

// An explained error has other words than the one that it wraps.
type explained struct {
	text string
	err  error
}

func (e *explained) Error() string { return e.text }
func (e *explained) Unwrap() error { return e.err }

// remedy returns what to do about the faults that are met most.
func remedy(code string) string {
	return map[string]string{
		"25006": "this server only answers, such as a standby: give the address of the one that is written",
		"28P01": "set the password in PGPASSWORD or ~/.pgpass",
		"28000": "check the user, and pg_hba.conf of the server",
		"3D000": "make it with `createdb`, or check the name in the address",
		"3F000": "CREATE SCHEMA, or give another with ?search_path=",
		"42501": "let the owner of the tables GRANT that to the user of the address",
		"53100": "the server has no space left; nothing of this was stored",
		"57014": "a limit of the server ended the statement, or somebody else did; nothing of this was stored",
		"22021": "PostgreSQL keeps no text with a NUL byte or that is not UTF-8, other than ids of queries",
	}[code]
}
