package refresh

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/delimited"
	"github.com/rankduel/rankduel/internal/unpack"
)

// A table is a file that people edit in a spreadsheet: rows of cells by column.
type table struct {
	name string
	rows []map[string]string
	line []int
}

// writeTable writes rows as CSV. Cells that a spreadsheet would compute are guarded, which readTable undoes.
func writeTable(columns []string, rows [][]string) ([]byte, error) {
	return delimited.Table{Rows: append([][]string{columns}, rows...)}.Guarded().Bytes()
}

// readTable reads a table that was written with writeTable and saved again by any program that people edit tables with:
// separators, quotes, line ends and encoding may have changed. The columns have to be there, in any order.
func readTable(path string, columns []string) (*table, error) {
	data, err := unpack.ReadFile(path)
	if err != nil {
		return nil, err
	}
	all, err := delimited.Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(all.Rows) == 0 {
		return nil, fmt.Errorf("%s: it is empty", path)
	}
	head := all.Rows[0]
	for _, c := range columns {
		if !slices.Contains(head, c) {
			return nil, fmt.Errorf("%s:1: no column %s; the columns are %s", path, c, strings.Join(columns, ", "))
		}
	}
	t := &table{name: path, line: all.Lines[1:]}
	for i, row := range all.Rows[1:] {
		if len(row) != len(head) {
			return nil, fmt.Errorf("%s: wrong number of fields", t.at(i))
		}
		cells := map[string]string{}
		for c, cell := range row {
			cells[head[c]] = delimited.Unguard(cell)
		}
		t.rows = append(t.rows, cells)
	}
	return t, nil
}

func (t *table) at(i int) string { return fmt.Sprintf("%s:%d", t.name, t.line[i]) }
