package document

import (
	"fmt"
	"html"
	"strings"
)

// Hypertext draws the sections as elements of HTML.
func (d *Document) Hypertext() string {
	var b strings.Builder
	for _, s := range d.sections {
		class := ""
		switch {
		case s.depth > 0:
			fmt.Fprintf(&b, "<h%d>%s</h%[1]d>\n", s.depth, hypertext(s.title))
		case len(s.parts) > 0:
			class = ` class="note"`
		}
		for _, t := range s.parts {
			t.hypertext(&b, s.title)
		}
		for _, line := range s.lines {
			b.WriteString("<p" + class + ">" + hypertext(strings.TrimSpace(line)) + "</p>\n")
		}
	}
	return b.String()
}

// hypertext makes data safe within an element.
func hypertext(text string) string { return html.EscapeString(Printable(text)) }

// hypertext draws the table.
func (t Table) hypertext(b *strings.Builder, title string) {
	b.WriteString("<table>\n")
	if title != "" {
		b.WriteString("<caption>" + hypertext(title) + "</caption>\n")
	}
	line := func(tag string, cells []string) {
		b.WriteString("<tr>")
		for i, c := range cells {
			class := ""
			if t.Columns[i].Right {
				class = ` class="n"`
			}
			b.WriteString("<" + tag + class + ">" + hypertext(c) + "</" + tag + ">")
		}
		b.WriteString("</tr>\n")
	}
	heads := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		heads[i] = unbroken.Replace(c.above(Printable))
	}
	line("th", heads)
	for _, row := range t.Rows {
		cells := make([]string, len(row))
		for i, c := range row {
			cells[i] = c.Text
		}
		line("td", cells)
	}
	b.WriteString("</table>\n")
}
