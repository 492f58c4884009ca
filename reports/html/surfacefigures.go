package html

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// mostSurfaces are drawn; the table has every setting.
const mostSurfaces = 8

// A landscape is what all surfaces of a sweep share.
type landscape struct {
	s         *result.Sweep
	low, high float64 // of all means
	near      float64 // a mean from here on is within one standard error of the best
}

func landscapeOf(s *result.Sweep) landscape {
	l := landscape{s: s, low: s.Selection.BaselineMean, high: s.Selection.BaselineMean, near: math.Inf(1)}
	for _, one := range s.Settings {
		l.low, l.high = min(l.low, one.Mean), max(l.high, one.Mean)
		if one.Name == s.Best {
			l.near = one.Mean - one.StandardError
		}
	}
	return l
}

func (l landscape) best(p surfacePoint) bool   { return p.one.Name == l.s.Best }
func (l landscape) within(p surfacePoint) bool { return p.one.Mean >= l.near }

// share returns where a mean is between the lowest and the highest, in [0, 1].
func (l landscape) share(mean float64) float64 {
	if l.high == l.low {
		return 0.5
	}
	return (mean - l.low) / (l.high - l.low)
}

func surfaceFigures(s *result.Sweep) []figure {
	all := surfaces(s)
	l := landscapeOf(s)
	var list []figure
	for n, sf := range all[:min(len(all), mostSurfaces)] {
		f := l.figure(fmt.Sprintf("surface-%d", n), sf)
		if slices.ContainsFunc(list, func(before figure) bool { return slices.Equal(before.Notes, f.Notes) }) {
			f.Notes = nil // said once
		}
		list = append(list, f)
	}
	if hidden := len(all) - len(list); hidden > 0 {
		list[len(list)-1].Notes = append(list[len(list)-1].Notes, fmt.Sprintf("%s more of other settings are not drawn; the table has every setting.", counted(hidden, "1 figure", "%d figures")))
	}
	return list
}

func (l landscape) figure(id string, sf surface) figure {
	top := slices.MaxFunc(sf.points, func(a, b surfacePoint) int { return cmp.Compare(a.one.Mean, b.one.Mean) })
	mean := top.one.Mean
	f := figure{ID: id, Title: fmt.Sprintf("%s: up to %s at %s", document.Printable(sf.fixed), document.Score(&mean), place(sf, top))}
	f.Description = fmt.Sprintf("Mean %s of %d settings by %s.", document.Printable(l.s.Measure), len(sf.points), document.Printable(strings.Join(sf.axes, ", ")))
	marks := "Ring: the best of all settings. Dot: within one standard error of it."
	switch len(sf.axes) {
	case 1:
		f.draw(func(d *drawing) float64 { return d.curve(l, sf) })
		f.Notes = []string{"Ring: the best of all settings; filled: within one standard error of it. Band: one standard error of the difference from the baseline, which does not allow for the choice among many. Dashed: the baseline, and what the chosen settings reach on queries that had no part in the choice."}
	case 2:
		f.draw(func(d *drawing) float64 { return d.heat(l, sf) })
		f.Notes = []string{"The stronger the blue, the higher, on one scale for all figures here. " + marks}
	case 3:
		f.draw(func(d *drawing) float64 { return d.ternary(l, sf) })
		f.Notes = []string{"Each corner is one component alone. The stronger the blue, the higher, on one scale for all figures here. " + marks}
	}
	return f
}

func place(sf surface, p surfacePoint) string {
	var parts []string
	for i, axis := range sf.axes {
		parts = append(parts, fmt.Sprintf("%s %g", document.Printable(axis), p.at[i]))
	}
	return strings.Join(parts, ", ")
}

// curve draws one parameter: means as a line, with a band.
func (d *drawing) curve(l landscape, sf surface) float64 {
	points := slices.Clone(sf.points)
	ordered.Stable(points, func(a, b surfacePoint) int { return cmp.Compare(a.at[0], b.at[0]) })
	left, right, top, bottom := 60.0, d.width-14, 12.0, 212.0
	first, last := points[0].at[0], points[len(points)-1].at[0]
	place := func(v float64) float64 { return v }
	if first > 0 && last/first >= 20 { // constants are tried by orders of magnitude
		place = log10
	}
	across := scale{place(first), place(last), left + 8, right - 8}
	low, high := l.low, l.high
	for _, p := range points {
		low, high = min(low, p.one.Mean-p.one.StandardError), max(high, p.one.Mean+p.one.StandardError)
	}
	pad := 0.04*(high-low) + 1e-9
	up := scale{low - pad, high + pad, bottom, top}
	d.yAxis(up, left, right)
	var line, above, below strings.Builder
	for i, p := range points {
		x, command := across.at(place(p.at[0])), "L"
		if i == 0 {
			command = "M"
		}
		fmt.Fprintf(&line, "%s%.1f %.1f", command, x, up.at(p.one.Mean))
		fmt.Fprintf(&above, "%s%.1f %.1f", command, x, up.at(p.one.Mean+p.one.StandardError))
	}
	for _, p := range slices.Backward(points) {
		fmt.Fprintf(&below, "L%.1f %.1f", across.at(place(p.at[0])), up.at(p.one.Mean-p.one.StandardError))
	}
	d.area(above.String()+below.String()+"Z", band)
	d.levels(l, up, left, right)
	d.strokes(line.String(), won, 1.6, "")
	before := -1e9
	for _, p := range points {
		x, y := across.at(place(p.at[0])), up.at(p.one.Mean)
		d.dot(x, y, 4, won, l.within(p))
		if l.best(p) {
			d.ring(x, y, 8)
		}
		if x-before > 34 {
			d.text(x, bottom+16, middle, muted, fmt.Sprintf("%g", p.at[0]))
			before = x
		}
	}
	d.text((left+right)/2, bottom+34, middle, ink, cut(sf.axes[0], 40))
	return bottom + 44
}

