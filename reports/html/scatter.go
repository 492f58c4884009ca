package html

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

const (
	mostDots = 5000 // above it, bins: one path of more dots is slow to draw
	binsSide = 40
)

// scatter draws the queries of a pair, the baseline's score across, the candidate's upward: above the diagonal rose.
func scatter(id string, candidate int, c *result.Comparison, p result.Pair, m *result.MeasureComparison, list []difference, better int) figure {
	a, b := document.Printable(c.A.Name), document.Printable(p.B.Name)
	f := figure{
		ID:          id + "-scatter",
		Title:       fmt.Sprintf("%s against %s, query by query", b, a),
		Description: fmt.Sprintf("Each query by its %s under %s, across, and %s, upward. Above the diagonal %s is higher.", document.Printable(m.Measure), a, b, b),
	}
	if len(list) == 0 {
		f.Empty = "No query has a score under both systems."
		return f
	}
	stacks := stacksOf(list)
	f.draw(func(d *drawing) float64 { return d.scatter(a, b, list, stacks, c.Settings.Margin, candidate, better) })
	if len(list) > mostDots {
		f.Notes = append(f.Notes, fmt.Sprintf("%d queries in cells of a grid; the area of a square grows with the logarithm of its count.", len(list)))
	}
	f.Values = []document.Sheet{stackSheet(a, b, stacks)}
	if len(f.Values[0].Rows) == 0 {
		f.Values = nil
	}
	return f
}

// A stack is several queries at one point, where a dot would look like one.
type stack struct {
	a, b float64
	n    int
}

// stacksOf returns the points with the most queries, at least three, at most six.
func stacksOf(list []difference) []stack {
	at := map[[2]float64]int{}
	for _, x := range list {
		at[[2]float64{x.a, x.b}]++
	}
	var stacks []stack
	for point, n := range at {
		if n >= max(3, len(list)/50) {
			stacks = append(stacks, stack{point[0], point[1], n})
		}
	}
	ordered.Stable(stacks, func(x, y stack) int {
		return cmp.Or(cmp.Compare(y.n, x.n), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
	return stacks[:min(len(stacks), 6)]
}

func stackSheet(a, b string, stacks []stack) document.Sheet {
	return document.Sheet{
		Title: "points with several queries", Columns: []document.SheetColumn{{Head: a, Numbers: true}, {Head: b, Numbers: true}, {Head: "queries", Numbers: true}},
		Rows: ordered.Each(stacks, func(s stack) []string { return []string{document.Score(&s.a), document.Score(&s.b), fmt.Sprint(s.n)} }),
	}
}

func (d *drawing) scatter(a, b string, list []difference, stacks []stack, margin float64, candidate, better int) float64 {
	low, high := 0.0, 1.0
	for _, x := range list {
		low, high = min(low, x.a, x.b), max(high, x.a, x.b)
	}
	pad := 0.03 * (high - low)
	side := 288.0
	left, top := 46.0, 10.0
	if !d.isNarrow() {
		side, left = 360, (d.width-360)/2
	}
	across := scale{low - pad, high + pad, left, left + side}
	up := scale{low - pad, high + pad, top + side, top}
	d.plot = fmt.Sprintf(` data-plot="scatter" data-c="%d" data-box="%g %g %g %g" data-range="%.6g %.6g"`, candidate, left, left+side, top+side, top, across.low, across.high)
	d.marginBand(across, up, margin)
	d.strokes(fmt.Sprintf("M%.1f %.1fL%.1f %.1f", across.at(low), up.at(low), across.at(high), up.at(high)), rule, 1, "")
	d.frame(left, top, side, side, rule)
	for _, t := range (scale{low, high, left, left + side}).fewTicks(6) {
		d.text(across.at(t.value), top+side+16, middle, muted, t.label)
		d.text(left-6, up.at(t.value)+4, end, muted, t.label)
	}
	if len(list) > mostDots {
		d.bins(list, across, up, better)
	} else {
		d.dots(list, across, up, better)
	}
	d.stacks(stacks, across, up)
	d.text(left+side/2, top+side+34, middle, ink, cut(a, 40))
	d.add(`<text transform="translate(%.1f %.1f) rotate(-90)" text-anchor="middle" class="f-ink" fill="%s">%s</text>`, left-34, top+side/2, ink.light, escaped(cut(b, 40)))
	return top + side + 44
}

func (d *drawing) marginBand(across, up scale, margin float64) {
	if margin <= 0 || margin >= across.high-across.low {
		return
	}
	lo, hi := across.low, across.high
	d.area(fmt.Sprintf("M%.1f %.1fL%.1f %.1fL%.1f %.1fL%.1f %.1fL%.1f %.1fL%.1f %.1fZ",
		across.at(lo), up.at(lo), across.at(lo), up.at(lo+margin), across.at(hi-margin), up.at(hi),
		across.at(hi), up.at(hi), across.at(hi), up.at(hi-margin), across.at(lo+margin), up.at(lo)), band)
}

// dots draws one path a class: a segment without length and with a round end is a dot, thousands one element.
func (d *drawing) dots(list []difference, across, up scale, better int) {
	above, below, _, _ := tones(better)
	var rose, fell, same strings.Builder
	for _, x := range list {
		path := &same
		if x.d() > 0 {
			path = &rose
		} else if x.d() < 0 {
			path = &fell
		}
		fmt.Fprintf(path, "M%.1f %.1fh0", across.at(x.a), up.at(x.b))
	}
	for _, class := range []struct {
		path string
		tone tone
	}{{same.String(), tied}, {rose.String(), above}, {fell.String(), below}} {
		if class.path != "" {
			d.add(`<path d="%s" fill="none" class="s-%s" stroke="%s" stroke-width="5" stroke-linecap="round" stroke-opacity="0.55"/>`, class.path, class.tone.class, class.tone.light)
		}
	}
}

// bins draws a square a cell of a grid.
func (d *drawing) bins(list []difference, across, up scale, better int) {
	above, below, _, _ := tones(better)
	var counts [binsSide][binsSide]int
	cell := func(s scale, v float64) int {
		return min(binsSide-1, max(0, int((v-s.low)/(s.high-s.low)*binsSide)))
	}
	most := 1
	for _, x := range list {
		i, j := cell(across, x.a), cell(up, x.b)
		counts[i][j]++
		most = max(most, counts[i][j])
	}
	width := (across.to - across.from) / binsSide
	var rose, fell, same strings.Builder
	for i := range binsSide {
		for j := range binsSide {
			n := counts[i][j]
			if n == 0 {
				continue
			}
			path := &same
			if j > i {
				path = &rose
			} else if j < i {
				path = &fell
			}
			side := width * math.Sqrt((1+math.Log(float64(n)))/(1+math.Log(float64(most))))
			x, y := across.from+(float64(i)+0.5)*width-side/2, up.from-(float64(j)+0.5)*width-side/2
			fmt.Fprintf(path, "M%.1f %.1fh%.1fv%.1fh-%.1fz", x, y, side, side, side)
		}
	}
	d.area(same.String(), tied)
	d.area(rose.String(), above)
	d.area(fell.String(), below)
}

func (d *drawing) stacks(stacks []stack, across, up scale) {
	for _, s := range stacks {
		x, y, at := across.at(s.a)+7, up.at(s.b)-6, start
		if x > across.to-44 {
			x, at = across.at(s.a)-7, end
		}
		if y < up.to+10 {
			y = up.at(s.b) + 15
		}
		d.strong(x, y, at, ink, fmt.Sprintf("×%d", s.n))
	}
}
