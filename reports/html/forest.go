package html

import (
	"fmt"
	"math"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

// A forestRow is one line of a forest plot.
type forestRow struct {
	name    string
	in      result.Inference
	primary bool // a diamond, whose tips are the ends of its interval
	stratum bool // indented and hollow: exploratory
	bounds  *result.DifferenceBounds
}

// A forestPanel is the rows that share an axis.
type forestPanel struct {
	unit   string
	better int // the direction of its measures
	rows   []forestRow
	margin float64 // shaded around 0; 0 for none
}

// forests draws the measures of a pair, the primary first, and the primary's
// strata below: one figure a unit, since shares and ranks share no axis.
func forests(id string, c *result.Comparison, p result.Pair) []figure {
	var list []figure
	for n, panel := range panels(c, p) {
		f := figure{ID: fmt.Sprintf("%s-forest-%d", id, n), Title: forestTitle(c, p, panel), Description: forestDescription(c, p, panel)}
		f.draw(func(d *drawing) float64 { return d.forest(c.A.Name, p.B.Name, panel) })
		f.Notes = forestNotes(panel)
		list = append(list, f)
	}
	return list
}

func panels(c *result.Comparison, p result.Pair) []forestPanel {
	var list []forestPanel
	add := func(m result.MeasureComparison) {
		if !drawable(m.Inference) {
			return
		}
		unit, better := unitOf(m.Measure), directionIn(c, m.Measure)
		at := -1
		for i := range list {
			if list[i].unit == unit && list[i].better == better {
				at = i
			}
		}
		if at < 0 {
			at, list = len(list), append(list, forestPanel{unit: unit, better: better, margin: c.Settings.Margin})
		}
		isPrimary := m.Primary || m.Measure == c.Settings.Primary
		list[at].rows = append(list[at].rows, forestRow{name: m.Measure, in: m.Inference, primary: isPrimary, bounds: m.Bounds})
	}
	primary := reports.Primary(c, p)
	if primary != nil {
		add(*primary)
	}
	for _, m := range p.Measures {
		if primary == nil || m.Measure != primary.Measure {
			add(m)
		}
	}
	if primary != nil && len(list) > 0 && len(primary.Strata) > 1 {
		for _, s := range primary.Strata {
			if drawable(s.Inference) {
				list[0].rows = append(list[0].rows, forestRow{name: s.Stratum, in: s.Inference, stratum: true})
			}
		}
	}
	return list
}

func drawable(in result.Inference) bool {
	finite := func(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) && math.Abs(v) < 1e100 }
	return in.MeanDifference != nil && finite(*in.MeanDifference) && (in.Interval == nil || finite(in.Interval.Low) && finite(in.Interval.High))
}

// unitOf names the axis that a measure belongs on. Measures between 0 and 1 share
// one; what this program does not know has one of its own.
func unitOf(measure string) string {
	registry := metrics.Builtin()
	if m, err := registry.Parse(measure); err == nil {
		if d, ok := registry.DefinitionOf(m); ok {
			if strings.HasPrefix(d.Range, "[0, 1]") {
				return "between 0 and 1"
			}
			return d.Unit
		}
	}
	return measure
}

func forestTitle(c *result.Comparison, p result.Pair, panel forestPanel) string {
	above, below := 0, 0
	n := 0
	for _, r := range panel.rows {
		if r.stratum || r.in.Interval == nil {
			continue
		}
		n++
		if r.in.Interval.Low > 0 {
			above++
		} else if r.in.Interval.High < 0 {
			below++
		}
	}
	if panel.better == 0 && above+below > 0 {
		return fmt.Sprintf("%s above 0 and %d below; neither side is better", lying(above, n), below)
	}
	a, b := document.Printable(c.A.Name), document.Printable(p.B.Name)
	if panel.better < 0 {
		a, b = b, a
	}
	switch {
	case above == 0 && below == 0:
		return counted(n, "The interval holds 0", "The intervals of all %d measures hold 0")
	case below == 0:
		return fmt.Sprintf("%s above 0, towards %s", lying(above, n), b)
	case above == 0:
		return fmt.Sprintf("%s below 0, towards %s", lying(below, n), a)
	}
	return fmt.Sprintf("%s above 0, towards %s, and %d below, towards %s", lying(above, n), b, below, a)
}

