package raster_test

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/internal/raster"
)

func drawn(t testing.TB, body string) image.Image {
	t.Helper()
	var b bytes.Buffer
	if err := raster.PNG(&b, `<svg width="40" height="20"><rect width="100%" height="100%" fill="#ffffff"/>`+body+`</svg>`, 2); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if size := img.Bounds().Size(); size != (image.Point{80, 40}) {
		t.Fatalf("size %v, want twice that of the drawing", size)
	}
	return img
}

// Pixels are where a reader of SVG 1.1 puts them; each place is given in units of
// the drawing.
func TestPixels(t *testing.T) {
	const blue, white = "0000ff", "ffffff"
	for _, c := range []struct {
		name, body string
		at         map[image.Point]string
	}{
		{"rectangle", `<rect x="5" y="5" width="10" height="10" fill="#0000ff"/>`, map[image.Point]string{{10, 10}: blue, {4, 10}: white, {16, 10}: white, {10, 3}: white}},
		{"half seen", `<rect x="5" y="5" width="10" height="10" fill="#0000ff" fill-opacity="0.5"/>`, map[image.Point]string{{10, 10}: "7f7fff"}},
		{"path, relative", `<path d="M5.0 5.0h10V15h-10z" fill="#0000ff"/>`, map[image.Point]string{{10, 10}: blue, {17, 10}: white}},
		{"path, negative numbers without a space", `<path d="M5 5l10 0l0 10l-10-0Z" fill="#0000ff"/>`, map[image.Point]string{{10, 10}: blue}},
		{"two overlapping, against each other", `<path d="M5 5h10v10h-10zM12 5v10h10v-10z" fill="#0000ff"/>`, map[image.Point]string{{13, 10}: blue, {8, 10}: blue, {20, 10}: blue}},
		{"line", `<path d="M5 10L35 10" fill="none" stroke="#0000ff" stroke-width="4"/>`, map[image.Point]string{{20, 10}: blue, {20, 14}: white, {38, 10}: white}},
		{"dashes", `<path d="M4 10H36" fill="none" stroke="#0000ff" stroke-width="2" stroke-dasharray="8 8"/>`, map[image.Point]string{{8, 10}: blue, {16, 10}: white, {24, 10}: blue}},
		{"a point with round ends", `<path d="M20 10h0" fill="none" stroke="#0000ff" stroke-width="6"/>`, map[image.Point]string{{20, 10}: blue, {22, 10}: blue, {24, 10}: white}},
		{"circle", `<circle cx="20" cy="10" r="5" fill="none" stroke="#0000ff" stroke-width="2"/>`, map[image.Point]string{{20, 10}: white, {25, 10}: blue, {20, 5}: blue}},
		{"nothing", `<path d="" fill="#0000ff"/><title>x</title>`, map[image.Point]string{{10, 10}: white}},
	} {
		img := drawn(t, c.body)
		for at, want := range c.at {
			r, g, b, _ := img.At(2*at.X, 2*at.Y).RGBA()
			got := string([]byte(hex(r) + hex(g) + hex(b)))
			if got != want && (want != "7f7fff" || got != "8080ff") {
				t.Errorf("%s: %v is %s, want %s", c.name, at, got, want)
			}
		}
	}
}

func hex(v uint32) string {
	const digits = "0123456789abcdef"
	return string([]byte{digits[v>>12&15], digits[v>>8&15]})
}

// ink is the part of a picture that is not white.
func ink(img image.Image) image.Rectangle {
	var r image.Rectangle
	for x := range img.Bounds().Dx() {
		for y := range img.Bounds().Dy() {
			if red, _, _, _ := img.At(x, y).RGBA(); red < 0xc000 {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

// Text begins, is centred or ends at its point, and goes upward where it is turned.
func TestText(t *testing.T) {
	at := func(anchor string) image.Rectangle {
		return ink(drawn(t, `<text x="20" y="14" text-anchor="`+anchor+`" fill="#000000">Ham</text>`))
	}
	start, middle, end := at("start"), at("middle"), at("end")
	if start.Min.X < 39 || end.Max.X > 41 || middle.Min.X > 36 || middle.Max.X < 44 {
		t.Errorf("start %v, middle %v, end %v around x = 40", start, middle, end)
	}
	if start.Max.Y < 27 || start.Max.Y > 29 {
		t.Errorf("the baseline is at %d, want 28", start.Max.Y)
	}
	up := ink(drawn(t, `<text transform="translate(20.0 18.0) rotate(-90)" text-anchor="start" fill="#000000">H</text>`))
	if up.Max.Y > 37 || up.Max.X > 41 || up.Empty() {
		t.Errorf("the turned letter is at %v, want it above y = 36 and left of x = 40", up)
	}
	if markup := ink(drawn(t, `<text x="2" y="14" fill="#000000">&lt;b&gt;</text>`)); markup.Empty() {
		t.Error("escaped text is not drawn")
	}
}

// What it does not know is an error, not a part that is missing.
func TestRefuses(t *testing.T) {
	for _, svg := range []string{
		``, `<svg width="10" height="10"><line/></svg>`, `<rect/>`, `<svg width="x" height="10"/>`, `<svg width="10" height="10"><path d="M0 0C1 1 2 2 3 3" fill="#000000"/></svg>`,
		`<svg width="10" height="10"><path d="M0" fill="#000000"/></svg>`, `<svg width="10" height="10"><path d="L1 1" fill="#000000"/></svg>`, `<svg width="10" height="10"><rect fill="red"/></svg>`,
		`<svg width="99999" height="10"/>`, `<svg width="0" height="0"/>`, `<svg width="10" height="10"><text transform="rotate(3)" fill="#000000">x</text></svg>`,
		`<svg width="10" height="10"><path d="M0 0H5" stroke="#000000" stroke-dasharray="0 0"/></svg>`, `<svg width="10" height="10"><path d="M0 0zz5" fill="#000000"/></svg>`, `<svg`,
	} {
		if err := raster.PNG(&bytes.Buffer{}, svg, 1); err == nil {
			t.Errorf("%s was drawn", svg)
		}
	}
}

func FuzzPNG(f *testing.F) {
	f.Add("M0 0L5 5h-3V2zM1 1h0", "3 2")
	f.Fuzz(func(t *testing.T, path, dashes string) {
		if strings.ContainsAny(path+dashes, `"<&`) || len(path) > 100 || len(dashes) > 10 || strings.Contains(path+dashes, "e") || strings.ContainsAny(dashes, ".") {
			t.Skip()
		}
		_ = raster.PNG(&bytes.Buffer{}, `<svg width="10" height="10"><path d="`+path+`" stroke="#000000" stroke-dasharray="`+dashes+`"/></svg>`, 1)
	})
}
