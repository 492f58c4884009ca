package document

import (
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A Table is laid out once and drawn for a terminal or as Markdown. Its texts
// are data: each drawing makes them safe in its own way.
type Table struct {
	Columns []Column
	Rows    [][]Cell
}

// A Column says how its cells are drawn.
type Column struct {
	Head    string // of a fixed wording
	Name    string // a name out of the data, under head if there is one
	Right   bool   // numbers
	Elastic bool   // may be cut when the table is too wide
	Prose   bool   // a sentence, cut at its end; a name is cut so that it differs from the others
	Code    bool   // an id or a user's text: Markdown shows it verbatim
}

// NewTable returns a table without rows.
func NewTable(columns ...[]Column) Table { return Table{Columns: slices.Concat(columns...)} }

// Words returns columns of words that are ours, one for each heading.
func Words(heads ...string) []Column { return headed(Column{}, heads) }

// Numbers returns columns of numbers.
func Numbers(heads ...string) []Column { return headed(Column{Right: true}, heads) }

// Names returns columns of names.
func Names(heads ...string) []Column { return headed(Column{Elastic: true}, heads) }

// Codes returns columns of ids and hashes that are never cut.
func Codes(heads ...string) []Column { return headed(Column{Code: true}, heads) }

// IDs returns columns of ids and users' words that may be cut.
func IDs(heads ...string) []Column { return headed(Column{Elastic: true, Code: true}, heads) }

// Sentences returns columns of sentences that are ours.
func Sentences(heads ...string) []Column { return headed(Column{Elastic: true, Prose: true}, heads) }

// Texts returns columns of users' texts.
func Texts(heads ...string) []Column {
	return headed(Column{Elastic: true, Prose: true, Code: true}, heads)
}

func headed(c Column, heads []string) []Column {
	columns := make([]Column, len(heads))
	for i, head := range heads {
		columns[i], columns[i].Head = c, head
	}
	return columns
}

// A Cell is one text and what its color says.
type Cell struct {
	Text string
	Tone Tone
}

// above returns the heading: the fixed wording, then the name.
func (c Column) above(safe func(string) string) string {
	switch {
	case c.Name == "":
		return c.Head
	case c.Head == "":
		return safe(c.Name)
	}
	return c.Head + "\n" + safe(c.Name)
}

// Add appends a row without color, and returns it.
func (t *Table) Add(texts ...string) []Cell {
	row := make([]Cell, len(texts))
	for i, text := range texts {
		row[i].Text = text
	}
	t.Rows = append(t.Rows, row)
	return row
}

// Only keeps the columns with these headings where they are wanted.
func (t *Table) Only(wanted bool, heads ...string) {
	for i := len(t.Columns) - 1; i >= 0 && !wanted; i-- {
		if slices.Contains(heads, t.Columns[i].Head) {
			t.Columns = slices.Delete(t.Columns, i, i+1)
			for r, row := range t.Rows {
				t.Rows[r] = slices.Delete(row, i, i+1)
			}
		}
	}
}

// Text draws the table for a terminal, without a trailing newline.
func (t Table) Text(s Screen) (string, error) {
	heads, rows := t.Printable()
	widths := t.Fit(heads, rows, s.Width)
	t.shorten(heads, rows, widths)
	for r, row := range rows {
		for i := range row {
			row[i] = s.Paint(t.Rows[r][i].Tone, row[i])
		}
	}
	drawn, err := t.draw(alignHeads(heads), rows,
		tablewriter.WithPadding(tw.Padding{Right: Gap, Overwrite: true}),
		tablewriter.WithRendition(tw.Rendition{
			Borders: tw.BorderNone,
			Symbols: tw.NewSymbols(tw.StyleLight),
			Settings: tw.Settings{
				Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off},
				Lines:      tw.Lines{ShowHeaderLine: tw.On, ShowTop: tw.Off, ShowBottom: tw.Off},
			},
		}))
	return trimLines(drawn), err
}

// shorten cuts the elastic columns to their widths.
func (t Table) shorten(heads []string, rows [][]string, widths []int) {
	var names []string
	var limits []int
	for i, c := range t.Columns {
		if c.Elastic && c.Name != "" {
			names, limits = append(names, Printable(c.Name)), append(limits, widths[i])
		}
	}
	names = Distinct(names, limits)
	for i, c := range t.Columns {
		if !c.Elastic {
			continue
		}
		if c.Name == "" {
			heads[i] = cutLines(heads[i], widths[i])
		} else {
			c.Name, names = names[0], names[1:]
			heads[i] = c.above(func(short string) string { return short })
		}
		cells := ordered.Each(rows, func(row []string) string { return row[i] })
		for r, short := range shortened(cells, widths[i], c.Prose) {
			rows[r][i] = short
		}
	}
}

// shortened cuts the cells of one column.
func shortened(cells []string, limit int, prose bool) []string {
	if !prose {
		return Distinct(cells, slices.Repeat([]int{limit}, len(cells)))
	}
	return ordered.Each(cells, func(cell string) string { return Truncate(cell, limit) })
}

// unbroken joins a heading that text breaks into lines: narrow's measures as they were, words with a blank.
var unbroken = strings.NewReplacer("\n(", "(", "/\n", "/", "\n", " ")

// markdown draws the table in GitHub's dialect, without a trailing newline.
func (t Table) markdown() (string, error) {
	heads := ordered.Each(t.Columns, func(c Column) string { return unbroken.Replace(c.above(Escape)) })
	rows := make([][]string, len(t.Rows))
	for r, row := range t.Rows {
		rows[r] = make([]string, len(row))
		for i, c := range row {
			switch {
			case t.Columns[i].Right:
				rows[r][i] = c.Text // numbers are ours and hold no syntax
			case t.Columns[i].Code:
				rows[r][i] = codeInTable(c.Text)
			default:
				rows[r][i] = Escape(c.Text)
			}
		}
	}
	drawn, err := t.draw(heads, rows, tablewriter.WithRenderer(renderer.NewMarkdown()))
	return trimLines(drawn), err
}

// draw hands the finished texts to tablewriter. East Asian widths are off so that the locale does not change the bytes.
func (t Table) draw(heads []string, rows [][]string, options ...tablewriter.Option) (string, error) {
	align := tw.CellAlignment{Global: tw.AlignLeft, PerColumn: make([]tw.Align, len(t.Columns))}
	for i, c := range t.Columns {
		align.PerColumn[i] = tw.AlignLeft
		if c.Right {
			align.PerColumn[i] = tw.AlignRight
		}
	}
	var b strings.Builder
	drawing := tablewriter.NewTable(&b, append([]tablewriter.Option{
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithEastAsian(tw.Off),
		tablewriter.WithHeaderAlignmentConfig(align),
		tablewriter.WithRowAlignmentConfig(align),
	}, options...)...)
	drawing.Header(heads)
	if err := drawing.Bulk(rows); err != nil {
		return "", err
	}
	if err := drawing.Render(); err != nil {
		return "", err
	}
	return b.String(), nil
}

func printable(row []Cell) []string {
	return ordered.Each(row, func(c Cell) string { return Printable(c.Text) })
}

// Printable returns headings and cells as a terminal may show them.
func (t Table) Printable() (heads []string, rows [][]string) {
	heads = ordered.Each(t.Columns, func(c Column) string { return c.above(Printable) })
	return heads, ordered.Each(t.Rows, printable)
}
