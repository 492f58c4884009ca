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

// sortedDifferences draws every query of a pair by its difference, the largest first, on one scale up and down.
func sortedDifferences(id string, candidate int, c *result.Comparison, m *result.MeasureComparison, list []difference, better int) figure {
	sorted := slices.Clone(list)
	ordered.Stable(sorted, func(x, y difference) int { return cmp.Compare(y.d(), x.d()) })
	ups, downs := 0, 0
	for _, x := range sorted {
		if x.d() > 0 {
			ups++
		} else if x.d() < 0 {
			downs++
		}
	}
	ties := len(sorted) - ups - downs
	f := figure{
		ID:    id + "-sorted",
		Title: fmt.Sprintf("%s rose%s, %d fell, %d did not change", counted(ups, "1 query", "%d queries"), sideOf(better), downs, ties),
		Description: fmt.Sprintf("Differences on %s of %s, sorted; the mean is %s.",
			document.Printable(m.Measure), counted(len(sorted), "1 query", "%d queries"), document.Signed(m.MeanOfQueries())),
	}
	if ups+downs == 0 {
		f.Empty = "No query changed on " + document.Printable(m.Measure) + "."
		return f
	}
	if share := concentration(sorted, better); share != "" {
		f.Notes = append(f.Notes, share)
	}
	f.Notes = append(f.Notes, fmt.Sprintf("Dashed: the mean difference. Shaded: ±%g, the margin.", c.Settings.Margin))
	f.draw(func(d *drawing) float64 {
		return d.sorted(sorted, ups, downs, c.Settings.Margin, m.MeanOfQueries(), candidate, better)
	})
	f.Values = []document.Sheet{quantiles(sorted)}
	return f
}

// sideOf says what a rise means where it does not mean better.
func sideOf(better int) string { return map[int]string{1: "", -1: ", which is worse", 0: ""}[better] }

// concentration says how much of all that was gained the top 5 % of the queries hold: a mean can be the work of a few.
func concentration(sorted []difference, better int) string {
	if better == 0 {
		return ""
	}
	if better < 0 { // what is gained falls
		sorted = slices.Clone(sorted)
		slices.Reverse(sorted)
	}
	top, all := 0.0, 0.0
	few := (len(sorted) + 19) / 20
	for i, x := range sorted {
		gain := math.Abs(x.d())
		if x.d() == 0 || (x.d() > 0) != (better > 0) {
			break
		}
		if all += gain; i < few {
			top += gain
		}
	}
	if all == 0 {
		return ""
	}
	return fmt.Sprintf("The %s gained most (5 %% of all, rounded up) hold %.0f %% of all that was gained.", counted(few, "1 query that", "%d queries that"), 100*top/all)
}

func quantiles(sorted []difference) document.Sheet {
	s := document.Sheet{Title: "differences by share of the queries", Columns: []document.SheetColumn{{Head: "share of queries below"}, {Head: "difference", Numbers: true}}}
	for _, p := range []int{0, 5, 10, 25, 50, 75, 90, 95, 100} {
		at := (len(sorted) - 1) - (len(sorted)-1)*p/100
		v := sorted[at].d()
		s.Rows = append(s.Rows, []string{fmt.Sprintf("%d %%", p), document.Signed(&v)})
	}
	return s
}

func (d *drawing) sorted(list []difference, ups, downs int, margin float64, mean *float64, candidate, better int) float64 {
	left, right, top, height := 52.0, d.width-8, 18.0, 200.0
	most := 0.0
	for _, x := range list {
		most = max(most, math.Abs(x.d()))
	}
	axis := symmetric(1.02*most, top+height, top)
	d.plot = fmt.Sprintf(` data-plot="sorted" data-c="%d" data-box="%g %g %g %g" data-range="%.6g %.6g"`, candidate, left, right, axis.from, axis.to, axis.low, axis.high)
	up, down, upPale, downPale := tones(better)
	if margin > 0 && margin < most {
		d.rect(left, axis.at(margin), right-left, axis.at(-margin)-axis.at(margin), band)
	}
	for _, t := range axis.fewTicks(5) {
		d.text(left-6, axis.at(t.value)+4, end, muted, signedLabel(t.value, t.label))
		d.dashed(left, axis.at(t.value), right, axis.at(t.value), band)
	}
	d.bars(list, axis, left, right, [4]tone{up, down, upPale, downPale})
	d.line(left, axis.at(0), right, axis.at(0), rule)
	if mean != nil && math.Abs(*mean) < axis.high {
		d.strokes(fmt.Sprintf("M%.1f %.1fL%.1f %.1f", left, axis.at(*mean), right, axis.at(*mean)), ink, 1.2, "5 3")
	}
	at := func(n int) float64 { return left + (right-left)*float64(n)/float64(len(list)) }
	y := top + height + 16
	d.text(left, y, start, up, fmt.Sprintf("%d rose", ups))
	d.text(right, y, end, down, fmt.Sprintf("%d fell", downs))
	if ties := len(list) - ups - downs; ties > 0 {
		x := (at(ups) + at(ups+ties)) / 2
		d.text(min(max(x, left+90), right-90), y, middle, tied, fmt.Sprintf("%d unchanged", ties))
	}
	return y + 8
}

// bars draws a bar a query, or where there are more queries than columns their
// range in each column, pale, with the mean dark: a mean alone hides extremes.
func (d *drawing) bars(list []difference, axis scale, left, right float64, t [4]tone) {
	columns := int(right - left)
	if len(list) <= columns {
		step := (right - left) / float64(len(list))
		var up, down strings.Builder
		for i, x := range list {
			bar(&up, &down, left+step*float64(i), max(step-0.4, step*0.7), axis, x.d())
		}
		d.area(up.String(), t[0])
		d.area(down.String(), t[1])
		return
	}
	var pale, palely, dark, darkly strings.Builder
	for column := range columns {
		from, to := column*len(list)/columns, (column+1)*len(list)/columns
		high, low, sum := list[from].d(), list[to-1].d(), 0.0
		for _, x := range list[from:to] {
			sum += x.d()
		}
		x := left + float64(column)
		bar(&pale, &palely, x, 1, axis, high)
		bar(&pale, &palely, x, 1, axis, low)
		bar(&dark, &darkly, x, 1, axis, sum/float64(to-from))
	}
	d.area(pale.String(), t[2])
	d.area(palely.String(), t[3])
	d.area(dark.String(), t[0])
	d.area(darkly.String(), t[1])
}

func bar(up, down *strings.Builder, x, width float64, axis scale, to float64) {
	if to == 0 {
		return
	}
	path := up
	if to < 0 {
		path = down
	}
	fmt.Fprintf(path, "M%.1f %.1fh%.2fV%.1fh-%.2fz", x, axis.at(0), width, axis.at(to), width)
}
