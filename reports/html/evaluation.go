package html

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

// ErrNothingEvaluated says that there is no system to show.
var ErrNothingEvaluated = errors.New("a page of an evaluation shows systems, and there are none")

// An evaluationPage is what the template of an evaluation shows, in its order.
type evaluationPage struct {
	frame
	reports.EvaluationSheets
	Lead    string
	Counts  []string
	Scores  []figure
	Limits  []string
	Several bool
}

// WriteEvaluation writes the page of systems that nothing is set against: what each scored, query by query.
func WriteEvaluation(w io.Writer, d *reports.Data, o Options) error {
	if d.Evaluation == nil || len(d.Evaluation.Runs) == 0 {
		return ErrNothingEvaluated
	}
	p, data, err := evaluationPageOf(d, o, func(co *cohort) (*encoded, error) { return encode(co, o) })
	if err != nil {
		return err
	}
	return render(w, "evaluation.html", p, o, data)
}

// evaluationPageOf makes a page, with data where they are wanted.
func evaluationPageOf(d *reports.Data, o Options, encode func(*cohort) (*encoded, error)) (p evaluationPage, data *encoded, err error) {
	e := d.Evaluation
	if len(d.Systems) > 0 && len(d.Systems) != len(e.Runs) {
		return p, nil, fmt.Errorf("details of %d systems, want %d", len(d.Systems), len(e.Runs))
	}
	measures := ordered.Each(e.Runs[0].Measures, func(m result.MeasureSummary) string { return m.Measure })
	if len(measures) == 0 {
		return p, nil, ErrNothingEvaluated
	}
	primary := measures[0]
	if at := slices.IndexFunc(measures, func(m string) bool { return betterByName(m) != 0 }); at >= 0 {
		primary = measures[at]
	}
	co, err := newCohort(d.Systems, measures, primary, d.Text, o)
	if err != nil {
		return p, nil, err
	}
	if encode != nil {
		if data, err = encode(co); err != nil {
			return p, nil, err
		}
	}
	return newEvaluationPage(d, co, primary, o, data), data, nil
}

func newEvaluationPage(d *reports.Data, co *cohort, primary string, o Options, data *encoded) evaluationPage {
	e := d.Evaluation
	title := isolated(document.Printable(e.Runs[0].Name))
	if n := len(e.Runs); n > 1 {
		title = fmt.Sprintf("%d systems", n)
	}
	p := evaluationPage{
		frame: newFrame(title, e.TestSet, d, o, data), EvaluationSheets: reports.EvaluationSheetsOf(e),
		Lead: leadOf(e, primary), Limits: evaluationLimits(e, co), Several: len(e.Runs) > 1,
	}
	measures := ordered.Each(e.Runs[0].Measures, func(m result.MeasureSummary) string { return m.Measure })
	words := append(measures, "stratum", e.Profile)
	for s, r := range p.Runs {
		for _, f := range r.Health {
			words = append(words, f.Code)
		}
		p.Counts = append(p.Counts, runCounts(r.Name, e.Runs[s], co, s))
	}
	if co != nil {
		p.Scores = []figure{scoreFigure(co, primary)}
	}
	p.Glossary = glossary(words, o)
	return p
}

// leadOf returns the first sentence: means, and no verdict, for nothing was tested.
func leadOf(e *result.Evaluation, primary string) string {
	var parts []string
	for _, r := range e.Runs {
		for _, m := range r.Measures {
			if m.Measure == primary {
				parts = append(parts, fmt.Sprintf("%s %s", isolated(document.Printable(r.Name)), document.Score(m.Mean)))
			}
		}
	}
	lead := fmt.Sprintf("Mean %s over %s: ", document.Printable(primary), counted(e.TestSet.Queries, "1 query", "%d queries"))
	if len(parts) > 6 {
		return lead + strings.Join(parts[:6], ", ") + fmt.Sprintf(" and %d more", len(parts)-6)
	}
	return lead + strings.Join(parts, ", ")
}

func runCounts(name string, r result.RunEvaluation, co *cohort, s int) string {
	text := fmt.Sprintf("%s: failed %d, missing %d", name, r.FailedQueries, r.MissingQueries)
	if co != nil {
		if judged, known := co.judged(s); known {
			text += ", judged@10 " + share(judged)
		}
	}
	return text
}

