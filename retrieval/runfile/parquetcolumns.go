//go:build !js

package runfile

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/rankduel/rankduel/internal/prose"
)

// A parquetLayout says which columns of a file are read.
type parquetLayout struct {
	columns                              []cursor
	query, id, score, rank, text, parent *cursor  // nil where there is no such column
	queryRoom, idRoom                    [20]byte // for ids that are numbers
}

// newParquetLayout finds the columns and checks their types.
func newParquetLayout(schema *parquet.Schema) (*parquetLayout, error) {
	var (
		names  []string
		leaves []parquet.LeafColumn
	)
	for _, path := range schema.Columns() {
		if leaf, ok := schema.Lookup(path...); ok && len(path) == 1 && leaf.MaxRepetitionLevel == 0 {
			names = append(names, path[0])
			leaves = append(leaves, leaf)
		}
	}
	found := findColumns(names)
	if err := found.check(names); err != nil {
		return nil, err
	}
	l := &parquetLayout{columns: make([]cursor, 0, 6)}
	var errs prose.Faults
	column := func(i int, want kind) *cursor {
		if i < 0 {
			return nil
		}
		is := kindOf(leaves[i].Node.Type())
		errs.If(is&want == 0, "column %q is of type %v; store it as %v", names[i], leaves[i].Node.Type(), want)
		l.columns = append(l.columns, cursor{leaf: leaves[i].ColumnIndex, kind: is})
		return &l.columns[len(l.columns)-1]
	}
	l.query, l.id = column(found.query, textual|integral), column(found.id, textual|integral)
	l.score, l.rank = column(found.score, integral|fractional), column(found.rank, integral|fractional)
	l.text, l.parent = column(found.text, textual), column(found.document, textual)
	return l, errs.Join()
}

// row reads a row. The ids are valid until the next call.
func (l *parquetLayout) row() (query []byte, h hit, err error) {
	if query, err = l.query.id(l.queryRoom[:0]); err != nil {
		return nil, hit{}, fmt.Errorf("query id: %w", err)
	}
	h.rank = noRank
	if h.id, err = l.id.id(l.idRoom[:0]); err != nil {
		return nil, hit{}, fmt.Errorf("query %q: document id: %w", query, err)
	}
	if l.score != nil {
		h.scored = true
		if h.score, err = l.score.number(); err != nil {
			return nil, hit{}, fmt.Errorf("query %q, document %q: score: %w", query, h.id, err)
		}
	}
	if l.rank != nil {
		rank, err := l.rank.number()
		switch {
		case errors.Is(err, errNaN): // a frame with gaps
		case err != nil:
			return nil, hit{}, err
		case rank == math.Trunc(rank) && math.Abs(rank) <= math.MaxInt32:
			h.rank = int32(rank)
		}
	}
	if h.text, err = l.text.optional(); err != nil {
		return nil, hit{}, err
	}
	h.document, err = l.parent.optional()
	return query, h, err
}

// A kind is what can be done with the values of a Parquet column.
type kind uint8

const (
	textual kind = 1 << iota
	integral
	unsigned // integral too
	fractional
)

// String names the types that Parquet has for a kind.
func (k kind) String() string {
	var names prose.Notes
	names.If(k&textual != 0, "a string")
	names.If(k&integral != 0, "an integer")
	names.If(k&fractional != 0, "a double")
	return strings.Join(names, " or ")
}

// kindOf returns 0 for types that need an interpretation of their own, such as
// decimals and times: what is stored for them is not the value.
func kindOf(t parquet.Type) kind {
	var logical format.LogicalTypeValue
	if l := t.LogicalType(); l != nil {
		logical = l.Value
	}
	if _, empty := logical.(*format.NullType); empty {
		return textual | integral | fractional // pandas writes a column without a value like this
	}
	switch t.Kind() {
	case parquet.ByteArray:
		switch logical.(type) {
		case nil, *format.StringType, *format.EnumType, *format.JsonType:
			return textual
		}
	case parquet.Int32, parquet.Int64:
		switch l := logical.(type) {
		case nil:
			return integral
		case *format.IntType:
			if l.IsSigned {
				return integral
			}
			return integral | unsigned
		}
	case parquet.Float, parquet.Double:
		return fractional
	}
	return 0
}

// A cursor reads the values of a column one after another.
type cursor struct {
	leaf   int // position among the columns of the file
	kind   kind
	in     parquet.ColumnChunkValueReader
	buffer [256]parquet.Value
	ready  []parquet.Value // read, not given out yet
}

func (c *cursor) open(chunk parquet.ColumnChunk) {
	c.in = parquet.NewColumnChunkValueReader(chunk)
	c.ready = nil
}

// next returns the next value, valid until the next call: it may be in a page that
// is given back when the one after it is read.
func (c *cursor) next() (parquet.Value, error) {
	if len(c.ready) == 0 {
		n, err := c.in.ReadValues(c.buffer[:])
		if n == 0 {
			if err == nil || errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return parquet.Value{}, fmt.Errorf("reading the Parquet file: %w: damaged; get the file again", err)
		}
		c.ready = c.buffer[:n]
	}
	value := c.ready[0]
	c.ready = c.ready[1:]
	return value, nil
}

var errNull = errors.New("the value is null; fill it in or leave the row out")

// id returns the next id, of which numbers are written into room. It is valid until the next call.
func (c *cursor) id(room []byte) ([]byte, error) {
	value, err := c.next()
	switch {
	case err != nil:
		return nil, err
	case value.IsNull():
		return nil, errNull
	case c.kind&textual != 0:
		return value.ByteArray(), nil
	case c.kind&unsigned != 0:
		return strconv.AppendUint(room, uint64(c.integer(value)), 10), nil
	}
	return strconv.AppendInt(room, c.integer(value), 10), nil
}

// integer returns an integer of any width. The bits of an unsigned one of 64 are those of the result.
func (c *cursor) integer(value parquet.Value) int64 {
	switch {
	case value.Kind() == parquet.Int64:
		return value.Int64()
	case c.kind&unsigned != 0:
		return int64(value.Uint32())
	}
	return int64(value.Int32())
}

// number reads a number; NaN and null are errNaN.
func (c *cursor) number() (float64, error) {
	value, err := c.next()
	if err != nil {
		return 0, err
	}
	if value.IsNull() {
		return 0, fmt.Errorf("null: %w", errNaN)
	}
	var number float64
	switch value.Kind() {
	case parquet.Double:
		number = value.Double()
	case parquet.Float:
		number = float64(value.Float())
	default:
		number = float64(c.integer(value))
		if c.kind&unsigned != 0 {
			number = float64(uint64(c.integer(value)))
		}
	}
	if math.IsNaN(number) {
		return 0, errNaN
	}
	return number, nil
}

// optional reads a text, "" for null. A nil cursor has none.
func (c *cursor) optional() (string, error) {
	if c == nil {
		return "", nil
	}
	value, err := c.next()
	if err != nil || value.IsNull() {
		return "", err
	}
	return string(value.ByteArray()), nil
}
