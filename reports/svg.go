package reports

import (
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/reports/document"
)

// An svgDrawing collects the shapes of one picture in SVG 1.1
// (https://www.w3.org/TR/SVG11/), back to front. Lengths are in CSS pixels
// from the upper left corner, with two decimals; anyone who draws sees to it that
// they are finite. Text may be anything: see xmlText.
type svgDrawing struct {
	b strings.Builder
}

// newSVG opens a picture on white that keeps its proportions when it is
// scaled. The description is for readers who cannot see it.
func newSVG(width, height float64, description string) *svgDrawing {
	d := &svgDrawing{}
	d.add(`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %[1]g %[2]g" font-family="sans-serif" font-size="11" role="img" aria-label="%s">`,
		width, height, xmlText(description))
	d.add(`<rect width="100%%" height="100%%" fill="white"/>`)
	return d
}

// String closes the picture and returns it.
func (d *svgDrawing) String() string { return d.b.String() + "</svg>\n" }

func (d *svgDrawing) add(format string, args ...any) {
	fmt.Fprintf(&d.b, format+"\n", args...)
}

// A svgPoint is a place on the picture.
type svgPoint struct{ x, y float64 }

// A svgLine is how a line looks. Dash is the length of dashes and of the gaps
// between them; 0 draws it through.
type svgLine struct {
	color string
	dash  float64
}

// line draws from one point to the other. A browser shows the title where the
// mouse rests on it; an empty one is left out, here and elsewhere.
func (d *svgDrawing) line(from, to svgPoint, l svgLine, title string) {
	dash := ""
	if l.dash > 0 {
		dash = fmt.Sprintf(` stroke-dasharray="%g"`, l.dash)
	}
	d.add(`<line x1="%.2f" y1="%.2f" x2="%.2f" y2="%.2f" stroke="%s"%s>%s</line>`, from.x, from.y, to.x, to.y, l.color, dash, xmlTitle(title))
}

// path joins the points in their order.
func (d *svgDrawing) path(points []svgPoint, color string) {
	var at strings.Builder
	for i, p := range points {
		if i > 0 {
			at.WriteByte(' ')
		}
		fmt.Fprintf(&at, "%.2f,%.2f", p.x, p.y)
	}
	d.add(`<polyline points="%s" fill="none" stroke="%s"/>`, at.String(), color)
}

// dot draws a filled circle.
func (d *svgDrawing) dot(at svgPoint, color, title string) {
	d.add(`<circle cx="%.2f" cy="%.2f" r="2.5" fill="%s">%s</circle>`, at.x, at.y, color, xmlTitle(title))
}

// ring draws a circle around a dot, which stays in sight.
func (d *svgDrawing) ring(at svgPoint, color string) {
	d.add(`<circle cx="%.2f" cy="%.2f" r="4.5" fill="none" stroke="%s"/>`, at.x, at.y, color)
}

// frame draws the border of a panel.
func (d *svgDrawing) frame(upperLeft, lowerRight svgPoint, color string) {
	d.add(`<rect x="%.2f" y="%.2f" width="%.2f" height="%.2f" fill="none" stroke="%s"/>`,
		upperLeft.x, upperLeft.y, lowerRight.x-upperLeft.x, lowerRight.y-upperLeft.y, color)
}

// A svgAnchor says which part of a text is at its point.
type svgAnchor string

const (
	svgStart  svgAnchor = "start"
	svgMiddle svgAnchor = "middle"
	svgEnd    svgAnchor = "end"
)

// text writes one line, its baseline at the point.
func (d *svgDrawing) text(at svgPoint, anchor svgAnchor, s string) {
	d.add(`<text x="%.2f" y="%.2f" text-anchor="%s">%s</text>`, at.x, at.y, anchor, xmlText(s))
}

// upward writes one line from bottom to top, its middle at the point.
func (d *svgDrawing) upward(at svgPoint, s string) {
	d.add(`<text transform="translate(%.2f %.2f) rotate(-90)" text-anchor="middle">%s</text>`, at.x, at.y, xmlText(s))
}

func xmlTitle(s string) string {
	if s == "" {
		return ""
	}
	return "<title>" + xmlText(s) + "</title>"
}

// xmlText writes any string so that it can stand between tags and in
// attributes. XML has no place for control characters and broken UTF-8, not
// even escaped, so they are spelled out as in every report.
func xmlText(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(document.Printable(s))) // fails where the writer does, and a strings.Builder never does
	return b.String()
}
