package tables

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A transfer is a table whose rows are copied from store to store, byte for byte.
type transfer struct {
	what    string    // its rows are
	table   string    //
	key     int       // the first so many columns, all of them text
	columns []column  //
	only    string    // condition of the rows that are copied; empty: all
	parts   *transfer // rows that belong to one of these by its first column, and come with it

	digested int // columns, the first ones, that the digest in the last is of; 0: there is none
}

// A column is read from any database and written to any.
type column struct {
	name   string
	kind   kind
	absent string // what stands for it in an older store; empty: each has it
}

// A kind is what a column of a migration holds.
type kind int

const (
	text kind = iota
	opaque
	blob
	integer
	float
)

// of returns columns of one kind that every store has.
func of(k kind, names ...string) []column {
	return ordered.Each(names, func(name string) column { return column{name, k, ""} })
}

// transfers are all tables that are copied, in this order.
var (
	recordingsTable = transfer{
		what: "recordings", table: "recordings", key: 3, digested: 12,
		columns: slices.Concat(
			of(text, "component_key", "test_set_key"), of(opaque, "query_id"), of(blob, "hits"), of(float, "latency_ms"), of(opaque, "error"), of(text, "recorded_at"),
			[]column{{"answer_json", text, "NULL"}, {"attempts", integer, "1"}, {"repeats", integer, "0"}, {"changed", integer, "0"}, {"content", text, "''"}, {digestColumn, text, "''"}}),
	}
	runsTable = transfer{
		what: "runs", table: "eval_runs", key: 1, digested: 8,
		columns: slices.Concat(of(text, "run_id", "suite", "config_snapshot_json", "aggregate_json", "commit_hash"), // those of kebab
			[]column{{"name", text, "''"}, {"profile", text, "''"}, {"test_set_json", text, "'{}'"}},
			of(text, "created_at"), []column{{digestColumn, text, "''"}}), // which may be that of the same run, stored before
		parts: &transfer{
			what: "results", table: "eval_query_results", key: 2, digested: 3,
			columns: slices.Concat(of(text, "run_id"), of(opaque, "query_id"), of(text, "result_json"), []column{{digestColumn, text, "''"}}),
		},
	}
	// A job that is not done is someone's work, and would be done twice.
	jobsTable = transfer{
		what: "jobs", table: "jobs", key: 1, only: "state IN ('done', 'failed', 'cancelled')",
		columns: slices.Concat(
			of(text, "job_id", "kind", "service"), of(blob, "request"), of(text, "state"), of(integer, "asked", "total"),
			of(text, "created_at", "started_at", "ended_at", "asked_by"), of(integer, "tries", "cancelling"), of(opaque, "error"),
			of(text, "runs_json", "worker", "leased_until"), []column{{"settings", text, "''"}, {"comparison", blob, "NULL"}, {"parent", text, "''"}}),
	}
	sealedTable = transfer{
		what: "facts of held-out queries", table: "sealed", key: 2,
		columns: of(text, "kind", "fact_key", "sealed_at", "fact_json"),
	}
	transfers = []*transfer{&recordingsTable, &runsTable, &jobsTable, &sealedTable}
)

func (tr *transfer) keyOf(r row) string {
	var s strings.Builder
	for i := range tr.key {
		part := r.text(i)
		s.WriteString(strconv.Itoa(len(part)) + ":" + part)
	}
	return s.String()
}

// after reports whether row a comes after row b: both databases sort by bytes.
func (tr *transfer) after(a, b row) bool {
	for i := range tr.key {
		if x, y := a.text(i), b.text(i); x != y {
			return x > y
		}
	}
	return false
}

func (tr *transfer) names() []string {
	return ordered.Each(tr.columns, func(c column) string { return c.name })
}

// A reader reads rows that are copied.
type reader struct {
	*Tables
	selections map[string]string // by table, the beginning of a SELECT; none of a table that an older store lacks
	older      bool              // its rows have no digests, and get them as they are read
	within     Querier           // in which it reads; nil: in a state of the tables for each statement
}

// reader looks once which columns there are. Those that an older store lacks are given as not known.
func (t *Tables) reader(ctx context.Context) (reader, error) {
	r, err := read(ctx, t.db, func(q Querier) (reader, error) { return t.readerIn(ctx, q) })
	return r, t.wrap(err, "read")
}

func (t *Tables) readerIn(ctx context.Context, q Querier) (reader, error) {
	r := reader{Tables: t, selections: map[string]string{}}
	for _, table := range transfers {
		for tr := table; tr != nil; tr = tr.parts {
			have, err := t.columnsOf(ctx, q, tr.table)
			if err != nil {
				return r, err
			}
			if len(have) > 0 {
				r.selections[tr.table] = tr.selection(have)
			}
			r.older = r.older || tr.digested > 0 && !have[digestColumn]
		}
	}
	return r, nil
}

