package html

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// A mark is an element of a figure as it is in the file.
type mark struct {
	kind, fill, stroke, at, dash, text string // fill and stroke by their classes
	x, y, w, h, r, thick               float64
	bold                               bool
	paths                              [][]point // of a path: its corners
	attr                               map[string]string
}

type point struct{ x, y float64 }

// A picture is a figure in one layout.
type picture struct {
	t             *testing.T
	name          string
	width, height float64
	attr          map[string]string
	marks         []mark
}

// colors are the tones by their classes, as the light theme has them.
var colors = map[string]string{}

func init() {
	for _, c := range append([]tone{ink, muted, rule, band, ground, won, lost, tied, wonPale, lostPale}, partTones...) {
		colors[c.class] = c.light
	}
}

// pictures reads both layouts of a figure back, and checks what is true of every figure:
// it is inside its box and fills it, texts do not run into each other, and colors
// are those of their classes.
func pictures(t *testing.T, f figure) []picture {
	t.Helper()
	if f.Empty != "" || f.Title == "" || f.ID == "" {
		t.Fatalf("figure %q, title %q, is empty: %q", f.ID, f.Title, f.Empty)
	}
	var list []picture
	for i, svg := range []string{string(f.Wide), string(f.Narrow)} {
		p := parsePicture(t, svg)
		p.name = f.ID + " " + p.attr["class"]
		if _, hidden := p.attr["hidden"]; hidden != (i == 1) || p.attr["class"] != []string{"wide", "narrow"}[i] || p.attr["aria-labelledby"] != f.ID+"-t "+f.ID+"-d" {
			t.Errorf("%s: attributes %v", p.name, p.attr)
		}
		if p.width != []float64{720, 340}[i] || p.attr["viewBox"] != fmt.Sprintf("0 0 %g %g", p.width, p.height) {
			t.Errorf("%s: %g wide and %g high in the box %s", p.name, p.width, p.height, p.attr["viewBox"])
		}
		p.checkLayout()
		list = append(list, p)
	}
	return list
}

// drawingOf returns what is drawn without a figure around it.
func drawingOf(t *testing.T, to layout, of func(d *drawing) float64) picture {
	t.Helper()
	d := &drawing{layout: to}
	height := of(d)
	return parsePicture(t, string(d.finish("", height)))
}

func parsePicture(t *testing.T, svg string) picture {
	t.Helper()
	p := picture{t: t, attr: map[string]string{}}
	svg = strings.Replace(svg, " hidden>", ` hidden="">`, 1)
	decoder, depth := xml.NewDecoder(strings.NewReader(svg)), 0
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return p
		} else if err != nil {
			t.Fatalf("%v in %s", err, svg)
		}
		switch e := token.(type) {
		case xml.StartElement:
			depth++
			attr := map[string]string{}
			for _, a := range e.Attr {
				attr[a.Name.Local] = a.Value
			}
			number := func(names ...string) float64 {
				for _, name := range names {
					if v, err := strconv.ParseFloat(attr[name], 64); err == nil {
						return v
					}
				}
				return 0
			}
			if depth == 1 {
				p.attr, p.width, p.height = attr, number("width"), number("height")
				continue
			}
			if attr["width"] == "100%" {
				continue
			}
			m := mark{
				kind: e.Name.Local, x: number("x", "cx"), y: number("y", "cy"), w: number("width"), h: number("height"), r: number("r"),
				thick: number("stroke-width"), at: attr["text-anchor"], dash: attr["stroke-dasharray"], bold: attr["font-weight"] == "600", attr: attr,
			}
			for class := range strings.FieldsSeq(attr["class"]) {
				if name, is := strings.CutPrefix(class, "f-"); is {
					m.fill = name
				} else if name, is := strings.CutPrefix(class, "s-"); is {
					m.stroke = name
				}
			}
			if f := attr["fill"]; f != "none" && f != colors[m.fill] || attr["stroke"] != colors[m.stroke] {
				t.Errorf("the class %q has the colors %q and %q", attr["class"], f, attr["stroke"])
			}
			if m.kind == "path" {
				m.paths = corners(t, attr["d"])
			}
			if n, _ := fmt.Sscanf(attr["transform"], "translate(%f %f)", &m.x, &m.y); n == 2 {
				m.kind = "upright"
			}
			p.marks = append(p.marks, m)
		case xml.EndElement:
			depth--
		case xml.CharData:
			if depth == 2 {
				p.marks[len(p.marks)-1].text += string(e)
			}
		}
	}
}

