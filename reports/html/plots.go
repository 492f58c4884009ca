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

// Plots returns the figures that the page of these data has, those that are empty
// left out.
func Plots(d *reports.Data, o Options) ([]Plot, error) {
	switch {
	case d.Sweep != nil && len(d.Sweep.Settings) > 0:
		s := d.Sweep
		return plotsOf("", append([]figure{choiceFigure(s), pareto(s)}, surfaceFigures(s)...)...), nil
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
		for _, f := range []*figure{pair.Flow, pair.Latency} {
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
	for _, f := range []*figure{p.Matrix, p.Bars, p.BarsBy} {
		if f != nil {
			plots = append(plots, plotsOf("", *f)...)
		}
	}
	return plots, nil
}

var (
	ofPair  = pattern.Lazy(`^p[0-9]+-`)
	ofLabel = pattern.Lazy(` aria-labelledby="[^"]*"`)
)

func plotsOf(name string, figures ...figure) []Plot {
	var plots []Plot
	for _, f := range figures {
		if f.Empty != "" || f.Wide == "" {
			continue
		}
		svg := ofLabel().ReplaceAllString(string(f.Wide), ` aria-label="`+strings.ReplaceAll(escaped(f.Title), "$", "$$")+`"`)
		plots = append(plots, Plot{Name: name + ofPair().ReplaceAllString(f.ID, ""), SVG: svg + "\n"})
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

// A Served page is in parts, which the script of a server's own page asks for one
// by one: the same static page, the same data, and the same script as in a file.
type Served struct {
	Static  string   // HTML without the data, and nothing in it runs
	Summary []byte   // rankduel/report-data/v1, compressed; nil where nothing is known of single queries
	Chunks  [][]byte // its ranked lists, compressed
}

// Serve makes the parts of the page of a comparison. Nothing is left out to keep
// a file small: a chunk is asked for when one of its queries is opened.
func Serve(d *reports.Data, o Options) (*Served, error) {
	if d.Comparison == nil || len(d.Comparison.Comparisons) == 0 {
		return nil, ErrNothingCompared
	}
	o.served = true
	queries, err := ofComparison(d, o)
	if err != nil {
		return nil, err
	}
	data, err := encode(queries, o)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	p := newPage(d, queries, o, data)
	p.Style, p.Policy = "", "default-src 'none'" // they are the server's
	if err := execute(&b, "page.html", p); err != nil {
		return nil, err
	}
	s := &Served{Static: b.String()}
	if data != nil {
		s.Summary, s.Chunks = data.summary, data.chunks
	}
	return s, nil
}

// Assets returns what a server's page needs to show the parts: the script and the
// style sheet of every report.
func Assets() (js, css string) { return script, style }