// levels are the baseline, and what choosing is worth on other queries.
func (d *drawing) levels(l landscape, up scale, left, right float64) {
	for _, level := range []struct {
		mean float64
		name string
		tone tone
		at   anchor
		x    float64
	}{{l.s.Selection.BaselineMean, "baseline", muted, start, left + 6}, {l.s.Selection.HonestMean, "chosen, on other queries", ink, end, right - 6}} {
		if level.mean < up.low || level.mean > up.high {
			continue
		}
		d.dashed(left, up.at(level.mean), right, up.at(level.mean), level.tone)
		d.text(level.x, up.at(level.mean)-4, level.at, level.tone, level.name)
	}
}

func (d *drawing) yAxis(up scale, left, right float64) {
	for _, t := range up.fewTicks(6) {
		d.text(left-6, up.at(t.value)+4, end, muted, t.label)
		d.dashed(left, up.at(t.value), right, up.at(t.value), band)
	}
	d.frame(left, up.to, right-left, up.from-up.to, rule)
}

// dot draws a disc, or hollow.
func (d *drawing) dot(x, y, r float64, t tone, filled bool) {
	if filled {
		d.add(`<circle cx="%.1f" cy="%.1f" r="%.1f" class="f-%s" fill="%s"/>`, x, y, r, t.class, t.light)
		return
	}
	d.add(`<circle cx="%.1f" cy="%.1f" r="%.1f" class="f-gnd s-%s" fill="%s" stroke="%s" stroke-width="1.4"/>`, x, y, r, t.class, ground.light, t.light)
}

func (d *drawing) ring(x, y, r float64) {
	d.add(`<circle cx="%.1f" cy="%.1f" r="%.1f" class="s-ink" fill="none" stroke="%s" stroke-width="2"/>`, x, y, r, ink.light)
}

// shade fills by how high a mean is: ink on it can be read everywhere.
func (l landscape) shade(mean float64) string {
	return fmt.Sprintf(`class="f-won" fill="%s" fill-opacity="%.2f"`, won.light, 0.05+0.4*l.share(mean))
}

// heat draws two parameters: a cell a setting, with its number.
func (d *drawing) heat(l landscape, sf surface) float64 {
	xs, ys := valuesAt(sf, 0), valuesAt(sf, 1)
	left, top, height := 56.0, 42.0, 30.0
	width := min(84, (d.width-left-8)/float64(len(xs)))
	d.text(4, 14, start, ink, "→ "+cut(sf.axes[0], 20)+"   ↓ "+cut(sf.axes[1], 20))
	every := int(math.Ceil(34 / width))
	for i, x := range xs {
		if i%every == 0 && (width >= 34 || !d.isNarrow() || i > 0) {
			d.text(left+width*(float64(i)+0.5), top-6, middle, muted, fmt.Sprintf("%g", x))
		}
	}
	for j, y := range ys {
		d.text(left-6, top+height*(float64(j)+0.5)+4, end, muted, fmt.Sprintf("%g", y))
	}
	for _, p := range sf.points {
		x, y := left+width*float64(slices.Index(xs, p.at[0])), top+height*float64(slices.Index(ys, p.at[1]))
		d.add(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" %s/>`, x, y, width, height, l.shade(p.one.Mean))
		if width >= 34 {
			d.text(x+width/2, y+height/2+2, middle, ink, strings.TrimPrefix(fmt.Sprintf("%.3f", p.one.Mean), "0"))
		}
		if l.within(p) {
			d.dot(x+width/2, y+height-5, 2, ink, true)
		}
		if l.best(p) {
			d.add(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="6" fill="none" class="s-ink" stroke="%s" stroke-width="2"/>`, x+1.5, y+1.5, width-3, height-3, ink.light)
		}
	}
	return top + height*float64(len(ys)) + 10
}

func valuesAt(sf surface, axis int) []float64 {
	var values []float64
	for _, p := range sf.points {
		values = ordered.With(values, p.at[axis])
	}
	slices.Sort(values)
	return values
}

// ternary draws the weights of three components, which add up to the same: each corner is one of them alone.
func (d *drawing) ternary(l landscape, sf surface) float64 {
	side := min(360, d.width-60)
	height := side * math.Sqrt(3) / 2
	left, top := (d.width-side)/2, 34.0
	bottom := top + height
	d.strokes(fmt.Sprintf("M%.1f %.1fL%.1f %.1fL%.1f %.1fZ", left, bottom, left+side, bottom, left+side/2, top), rule, 1, "")
	name := func(i int) string { return cut(strings.TrimPrefix(sf.axes[i], weight), int(d.width/2/letter)-2) }
	d.text(left+side/2, top-14, middle, ink, name(0))
	d.text(4, bottom+24, start, ink, name(1))
	d.text(d.width-4, bottom+24, end, ink, name(2))
	steps := math.Sqrt(float64(2 * len(sf.points))) // of a whole grid
	r := min(16, max(3, side/steps/2.1))
	for _, p := range sf.points {
		sum := p.at[0] + p.at[1] + p.at[2]
		if sum == 0 {
			continue
		}
		x, y := left+float64(side*(p.at[2]+p.at[0]/2)/sum), bottom-float64(height*p.at[0]/sum)
		d.add(`<circle cx="%.1f" cy="%.1f" r="%.1f" %s/>`, x, y, r, l.shade(p.one.Mean))
		if l.within(p) {
			d.dot(x, y, 2, ink, true)
		}
		if l.best(p) {
			d.ring(x, y, r+2)
		}
	}
	return bottom + 36
}