// lying begins a sentence about k of n intervals.
func lying(k, n int) string {
	switch {
	case n == 1:
		return "The interval is"
	case k == 1:
		return fmt.Sprintf("1 of %d intervals is", n)
	}
	return fmt.Sprintf("%d of %d intervals are", k, n)
}

// counted words a number: one has words of its own.
func counted(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return fmt.Sprintf(many, n)
}

func forestDescription(c *result.Comparison, p result.Pair, panel forestPanel) string {
	direction := map[int]string{1: "", -1: ", where lower is better", 0: ", which has no better side"}[panel.better]
	text := fmt.Sprintf("Mean difference %s − %s with its interval for each measure %s%s; ", isolated(document.Printable(p.B.Name)), isolated(document.Printable(c.A.Name)), panel.unit, direction)
	return text + "the numbers are in the table of measures."
}

func forestNotes(panel forestPanel) []string {
	notes := prose.Notes{fmt.Sprintf("Square: mean difference, its area by the number of queries; line: interval; diamond: the measure that decides. Shaded: ±%g, the margin.", panel.margin)}
	tail, strata, bounds := false, false, false
	for _, r := range panel.rows {
		bounds = bounds || r.bounds != nil
		tail = tail || r.in.Interval != nil && r.in.Interval.Method == "tail"
		strata = strata || r.stratum
	}
	notes.If(tail, "An interval need not be centred on its mean: it allows for a long tail and for losses that were not seen.")
	notes.If(bounds, "Dashed below a row: how far labels of unjudged documents could move the mean difference.")
	notes.If(strata, "Hollow rows are strata of the deciding measure: exploratory, corrected for nothing.")
	return notes
}

// reach returns how far the axis goes: as far as the measures need; strata, which are small, may be clipped.
func (panel forestPanel) reach() float64 {
	measures, all := panel.margin, panel.margin
	for _, r := range panel.rows {
		most := math.Abs(*r.in.MeanDifference)
		if r.in.Interval != nil {
			most = max(most, math.Abs(r.in.Interval.Low), math.Abs(r.in.Interval.High))
		}
		if r.bounds != nil {
			most = max(most, math.Abs(r.bounds.Low), math.Abs(r.bounds.High))
		}
		if all = max(all, most); !r.stratum {
			measures = max(measures, most)
		}
	}
	return 1.06 * min(all, 2*measures)
}

const (
	forestRowHeight = 26
	forestTop       = 30
)

func (d *drawing) forest(a, b string, panel forestPanel) float64 {
	row := float64(forestRowHeight)
	left, right := 170.0, d.width-220
	if d.isNarrow() { // names above their lines
		left, right, row = 8, d.width-8, 44
	}
	bottom := forestTop + row*float64(len(panel.rows))
	axis := symmetric(panel.reach(), left, right)
	if panel.margin > 0 && panel.margin < axis.high {
		d.rect(axis.at(-panel.margin), forestTop-6, axis.at(panel.margin)-axis.at(-panel.margin), bottom-forestTop+6, band)
	}
	for _, t := range axis.fewTicks(map[bool]int{true: 5, false: 7}[d.isNarrow()]) {
		d.text(axis.at(t.value), forestTop-12, middle, muted, signedLabel(t.value, t.label))
		if t.value != 0 {
			d.dashed(axis.at(t.value), forestTop-6, axis.at(t.value), bottom, band)
		}
	}
	d.line(axis.at(0), forestTop-6, axis.at(0), bottom, rule)
	largest := 1
	for _, r := range panel.rows {
		largest = max(largest, r.in.N)
	}
	for i, r := range panel.rows {
		d.forestRow(r, axis, forestTop+row*float64(i), row, largest, panel.better)
	}
	room := int((right-left)/2/letter) - len("favours >>")
	below, above := "favours "+cut(a, room), "favours "+cut(b, room)
	switch panel.better {
	case -1:
		below, above = above, below
	case 0:
		below, above = "lower", "higher"
	}
	d.text(left, bottom+18, start, muted, "◄ "+below)
	d.text(right, bottom+18, end, muted, above+" ►")
	return bottom + 28
}

