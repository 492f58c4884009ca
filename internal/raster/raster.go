package raster

import (
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"strconv"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/vector"
)

// largest is the side of a picture in pixels that nobody asks for by mistake.
const largest = 20_000

// PNG writes a figure as a picture, so many pixels to a unit of the drawing.
func PNG(w io.Writer, svg string, scale float64) error {
	c := &canvas{scale: scale}
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = c.take(token)
		}
		if err != nil {
			return fmt.Errorf("figure: %w", err)
		}
	}
	if c.img == nil {
		return errors.New("figure: no svg element")
	}
	return png.Encode(w, c.img)
}

type canvas struct {
	scale         float64
	img           *image.RGBA
	width, height float64
	regular, bold font.Face
	text          *attributes // of the text element that is being read
	letters       strings.Builder
	skip          int // depth inside of a title
}

type attributes map[string]string

func (a attributes) number(name string, otherwise float64) (float64, error) {
	text, there := a[name]
	if !there {
		return otherwise, nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, fmt.Errorf("%s=%q is no number", name, text)
	}
	return v, nil
}

// numbers reads several attributes, 0 where one is not there.
func (a attributes) numbers(names ...string) ([]float64, error) {
	list := make([]float64, len(names))
	for i, name := range names {
		v, err := a.number(name, 0)
		if err != nil {
			return nil, err
		}
		list[i] = v
	}
	return list, nil
}

func (c *canvas) take(token xml.Token) error {
	switch token := token.(type) {
	case xml.StartElement:
		a := attributes{}
		for _, attr := range token.Attr {
			a[attr.Name.Local] = attr.Value
		}
		return c.begin(token.Name.Local, a)
	case xml.CharData:
		if c.text != nil && c.skip == 0 {
			c.letters.Write(token)
		}
	case xml.EndElement:
		switch token.Name.Local {
		case "title":
			c.skip--
		case "text":
			return c.write()
		}
	}
	return nil
}

func (c *canvas) begin(element string, a attributes) error {
	if element == "svg" {
		return c.open(a)
	}
	if c.img == nil {
		return fmt.Errorf("<%s> outside of svg", element)
	}
	switch element {
	case "title":
		c.skip++
		return nil
	case "rect":
		return c.rect(a)
	case "circle":
		return c.circle(a)
	case "path":
		return c.path(a)
	case "text":
		c.text = &a
		c.letters.Reset()
		return nil
	}
	return fmt.Errorf("<%s> is not drawn", element)
}

func (c *canvas) open(a attributes) error {
	size, err := a.numbers("width", "height")
	if err != nil {
		return err
	}
	c.width, c.height = size[0], size[1]
	w, h := int(c.width*c.scale), int(c.height*c.scale)
	if w < 1 || h < 1 || w > largest || h > largest {
		return fmt.Errorf("%d × %d pixels", w, h)
	}
	c.img = image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(c.img, c.img.Bounds(), image.White, image.Point{}, draw.Src)
	if c.regular, err = face(goregular.TTF, 12*c.scale); err != nil {
		return err
	}
	c.bold, err = face(gobold.TTF, 12*c.scale)
	return err
}

func face(ttf []byte, size float64) (font.Face, error) {
	f, err := opentype.Parse(ttf)
	if err != nil {
		return nil, err
	}
	return opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
}

// colored is an attribute's color with its opacity; ok is false for none.
func (a attributes) colored(name string) (c color.Color, ok bool, err error) {
	text := a[name]
	if text == "" || text == "none" {
		return nil, false, nil
	}
	v, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 32)
	if err != nil || len(text) != 7 {
		return nil, false, fmt.Errorf("%s=%q is no color", name, text)
	}
	opacity, err := a.number(name+"-opacity", 1)
	if err != nil {
		return nil, false, err
	}
	return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), uint8(255*opacity + 0.5)}, true, nil
}

// fill paints what was collected, each place once.
func (c *canvas) fill(shapes []shape, with color.Color) {
	bounds := c.img.Bounds()
	r := vector.NewRasterizer(bounds.Dx(), bounds.Dy())
	for _, s := range shapes {
		s.oriented().add(r, c.scale)
	}
	r.Draw(c.img, bounds, image.NewUniform(with), image.Point{})
}
