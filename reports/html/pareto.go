package html

import (
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// pareto draws every setting by its cost and its mean, and the front as steps:
// what is worth its cost.
func pareto(s *result.Sweep) figure {
	f := figure{ID: "pareto", Title: fmt.Sprintf("%s worth the cost", counted(len(s.Front), "1 setting is", "%d settings are"))}
	axis := "components asked"
	if s.Cost == result.CostLatency {
		axis = "median latency, ms"
	}
	f.Description = fmt.Sprintf("Mean %s of every setting, upward, by %s, across.", document.Printable(s.Measure), axis)
	costs := make([]float64, len(s.Settings))
	for i, one := range s.Settings {
		costs[i] = float64(len(one.Components))
		if s.Cost == result.CostLatency {
			if one.LatencyMS == nil {
				f.Empty = "The latency of a setting is not known."
				return f
			}
			costs[i] = *one.LatencyMS
		}
	}
	f.Notes = []string{"Filled: no setting is both better and cheaper. Ring: the best. Means are those of the queries that the best was chosen by."}
	f.draw(func(d *drawing) float64 { return d.pareto(s, costs, axis) })
	return f
}

func (d *drawing) pareto(s *result.Sweep, costs []float64, axis string) float64 {
	l := landscapeOf(s)
	left, right, top, bottom := 60.0, d.width-14, 12.0, 232.0
	low, high := slices.Min(costs), slices.Max(costs)
	pad := 0.05*(high-low) + 1e-9*math.Max(1, high)
	if high == low {
		pad = 0.5 * math.Max(high, 1e-3)
	}
	across := scale{low - pad, high + pad, left, right}
	up := scale{l.low - 0.06*(l.high-l.low) - 1e-9, l.high + 0.06*(l.high-l.low) + 1e-9, bottom, top}
	d.yAxis(up, left, right)
	values, labels := across.fewTicks(6)
	for i, v := range values {
		d.text(across.at(v), bottom+16, middle, muted, labels[i])
	}
	d.text((left+right)/2, bottom+34, middle, ink, axis)
	d.levels(l, up, left, right)
	d.front(s, costs, across, up, right)
	for i, one := range s.Settings {
		if !one.Front {
			d.dot(across.at(costs[i]), up.at(one.Mean), 3.5, tied, false)
		}
	}
	for i, one := range s.Settings {
		x, y := across.at(costs[i]), up.at(one.Mean)
		if one.Front {
			d.dot(x, y, 4.5, won, true)
		}
		if one.Name == s.Best {
			d.ring(x, y, 8)
		}
	}
	return bottom + 44
}

// front joins what is worth its cost: to the right of a setting its mean can be
// had until a better one is worth its own.
func (d *drawing) front(s *result.Sweep, costs []float64, across, up scale, right float64) {
	path := ""
	for _, name := range s.Front {
		i := slices.IndexFunc(s.Settings, func(one result.SweptOne) bool { return one.Name == name })
		if i < 0 {
			continue
		}
		x, y := across.at(costs[i]), up.at(s.Settings[i].Mean)
		if path == "" {
			path = fmt.Sprintf("M%.1f %.1f", x, y)
		} else {
			path += fmt.Sprintf("H%.1fV%.1f", x, y)
		}
	}
	if path != "" {
		d.strokes(path+fmt.Sprintf("H%.1f", right), won, 1.6, "")
	}
}
