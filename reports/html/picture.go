package html

import (
	"strings"

	"github.com/rankduel/rankduel/reports/document"
)

// alone draws a figure as a file that needs no page around it: its title and description
// are above it, and what its marks mean below.
func alone(f figure) string {
	d := &drawing{layout: wide}
	y := d.paragraph(10, f.Title, d.strong)
	y = d.paragraph(y, f.Description, d.text) + 6
	d.add(`<g transform="translate(0 %.1f)">%s</g>`, y, f.body)
	y += f.height
	for _, note := range f.Notes {
		y = d.paragraph(y, note, d.text)
	}
	return string(d.finish(`aria-label="`+escaped(document.Printable(f.Title))+`"`, y+20)) + "\n"
}

// paragraph writes a text in as many lines as it needs, and returns where the next may be.
func (d *drawing) paragraph(y float64, s string, write func(x, y float64, at anchor, t tone, s string)) float64 {
	if s == "" {
		return y
	}
	screen := document.Screen{Width: int(d.width / letter)}
	for line := range strings.SplitSeq(screen.Wrap(s, ""), "\n") {
		y += 16
		write(8, y, start, ink, line)
	}
	return y
}