// mostCurves are drawn; more lines than that no one tells apart.
const mostCurves = 4

// scoreFigure draws the scores of every query on one measure, each system's by itself in descending order.
func scoreFigure(co *cohort, primary string) figure {
	f := figure{ID: "scores", Title: fmt.Sprintf("Scores on %s, query by query", document.Printable(primary))}
	f.Description = "The scores of each system, highest first; its queries are ordered by its own scores, so that two lines do not pair them."
	m := slices.Index(co.measures, primary)
	var lines []curve
	for s := range co.systems {
		c := curve{name: document.Printable(co.systems[s].Name)}
		for q := range co.len() {
			if v := co.score(s, m, q); !math.IsNaN(v) && !math.IsInf(v, 0) {
				c.values = append(c.values, v)
			}
		}
		slices.SortFunc(c.values, func(a, b float64) int { return cmp.Compare(b, a) })
		lines = append(lines, c)
	}
	if hidden := len(lines) - mostCurves; hidden > 0 {
		f.Notes = append(f.Notes, fmt.Sprintf("The first %d systems; %d more are in the table.", mostCurves, hidden))
		lines = lines[:mostCurves]
	}
	if !slices.ContainsFunc(lines, func(c curve) bool { return len(c.values) > 0 }) {
		f.Empty = "No query has a score."
		return f
	}
	if len(lines) == 1 {
		f.Title = fmt.Sprintf("%s score 0 on %s", counted(zeros(lines[0].values), "1 query", "%d queries"), document.Printable(primary))
	}
	f.draw(func(d *drawing) float64 { return d.curves(lines) })
	return f
}

func zeros(values []float64) int {
	return ordered.Count(values, func(v float64) bool { return v == 0 })
}

// A curve is the scores of a system, highest first.
type curve struct {
	name   string
	values []float64
}

func (d *drawing) curves(lines []curve) float64 {
	left, right, top, bottom := 52.0, d.width-12, 12.0, 212.0
	low, high := 0.0, 1.0
	for _, c := range lines {
		for _, v := range c.values {
			low, high = min(low, v), max(high, v)
		}
	}
	up := scale{low, high, bottom, top}
	d.yAxis(up, left, right)
	looks := []struct {
		tone tone
		dash string
	}{{won, ""}, {lost, "6 3"}, {ink, "2 3"}, {tied, "8 3 2 3"}}
	y := bottom + 20
	for i, c := range lines {
		var path strings.Builder
		columns := max(1, int(right-left))
		n := len(c.values)
		for at := range min(n, columns) { // of many queries every so many
			q := at
			if n > columns {
				q = at * (n - 1) / (columns - 1)
			}
			x := left
			if n > 1 {
				x += (right - left) * float64(q) / float64(n-1)
			}
			fmt.Fprintf(&path, "%s%.1f %.1f", map[bool]string{true: "M", false: "L"}[at == 0], x, up.at(c.values[q]))
		}
		if n == 1 {
			path.WriteString("h1")
		}
		if n > 0 {
			d.strokes(path.String(), looks[i].tone, 1.8, looks[i].dash)
		}
		if len(lines) > 1 {
			d.strokes(fmt.Sprintf("M%.1f %.1fh24", left, y-4), looks[i].tone, 1.8, looks[i].dash)
			d.text(left+30, y, start, ink, cut(c.name, 34))
			y += 18
		}
	}
	d.text(right, bottom+16, end, muted, "queries →")
	return max(y, bottom+24)
}

// evaluationLimits returns what an evaluation cannot tell.
func evaluationLimits(e *result.Evaluation, co *cohort) []string {
	var list []string
	if len(e.Runs) > 1 {
		list = append(list, "Which system is better: nothing here is tested. `rankduel compare` with the same arguments decides.")
	} else {
		list = append(list, "Whether this is good: a mean depends on the test set, and says something only next to that of another system on the same queries.")
	}
	if co != nil {
		for s := range co.systems {
			if judged, known := co.judged(s); known && judged <= 0.9995 {
				list = append(list, fmt.Sprintf("What unjudged documents are worth: %s of the first 10 of %s are judged; the rest counts as not relevant.", share(judged), document.Printable(co.systems[s].Name)))
			}
		}
	}
	return append(list, "Other queries, documents and users than those of the test set.")
}
