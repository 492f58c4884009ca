package reports

import (
	"errors"
	"fmt"
	"io"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// The colors of the plot, told apart in print and by color-blind readers
// (Okabe and Ito (2008), https://jfly.uni-koeln.de/color/).
const (
	plainDot     = "#999999"
	leaderDot    = "#e69f00"
	frontLine    = "#0072b2"
	bestDot      = "#d55e00"
	honestLine   = "#009e73"
	baselineLine = "#000000"
	axisLine     = "#666666"
)

// The plot's layout, in pixels: two panels side by side, the legend below.
const (
	plotWidth, plotHeight   = 864, 400
	panelWidth, panelHeight = 350, 310
	panelTop                = 12
	panelInset              = 8 // from the frame to the outermost dots
)

// SweepPlot draws a sweep as SVG, in two panels: the mean of every setting in
// the order of the file, which shows how it depends on the parameters, and the
// same against the cost with its front. Lines mark the baseline, and what the
// chosen settings reach on queries that had no part in the choice. A browser
// shows the name and the mean of the dot that the mouse rests on.
func SweepPlot(w io.Writer, s *result.Sweep) error {
	if len(s.Settings) == 0 {
		return errors.New("no settings to plot")
	}
	order := make([]float64, len(s.Settings))
	for i := range order {
		order[i] = float64(i + 1)
	}
	costLabel, costs, err := sweepCosts(s)
	if err != nil {
		return err
	}
	d := newSVG(plotWidth, plotHeight, fmt.Sprintf("%s of %s", s.Measure, document.Plural(len(s.Settings), "setting", "settings")))
	left, err := newSweepPanel(s, 70, "setting, in the order of the file", order, true)
	if err != nil {
		return err
	}
	right, err := newSweepPanel(s, 502, costLabel, costs, s.Cost != result.CostLatency)
	if err != nil {
		return err
	}
	if err := errors.Join(left.draw(d, s, nil), right.draw(d, s, s.Front)); err != nil {
		return err
	}
	sweepLegend(d)
	_, err = io.WriteString(w, d.String())
	return err
}

// sweepCosts returns what every setting costs, and in which unit.
func sweepCosts(s *result.Sweep) (label string, costs []float64, err error) {
	costs = make([]float64, len(s.Settings))
	for i, one := range s.Settings {
		switch {
		case s.Cost != result.CostLatency:
			costs[i] = float64(len(one.Components))
		case one.LatencyMS == nil:
			return "", nil, fmt.Errorf("setting %q has no latency, which is the cost of this sweep", one.Name)
		default:
			costs[i] = *one.LatencyMS
		}
	}
	if s.Cost != result.CostLatency {
		return "components asked", costs, nil
	}
	return "median latency, ms", costs, nil
}

// A sweepPanel is one of the two diagrams: a dot for each setting at its x and
// its mean.
type sweepPanel struct {
	label  string
	left   float64
	xs     []float64
	xScale svgScale
	yScale svgScale
}

func newSweepPanel(s *result.Sweep, left float64, label string, xs []float64, whole bool) (sweepPanel, error) {
	x, err := newScale(xs, whole, left+panelInset, left+panelWidth-panelInset)
	if err != nil {
		return sweepPanel{}, fmt.Errorf("%s: %w", label, err)
	}
	levels := []float64{s.Selection.BaselineMean, s.Selection.HonestMean}
	for _, one := range s.Settings {
		levels = append(levels, one.Mean)
	}
	y, err := newScale(levels, false, panelTop+panelHeight-panelInset, panelTop+panelInset)
	if err != nil {
		return sweepPanel{}, fmt.Errorf("%s: %w", s.Measure, err)
	}
	return sweepPanel{label: label, left: left, xs: xs, xScale: x, yScale: y}, nil
}

// at returns where the dot of setting i is.
func (p sweepPanel) at(s *result.Sweep, i int) svgPoint {
	return svgPoint{p.xScale.at(p.xs[i]), p.yScale.at(s.Settings[i].Mean)}
}

// draw has the lines first, so that no dot is hidden by one, and the dots that
// matter most last. The front may be empty.
func (p sweepPanel) draw(d *svgDrawing, s *result.Sweep, front []string) error {
	p.drawAxes(d, s.Measure)
	baseline, honest := s.Selection.BaselineMean, s.Selection.HonestMean
	p.drawLevel(d, baseline, svgLine{color: baselineLine, dash: 3}, fmt.Sprintf("baseline, %s: %s", s.Baseline, document.Score(&baseline)))
	p.drawLevel(d, honest, svgLine{color: honestLine}, "chosen, honest: "+document.Score(&honest))
	if err := p.drawFront(d, s, front); err != nil {
		return err
	}
	for _, color := range []string{plainDot, leaderDot, bestDot} {
		for i, one := range s.Settings {
			if dotColor(s, one) == color {
				d.dot(p.at(s, i), color, one.Name+": "+document.Score(&one.Mean))
			}
		}
	}
	return nil
}

func dotColor(s *result.Sweep, one result.SweptOne) string {
	switch {
	case one.Name == s.Best:
		return bestDot
	case one.Leader:
		return leaderDot
	}
	return plainDot
}

func (p sweepPanel) drawAxes(d *svgDrawing, measure string) {
	bottom, right := float64(panelTop+panelHeight), p.left+panelWidth
	d.frame(svgPoint{p.left, panelTop}, svgPoint{right, bottom}, axisLine)
	for _, t := range p.xScale.ticks {
		x := p.xScale.at(t.Value)
		d.line(svgPoint{x, bottom}, svgPoint{x, bottom + 4}, svgLine{color: axisLine}, "")
		d.text(svgPoint{x, bottom + 16}, svgMiddle, t.Label)
	}
	for _, t := range p.yScale.ticks {
		y := p.yScale.at(t.Value)
		d.line(svgPoint{p.left - 4, y}, svgPoint{p.left, y}, svgLine{color: axisLine}, "")
		d.text(svgPoint{p.left - 7, y + 4}, svgEnd, t.Label)
	}
	d.text(svgPoint{p.left + panelWidth/2, bottom + 34}, svgMiddle, p.label)
	d.upward(svgPoint{p.left - 52, panelTop + panelHeight/2}, measure)
}

func (p sweepPanel) drawLevel(d *svgDrawing, mean float64, l svgLine, title string) {
	y := p.yScale.at(mean)
	d.line(svgPoint{p.left, y}, svgPoint{p.left + panelWidth, y}, l, title)
}

// drawFront joins the settings that are worth their cost, and rings them: a
// front may be a single one.
func (p sweepPanel) drawFront(d *svgDrawing, s *result.Sweep, names []string) error {
	index := make(map[string]int, len(s.Settings))
	for i, one := range s.Settings {
		index[one.Name] = i
	}
	front := make([]svgPoint, 0, len(names))
	for _, name := range names {
		i, ok := index[name]
		if !ok {
			return fmt.Errorf("%q is on the front and not among the settings", name)
		}
		front = append(front, p.at(s, i))
		d.ring(p.at(s, i), frontLine)
	}
	if len(front) > 1 {
		d.path(front, frontLine)
	}
	return nil
}

// sweepLegend says below the panels what is what. Widths are of the words it
// has, in most typefaces.
func sweepLegend(d *svgDrawing) {
	const y, markWidth = plotHeight - 16, 20
	x := 100.0
	for _, item := range []struct {
		name      string
		width     float64
		dot, ring string
		line      svgLine
	}{
		{name: "setting", width: 65, dot: plainDot},
		{name: "could be the best", width: 115, dot: leaderDot},
		{name: "best in sample", width: 100, dot: bestDot},
		{name: "baseline", width: 75, line: svgLine{color: baselineLine, dash: 3}},
		{name: "chosen, honest", width: 105, line: svgLine{color: honestLine}},
		{name: "worth its cost", line: svgLine{color: frontLine}, ring: frontLine},
	} {
		middle := svgPoint{x + markWidth/2, y}
		if item.line.color != "" {
			d.line(svgPoint{x, y}, svgPoint{x + markWidth, y}, item.line, "")
		}
		if item.dot != "" {
			d.dot(middle, item.dot, "")
		}
		if item.ring != "" {
			d.ring(middle, item.ring)
		}
		d.text(svgPoint{x + markWidth + 5, y + 4}, svgStart, item.name)
		x += markWidth + item.width
	}
}