func signedLabel(v float64, label string) string {
	if v > 0 {
		return "+" + label
	}
	return label
}

func (d *drawing) forestRow(r forestRow, axis scale, top, height float64, largest, better int) {
	y := top + height/2
	numbers := document.Signed(r.in.MeanDifference)
	if r.in.Interval != nil {
		numbers += "  " + document.Interval(r.in.Interval)
	}
	indent := 0.0
	if r.stratum {
		indent = 12
	}
	if d.isNarrow() {
		y = top + height - 13
		d.label(8+indent, top+12, r, cut(r.name, 32))
		d.text(d.width-8, top+12, end, ink, document.Signed(r.in.MeanDifference))
	} else {
		d.label(8+indent, y+4, r, cut(r.name, 22))
		d.text(d.width-8, y+4, end, ink, numbers)
	}
	t := toneOf(r.in, better)
	if r.bounds != nil {
		low, _ := axis.clamp(r.bounds.Low)
		high, _ := axis.clamp(r.bounds.High)
		d.dashed(axis.at(low), y+10, axis.at(high), y+10, ink)
	}
	if r.in.Interval != nil && !r.primary {
		d.whisker(r.in.Interval, axis, y, t)
	}
	mean, _ := axis.clamp(*r.in.MeanDifference)
	side := min(14, max(6, 14*math.Sqrt(float64(r.in.N)/float64(largest))))
	x := axis.at(mean)
	switch {
	case r.primary && r.in.Interval != nil:
		low, _ := axis.clamp(r.in.Interval.Low)
		high, _ := axis.clamp(r.in.Interval.High)
		d.area(fmt.Sprintf("M%.1f %.1fL%.1f %.1fL%.1f %.1fL%.1f %.1fZ", axis.at(low), y, x, y-7.0, axis.at(high), y, x, y+7.0), t)
	case r.stratum:
		d.outlined(x-side/2, y-side/2, side, side, t)
	default:
		d.rect(x-side/2, y-side/2, side, side, t)
	}
}

func (d *drawing) label(x, y float64, r forestRow, name string) {
	switch {
	case r.primary:
		d.strong(x, y, start, ink, "★ "+name)
	case r.stratum:
		d.text(x, y, start, muted, name)
	default:
		d.text(x, y, start, ink, name)
	}
}

// whisker draws an interval, with an arrow where it goes on beyond the axis.
func (d *drawing) whisker(i *result.Interval, axis scale, y float64, t tone) {
	low, lowCut := axis.clamp(i.Low)
	high, highCut := axis.clamp(i.High)
	d.line(axis.at(low), y, axis.at(high), y, t)
	if lowCut {
		d.area(fmt.Sprintf("M%.1f %.1fl7 -4v8z", axis.at(low)-1, y), t)
	} else {
		d.line(axis.at(low), y-4, axis.at(low), y+4, t)
	}
	if highCut {
		d.area(fmt.Sprintf("M%.1f %.1fl-7 -4v8z", axis.at(high)+1, y), t)
	} else {
		d.line(axis.at(high), y-4, axis.at(high), y+4, t)
	}
}

// toneOf colors a row whose interval is on one side of 0.
func toneOf(in result.Inference, better int) tone {
	up, down, _, _ := tones(better)
	switch {
	case in.Interval == nil:
	case in.Interval.Low > 0:
		return up
	case in.Interval.High < 0:
		return down
	}
	return tied
}
