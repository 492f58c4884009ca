package refresh

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/rankduel/rankduel/internal/pattern"
)

// A table is a file that people edit in a spreadsheet: rows of cells by column.
type table struct {
	name string
	rows []map[string]string
	line []int
}

// writeTable writes rows as CSV. Cells that a spreadsheet would compute get an
// apostrophe, which readTable takes away.
func writeTable(columns []string, rows [][]string) ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	if err := w.Write(columns); err != nil {
		return nil, err
	}
	for _, row := range rows {
		guarded := make([]string, len(row))
		for i, cell := range row {
			guarded[i] = guard(cell)
		}
		if err := w.Write(guarded); err != nil {
			return nil, err
		}
	}
	w.Flush()
	return b.Bytes(), w.Error()
}

// computed is what a spreadsheet takes for a formula, behind apostrophes that
// stood there already.
var computed = pattern.Lazy("^'*[=+\\-@\t\r\n]")

func guard(cell string) string {
	if computed().MatchString(cell) && !isNumber().MatchString(cell) {
		return "'" + cell
	}
	return cell
}

func unguard(cell string) string {
	if rest, ok := strings.CutPrefix(cell, "'"); ok && computed().MatchString(rest) {
		return rest
	}
	return cell
}

var isNumber = pattern.Lazy(`^-\d+(\.\d+)?$`)

// readTable reads a table that was written with writeTable and saved again by
// whatever people edit tables with: separators, quotes, line ends and a byte
// order mark may have changed. The columns have to be there, in any order.
func readTable(path string, columns []string) (*table, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	text := strings.TrimPrefix(string(data), "\ufeff")
	if rest, ok := strings.CutPrefix(text, "sep=;"); ok {
		text = strings.TrimLeft(rest, "\r\n")
	}
	r := csv.NewReader(strings.NewReader(text))
	head, _, _ := strings.Cut(text, "\n")
	for _, c := range []rune{';', '\t'} {
		if strings.Count(head, string(c)) > strings.Count(head, string(r.Comma)) {
			r.Comma = c
		}
	}
	all, err := r.ReadAll()
	if err != nil {
		var parse *csv.ParseError
		if errors.As(err, &parse) {
			return nil, fmt.Errorf("%s:%d: %w", path, parse.Line, parse.Err)
		}
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: it is empty", path)
	}
	for _, c := range columns {
		if !contains(all[0], c) {
			return nil, fmt.Errorf("%s:1: no column %s; the columns are %s", path, c, strings.Join(columns, ", "))
		}
	}
	return &table{name: path, rows: cellsOf(all), line: linesOf(all)}, nil
}

func cellsOf(all [][]string) []map[string]string {
	var rows []map[string]string
	for _, row := range all[1:] {
		cells := map[string]string{}
		for i, c := range all[0] {
			cells[c] = unguard(row[i])
		}
		rows = append(rows, cells)
	}
	return rows
}

// linesOf are the lines that rows begin on.
func linesOf(all [][]string) []int {
	lines := make([]int, 0, len(all))
	line := 2
	for _, row := range all[1:] {
		lines = append(lines, line)
		line++
		for _, cell := range row {
			line += strings.Count(cell, "\n")
		}
	}
	return lines
}

// at is the place of a row in messages.
func (t *table) at(i int) string { return fmt.Sprintf("%s:%d", t.name, t.line[i]) }
