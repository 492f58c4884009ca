package reports

import (
	"io"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// Evaluation writes how one or more systems did. Text and Markdown give each
// of several runs a column; JSON is the value itself. CSV has one row a run
// and measure,
//
//	run,measure,n,undefined,mean,median,std
//
// or with Options.PerQuery one row a query and measure, which other commands
// read back (several runs: a leading column run; ErrNoQueries if the value
// holds no query),
//
//	query_id,measure,score
//
// Trec is what trec_eval prints about the one run of the evaluation, with
// Options.PerQuery for every query too; Aggregate is what the original of the
// profile keeps of it.
func Evaluation(w io.Writer, e *result.Evaluation, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text: func() (string, error) {
			d := evaluationText{textDocument{o: o}}
			d.runs(e)
			return d.finish()
		},
		Markdown: func() (string, error) {
			d := evaluationMarkdown{o: o}
			d.runs(e)
			return d.finish()
		},
		LaTeX: func() (string, error) { return evaluationLatex(e) },
		JSON:  func() (string, error) { return indented(completeEvaluation(*e)) },
		CSV:   func() (string, error) { return runsCSV(e.Runs, o) },
		Trec:  func() (string, error) { return trecText(e, o) },

		Aggregate: func() (string, error) { return aggregateJSON(e) },
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
	var names []string
	for _, r := range runs {
		names = append(names, safe(r.Name))
	}
	if len(names) == 0 || len(names) > 3 {
		return plural(len(names), "run", "runs")
	}
	return strings.Join(names, " and ")
}

// An evaluationText writes runs for a terminal.
type evaluationText struct{ textDocument }

func (d *evaluationText) runs(e *result.Evaluation) {
	d.sentences(runNames(e.Runs, printable) + " on " + printable(versioned(e.TestSet)) + ", " + plural(e.TestSet.Queries, "query", "queries"))
	several := len(e.Runs) > 1
	for _, r := range e.Runs {
		switch findings := runHealth(r); {
		case !several:
			d.add(strings.Join(healthLines(findings, d.o), "\n"))
		case len(findings) > 0:
			d.add(strings.Join(slices.Insert(healthLines(findings, d.o), 0, printable(r.Name)), "\n"))
		}
	}
	if line := healthyRuns(e.Runs); several && line != "" {
		d.sentences(line)
	}
	if several {
		d.wide("", meansTable(e.Runs))
	}
	for _, r := range e.Runs {
		prefix := ""
		if several {
			prefix = printable(r.Name) + " "
		} else {
			d.table("", summaryTable(r))
		}
		d.table(prefix+"over the orders of ties, means", tiesTable(r))
		d.table(prefix+"if the unjudged were judged, means", boundsTable(r))
		d.wide(prefix+"by stratum, means", runStrata(r, e.TestSet.Strata, d.o.Width))
		if line := latencyAlone(r); line != "" {
			d.sentences(prefix + line)
		}
		if d.o.PerQuery {
			d.wide(prefix+"query by query", queryTable(r))
		}
	}
	d.sentences(testSet(e.TestSet, e.Profile, printable))
}

// An evaluationMarkdown writes runs for a web page or a pull request.
type evaluationMarkdown struct {
	markdownDocument
	o Options
}

func (d *evaluationMarkdown) runs(e *result.Evaluation) {
	d.add("### **" + runNames(e.Runs, escape) + "** on " + escape(versioned(e.TestSet)) + ", " + plural(e.TestSet.Queries, "query", "queries"))
	several := len(e.Runs) > 1
	for _, r := range e.Runs {
		switch findings := runHealth(r); {
		case !several:
			d.add(strings.Join(healthItems(findings), "\n"))
		case len(findings) > 0:
			d.add(strings.Join(slices.Insert(healthItems(findings), 0, "**"+escape(r.Name)+"**", ""), "\n"))
		}
	}
	if several {
		d.add(healthyRuns(e.Runs))
	}
	if several {
		d.table("", meansTable(e.Runs))
	}
	for _, r := range e.Runs {
		prefix := ""
		if several {
			prefix = escape(r.Name) + " "
		} else {
			d.table("", summaryTable(r))
		}
		d.table("**"+prefix+"over the orders of ties**, means", tiesTable(r))
		d.table("**"+prefix+"if the unjudged were judged**, means", boundsTable(r))
		d.table("**"+prefix+"by stratum**, means", runStrataTable(r, e.TestSet.Strata))
		if line := latencyAlone(r); line != "" {
			d.add(prefix + line)
		}
		if d.o.PerQuery {
			d.folded(prefix+"query by query", queryTable(r))
		}
	}
	d.footer(spelledOut(measureNames(e.Runs)), testSet(e.TestSet, e.Profile, escape))
}
