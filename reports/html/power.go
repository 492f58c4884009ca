package html

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// curveStyles tell the curves of a figure apart, by their dashes also in print.
var curveStyles = []struct {
	tone tone
	dash string
}{{won, ""}, {lost, "8 4"}, {ink, "2 4"}, {tied, "10 4 2 4"}, {ink, "16 6"}}

// PowerPlot draws the chance of a verdict by the number of queries, for the measures of a plan over all queries.
func PowerPlot(w io.Writer, p *result.PowerPlan) error {
	rows := slices.DeleteFunc(slices.Clone(p.Rows), func(r result.PowerRow) bool { return r.Stratum != "" || len(r.Curve) == 0 })
	most := 0
	for _, r := range rows {
		most = max(most, r.Curve[len(r.Curve)-1].Queries)
	}
	if most <= 10 {
		return errors.New("no curve to plot: no measure has a spread")
	}
	f := figure{
		Title:       "Chance of a verdict by the number of queries",
		Description: "In %, upward, by queries, across, on a log scale.",
		Notes:       []string{fmt.Sprintf("Dashed across: the %.4g %% of repeats that are planned for.", 100*p.Power)},
	}
	if hidden := len(rows) - len(curveStyles); hidden > 0 {
		rows = rows[:len(curveStyles)]
		f.Notes = append(f.Notes, fmt.Sprintf("%s not drawn; the table has every measure.", counted(hidden, "1 more measure is", "%d more measures are")))
	}
	f.draw(func(d *drawing) float64 { return d.power(rows, 100*p.Power, float64(most)) })
	_, err := io.WriteString(w, alone(f))
	return err
}

// power draws a curve a measure, with the difference that it is about below.
func (d *drawing) power(rows []result.PowerRow, wanted, most float64) float64 {
	left, right, top, bottom := 60.0, d.width-20, 12.0, 262.0
	across, up := scale{1, log10(most), left, right}, scale{0, 100, bottom, top}
	d.yAxis(up, left, right)
	for n := 10.0; n <= most; n *= 10 {
		d.text(across.at(log10(n)), bottom+16, middle, muted, fmt.Sprintf("%.0f", n))
	}
	d.text((left+right)/2, bottom+34, middle, ink, "queries")
	d.dashed(left, up.at(wanted), right, up.at(wanted), muted)
	y := bottom + 40
	for i, r := range rows {
		var path strings.Builder
		for j, c := range r.Curve {
			fmt.Fprintf(&path, "%c%.1f %.1f", "ML"[min(j, 1)], across.at(log10(float64(c.Queries))), up.at(100*c.Power))
		}
		look := curveStyles[i]
		d.strokes(path.String(), look.tone, 1.6, look.dash)
		y += 16
		d.strokes(fmt.Sprintf("M%.1f %.1fh40", left, y-4), look.tone, 1.6, look.dash)
		d.text(left+48, y, start, ink, fmt.Sprintf("%s, a difference of %s", r.Measure, document.Fixed(r.Effects[len(r.Effects)/2].Effect, "%.4g")))
	}
	return y + 12
}
