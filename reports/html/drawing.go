package html

import (
	"fmt"
	"strings"

	template "github.com/DataDog/datadog-agent/pkg/template/html"

	"github.com/rankduel/rankduel/reports/document"
)

// A tone is a color by what it means, in the light theme: it is written as an attribute, so that a
// figure keeps its colors without the style sheet; with it the class decides.
type tone struct{ class, light string }

var (
	ink      = tone{"ink", "#1b1f24"}
	muted    = tone{"mut", "#57606a"}
	rule     = tone{"rul", "#8c959f"}
	band     = tone{"bnd", "#e3e6ea"}
	ground   = tone{"gnd", "#ffffff"}
	won      = tone{"won", "#0a5ea8"}
	lost     = tone{"los", "#a83e00"}
	tied     = tone{"tie", "#6b737c"}
	wonPale  = tone{"wop", "#a9c8e4"}
	lostPale = tone{"lop", "#e8c2ab"}
)

// tones returns what differences above and below 0 are drawn in, pale where not all
// of them are: of a measure without a better side neither is won.
func tones(better int) (up, down, upPale, downPale tone) {
	switch better {
	case 1:
		return won, lost, wonPale, lostPale
	case -1:
		return lost, won, lostPale, wonPale
	}
	return tied, tied, band, band
}

// A layout is one of the two forms of a figure.
type layout struct {
	name  string
	width float64
}

var (
	wide   = layout{"wide", 720}
	narrow = layout{"narrow", 340}
)

func (l layout) isNarrow() bool { return l.name == narrow.name }

// A drawing is one figure in one layout. Lengths are CSS pixels; anyone who draws sees to it that they are finite.
type drawing struct {
	layout
	b    strings.Builder
	plot string // attributes by which the script finds its queries in the figure
}

func (d *drawing) add(format string, args ...any) { fmt.Fprintf(&d.b, format, args...) }

func (d *drawing) rect(x, y, w, h float64, fill tone) {
	d.add(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" class="f-%s" fill="%s"/>`, x, y, max(w, 0), max(h, 0), fill.class, fill.light)
}

// frame draws a rectangle without a filling.
func (d *drawing) frame(x, y, w, h float64, stroke tone) {
	d.add(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="none" class="s-%s" stroke="%s"/>`, x, y, max(w, 0), max(h, 0), stroke.class, stroke.light)
}

// outlined draws a rectangle of the page's ground with a border.
func (d *drawing) outlined(x, y, w, h float64, stroke tone) {
	d.rect(x, y, w, h, ground)
	d.frame(x, y, w, h, stroke)
}

func (d *drawing) line(x1, y1, x2, y2 float64, stroke tone) {
	d.strokes(fmt.Sprintf("M%.1f %.1fL%.1f %.1f", x1, y1, x2, y2), stroke, 1, "")
}

func (d *drawing) dashed(x1, y1, x2, y2 float64, stroke tone) {
	d.strokes(fmt.Sprintf("M%.1f %.1fL%.1f %.1f", x1, y1, x2, y2), stroke, 1, "4 3")
}

func (d *drawing) strokes(path string, stroke tone, width float64, dash string) {
	if dash != "" {
		dash = ` stroke-dasharray="` + dash + `"`
	}
	d.add(`<path d="%s" fill="none" class="s-%s" stroke="%s" stroke-width="%g" stroke-linecap="round"%s/>`, path, stroke.class, stroke.light, width, dash)
}

func (d *drawing) area(path string, fill tone) {
	if path != "" {
		d.add(`<path d="%s" class="f-%s" fill="%s"/>`, path, fill.class, fill.light)
	}
}

type anchor string

const (
	start  anchor = "start"
	middle anchor = "middle"
	end    anchor = "end"
)

// text writes one line, its baseline at the point. It may be anything.
func (d *drawing) text(x, y float64, at anchor, t tone, s string) {
	d.add(`<text x="%.1f" y="%.1f" text-anchor="%s" class="f-%s" fill="%s">%s</text>`, x, y, at, t.class, t.light, escaped(document.Printable(s)))
}

func (d *drawing) strong(x, y float64, at anchor, t tone, s string) {
	d.add(`<text x="%.1f" y="%.1f" text-anchor="%s" font-weight="600" class="f-%s" fill="%s">%s</text>`, x, y, at, t.class, t.light, escaped(document.Printable(s)))
}

// finish closes the drawing. It has a ground, so that it can be read wherever it
// is taken to, and attributes that name the figure for who cannot see it.
func (d *drawing) finish(named string, height float64) template.HTML {
	hidden := ""
	if d.isNarrow() {
		hidden = " hidden" // without a style sheet one of the two is enough
	}
	return template.HTML(fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" class="%s" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img" %s font-family="system-ui,sans-serif" font-size="12"%s%s><rect width="100%%" height="100%%" class="f-gnd" fill="#ffffff"/>%s</svg>`,
		d.name, d.width, height, d.width, height, named, d.plot, hidden, d.b.String()))
}

// letter is about how wide a letter of a drawing is.
const letter = 7

func cut(s string, most int) string {
	runes := []rune(document.Printable(s))
	if len(runes) <= most {
		return string(runes)
	}
	return string(runes[:max(most-1, 0)]) + "…"
}

// A figure is drawn twice, and said in words and as a table.
type figure struct {
	ID, Title, Description string
	Wide, Narrow           template.HTML
	body                   string  // what is drawn in the wide layout
	height                 float64 // of it
	Values                 []document.Sheet
	Notes                  []string
	Empty                  string // why there is nothing to draw
}

// draw draws both layouts; of draws one and returns its height.
func (f *figure) draw(of func(d *drawing) float64) {
	for _, to := range []struct {
		layout layout
		svg    *template.HTML
	}{{wide, &f.Wide}, {narrow, &f.Narrow}} {
		d := &drawing{layout: to.layout}
		height := of(d)
		*to.svg = d.finish(fmt.Sprintf(`aria-labelledby="%s-t %[1]s-d"`, f.ID), height)
		if !d.isNarrow() {
			f.body, f.height = d.b.String(), height
		}
	}
}

func escaped(s string) string { return template.HTMLEscapeString(s) }
