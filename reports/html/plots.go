package html

import (
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/internal/pattern"
	"github.com/rankduel/rankduel/reports"
)

// A Plot is one figure of a page as a drawing of its own.
type Plot struct {
	Name string // a word for a file: letters, digits and hyphens
	SVG  string
}

// Plots returns the figures that the page of these data has, those that are empty left out.
func Plots(d *reports.Data, o Options) ([]Plot, error) {
	switch {
	case d.Sweep != nil && len(d.Sweep.Settings) > 0:
		return plotsOf("", sweepFigures(d.Sweep)...), nil
	case d.Evaluation != nil && len(d.Evaluation.Runs) > 0:
		p, _, err := evaluationPageOf(d, o, nil)
		if err != nil {
			return nil, err
		}
		return plotsOf("", p.Scores...), nil
	case d.Comparison == nil || len(d.Comparison.Comparisons) == 0:
		return nil, ErrNothingCompared
	}
	co, err := ofComparison(d, o)
	if err != nil {
		return nil, err
	}
	p := newPage(d, co, o, nil)
	var plots []Plot
	for i, pair := range p.Pairs {
		figures := append(append([]figure(nil), pair.Forests...), pair.Differences...)
		for _, f := range []*figure{pair.Flow, pair.Times} {
			if f != nil {
				figures = append(figures, *f)
			}
		}
		name := ""
		if len(p.Pairs) > 1 {
			name = fmt.Sprintf("%d-%s-", i+1, slug(pair.B))
		}
		plots = append(plots, plotsOf(name, figures...)...)
	}
	plots = append(plots, plotsOf("", p.Fronts...)...)
	for _, f := range []*figure{p.Matrix, p.Bars, p.BarsBy} {
		if f != nil {
			plots = append(plots, plotsOf("", *f)...)
		}
	}
	return plots, nil
}

var ofPair = pattern.Lazy(`^p[0-9]+-`)

func plotsOf(name string, figures ...figure) []Plot {
	var plots []Plot
	for _, f := range figures {
		if f.Empty != "" || f.Wide == "" {
			continue
		}
		plots = append(plots, Plot{Name: name + ofPair().ReplaceAllString(f.ID, ""), SVG: alone(f)})
	}
	return plots
}

// slug returns a name as a part of the name of a file.
func slug(name string) string {
	word := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, name)
	return strings.Trim(word[:min(40, len(word))], "-")
}
