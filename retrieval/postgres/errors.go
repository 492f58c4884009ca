package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/rankduel/rankduel/retrieval"
)

// unreachable returns the error of a query that got no connection.
func (r *Retriever) unreachable(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case r.closed.Load():
		return errClosed
	}
	// err is not wrapped: a connect_timeout of the server's would pass for the end of the caller's context.
	return fmt.Errorf("postgres: cannot connect to %v: %w: %s%s", r.target, retrieval.ErrUnavailable, r.cause(err), remedy(code(err)))
}

// failed returns the error of a query that was sent.
func (r *Retriever) failed(ctx context.Context, err error) error {
	var result *resultError
	var large *pgproto3.ExceededMaxBodyLenErr
	var server *pgconn.PgError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &result):
		return fmt.Errorf("postgres: %w", result)
	case errors.As(err, &large):
		return fmt.Errorf("postgres: a row has %d MiB: want at most %d, so return less text", large.ActualBodyLen>>20, maxMessage>>20)
	case !errors.As(err, &server):
		return fmt.Errorf("postgres: connection to %v lost: %w: %s", r.target, retrieval.ErrUnavailable, r.cause(err))
	case down(server.Code):
		return fmt.Errorf("postgres: %v: %w: %s%s", r.target, retrieval.ErrUnavailable, r.cause(server), remedy(server.Code))
	}
	return fmt.Errorf("postgres: %s%s", r.cause(server), remedy(server.Code))
}

// cause says what happened, on one line and without secrets.
func (r *Retriever) cause(err error) string {
	var server *pgconn.PgError
	if !errors.As(err, &server) {
		return r.target.secrets.Line(err.Error())
	}
	text := fmt.Sprintf("%s (SQLSTATE %s%s)", server.Message, server.Code, position(r.settings.SQL, int(server.Position)))
	for _, more := range []string{server.Detail, server.Hint} {
		if more != "" {
			text += "; " + more
		}
	}
	return r.target.secrets.Redact(text)
}

// position turns the server's count of characters from 1 into a place in the SQL; 0 means that it named none.
func position(sql string, at int) string {
	letters := []rune(sql)
	if at < 1 || at > len(letters)+1 {
		return ""
	}
	before := string(letters[:at-1])
	line := 1 + strings.Count(before, "\n")
	column := at
	if newline := strings.LastIndexByte(before, '\n'); newline >= 0 {
		column = len([]rune(before[newline:]))
	}
	return fmt.Sprintf(", line %d, column %d of sql", line, column)
}

func code(err error) string {
	var server *pgconn.PgError
	if errors.As(err, &server) {
		return server.Code
	}
	return ""
}

// down tells a server that does not work from a query that does not. Codes:
// https://www.postgresql.org/docs/15/errcodes-appendix.html
func down(code string) bool {
	switch code {
	case "57P01", "57P02", "57P03", "57P05", // shutdown, crash, not yet started, idle session ended
		"53300", "53400": // too many connections, a limit of the configuration
		return true
	}
	return strings.HasPrefix(code, "08") || strings.HasPrefix(code, "58") // connection, system
}

// remedy returns what to do about the faults that are met most.
func remedy(code string) string {
	hint := map[string]string{
		"25006": "the SQL is run read-only: it may not change the database",
		"28P01": "set the password by ${NAME} in dsn, PGPASSWORD or ~/.pgpass",
		"28000": "check user and pg_hba.conf",
		"3D000": "check the database in dsn",
		"42501": "grant the user SELECT on what the SQL reads",
		"42601": "it is one statement with $1 and $2; for queries as users type them use websearch_to_tsquery or plainto_tsquery, which take any text, and not to_tsquery",
		"42703": "check the name of the column",
		"42883": "a parameter may need its type, such as $1::text or $2::int",
		"42P01": "check the name of the table and search_path",
		"42P18": "say which type the parameter has, such as $1::text",
		"53300": "lower max_connections, or raise that of the server",
		"57014": "a limit of the server ended the query, or somebody else did",
		"22P05": "the database's encoding lacks a character of the query: it can only be searched for what it can hold",
	}[code]
	if hint == "" {
		return ""
	}
	return ": " + hint
}
