package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/rankduel/rankduel/retrieval"
)

// NoState is the [Settings.State] of a database whose state no one reads.
const NoState = "none"

// ReadState asks for the state of what SQL reads, "" with [NoState].
func ReadState(ctx context.Context, s Settings) (string, error) {
	if s.State == NoState {
		return "", nil
	}
	r, err := Open(ctx, s)
	if err != nil {
		if s.State == "" {
			return "", fmt.Errorf("%w: %w", retrieval.ErrNoState, err)
		}
		return "", fmt.Errorf("state: %w", err)
	}
	defer func() { _ = r.Close() }() // it was only read from
	if s.State != "" {
		rows, err := r.rows(ctx, s.State, nil)
		if err == nil && len(rows) == 0 {
			err = errors.New("the statement gave no row: want what changes with the index")
		}
		if err != nil {
			return "", fmt.Errorf("state: %w", err)
		}
		return text(rows), nil
	}
	state, err := r.changes(ctx)
	if err != nil {
		return "", fmt.Errorf("%w: %w", retrieval.ErrNoState, err)
	}
	return state, nil
}

// changeCounts are what PostgreSQL counts of the tables that are named: rows that were inserted, updated and deleted,
// and the file, which is another one after TRUNCATE or when a table was made again.
const changeCounts = `SELECT s.schemaname, s.relname, s.n_tup_ins, s.n_tup_upd, s.n_tup_del, c.oid, pg_relation_filenode(c.oid)
FROM pg_stat_user_tables AS s JOIN pg_class AS c ON c.oid = s.relid
WHERE s.schemaname || '.' || s.relname = ANY (string_to_array($1, E'\\n')) ORDER BY s.schemaname, s.relname`

// changes counts the changes of the tables that the plan of SQL names.
func (r *Retriever) changes(ctx context.Context) (string, error) {
	parameters := [][]byte{[]byte("x")}
	if r.limited {
		parameters = append(parameters, []byte("1"))
	}
	planned, err := r.rows(ctx, "EXPLAIN (VERBOSE, FORMAT JSON) "+r.settings.SQL, parameters)
	if err != nil {
		return "", err
	}
	var plan any
	if len(planned) != 1 || json.Unmarshal(planned[0][0], &plan) != nil {
		return "", errors.New("the plan of the statement cannot be read")
	}
	tables := tablesOf(plan, nil)
	if len(tables) == 0 {
		return "", errors.New("the statement reads no table whose changes are counted")
	}
	slices.Sort(tables)
	rows, err := r.rows(ctx, changeCounts, [][]byte{[]byte(strings.Join(slices.Compact(tables), "\n"))})
	if err == nil && len(rows) == 0 {
		err = errors.New("PostgreSQL counts no changes of the tables that the statement reads")
	}
	return text(rows), err
}

// tablesOf finds the relations that a plan names, as schema.name.
func tablesOf(plan any, found []string) []string {
	switch plan := plan.(type) {
	case []any:
		for _, v := range plan {
			found = tablesOf(v, found)
		}
	case map[string]any:
		schema, _ := plan["Schema"].(string)
		if name, ok := plan["Relation Name"].(string); ok {
			found = append(found, schema+"."+name)
		}
		for _, v := range plan {
			found = tablesOf(v, found)
		}
	}
	return found
}

// rows runs a statement in a transaction that may only read.
func (r *Retriever) rows(ctx context.Context, sql string, parameters [][]byte) ([][][]byte, error) {
	c, err := r.pool.Acquire(ctx)
	if err != nil {
		return nil, r.unreachable(ctx, err)
	}
	defer c.Release()
	connection := c.Conn().PgConn()
	use(connection)
	if err := connection.Exec(ctx, begin).Close(); err != nil {
		return nil, r.failed(ctx, err)
	}
	var result *pgconn.Result
	if result = connection.ExecParams(ctx, sql, parameters, nil, nil, nil).Read(); result.Err != nil {
		err = result.Err
	}
	if closing := connection.Exec(ctx, rollback).Close(); err == nil {
		err = closing
	}
	if err != nil {
		return nil, r.failed(ctx, err)
	}
	return result.Rows, nil
}

// text writes rows, so that no two sets of them are the same text.
func text(rows [][][]byte) string {
	var b strings.Builder
	for _, row := range rows {
		for _, value := range row {
			fmt.Fprintf(&b, "%q,", value)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
