package reports

import (
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// A table is laid out once and drawn for a terminal or as Markdown. Its texts
// are data: each drawing makes them safe in its own way.
type table struct {
	columns []column
	rows    [][]cell
}

// A column says how its cells are drawn.
type column struct {
	head    string // of a fixed wording
	name    string // a name out of the data, under head if there is one
	right   bool   // numbers
	elastic bool   // may be cut when the table is too wide
	prose   bool   // a sentence, cut at its end; a name is cut so that it differs from the others
	code    bool   // an id or a user's text: Markdown shows it verbatim
}

// A cell is one text and what its color says.
type cell struct {
	text string
	tone tone
}

// above is the heading: the fixed wording, then the name.
func (c column) above(safe func(string) string) string {
	switch {
	case c.name == "":
		return c.head
	case c.head == "":
		return safe(c.name)
	}
	return c.head + "\n" + safe(c.name)
}

// add appends a row without color.
func (t *table) add(texts ...string) {
	row := make([]cell, len(texts))
	for i, text := range texts {
		row[i].text = text
	}
	t.rows = append(t.rows, row)
}

// text draws the table for a terminal, without a trailing newline.
func (t table) text(o Options) (string, error) {
	heads, rows := t.printable()
	widths := t.fit(heads, rows, o.Width)
	t.shorten(heads, rows, widths)
	for r, row := range rows {
		for i := range row {
			row[i] = o.paint(t.rows[r][i].tone, row[i])
		}
	}
	drawn, err := t.draw(alignHeads(heads), rows,
		tablewriter.WithPadding(tw.Padding{Right: gap, Overwrite: true}),
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
func (t table) shorten(heads []string, rows [][]string, widths []int) {
	var names []string
	var limits []int
	for i, c := range t.columns {
		if c.elastic && c.name != "" {
			names, limits = append(names, printable(c.name)), append(limits, widths[i])
		}
	}
	names = distinct(names, limits)
	for i, c := range t.columns {
		if !c.elastic {
			continue
		}
		if c.name == "" {
			heads[i] = cutLines(heads[i], widths[i])
		} else {
			c.name, names = names[0], names[1:]
			heads[i] = c.above(func(short string) string { return short })
		}
		cells := make([]string, len(rows))
		for r, row := range rows {
			cells[r] = row[i]
		}
		for r, short := range shortened(cells, widths[i], c.prose) {
			rows[r][i] = short
		}
	}
}

// shortened cuts the cells of one column.
func shortened(cells []string, limit int, prose bool) []string {
	if !prose {
		return distinct(cells, slices.Repeat([]int{limit}, len(cells)))
	}
	return each(cells, func(cell string) string { return cut(cell, limit) })
}

// unbroken joins a heading that text breaks into lines: narrow's measures as
// they were, words with a blank.
var unbroken = strings.NewReplacer("\n(", "(", "/\n", "/", "\n", " ")

// markdown draws the table in GitHub's dialect, without a trailing newline.
func (t table) markdown() (string, error) {
	heads := make([]string, len(t.columns))
	for i, c := range t.columns {
		heads[i] = unbroken.Replace(c.above(escape))
	}
	rows := make([][]string, len(t.rows))
	for r, row := range t.rows {
		rows[r] = make([]string, len(row))
		for i, c := range row {
			switch {
			case t.columns[i].right:
				rows[r][i] = c.text // numbers are ours and hold no syntax
			case t.columns[i].code:
				rows[r][i] = codeInTable(c.text)
			default:
				rows[r][i] = escape(c.text)
			}
		}
	}
	drawn, err := t.draw(heads, rows, tablewriter.WithRenderer(renderer.NewMarkdown()))
	return trimLines(drawn), err
}

// draw hands the finished texts to tablewriter. East Asian widths are off so
// that the locale does not change the bytes.
func (t table) draw(heads []string, rows [][]string, options ...tablewriter.Option) (string, error) {
	align := tw.CellAlignment{Global: tw.AlignLeft, PerColumn: make([]tw.Align, len(t.columns))}
	for i, c := range t.columns {
		align.PerColumn[i] = tw.AlignLeft
		if c.right {
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

// printable returns headings and cells as a terminal may show them.
func (t table) printable() (heads []string, rows [][]string) {
	heads = make([]string, len(t.columns))
	for i, c := range t.columns {
		heads[i] = c.above(printable)
	}
	rows = make([][]string, len(t.rows))
	for r, row := range t.rows {
		rows[r] = make([]string, len(row))
		for i, c := range row {
			rows[r][i] = printable(c.text)
		}
	}
	return heads, rows
}
