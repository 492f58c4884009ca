package runfile

import (
	"errors"
	"fmt"
	"math"

	"github.com/parquet-go/parquet-go"

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
