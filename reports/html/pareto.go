package html

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// An offer is what a setting or a system has to give at a cost.
type offer struct {
	name               string
	cost, mean         float64
	front, best, leads bool
}

// frontierFigures draw the systems by what is aimed at, upward, and by each other axis, across.
func frontierFigures(f *result.Frontier) (list []figure) {
	if f == nil {
		return nil
	}
	aim := document.Printable(f.Axes[0].Measure)
	on := ordered.Count(f.Systems, func(one result.FrontierSystem) bool { return len(one.DominatedBy) == 0 })
	for a, axis := range f.Axes[1:] {
		l := landscape{low: math.Inf(1), high: math.Inf(-1)}
		offers := ordered.Each(f.Systems, func(one result.FrontierSystem) offer {
			l.low, l.high = min(l.low, one.Values[0]), max(l.high, one.Values[0])
			return offer{name: fmt.Sprintf("%s %.2f", one.Name, one.ShareRatio), cost: one.Values[a+1], mean: one.Values[0], front: len(one.DominatedBy) == 0}
		})
		across := document.Printable(axis.Measure)
		fig := figure{ID: fmt.Sprintf("frontier-%d", a+1), Title: fmt.Sprintf("%s on the frontier: %s by %s", counted(on, "1 system is", "%d systems are"), aim, across)}
		fig.Description = fmt.Sprintf("Mean %s of each system, upward, by %s, across.", aim, across)
		fig.Notes = []string{"Filled: no other system is as good on every axis and better on one. Behind the name: the share of draws of the queries in which that holds."}
		steps := len(f.Axes) == 2 && axis.LowerIsBetter && !f.Axes[0].LowerIsBetter
		fig.draw(func(d *drawing) float64 { return d.pareto(offers, cut(across, 40), l, steps) })
		list = append(list, fig)
	}
	return list
}

// pareto draws offers by cost and mean; the front as steps, where these are all that counts: right of an offer its mean
// holds until a better one is worth its own.
func (d *drawing) pareto(list []offer, axis string, l landscape, steps bool) float64 {
	left, right, top, bottom := 60.0, d.width-14, 12.0, 232.0
	costs := ordered.Each(list, func(o offer) float64 { return o.cost })
	low, high := slices.Min(costs), slices.Max(costs)
	pad := 0.05*(high-low) + 1e-9*math.Max(1, high)
	if high == low {
		pad = 0.5 * math.Max(high, 1e-3)
	}
	across := scale{low - pad, high + pad, left, right}
	up := scale{l.low - 0.06*(l.high-l.low) - 1e-9, l.high + 0.06*(l.high-l.low) + 1e-9, bottom, top}
	d.yAxis(up, left, right)
	for _, t := range across.fewTicks(6) {
		d.text(across.at(t.value), bottom+16, middle, muted, t.label)
	}
	d.text((left+right)/2, bottom+34, middle, ink, axis)
	list = slices.Clone(list)
	ordered.Stable(list, func(a, b offer) int { return cmp.Compare(a.cost, b.cost) })
	list = append(ordered.Where(list, func(o offer) bool { return !o.front }), ordered.Where(list, func(o offer) bool { return o.front })...) // above the others
	if l.s == nil {
		d.names(list, across, up)
	} else {
		d.levels(l, up, left, right)
	}
	path := ""
	for _, o := range list {
		switch x, y := across.at(o.cost), up.at(o.mean); {
		case !o.front || !steps:
		case path == "":
			path = fmt.Sprintf("M%.1f %.1f", x, y)
		default:
			path += fmt.Sprintf("H%.1fV%.1f", x, y)
		}
	}
	if path != "" {
		d.strokes(path+fmt.Sprintf("H%.1f", right), won, 1.6, "")
	}
	for _, o := range list {
		d.offer(o, across.at(o.cost), up.at(o.mean))
	}
	return bottom + 44
}

// offer draws one by what it is worth. Its name is seen where the mouse rests on it.
func (d *drawing) offer(o offer, x, y float64) {
	d.add("<g><title>%s: %s</title>", escaped(document.Printable(o.name)), document.Score(&o.mean))
	r, outside, within := 3.5, tied, tied
	if o.front {
		r, outside, within = 4.5, won, ground
	}
	d.dot(x, y, r, outside, o.front)
	if o.leads {
		d.dot(x, y, 1.5, within, true)
	}
	if d.add("</g>"); o.best {
		d.ring(x, y, 8)
	}
}

// names writes those of the offers next to them, the last first, where they do not run into each other.
func (d *drawing) names(list []offer, across, up scale) {
	var taken [][3]float64 // from, to, at
	for _, o := range slices.Backward(list) {
		name := cut(o.name, 24)
		x, y, at, width := across.at(o.cost)+8, up.at(o.mean)+4, start, float64(letter*len([]rune(name)))
		if x+width > across.to {
			x, at = x-16, end
		}
		from := map[anchor]float64{start: x, end: x - width}[at]
		if !slices.ContainsFunc(taken, func(t [3]float64) bool { return from < t[1] && t[0] < from+width && math.Abs(y-t[2]) < 14 }) {
			taken = append(taken, [3]float64{from, from + width, y})
			d.text(x, y, at, ink, name)
		}
	}
}
