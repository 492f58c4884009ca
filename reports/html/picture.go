package html

import (
	"io"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// SweepPlot writes the figures of a sweep's page as one picture.
func SweepPlot(w io.Writer, s *result.Sweep) error {
	if len(s.Settings) == 0 {
		return ErrNothingSwept
	}
	_, err := io.WriteString(w, alone("a sweep of "+document.Plural(len(s.Settings), "setting", "settings"), sweepFigures(s)...))
	return err
}

// alone draws figures below one another as a file that needs no page around it: each has
// its title and description above it, and what its marks mean below.
func alone(label string, figures ...figure) string {
	d := &drawing{layout: wide}
	y := 10.0
	for _, f := range figures {
		y = d.paragraph(y, f.Title, d.strong)
		y = d.paragraph(y, f.Description, d.text) + 6
		if f.Empty != "" {
			y = d.paragraph(y, f.Empty, d.text)
		}
		d.add(`<g transform="translate(0 %.1f)">%s</g>`, y, f.body)
		y += f.height
		for _, note := range f.Notes {
			y = d.paragraph(y, note, d.text)
		}
		y += 20
	}
	return string(d.finish(`aria-label="`+escaped(document.Printable(label))+`"`, y)) + "\n"
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