var pathPart = regexp.MustCompile(`([MLHVhvlzZ])([^MLHVhvlzZ]*)`)

// corners returns the corners of each part of a path.
func corners(t *testing.T, d string) (list [][]point) {
	t.Helper()
	var here point
	for _, part := range pathPart.FindAllStringSubmatch(d, -1) {
		var v []float64
		for s := range strings.FieldsSeq(strings.ReplaceAll(part[2], "-", " -")) {
			f, err := strconv.ParseFloat(s, 64)
			if err != nil {
				t.Fatalf("%v in the path %s", err, d)
			}
			v = append(v, f)
		}
		switch part[1] {
		case "M":
			here = point{v[0], v[1]}
			list = append(list, nil)
		case "L":
			here = point{v[0], v[1]}
		case "l":
			here = point{here.x + v[0], here.y + v[1]}
		case "H":
			here.x = v[0]
		case "h":
			here.x += v[0]
		case "V":
			here.y = v[0]
		case "v":
			here.y += v[0]
		default:
			continue
		}
		list[len(list)-1] = append(list[len(list)-1], here)
	}
	return list
}

// checkLayout checks that all is inside the box, and that texts do not overlap.
func (p *picture) checkLayout() {
	p.t.Helper()
	const slim = 5.0 // pixels: of a letter of 12 px, on average, at least
	type box struct {
		x1, y1, x2, y2 float64
		text           string
	}
	var texts []box
	lowest := 0.0
	inside := func(m mark, x, y float64) {
		lowest = max(lowest, y)
		if x < -1 || x > p.width+1 || y < 0 || y > p.height {
			p.t.Errorf("%s: %s %q at %g, %g is outside of %g × %g", p.name, m.kind, m.text, x, y, p.width, p.height)
		}
	}
	for _, m := range p.marks {
		switch m.kind {
		case "text":
			w := slim * float64(utf8.RuneCountInString(m.text))
			x := m.x - map[string]float64{"start": 0, "middle": w / 2, "end": w}[m.at]
			b := box{x, m.y - 9, x + w, m.y, m.text}
			inside(m, b.x1, b.y1)
			inside(m, b.x2, b.y2)
			for _, other := range texts {
				if b.x1 < other.x2 && other.x1 < b.x2 && b.y1 < other.y2 && other.y1 < b.y2 {
					p.t.Errorf("%s: %q and %q run into each other at %g, %g", p.name, other.text, m.text, m.x, m.y)
				}
			}
			texts = append(texts, b)
		case "rect":
			inside(m, m.x, m.y)
			inside(m, m.x+m.w, m.y+m.h)
		case "circle":
			inside(m, m.x-m.r, m.y-m.r)
			inside(m, m.x+m.r, m.y+m.r)
		case "path":
			for _, path := range m.paths {
				for _, c := range path {
					inside(m, c.x, c.y)
				}
			}
		}
	}
	if room := p.height - lowest; room > 30 {
		p.t.Errorf("%s: %g pixels are empty at its foot", p.name, room)
	}
}

// find returns the marks of a kind with a class, filled or as a line; "" for any.
func (p *picture) find(kind, fill, stroke string) (list []mark) {
	for _, m := range p.marks {
		if m.kind == kind && (fill == "" || fill == m.fill) && (stroke == "" || stroke == m.stroke) {
			list = append(list, m)
		}
	}
	return list
}

// word returns the text that begins with a word.
func (p *picture) word(begin string) mark {
	p.t.Helper()
	for _, m := range p.marks {
		if (m.kind == "text" || m.kind == "upright") && strings.HasPrefix(m.text, begin) {
			return m
		}
	}
	p.t.Errorf("%s: no text %q in %v", p.name, begin, p.words())
	return mark{}
}

