package document

import "github.com/rankduel/rankduel/internal/ordered"

// A Sheet is a table of a report with its title and the lines below it, for
// anyone who draws it in another way. Its texts are data that no one has escaped.
type Sheet struct {
	Title   string
	Columns []SheetColumn
	Rows    [][]string
	Below   []string
}

// A SheetColumn is the heading of a column and how it is set.
type SheetColumn struct {
	Head    string
	Numbers bool
}

// AppendSheet appends a table as a sheet, unless it is empty.
func AppendSheet(list []Sheet, title string, t Table, below ...string) []Sheet {
	if len(t.Rows) == 0 {
		return list
	}
	s := Sheet{Title: title, Rows: ordered.Each(t.Rows, printable), Columns: ordered.Each(t.Columns, func(c Column) SheetColumn {
		return SheetColumn{Head: unbroken.Replace(c.above(Printable)), Numbers: c.Right}
	})}
	for _, line := range below {
		if line != "" {
			s.Below = append(s.Below, line)
		}
	}
	return append(list, s)
}
