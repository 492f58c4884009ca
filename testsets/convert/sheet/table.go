// Package sheet reads tables of judgments and knows what people call their
// columns, in seven languages. It knows no queries and no grades.
package sheet

import (
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/internal/delimited"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
)

// A Table is a header and the rows below it.
type Table struct {
	Path   string
	Header []string
	Rows   []Row
}

// A Row is one and where it is. It has as many cells as the header.
type Row struct {
	Cells []string
	Line  int
}

// Read reads a table in any dialect. Spreadsheets leave empty cells at the end of
// a row out; more cells than the header has are an error.
func Read(path, text string) (*Table, error) {
	read, err := delimited.Read([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(read.Rows) == 0 {
		return nil, fmt.Errorf("%s: no rows", path)
	}
	t := &Table{Path: path, Header: read.Rows[0]}
	width := len(t.Header)
	var faults []error
	for i, cells := range read.Rows[1:] {
		line := read.Lines[i+1]
		if len(cells) > width && strings.TrimSpace(strings.Join(cells[width:], "")) != "" {
			faults = append(faults, fmt.Errorf("%s:%d: %d cells, and the first row has %d; put cells with a %q in them in quotes", path, line, len(cells), width, read.Separator))
			continue
		}
		for len(cells) < width {
			cells = append(cells, "")
		}
		t.Rows = append(t.Rows, Row{cells, line})
	}
	return t, prose.JoinFirst(faults)
}

// LaterHeader returns the line of a row below the first, of the first few, that names
// columns, as below a title; 0 without one.
func (t *Table) LaterHeader() int {
	const few = 10
	for _, r := range t.Rows[:min(few, len(t.Rows))] {
		named := ordered.Set(ordered.Each(r.Cells, RoleOf))
		if named[Doc] && named[Grade] && (named[Query] || named[ID]) {
			return r.Line
		}
	}
	return 0
}

// Cell returns that of a role, empty without one.
func (r Row) Cell(at map[string]int, role string) string {
	if i, ok := at[role]; ok {
		return r.Cells[i]
	}
	return ""
}