func (tr *transfer) selection(have map[string]bool) string {
	statement := tr.selected(have, tr.names()...) + " WHERE "
	if tr.only != "" {
		statement += tr.only + " AND "
	}
	return statement
}

// selected begins a SELECT of some columns. Those that an older store lacks, when it
// was opened for reading, are given as not known.
func (tr *transfer) selected(have map[string]bool, names ...string) string {
	list := slices.Clone(names)
	for i, name := range names {
		if !have[name] {
			list[i] = tr.columns[slices.Index(tr.names(), name)].absent
		}
	}
	return "SELECT " + strings.Join(list, ", ") + " FROM " + tr.table
}

// page reads the next n rows in the order of their keys: from this one on, or
// after it; from the first when there is none.
func (t reader) page(ctx context.Context, tr *transfer, from row, inclusive bool, n int) (rows []row, err error) {
	key := strings.Join(tr.names()[:tr.key], ", ")
	condition, args := "1 = 1", []any(nil)
	if from != nil {
		variables := make([]string, tr.key)
		for i := range tr.key {
			variables[i] = "$" + strconv.Itoa(i+1)
			args = append(args, t.value(tr.columns[i].kind, from[i]))
		}
		than := map[bool]string{true: ">=", false: ">"}[inclusive]
		condition = "(" + key + ") " + than + " (" + strings.Join(variables, ", ") + ")"
	}
	return t.rows(ctx, tr, condition+" ORDER BY "+key+" LIMIT "+strconv.Itoa(n), args...)
}

func (t reader) partsOf(ctx context.Context, tr *transfer, of row) ([]row, error) {
	if tr.parts == nil {
		return nil, nil
	}
	names := tr.parts.names()
	return t.rows(ctx, tr.parts, names[0]+" = $1 ORDER BY "+strings.Join(names[:tr.parts.key], ", "), t.value(tr.parts.columns[0].kind, of[0]))
}

func (t reader) rows(ctx context.Context, tr *transfer, condition string, args ...any) ([]row, error) {
	statement, found := t.selections[tr.table]
	if !found {
		return nil, nil
	}
	look := func(q Querier) ([]row, error) { return All(ctx, q, tr.scan, statement+condition, args...) }
	if t.within != nil {
		return look(t.within)
	}
	return read(ctx, t.db, look)
}

func (tr *transfer) scan(s Scanner) (row, error) {
	into, values := make([]any, len(tr.columns)), make([]driver.Valuer, len(tr.columns))
	for i, c := range tr.columns {
		switch c.kind {
		case integer:
			values[i] = new(sql.NullInt64)
		case float:
			values[i] = new(sql.NullFloat64)
		default:
			values[i] = new(sql.NullString) // of bytes, too
		}
		into[i] = values[i]
	}
	if err := s.Scan(into...); err != nil {
		return nil, err
	}
	r := make(row, len(values))
	for i, v := range values {
		r[i], _ = v.Value() // nothing is converted
	}
	return r, nil
}

// value returns what the database is given for one of a row.
func (t *Tables) value(of kind, v any) any {
	s, ok := v.(string)
	switch {
	case ok && of == opaque:
		return t.dialect.anyBytes(s)
	case ok && of == blob:
		return []byte(s)
	}
	return v
}

// count says how many rows there are, and how many of them are copied.
func (t reader) count(ctx context.Context, tr *transfer) (all, copied int, err error) {
	if t.selections[tr.table] == "" {
		return 0, 0, nil
	}
	err = t.db.Read(ctx, func(q Querier) error {
		return q.QueryRowContext(ctx, "SELECT count(*), count(CASE WHEN "+cmp.Or(tr.only, "1 = 1")+" THEN 1 END) FROM "+tr.table).Scan(&all, &copied)
	})
	if err != nil {
		return 0, 0, fmt.Errorf("count %s: %w", tr.what, err)
	}
	return all, copied, nil
}

// put writes rows, in the place of those with their keys or else only where there are none.
func (t *Tables) put(ctx, during context.Context, tx *sql.Tx, tr *transfer, rows []row, replace bool) error {
	names := tr.names()
	into := insertion{table: tr.table, columns: names, conflict: "ON CONFLICT DO NOTHING"}
	if replace {
		into.conflict = replacing(names[:tr.key], names[tr.key:])
	}
	return t.insert(ctx, during, tx, into, len(rows), func(i int) []any {
		args := make([]any, len(names))
		for c, v := range rows[i] {
			args[c] = t.value(tr.columns[c].kind, v)
		}
		return args
	})
}
