package raster

import (
	"image"
	"image/color"
	"strconv"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

func (c *canvas) rect(a attributes) error {
	if a["width"] == "100%" { // the ground of the figure
		a["width"], a["height"] = strconv.FormatFloat(c.width, 'f', -1, 64), strconv.FormatFloat(c.height, 'f', -1, 64)
	}
	v, err := a.numbers("x", "y", "width", "height")
	if err != nil {
		return err
	}
	x, y, w, h := v[0], v[1], v[2], v[3]
	return c.paint(a, []shape{{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}}, []bool{true})
}

func (c *canvas) circle(a attributes) error {
	v, err := a.numbers("cx", "cy", "r")
	if err != nil {
		return err
	}
	return c.paint(a, []shape{disc(point{v[0], v[1]}, v[2])}, []bool{true})
}

func (c *canvas) path(a attributes) error {
	list, closed, err := lines(a["d"])
	if err != nil {
		return err
	}
	return c.paint(a, list, closed)
}

// paint fills shapes, and draws their lines.
func (c *canvas) paint(a attributes, list []shape, closed []bool) error {
	with, ok, err := a.colored("fill")
	if err != nil {
		return err
	}
	if ok {
		c.fill(list, with)
	}
	with, ok, err = a.colored("stroke")
	if err != nil || !ok {
		return err
	}
	width, err := a.number("stroke-width", 1)
	if err != nil {
		return err
	}
	pattern, err := patternOf(a["stroke-dasharray"])
	if err != nil {
		return err
	}
	var strokes []shape
	for i, line := range list {
		if closed[i] {
			line = append(line[:len(line):len(line)], line[0])
		}
		parts := []shape{line}
		if pattern != nil {
			parts = dashed(line, pattern)
		}
		for _, part := range parts {
			strokes = append(strokes, stroked(part, width)...)
		}
	}
	c.fill(strokes, with)
	return nil
}

func patternOf(text string) ([]float64, error) {
	if text == "" {
		return nil, nil
	}
	var pattern []float64
	for part := range strings.FieldsSeq(text) {
		v, err := strconv.ParseFloat(part, 64)
		if err != nil || !(v > 0) {
			return nil, &strconv.NumError{Func: "stroke-dasharray", Num: part, Err: strconv.ErrSyntax}
		}
		pattern = append(pattern, v)
	}
	return pattern, nil
}

// write draws the text that was read, upward where it is turned.
func (c *canvas) write() error {
	a := *c.text
	c.text = nil
	with, ok, err := a.colored("fill")
	if err != nil || !ok {
		return err
	}
	f := c.regular
	if a["font-weight"] != "" {
		f = c.bold
	}
	text := strings.ReplaceAll(c.letters.String(), "★", "♦") // which the fonts have
	length := float64(font.MeasureString(f, text)) / 64
	shift := map[string]float64{"middle": length / 2, "end": length}[a["text-anchor"]]
	if a["transform"] != "" {
		return c.upward(a["transform"], f, text, shift, with)
	}
	v, err := a.numbers("x", "y")
	if err != nil {
		return err
	}
	d := font.Drawer{Dst: c.img, Src: image.NewUniform(with), Face: f, Dot: dot(v[0]*c.scale-shift, v[1]*c.scale)}
	d.DrawString(text)
	return nil
}

func dot(x, y float64) fixed.Point26_6 {
	return fixed.Point26_6{X: fixed.Int26_6(x*64 + 0.5), Y: fixed.Int26_6(y*64 + 0.5)}
}

// upward draws text that is turned by a quarter: it is drawn level, and its
// pixels are turned.
func (c *canvas) upward(transform string, f font.Face, text string, shift float64, with color.Color) error {
	inside, ok := strings.CutPrefix(transform, "translate(")
	at, rotation, cut := strings.Cut(inside, ")")
	if !ok || !cut || strings.TrimSpace(rotation) != "rotate(-90)" {
		return &strconv.NumError{Func: "transform", Num: transform, Err: strconv.ErrSyntax}
	}
	s := scanner{rest: at}
	x, y := s.number(), s.number()
	if s.err != nil {
		return s.err
	}
	up, down := int(14*c.scale), int(5*c.scale)
	level := image.NewAlpha(image.Rect(0, 0, int(float64(font.MeasureString(f, text))/64)+2, up+down))
	d := font.Drawer{Dst: level, Src: image.Opaque, Face: f, Dot: dot(0, float64(up))}
	d.DrawString(text)
	left, bottom := int(x*c.scale)-up, int(y*c.scale+shift)
	r, g, b, _ := with.RGBA()
	for i := range level.Rect.Dx() {
		for j := range level.Rect.Dy() {
			if alpha := level.AlphaAt(i, j).A; alpha > 0 {
				c.blend(left+j, bottom-i, color.NRGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), alpha})
			}
		}
	}
	return nil
}

func (c *canvas) blend(x, y int, over color.NRGBA) {
	if !(image.Point{x, y}).In(c.img.Rect) {
		return
	}
	under := c.img.RGBAAt(x, y)
	mix := func(o, u uint8) uint8 {
		return uint8((int(o)*int(over.A) + int(u)*(255-int(over.A))) / 255)
	}
	c.img.SetRGBA(x, y, color.RGBA{mix(over.R, under.R), mix(over.G, under.G), mix(over.B, under.B), 255})
}
