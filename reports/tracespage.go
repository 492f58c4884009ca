package reports

import (
	"html"
	"strings"
)

// pageStyle keeps the page readable on paper and on a screen.
const pageStyle = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}
th,td{padding:.25rem .75rem;text-align:left;border-bottom:1px solid #ccc;vertical-align:top}
.n{text-align:right;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600}
.note{font-size:.875rem;color:#444}`

// page is the report as HTML: one file, no script, nothing that is fetched.
func (r TracesReport) page() (string, error) {
	var b strings.Builder
	b.WriteString("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n")
	b.WriteString("<title>Retrieval of coding agents</title>\n<style>\n" + pageStyle + "\n</style>\n</head>\n<body>\n<h1>Retrieval of coding agents</h1>\n")
	paragraph(&b, "", reportScope(r))
	for _, s := range r.sections() {
		b.WriteString("<h2>" + hypertext(s.title) + "</h2>\n")
		for _, p := range s.parts {
			if p.text != "" {
				paragraph(&b, "", p.text)
			}
			if len(p.table.rows) == 0 {
				continue
			}
			p.table.hypertext(&b, p.title)
			for _, note := range p.notes {
				paragraph(&b, ` class="note"`, note)
			}
		}
	}
	b.WriteString("</body>\n</html>\n")
	return b.String(), nil
}

func paragraph(b *strings.Builder, class, text string) {
	b.WriteString("<p" + class + ">" + hypertext(strings.TrimSpace(text)) + "</p>\n")
}

// hypertext makes data safe within an element.
func hypertext(text string) string { return html.EscapeString(printable(text)) }

// hypertext draws the table.
func (t table) hypertext(b *strings.Builder, title string) {
	b.WriteString("<table>\n")
	if title != "" {
		b.WriteString("<caption>" + hypertext(title) + "</caption>\n")
	}
	line := func(tag string, cells []string) {
		b.WriteString("<tr>")
		for i, c := range cells {
			class := ""
			if t.columns[i].right {
				class = ` class="n"`
			}
			b.WriteString("<" + tag + class + ">" + hypertext(c) + "</" + tag + ">")
		}
		b.WriteString("</tr>\n")
	}
	heads := make([]string, len(t.columns))
	for i, c := range t.columns {
		heads[i] = unbroken.Replace(c.above(unchanged))
	}
	line("th", heads)
	for _, row := range t.rows {
		cells := make([]string, len(row))
		for i, c := range row {
			cells[i] = c.text
		}
		line("td", cells)
	}
	b.WriteString("</table>\n")
}
