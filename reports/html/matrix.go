package html

import (
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// mostInMatrix is how many systems a matrix shows; beyond it the table of the systems, with its letters, says the same.
const mostInMatrix = 25

// Cells narrower than these have no room for a number, and for two signs.
const (
	roomForNumber = 60.0
	roomForSign   = 36.0
)

// matrix sets every system against every other on the measure that decides, best first.
func matrix(by *result.SystemsByMeasure, better int) figure {
	f := figure{
		ID:          "matrix",
		Title:       fmt.Sprintf("%s is first on %s", document.Printable(by.Systems[0].Name), document.Printable(by.Measure)),
		Description: "Mean difference of the system of the row minus that of the column; with ≈ where they are not told apart after the correction over all pairs.",
		Notes:       []string{"Mean difference row − column. ≈: not told apart. The bracket joins the first system and those not told apart from it."},
	}
	if len(by.Systems) > mostInMatrix {
		f.Empty = fmt.Sprintf("%d systems are too many for a matrix; the table has their order.", len(by.Systems))
		return f
	}
	f.draw(func(d *drawing) float64 { return d.matrix(by, better) })
	return f
}

func (d *drawing) matrix(by *result.SystemsByMeasure, better int) float64 {
	n := len(by.Systems)
	left, top, height := 220.0, 24.0, 28.0
	if d.isNarrow() {
		left = 96
	}
	width := min(90, (d.width-left-4)/float64(n))
	names := namesWithin(by.Systems, int(left-44)/letter-len(fmt.Sprint(n))+1)
	most := 0.0
	for _, p := range by.Pairs {
		most = max(most, math.Abs(p.MeanDifference))
	}
	for i, s := range by.Systems {
		y := top + height*float64(i)
		d.text(left-22, y+18, end, ink, fmt.Sprintf("%d %s", i+1, names[i]))
		if width >= roomForSign/2 || i%2 == 0 {
			d.text(left+width*(float64(i)+0.5), top-8, middle, muted, fmt.Sprint(i+1))
		}
		d.rect(left+width*float64(i), y, width, height, band)
		if s.Best {
			d.strokes(fmt.Sprintf("M%.1f %.1fV%.1f", left-10, y+2, y+height-2), ink, 3, "")
		}
	}
	for _, p := range by.Pairs {
		d.matrixCell(left, top, width, height, p.A, p.B, -p.MeanDifference, most, p.Distinct, better)
		d.matrixCell(left, top, width, height, p.B, p.A, p.MeanDifference, most, p.Distinct, better)
	}
	return top + height*float64(n) + 8
}

func (d *drawing) matrixCell(left, top, w, h float64, row, column int, value, most float64, distinct bool, better int) {
	x, y := left+w*float64(column), top+h*float64(row)
	d.frame(x, y, w, h, band)
	t, down, _, _ := tones(better)
	if value < 0 {
		t = down
	}
	if !distinct {
		t = muted
	}
	if most > 0 {
		d.rect(x+1, y+h-4, (w-2)*math.Abs(value)/most, 3, t)
	}
	text := document.Signed(&value)
	if w < roomForNumber {
		text = map[bool]string{true: "+", false: "−"}[value >= 0]
	}
	switch {
	case !distinct && w < roomForSign:
		text = "≈" // two signs would run into those of the next cell
	case !distinct:
		text += " ≈"
	}
	d.text(x+w/2, y+18, middle, t, text)
}

// namesWithin cuts names to so many letters each: where they begin alike it is
// that beginning that goes, as what tells them apart is behind it.
func namesWithin(systems []result.SystemMean, most int) []string {
	names := make([]string, len(systems))
	long := false
	for i, s := range systems {
		names[i] = document.Printable(s.Name)
		long = long || utf8.RuneCountInString(names[i]) > most
	}
	if same := sharedStart(names); long && same > 3 {
		for i, name := range names {
			names[i] = "…" + string([]rune(name)[same:])
		}
	}
	return ordered.Each(names, func(name string) string { return cut(name, most) })
}

// sharedStart returns how many letters all names begin with.
func sharedStart(names []string) int {
	first := []rune(names[0])
	same := len(first)
	for _, name := range names[1:] {
		n := 0
		for _, r := range name {
			if n >= same || first[n] != r {
				break
			}
			n++
		}
		same = n
	}
	return same
}
