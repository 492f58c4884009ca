package html

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

// ErrNothingSwept says that there is no setting to show.
var ErrNothingSwept = errors.New("a page of a sweep shows its settings, and there are none")

// A sweepPage is what the template of a sweep shows, in its order.
type sweepPage struct {
	frame
	reports.SweepSheets
	Verdict, Sign, Word string
	Health              []result.Finding
	Choice, Pareto      figure
	Surfaces            []figure
	Limits              []string
}

// WriteSweep writes the page of a sweep.
func WriteSweep(w io.Writer, d *reports.Data, o Options) error {
	s := d.Sweep
	if s == nil || len(s.Settings) == 0 {
		return ErrNothingSwept
	}
	words := []string{string(s.Selection.Gain.Verdict), s.Measure, "margin", s.Profile}
	for _, f := range s.Health {
		words = append(words, f.Code)
	}
	f := newFrame(fmt.Sprintf("%s, from %s", counted(len(s.Settings), "1 setting", "%d settings"), isolated(document.Printable(s.Baseline))), s.TestSet, d, o, nil)
	f.Glossary = glossary(words, o)
	p := sweepPage{
		frame: f, SweepSheets: reports.SweepSheetsOf(s),
		Verdict: verdictWord(s.Selection.Gain.Verdict), Word: verdictWord(s.Selection.Gain.Verdict), Sign: reports.Mark(s.Selection.Gain.Verdict).Text,
		Health: s.Health, Choice: choiceFigure(s), Surfaces: surfaceFigures(s), Pareto: pareto(s), Limits: sweepLimits(s),
	}
	p.Claim = strings.TrimPrefix(p.Claim, "inconclusive: ")
	if strings.HasPrefix(s.Selection.Gain.VerdictReason, "no verdict") {
		p.Verdict, p.Word, p.Sign = "fault", "fault", "!!"
	}
	return render(w, "sweep.html", p, o, nil)
}

// sweepFigures returns those of the page, in its order.
func sweepFigures(s *result.Sweep) []figure {
	return append([]figure{choiceFigure(s), pareto(s)}, surfaceFigures(s)...)
}

// choiceFigure sets what the best seems to gain next to what choosing it is worth.
func choiceFigure(s *result.Sweep) figure {
	sel := &s.Selection
	f := figure{
		ID: "choice", Title: fmt.Sprintf("The best seems to gain %s; choosing it is worth %s", document.Signed(&sel.InSampleGain), document.Signed(&sel.HonestGain)),
		Description: fmt.Sprintf("Gains on %s over the baseline, %s.", document.Printable(s.Measure), document.Printable(s.Baseline)),
		Notes: []string{
			"Diamond: settings chosen without the query that they are judged by, with the interval. Hollow: the best setting, on the queries it was chosen by: its lead over the diamond is optimism.",
		},
	}
	if math.IsNaN(sel.HonestGain) || math.IsNaN(sel.InSampleGain) {
		f.Empty = "No query has a score under every setting."
		return f
	}
	panel := forestPanel{better: betterByName(s.Measure), rows: []forestRow{
		{name: "chosen, other queries", in: result.Inference{N: sel.Gain.N, MeanDifference: &sel.HonestGain, Interval: sel.Gain.Interval}, primary: true},
		{name: "best, its own queries", in: result.Inference{N: sel.Gain.N, MeanDifference: &sel.InSampleGain}, stratum: true},
	}}
	f.draw(func(d *drawing) float64 { return d.forest(s.Baseline, "choosing", panel) })
	return f
}

// sweepLimits returns what a sweep cannot tell.
func sweepLimits(s *result.Sweep) []string {
	list := []string{fmt.Sprintf("How good %s is on new queries: its mean is that of the best of %d on the queries it was chosen by. What choosing is worth is the first figure.", document.Printable(s.Best), len(s.Settings))}
	if n := len(s.Leaders); n > 1 {
		list = append(list, fmt.Sprintf("Which of %d settings is best: the queries do not tell them apart at alpha %g, all at once.", n, s.Alpha))
	}
	if s.Cost == result.CostLatency {
		list = append(list, "Slow answers: the cost is the median latency of the components, as they were recorded, and no percentile above it.")
	} else {
		list = append(list, "Latency: not all of it is known, so that the cost is the number of components asked.")
	}
	return append(list, "Settings that were not tried, other queries and documents.")
}

// pareto draws every setting by its cost and its mean, and the front as steps: what is worth its cost.
func pareto(s *result.Sweep) figure {
	f := figure{ID: "pareto", Title: fmt.Sprintf("%s worth the cost", counted(len(s.Front), "1 setting is", "%d settings are"))}
	axis := "components asked"
	if s.Cost == result.CostLatency {
		axis = "median latency, ms"
	}
	f.Description = fmt.Sprintf("Mean %s of every setting, upward, by %s, across.", document.Printable(s.Measure), axis)
	var list []offer
	for _, one := range s.Settings {
		o := offer{name: one.Name, cost: float64(len(one.Components)), mean: one.Mean, front: one.Front, best: one.Name == s.Best, leads: one.Leader}
		if s.Cost == result.CostLatency {
			if one.LatencyMS == nil {
				f.Empty = "The latency of a setting is not known."
				return f
			}
			o.cost = *one.LatencyMS
		}
		list = append(list, o)
	}
	f.Notes = []string{"Filled: no setting is both better and cheaper. Ring: the best. Point within: could be the best. Means are those of the queries that the best was chosen by."}
	f.draw(func(d *drawing) float64 { return d.pareto(list, axis, landscapeOf(s), true) })
	return f
}
