package reports

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// Evaluation writes how one or more systems did. Text and Markdown give each of several runs a column; JSON is the value
// itself. CSV has one row a run and measure, or with Options.PerQuery one row a query and measure, which other commands
// read back (ErrNoQueries if the value holds no query); docs/report-fields.md has the columns. Trec is what trec_eval
// prints about the one run of the evaluation, with Options.PerQuery for every query too; Aggregate is what the original of
// the profile keeps of it.
func Evaluation(w io.Writer, e *result.Evaluation, f Format, o Options) error {
	return Write(w, f, o, Forms{
		Document: func(d *document.Document) { writeRuns(d, e, o.PerQuery) },
		LaTeX:    func(d *document.Document) { evaluationPaper(d, e) },
		JSON:     e,
		CSV:      func() (string, error) { return runsCSV(e.Runs, o) },
		Other: map[Format]Builder{
			Trec:      func() (string, error) { return trecText(e, o) },
			Aggregate: func() (string, error) { return aggregateJSON(e) },
			OTel: func() (string, error) {
				events := otelEvents{set: e.TestSet.Suite()}
				events.evaluation(e.Runs)
				return events.lines.String(), nil
			},
		},
	})
}

func runsCSV(runs []result.RunEvaluation, o Options) (string, error) {
	if o.PerQuery {
		return scoresCSV(runs)
	}
	return summaryCSV(runs)
}

// runNames joins the names for a title: "rrf and weighted".
func runNames(runs []result.RunEvaluation, safe func(string) string) string {
	names := ordered.Each(runs, func(r result.RunEvaluation) string { return safe(r.Name) })
	if len(names) == 0 || len(names) > 3 {
		return document.Plural(len(names), "run", "runs")
	}
	return strings.Join(names, " and ")
}

func writeRuns(d *document.Document, e *result.Evaluation, perQuery bool) {
	on := " on " + d.Safe(versioned(e.TestSet)) + ", " + document.Plural(e.TestSet.Queries, "query", "queries")
	if len(e.Runs) > 0 { // a look is one for all of them
		d.Alarm(e.Runs[0].Health)
	}
	d.Heading(d.Bold(runNames(e.Runs, d.Safe), on))
	several := len(e.Runs) > 1
	for _, r := range e.Runs {
		writeRunHealth(d, r, several)
	}
	if several {
		d.Lines(healthyRuns(e.Runs))
		d.Table("", meansTable(e.Runs))
	}
	for _, r := range e.Runs {
		prefix := ""
		if several {
			prefix = d.Safe(r.Name) + " "
		} else {
			d.Table("", summaryTable(r))
		}
		d.Table(d.Bold(prefix+"over the orders of ties", ", means"), tiesTable(r))
		d.Table(d.Bold(prefix+"if the unjudged were judged", ", means"), boundsTable(r), assumedInMeans(r))
		d.Table(d.Bold(prefix+"by stratum", ", means"), runStrata(r, e.TestSet.Strata, d.Width))
		if line := latencyAlone(r); line != "" {
			d.Lines(prefix + line)
		}
		if perQuery {
			writeQueries(d, prefix+"query by query", queryTable(r))
		}
	}
	spelled := ""
	if d.Form == document.Markdown {
		spelled = spelledOut(measureNames(e.Runs))
	}
	d.Footer(spelled, testSet(e.TestSet, e.Profile, d.Safe))
}

func writeRunHealth(d *document.Document, r result.RunEvaluation, several bool) {
	findings := runHealth(r)
	switch {
	case !several:
		d.Add(d.Findings(findings)...)
	case len(findings) > 0 && d.Form == document.Markdown:
		d.Lines(d.Bold(document.Escape(r.Name), ""))
		d.Add(d.Findings(findings)...)
	case len(findings) > 0:
		d.Add(append([]string{document.Printable(r.Name)}, d.Findings(findings)...)...)
	}
}

// writeQueries writes a table of every query: on a screen in parts, elsewhere folded.
func writeQueries(d *document.Document, title string, t document.Table) {
	if d.Form == document.Text {
		d.Table(title, t)
		return
	}
	d.Folded(title, t)
}

// runHealth adds the queries without a ranking to the findings of a run.
func runHealth(r result.RunEvaluation) []result.Finding {
	if a := absences(r); a != "" {
		return append(slices.Clone(r.Health), result.Finding{Severity: result.SeverityNote, Text: a})
	}
	return r.Health
}

// healthyRuns says of how many of several runs there is nothing to report, "" of none.
func healthyRuns(runs []result.RunEvaluation) string {
	well := ordered.Count(runs, func(r result.RunEvaluation) bool { return len(runHealth(r)) == 0 })
	switch {
	case well == 0:
		return ""
	case well == len(runs):
		return document.Healthy
	}
	return fmt.Sprintf("%s for the other %s", document.Healthy, document.Plural(well, "run", "runs"))
}

// absences counts the queries without a ranking, "" if there is none.
func absences(r result.RunEvaluation) string {
	if r.FailedQueries == 0 && r.MissingQueries == 0 {
		return ""
	}
	return fmt.Sprintf("failed queries: %d; queries missing from the run: %d", r.FailedQueries, r.MissingQueries)
}
