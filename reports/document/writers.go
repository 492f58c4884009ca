package document

import (
	"fmt"
	"html"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// text draws a section for a terminal: the title, the tables and the lines under each other.
func (d *Document) text(s section) (string, error) {
	if s.kind == verbatim {
		return strings.Join(s.lines, "\n"), nil
	}
	var lines, drawn []string
	if s.title != "" {
		lines = append(lines, d.Wrap(s.title, "  "))
	}
	for _, part := range s.parts {
		text, err := part.Text(d.Screen)
		if err != nil {
			return "", err
		}
		drawn = append(drawn, text)
	}
	if len(drawn) > 0 {
		lines = append(lines, strings.Join(drawn, "\n\n"))
	}
	for _, line := range s.lines {
		lines = append(lines, d.Wrap(line, "  "))
	}
	return strings.Join(lines, "\n"), nil
}

// Wrap breaks a sentence so that it fits into the screen.
func (s Screen) Wrap(line, indent string) string { return wrap(line, s.Width, indent) }

// markdown draws a section in GitHub's dialect: paragraphs of a title, a table and lines that keep their breaks.
func (d *Document) markdown(s section) (string, error) {
	var paragraphs []string
	add := func(paragraph string) {
		if paragraph != "" {
			paragraphs = append(paragraphs, paragraph)
		}
	}
	title, lines := s.title, strings.Join(s.lines, "\\\n")
	switch s.kind {
	case verbatim:
		return strings.Join(s.lines, "\n"), nil
	case footer:
		return "---\n\n<sub>" + lines + "</sub>", nil
	case folded:
		title = "<details><summary>" + title + "</summary>"
	}
	add(title)
	for _, part := range s.parts {
		drawn, err := part.markdown()
		if err != nil {
			return "", err
		}
		add(drawn)
	}
	add(lines)
	if s.kind == folded {
		add("</details>")
	}
	return strings.Join(paragraphs, "\n\n"), nil
}

// pageStyle keeps the page readable on paper and on a screen.
const pageStyle = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}
th,td{padding:.25rem .75rem;text-align:left;border-bottom:1px solid #ccc;vertical-align:top}
.n{text-align:right;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600}
.note{font-size:.875rem;color:#444}`

// Page returns the document as HTML: one file, no script, nothing that is fetched.
func (d *Document) Page(title string) string {
	return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n" +
		"<title>" + hypertext(title) + "</title>\n<style>\n" + pageStyle + "\n</style>\n</head>\n<body>\n" + d.sectionsHTML() + "</body>\n</html>\n"
}

// sectionsHTML draws the sections as elements of HTML.
func (d *Document) sectionsHTML() string {
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
	heads := ordered.Each(t.Columns, func(c Column) string { return unbroken.Replace(c.above(Printable)) })
	line("th", heads)
	for _, row := range t.Rows {
		cells := ordered.Each(row, func(c Cell) string { return c.Text })
		line("td", cells)
	}
	b.WriteString("</table>\n")
}
