package reports

import (
	"errors"
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/rankduel/rankduel/experiment"
)

// The plot's size and colors, told apart in print and by color-blind readers
// (Okabe and Ito (2008), https://jfly.uni-koeln.de/color/).
const (
	plotWidth  = 9 * vg.Inch
	plotHeight = 4 * vg.Inch
)

var (
	plainDot    = color.RGBA{R: 0x99, G: 0x99, B: 0x99, A: 0xff}
	leaderDot   = color.RGBA{R: 0xe6, G: 0x9f, B: 0x00, A: 0xff}
	frontLine   = color.RGBA{R: 0x00, G: 0x72, B: 0xb2, A: 0xff}
	bestDot     = color.RGBA{R: 0xd5, G: 0x5e, B: 0x00, A: 0xff}
	honestLine  = color.RGBA{R: 0x00, G: 0x9e, B: 0x73, A: 0xff}
	panelMargin = vg.Points(8)
)

// SweepPlot draws a sweep as SVG, in two panels: the mean of every setting in
// the order of the file, which shows how it depends on the parameters, and the
// same against the cost with its front. Lines mark the baseline, and what the
// chosen settings reach on queries that had no part in the choice.
func SweepPlot(w io.Writer, s *experiment.Sweep) error {
	if len(s.Settings) == 0 {
		return errors.New("no settings to plot")
	}
	byOrder, err := sweepPanel(s, "setting, in the order of the file", func(i int) float64 { return float64(i + 1) })
	if err != nil {
		return err
	}
	label, cost := "components asked", func(i int) float64 { return float64(len(s.Settings[i].Components)) }
	if s.Cost == experiment.CostLatency {
		label, cost = "median latency, ms", func(i int) float64 { return *s.Settings[i].LatencyMS }
	}
	byCost, err := sweepPanel(s, label, cost)
	if err != nil {
		return err
	}
	if err := addFront(byCost, s, cost); err != nil {
		return err
	}
	canvas := vgsvg.New(plotWidth, plotHeight)
	panels := [][]*plot.Plot{{byOrder, byCost}}
	tiles := draw.Tiles{Rows: 1, Cols: 2, PadX: 2 * panelMargin, PadTop: panelMargin, PadBottom: panelMargin, PadLeft: panelMargin, PadRight: panelMargin}
	for i, c := range plot.Align(panels, tiles, draw.New(canvas))[0] {
		panels[0][i].Draw(c)
	}
	_, err = canvas.WriteTo(w)
	return err
}

// sweepPanel has a dot for each setting and a line for the baseline and the
// honest mean.
func sweepPanel(s *experiment.Sweep, label string, x func(i int) float64) (*plot.Plot, error) {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = label, s.Measure
	p.Legend.Top = false
	var plain, leaders, best plotter.XYs
	for i, one := range s.Settings {
		at := plotter.XY{X: x(i), Y: one.Mean}
		switch {
		case one.Name == s.Best:
			best = append(best, at)
		case one.Leader:
			leaders = append(leaders, at)
		default:
			plain = append(plain, at)
		}
	}
	for _, group := range []struct {
		dots  plotter.XYs
		color color.Color
		name  string
	}{{plain, plainDot, "setting"}, {leaders, leaderDot, "could be the best"}, {best, bestDot, "best in sample"}} {
		if len(group.dots) == 0 {
			continue
		}
		dots, err := plotter.NewScatter(group.dots)
		if err != nil {
			return nil, err
		}
		dots.GlyphStyle = draw.GlyphStyle{Color: group.color, Radius: vg.Points(2), Shape: draw.CircleGlyph{}}
		p.Add(dots)
		p.Legend.Add(group.name, dots)
	}
	for _, level := range []struct {
		y     float64
		color color.Color
		name  string
		dash  []vg.Length
	}{
		{s.Selection.BaselineMean, color.Black, "baseline", []vg.Length{vg.Points(2), vg.Points(2)}},
		{s.Selection.HonestMean, honestLine, "chosen, honest", nil},
	} {
		line := plotter.NewFunction(func(float64) float64 { return level.y })
		line.LineStyle = draw.LineStyle{Color: level.color, Width: vg.Points(1), Dashes: level.dash}
		p.Add(line)
		p.Legend.Add(level.name, line)
		p.Y.Min, p.Y.Max = min(p.Y.Min, level.y), max(p.Y.Max, level.y)
	}
	return p, nil
}

// addFront joins the settings that are worth their cost.
func addFront(p *plot.Plot, s *experiment.Sweep, cost func(i int) float64) error {
	var front plotter.XYs
	for _, name := range s.Front {
		for i, one := range s.Settings {
			if one.Name == name {
				front = append(front, plotter.XY{X: cost(i), Y: one.Mean})
			}
		}
	}
	line, err := plotter.NewLine(front)
	if err != nil {
		return err
	}
	line.LineStyle = draw.LineStyle{Color: frontLine, Width: vg.Points(1)}
	p.Add(line)
	p.Legend.Add("worth its cost", line)
	return nil
}
