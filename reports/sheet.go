package reports

import (
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// Sheets are the tables of a comparison by what they are about.
type Sheets struct {
	Standing    []document.Sheet // three systems and more side by side
	Systems     []document.Sheet // every configuration and component alone
	Attribution []document.Sheet // who brought the relevant documents, and the room for a reranker
	Latency     []document.Sheet
	Failures    []document.Sheet
	Origin      []string
}

// SheetsOf returns the tables that all pairs share, those without a row left out.
func SheetsOf(c *result.Comparison) Sheets {
	s := Sheets{Origin: originOf(c)}
	if len(c.Comparisons) > 1 {
		order := newStanding(c)
		lettered := len(order.systems) <= len(document.Letters) // beyond that, the marks of the verdicts
		title, below := standingTitle, order.legend(document.Printable, lettered)
		for _, t := range order.tables(lettered, 0) {
			s.Standing = document.AppendSheet(s.Standing, title, t, below...)
			title, below = "", nil
		}
		f := frontier(c.Frontier, document.Printable, document.Printable)
		s.Standing = document.AppendSheet(s.Standing, f.title, f.table, f.below...)
		s.Standing = document.AppendSheet(s.Standing, ordersTitle, orders(c), ordersNote)
	}
	s.Systems = document.AppendSheet(s.Systems, "every system alone, means", systemsTable(c.Systems))
	s.Systems = document.AppendSheet(s.Systems, gainsTitle(c.Gains, document.Printable), gainsTable(c.Gains))
	for _, t := range append(attributions(c, document.Printable, true, true), ceilings(c, document.Printable, true)...) {
		s.Attribution = document.AppendSheet(s.Attribution, t.title, t.table, t.below...)
	}
	if r := c.Retrieval; r != nil {
		s.Failures = document.AppendSheet(s.Failures, failuresTitle(r), failures(r))
	}
	s.Latency = document.AppendSheet(s.Latency, latencyTitle, latencyTable(c.Systems), addsUp(c.Systems))
	return s
}

// A PairSheets are the tables of one pair.
type PairSheets struct {
	Strata  []document.Sheet // every measure by stratum
	Tests   []document.Sheet // intervals, tests, effect sizes: none of them decides
	Latency []document.Sheet // of a pair that has no table of systems
	Labels  []document.Sheet // of people and of a model
}

// PairSheetsOf returns the tables of one pair, those without a row left out.
func PairSheetsOf(c *result.Comparison, p result.Pair) PairSheets {
	var s PairSheets
	for _, m := range p.Measures {
		notes := &document.Footnotes{}
		t := strataTable(c, p, m, notes)
		s.Strata = document.AppendSheet(s.Strata, m.Measure+" by stratum ("+exploratory+")", t, append([]string{heterogeneity(m.Heterogeneity)}, notes.Tell(document.Printable)...)...)
	}
	s.Tests = document.AppendSheet(s.Tests, evidenceTitle, evidenceTable(c, p), evidenceNote(p))
	for _, t := range diagnostics(p) {
		s.Tests = document.AppendSheet(s.Tests, t.title, t.table, ordered.Each(t.below, document.Printable)...)
	}
	s.Latency = document.AppendSheet(s.Latency, latencyTitle, pairTimes(c, p))
	s.Labels = document.AppendSheet(s.Labels, silverTitle, silverTable(p), append(ordered.Each(append(silverLines(c, p), silverHealth(c, p)...), document.Printable), silverNote)...)
	s.Labels = document.AppendSheet(s.Labels, gradesTitle, gradesTable(p.Silver), document.Printable(gradesNote(c, p)))
	return s
}

// SweepSheets are the sentence and the tables of a sweep.
type SweepSheets struct {
	Claim     string
	Selection []document.Sheet // what the choice is worth
	Best      []document.Sheet // the best settings, and those worth their cost
	All       []document.Sheet // every setting, best first
	Origin    []string
}

// SweepSheetsOf returns the sentence and the tables of a sweep.
func SweepSheetsOf(s *result.Sweep) SweepSheets {
	out := SweepSheets{Claim: sweepVerdict(s, document.Printable), Origin: sweepSettings(s, document.Printable)}
	out.Selection = document.AppendSheet(nil, "what the choice is worth on "+document.Printable(s.Measure), selectionTable(s), sweepNotes(s)...)
	for _, t := range sweepTables(s, Options{}) {
		out.Best = document.AppendSheet(out.Best, t.title, t.table, t.below...)
	}
	if len(s.Settings) > shownSettings {
		out.All = document.AppendSheet(out.All, "every setting, best first", settingsTable(s, s.Ranked()))
	}
	return out
}

// EvaluationSheets are the tables of an evaluation.
type EvaluationSheets struct {
	Means   []document.Sheet // of several systems
	Runs    []RunSheets
	Origin  []string
	Latency []document.Sheet
}

// RunSheets are the tables of one system.
type RunSheets struct {
	Name   string
	Health []result.Finding
	Tables []document.Sheet
}

// EvaluationSheetsOf returns the tables of an evaluation, those without a row left out.
func EvaluationSheetsOf(e *result.Evaluation) EvaluationSheets {
	var out EvaluationSheets
	several := len(e.Runs) > 1
	if several {
		out.Means = document.AppendSheet(nil, "means", meansTable(e.Runs))
	}
	for _, r := range e.Runs {
		one := RunSheets{Name: document.Printable(r.Name), Health: runHealth(r)}
		one.Tables = document.AppendSheet(one.Tables, "mean, median and spread", summaryTable(r))
		one.Tables = document.AppendSheet(one.Tables, "over the orders of ties, means", tiesTable(r))
		one.Tables = document.AppendSheet(one.Tables, "if the unjudged were judged, means", boundsTable(r))
		one.Tables = document.AppendSheet(one.Tables, "by stratum, means", runStrataTable(r, e.TestSet.Strata))
		out.Runs = append(out.Runs, one)
	}
	out.Latency = document.AppendSheet(nil, latencyTitle, latencyTable(e.Runs))
	out.Origin = []string{testSet(e.TestSet, e.Profile, document.Printable)}
	for _, r := range e.Runs {
		if r.SHA256 != "" {
			out.Origin = append(out.Origin, "run "+document.Printable(r.Name)+": sha256 "+r.SHA256)
		}
	}
	return out
}

// DataSchema names the form in which a page carries its Data: package
// reports/html writes it, and the script of the page reads it.
const DataSchema = "rankduel/report-data/v1"

// Data is what a page shows: a comparison, an evaluation or a sweep, and what it was computed from if known.
type Data struct {
	Comparison *result.Comparison
	Evaluation *result.Evaluation // of a page of systems that nothing is set against
	Sweep      *result.Sweep      // of a page of settings

	// Systems are the baseline and then the candidates, in the order of the
	// comparison; nil when nothing is known of single queries.
	Systems []result.SystemDetail

	// Text is a document's title, a line break and its text; nil where no corpus is known.
	Text func(docID string) (text string, known bool)

	// Graded are the grades that a model gave to the documents of a query; nil without such labels.
	Graded func(queryID string) map[string]int

	Command string // that makes the same page again; "" when there is none
	Version string // of the program
}
