package postgres

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval"
)

// columns are the positions of what is read from a row; absent is -1.
type columns struct {
	id, score, text, document int
	names                     []string
	scoreBits                 int
}

const absent = -1

// scoreBits returns the precisions of the types a score may have: what PostgreSQL prints of a float4 is the shortest text
// that gives the same float4 again, and that of a numeric is read as the nearest float64.
func scoreBits(oid uint32) (int, bool) {
	switch oid {
	case pgtype.Float4OID:
		return 32, true
	case pgtype.Float8OID, pgtype.NumericOID, pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID:
		return 64, true
	}
	return 0, false
}

// resolveColumns finds the columns of a result, or reports all that is wrong with them.
func resolveColumns(wanted Columns, fields []pgconn.FieldDescription) (columns, error) {
	if len(fields) < 2 {
		return columns{}, fmt.Errorf("sql returns %d columns: want id and score at least", len(fields))
	}
	found := finder{fields: fields}
	c := columns{
		id:       found.column("id", wanted.ID),
		score:    found.column("score", wanted.Score),
		text:     found.column("text", wanted.Text),
		document: found.column("document", wanted.Document),
		names:    found.names(),
	}
	if len(found.Faults) > 0 {
		return c, found.Join()
	}
	if c.id == absent && c.score == absent {
		c.id, c.score = 0, 1
	}
	found.If(c.id == absent, "sql has a column score and none called id: name it with AS id, or in columns; there are %s", found.list())
	found.If(c.score == absent, "sql has a column id and none called score: name it with AS score, or in columns; there are %s", found.list())
	if len(found.Faults) > 0 {
		return c, found.Join()
	}
	var numeric bool
	if c.scoreBits, numeric = scoreBits(fields[c.score].DataTypeOID); !numeric {
		return c, fmt.Errorf("column %s is the score and has type %s: want a number, for example (%[1]s)::float8", c.names[c.score], typeName(fields[c.score].DataTypeOID))
	}
	return c, nil
}

// A finder looks columns up by name and gathers what is wrong.
type finder struct {
	fields []pgconn.FieldDescription
	prose.Faults
}

// column returns the position of the column of that role: the one that the settings name, which has to be there, or the
// one that is called like the role, which may be absent.
func (f *finder) column(role, named string) int {
	name := cmp.Or(named, role)
	at, count := absent, 0
	for i, field := range f.fields {
		if field.Name == name {
			at, count = i, count+1
		}
	}
	f.If(count > 1, "sql returns %d columns called %s: name the one that is the %s with AS", count, name, role)
	f.If(count == 0 && named != "", "columns: sql returns no column %s for the %s; there are %s", named, role, f.list())
	return at
}

func (f *finder) names() []string {
	return ordered.Each(f.fields, func(field pgconn.FieldDescription) string { return field.Name })
}

func (f *finder) list() string { return strings.Join(f.names(), ", ") }

// typeName returns what PostgreSQL calls a type that it came with, for a message.
func typeName(oid uint32) string {
	if t, known := pgtype.NewMap().TypeForOID(oid); known {
		return t.Name
	}
	return fmt.Sprintf("with OID %d", oid)
}

// hits reads the first k rows. The rest is passed over, because the connection is needed again.
func (c columns) hits(rows *pgconn.ResultReader, k int) ([]retrieval.Hit, error) {
	var hits []retrieval.Hit
	var fault error
	for rows.NextRow() {
		if fault != nil || len(hits) == k {
			continue
		}
		rank := len(hits) + 1
		hit, err := c.hit(rows.Values())
		if err == nil && rank > 1 && hit.Score > hits[rank-2].Score {
			err = fmt.Errorf("the score rises from %v to %v: want ORDER BY %s DESC, and for a distance its negative as the score", hits[rank-2].Score, hit.Score, c.names[c.score])
		}
		if err != nil {
			fault = &resultError{fmt.Errorf("row %d: %w", rank, err)}
			continue
		}
		hits = append(hits, hit)
	}
	_, err := rows.Close()
	return slices.Clip(hits), errors.Join(err, fault)
}

// A resultError is about what came back, not about the server.
type resultError struct{ err error }

func (e *resultError) Error() string { return e.err.Error() }
func (e *resultError) Unwrap() error { return e.err }

func (c columns) hit(values [][]byte) (retrieval.Hit, error) {
	id, score := values[c.id], values[c.score]
	if id == nil {
		return retrieval.Hit{}, fmt.Errorf("column %s, the id, is NULL: leave such rows out with WHERE %[1]s IS NOT NULL", c.names[c.id])
	}
	hit := retrieval.Hit{ID: string(id)}
	if score == nil {
		return hit, fmt.Errorf("column %s, the score of %q, is NULL: use coalesce(%[1]s, 0) or leave such rows out", c.names[c.score], id)
	}
	var err error
	if hit.Score, err = strconv.ParseFloat(string(score), c.scoreBits); err != nil {
		return hit, fmt.Errorf("column %s, the score of %q, is %.40s, which is no float64", c.names[c.score], id, score)
	}
	if math.IsNaN(hit.Score) {
		return hit, fmt.Errorf("column %s, the score of %q, is NaN, which has no place in an order", c.names[c.score], id)
	}
	if c.text != absent {
		hit.Text = string(values[c.text])
	}
	if c.document != absent {
		hit.Document = string(values[c.document])
	}
	return hit, nil
}