func (p *picture) words() (list []string) {
	for _, m := range p.find("text", "", "") {
		list = append(list, m.text)
	}
	return list
}

// has checks that there are n marks for which something is true.
func (p *picture) has(n int, what string, is func(m mark) bool) {
	p.t.Helper()
	got := 0
	for _, m := range p.marks {
		if is(m) {
			got++
		}
	}
	if got != n {
		p.t.Errorf("%s: %d of %s, want %d", p.name, got, what, n)
	}
}

func (p *picture) near(what string, got, want float64) {
	p.t.Helper()
	if !(math.Abs(got-want) <= 0.21) {
		p.t.Errorf("%s: %s at %.2f, want %.2f", p.name, what, got, want)
	}
}

func isNear(got, want float64) bool { return math.Abs(got-want) <= 0.21 }

// isLine tells whether a mark is a straight line between two points.
func isLine(m mark, x1, y1, x2, y2 float64) bool {
	return m.kind == "path" && m.stroke != "" && len(m.paths) == 1 && len(m.paths[0]) == 2 &&
		isNear(m.paths[0][0].x, x1) && isNear(m.paths[0][0].y, y1) && isNear(m.paths[0][1].x, x2) && isNear(m.paths[0][1].y, y2)
}

func isRect(m mark, x, y, w, h float64) bool {
	return m.kind == "rect" && isNear(m.x, x) && isNear(m.y, y) && isNear(m.w, w) && isNear(m.h, h)
}

// axis returns where a value is, by the labelled ticks that are among the texts with an anchor;
// mapped is what is linear in the place, such as a logarithm.
func (p *picture) axis(at anchor, mapped func(float64) float64) func(v float64) float64 {
	p.t.Helper()
	var values, places []float64
	for _, m := range p.marks {
		v, err := strconv.ParseFloat(strings.TrimSuffix(m.text, " %"), 64)
		if m.kind != "text" || m.at != string(at) || err != nil {
			continue
		}
		if strings.HasSuffix(m.text, "%") {
			v /= 100
		}
		place := m.x
		if at == end { // its gridline goes through the middle of its digits, to the right of it
			place = m.y - 4
			p.has(1, "gridlines of "+m.text, func(l mark) bool {
				return l.kind == "path" && l.stroke == band.class && l.dash != "" && isNear(l.paths[0][0].y, place) && isNear(l.paths[0][1].y, place) && isNear(l.paths[0][0].x, m.x+6)
			})
		}
		values, places = append(values, mapped(v)), append(places, place)
	}
	if len(values) < 2 {
		p.t.Fatalf("%s: ticks at %v: fewer than two", p.name, values)
	}
	last := len(values) - 1
	slope := (places[last] - places[0]) / (values[last] - values[0])
	of := func(v float64) float64 { return places[0] + (mapped(v)-values[0])*slope }
	for i, v := range values {
		if !isNear(places[i], places[0]+(v-values[0])*slope) {
			p.t.Errorf("%s: the tick of %g is at %g, off the line through the others", p.name, v, places[i])
		}
	}
	return of
}

// scriptNumbers returns what the script is told: the ends of the plot from left to right and from foot to top,
// and of the axis.
func (p *picture) scriptNumbers() (numbers [6]float64) {
	p.t.Helper()
	for i, s := range strings.Fields(p.attr["data-box"] + " " + p.attr["data-range"]) {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			p.t.Fatal(err)
		}
		numbers[i] = v
	}
	return numbers
}

func linear(v float64) float64 { return v }

// plotFrame returns the frame that the axes of a figure are at.
func (p *picture) plotFrame() mark {
	p.t.Helper()
	for _, m := range p.find("rect", "", rule.class) {
		if m.h > 100 {
			return m
		}
	}
	p.t.Fatalf("%s: no frame", p.name)
	return mark{}
}

// starts returns where the parts of a path begin.
func (m mark) starts() (list []point) {
	for _, path := range m.paths {
		list = append(list, path[0])
	}
	return list
}

func someNear(list []point, x, y float64) bool {
	return slices.ContainsFunc(list, func(c point) bool { return isNear(c.x, x) && isNear(c.y, y) })
}
