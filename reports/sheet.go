package reports

import "github.com/rankduel/rankduel/experiment/result"

// A Sheet is a table of a report with its title and the lines below it, for
// whoever draws it in another way. Its texts are data that nobody has escaped.
type Sheet struct {
	Title   string
	Columns []SheetColumn
	Rows    [][]string
	Below   []string
}

// A SheetColumn is the heading of a column and how it is set.
type SheetColumn struct {
	Head    string
	Numbers bool
}

// Sheets are the tables of a comparison by what they are about.
type Sheets struct {
	Standing    []Sheet // three systems and more side by side
	Systems     []Sheet // every configuration and component alone
	Attribution []Sheet // who brought the relevant documents, and the room for a reranker
	Latency     []Sheet
	Failures    []Sheet
}

// SheetsOf are the tables that all pairs share, those without a row left out.
func SheetsOf(c *result.Comparison) Sheets {
	var s Sheets
	if len(c.Comparisons) > 1 {
		order := newStanding(c)
		lettered := len(order.systems) <= len(letters) // beyond that, the marks of the verdicts
		title, below := standingTitle, order.legend(printable, lettered)
		for _, t := range order.tables(lettered, 0) {
			s.Standing = sheets(s.Standing, title, t, below...)
			title, below = "", nil
		}
		s.Standing = sheets(s.Standing, ordersTitle, orders(c), ordersNote)
	}
	s.Systems = sheets(s.Systems, "every system alone, means", systemsTable(c.Systems))
	s.Systems = sheets(s.Systems, gainsTitle(c.Gains, printable), gainsTable(c.Gains))
	for _, t := range append(attributions(c, printable, true, true), ceilings(c, printable, true)...) {
		s.Attribution = sheets(s.Attribution, t.title, t.table, t.below...)
	}
	if r := c.Retrieval; r != nil {
		s.Failures = sheets(s.Failures, failuresTitle(r), failures(r))
	}
	s.Latency = sheets(s.Latency, latencyTitle, latencyTable(c.Systems), addsUp(c.Systems))
	return s
}

// A PairSheets are the tables of one pair.
type PairSheets struct {
	Strata  []Sheet // every measure by stratum
	Tests   []Sheet // intervals, tests, effect sizes: none of them decides
	Latency []Sheet // of a pair that has no table of systems
}

// PairSheetsOf are the tables of one pair, those without a row left out.
func PairSheetsOf(c *result.Comparison, p result.Pair) PairSheets {
	var s PairSheets
	for _, m := range p.Measures {
		notes := &footnotes{}
		t := strataTable(c, p, m, notes)
		s.Strata = sheets(s.Strata, m.Measure+" by stratum ("+exploratory+")", t, append([]string{heterogeneity(m.Heterogeneity)}, notes.tell(printable)...)...)
	}
	s.Tests = sheets(s.Tests, evidenceTitle, evidenceTable(c, p), evidenceNote(p))
	for _, t := range diagnostics(p) {
		s.Tests = sheets(s.Tests, t.title, t.table)
	}
	s.Latency = sheets(s.Latency, latencyTitle, pairTimes(c, p))
	return s
}

// SweepSheets are the sentence and the tables of a sweep.
type SweepSheets struct {
	Claim     string
	Selection []Sheet // what the choice is worth
	Best      []Sheet // the best settings, and those worth their cost
	All       []Sheet // every setting, best first
	Origin    []string
}

// SweepSheetsOf are the sentence and the tables of a sweep.
func SweepSheetsOf(s *result.Sweep) SweepSheets {
	out := SweepSheets{Claim: sweepVerdict(s, printable), Origin: sweepSettings(s, printable)}
	out.Selection = sheets(nil, "what the choice is worth on "+printable(s.Measure), selectionTable(s), sweepNotes(s)...)
	for _, t := range sweepTables(s, Options{}) {
		out.Best = sheets(out.Best, t.title, t.table, t.below...)
	}
	if len(s.Settings) > shownSettings {
		out.All = sheets(out.All, "every setting, best first", settingsTable(s, s.Ranked()))
	}
	return out
}

// EvaluationSheets are the tables of an evaluation.
type EvaluationSheets struct {
	Means   []Sheet // of several systems
	Runs    []RunSheets
	Origin  []string
	Latency []Sheet
}

// RunSheets are the tables of one system.
type RunSheets struct {
	Name   string
	Health []result.Finding
	Tables []Sheet
}

// EvaluationSheetsOf are the tables of an evaluation, those without a row left out.
func EvaluationSheetsOf(e *result.Evaluation) EvaluationSheets {
	var out EvaluationSheets
	several := len(e.Runs) > 1
	if several {
		out.Means = sheets(nil, "means", meansTable(e.Runs))
	}
	for _, r := range e.Runs {
		one := RunSheets{Name: printable(r.Name), Health: runHealth(r)}
		one.Tables = sheets(one.Tables, "mean, median and spread", summaryTable(r))
		one.Tables = sheets(one.Tables, "over the orders of ties, means", tiesTable(r))
		one.Tables = sheets(one.Tables, "if the unjudged were judged, means", boundsTable(r))
		one.Tables = sheets(one.Tables, "by stratum, means", runStrataTable(r, e.TestSet.Strata))
		out.Runs = append(out.Runs, one)
	}
	out.Latency = sheets(nil, latencyTitle, latencyTable(e.Runs))
	out.Origin = []string{testSet(e.TestSet, e.Profile, printable)}
	for _, r := range e.Runs {
		if r.SHA256 != "" {
			out.Origin = append(out.Origin, printable(r.Name)+": sha256 "+r.SHA256)
		}
	}
	return out
}

// sheets appends a table as a sheet, unless it is empty.
func sheets(list []Sheet, title string, t table, below ...string) []Sheet {
	if len(t.rows) == 0 {
		return list
	}
	s := Sheet{Title: title}
	for _, c := range t.columns {
		s.Columns = append(s.Columns, SheetColumn{Head: unbroken.Replace(c.above(printable)), Numbers: c.right})
	}
	for _, row := range t.rows {
		texts := make([]string, len(row))
		for i, c := range row {
			texts[i] = printable(c.text)
		}
		s.Rows = append(s.Rows, texts)
	}
	for _, line := range below {
		if line != "" {
			s.Below = append(s.Below, line)
		}
	}
	return append(list, s)
}
