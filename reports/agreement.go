package reports

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// Agreement writes how far people agree. CSV has one row a disagreement.
func Agreement(w io.Writer, a *result.Agreement, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text:     func() (string, error) { return agreementText(a, o) },
		Markdown: func() (string, error) { return agreementMarkdown(a) },
		JSON:     func() (string, error) { return indented(completeAgreement(*a)) },
		CSV:      func() (string, error) { return agreementCSV(a) },
	})
}

// completeAgreement has an empty list wherever the contract has one.
func completeAgreement(a result.Agreement) result.Agreement {
	if a.Worst == nil {
		a.Worst = []result.Disagreement{}
	}
	if a.Warnings == nil {
		a.Warnings = []result.Warning{}
	}
	a.Pairwise = slices.Clone(a.Pairwise)
	for i := range a.Pairwise {
		if a.Pairwise[i].Strata == nil {
			a.Pairwise[i].Strata = []result.StratumAgreement{}
		}
	}
	return a
}

func agreementText(a *result.Agreement, o Options) (string, error) {
	d := textDocument{o: o}
	d.sentences(agreementHead(a, printable)...)
	d.table("", coefficients(a), agreementNotes(a)...)
	d.sentences(cautions(a, printable)...)
	d.table("", strataOf(a), strataNote)
	for _, p := range shownTables(a, o) {
		d.table(tableTitle(p, printable), confusionTable(a, p))
	}
	d.table("", labellersTable(a), selfNote(a))
	d.table(worstTitle(a), worstTable(a))
	return d.finish()
}

func agreementMarkdown(a *result.Agreement) (string, error) {
	var d markdownDocument
	head := agreementHead(a, escape)
	d.add("### " + head[0])
	d.lines(head[1:]...)
	d.table("", coefficients(a), agreementNotes(a)...)
	d.lines(cautions(a, escape)...)
	d.table("", strataOf(a), strataNote)
	for _, p := range a.Pairwise {
		d.table("**"+tableTitle(p, escape)+"**", confusionTable(a, p))
	}
	d.table("", labellersTable(a), selfNote(a))
	d.table("**"+worstTitle(a)+"**", worstTable(a))
	return d.finish()
}

// agreementHead is the answer, then the numbers that it rests on.
func agreementHead(a *result.Agreement, safe func(string) string) []string {
	var below []string
	for _, p := range a.Pairwise {
		if !p.Passes {
			below = append(below, fmt.Sprintf("%s and %s (%s)", safe(p.A), safe(p.B), score(&p.Kappa)))
		}
	}
	p := a.Pairwise[0]
	title := ""
	switch {
	case len(a.Pairwise) == 1 && a.Passes:
		title = fmt.Sprintf("%s and %s agree: kappa %s is above %s", safe(p.A), safe(p.B), score(&p.Kappa), a.Threshold)
	case len(a.Pairwise) == 1:
		title = fmt.Sprintf("%s and %s agree too little: kappa %s is not above %s", safe(p.A), safe(p.B), score(&p.Kappa), a.Threshold)
	case a.Passes:
		title = fmt.Sprintf("every two of %d labellers agree: kappa is above %s", len(a.Labellers), a.Threshold)
	default:
		title = fmt.Sprintf("%d of %d pairs of labellers agree too little: kappa is not above %s for %s", len(below), len(a.Pairwise), a.Threshold, strings.Join(below, ", "))
	}
	lines := []string{title}
	if !a.Passes {
		lines = append(lines, "talk about the guideline, where the worst disagreements below show what it leaves open; then label again, for no label is averaged")
	}
	return append(lines, fmt.Sprintf("%s of %s labelled, graded %s", plural(a.Items, "document", "documents"), plural(a.Queries, "query", "queries"), safe(scaleWords(a.Scale))))
}

func scaleWords(scale []result.ScaleGrade) string {
	parts := make([]string, len(scale))
	for i, g := range scale {
		parts[i] = strings.TrimSpace(fmt.Sprintf("%d %s", g.Grade, g.Word))
	}
	return strings.Join(parts, ", ")
}

// coefficients has a row for every two labellers.
func coefficients(a *result.Agreement) table {
	blanks := slices.ContainsFunc(a.Pairwise, func(p result.PairAgreement) bool { return p.WithBlanks != nil })
	t := table{columns: []column{
		{head: "labellers", elastic: true},
		{head: "n", right: true},
		{head: "equal", right: true},
		{head: "kappa", right: true},
		{head: "95 % by query", right: true},
		{head: "linear", right: true},
		{head: "quadr.", right: true},
		{head: "AC1", right: true},
	}}
	if blanks {
		t.columns = append(t.columns, column{head: "with\nblanks", right: true})
	}
	for _, p := range a.Pairwise {
		row := []string{p.A + ", " + p.B, strconv.Itoa(p.N), partOf(p.Equal, p.N), shortScore(&p.Kappa), kappaInterval(p), shortScore(p.Linear), shortScore(p.Quadratic), shortScore(p.AC1)}
		if blanks {
			row = append(row, shortScore(p.WithBlanks))
		}
		t.add(row...)
	}
	return t
}

// shortScore has three decimals: intervals of kappa are tenths wide.
func shortScore(v *float64) string {
	if !given(v) {
		return undefined
	}
	return fixed(*v, "%.3f")
}

func kappaInterval(p result.PairAgreement) string {
	if !p.Measured {
		return undefined
	}
	return unsigned(p.Interval)
}

func unsigned(i *result.Interval) string {
	if i == nil {
		return undefined
	}
	return "[" + fmt.Sprintf("%.2f, %.2f", i.Low, i.High) + "]"
}

func partOf(part, whole int) string {
	if whole == 0 {
		return undefined
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}

func agreementNotes(a *result.Agreement) []string {
	var notes []string
	for _, p := range a.Pairwise {
		if p.Interval != nil {
			notes = append(notes, "interval: jackknife over queries, whose documents err together; the usual one over documents is several times too narrow")
			break
		}
	}
	var alphas []string
	for _, x := range a.Alpha {
		alphas = append(alphas, x.Scale+" "+shortScore(x.Value))
	}
	return append(notes, "Krippendorff's alpha of all: "+strings.Join(alphas, ", "))
}

func cautions(a *result.Agreement, safe func(string) string) []string {
	var lines []string
	for _, w := range a.Warnings {
		lines = append(lines, "! "+safe(w.Text))
	}
	return lines
}

const strataNote = "strata are shown and decide nothing: few queries each"

func strataOf(a *result.Agreement) table {
	t := table{columns: []column{{head: "stratum", elastic: true}, {head: "labellers", elastic: true}, {head: "queries", right: true}, {head: "n", right: true}, {head: "equal", right: true}, {head: "kappa", right: true}, {head: "95 % by query", right: true}}}
	for _, p := range a.Pairwise {
		for _, s := range p.Strata {
			t.add(s.Stratum, p.A+", "+p.B, strconv.Itoa(s.Queries), strconv.Itoa(s.N), partOf(s.Equal, s.N), shortScore(&s.Kappa), unsigned(s.Interval))
		}
	}
	return t
}

// shownTables are the pairs whose table of grades is drawn: the only one, or all
// where more is asked for.
func shownTables(a *result.Agreement, o Options) []result.PairAgreement {
	if len(a.Pairwise) == 1 || o.long() {
		return a.Pairwise
	}
	return nil
}

func tableTitle(p result.PairAgreement, safe func(string) string) string {
	return fmt.Sprintf("grades of %s (rows) and %s (columns); %.0f %% of all are %d", safe(p.A), safe(p.B), 100*p.Prevalence, p.Commonest)
}

func confusionTable(a *result.Agreement, p result.PairAgreement) table {
	t := table{columns: []column{{head: "", right: true}}}
	for _, g := range a.Scale {
		t.columns = append(t.columns, column{head: strconv.Itoa(g.Grade), right: true})
	}
	for i, counts := range p.Confusion {
		row := []string{strconv.Itoa(a.Scale[i].Grade)}
		for _, n := range counts {
			row = append(row, strconv.Itoa(n))
		}
		t.add(row...)
	}
	return t
}

func labellersTable(a *result.Agreement) table {
	twice := slices.ContainsFunc(a.Labellers, func(l result.Labeller) bool { return l.Self != nil })
	t := table{columns: []column{{head: "labeller", elastic: true}, {head: "graded", right: true}, {head: "blank", right: true}, {head: "not seen", right: true}, {head: "mean", right: true}}}
	if twice {
		t.columns = append(t.columns, column{head: "1st half", right: true}, column{head: "2nd half", right: true}, column{head: "again\nequal", right: true}, column{head: "again\nchange", right: true})
	}
	for _, l := range a.Labellers {
		row := []string{l.Name, strconv.Itoa(l.Graded), strconv.Itoa(l.CannotJudge), strconv.Itoa(l.Missing), fmt.Sprintf("%.2f", l.MeanGrade)}
		if twice {
			first, second, equal, change := undefined, undefined, undefined, undefined
			if l.Drift != nil {
				first, second = fmt.Sprintf("%.2f", l.Drift.FirstHalf), fmt.Sprintf("%.2f", l.Drift.SecondHalf)
			}
			if l.Self != nil {
				equal, change = fmt.Sprintf("%d of %d", l.Self.Equal, l.Self.Pairs), fmt.Sprintf("%+.2f", l.Self.Change)
			}
			row = append(row, first, second, equal, change)
		}
		t.add(row...)
	}
	return t
}

func selfNote(a *result.Agreement) string {
	for _, l := range a.Labellers {
		if l.Self != nil {
			return "again: documents that were asked twice, unannounced, and count once above; mean: of all grades; halves hold other queries, so that a difference may be theirs"
		}
	}
	return ""
}

func worstTitle(a *result.Agreement) string {
	if len(a.Worst) == 1 && a.Unequal > 1 {
		return fmt.Sprintf("the worst of %d disagreements", a.Unequal)
	}
	if len(a.Worst) < a.Unequal {
		return fmt.Sprintf("the %d worst of %d disagreements", len(a.Worst), a.Unequal)
	}
	return plural(a.Unequal, "disagreement", "disagreements") + ", the worst first"
}

func worstTable(a *result.Agreement) table {
	t := table{columns: []column{{head: "query", code: true, elastic: true}, {head: "document", code: true, elastic: true}}}
	for _, l := range a.Labellers {
		t.columns = append(t.columns, column{name: l.Name, right: true, elastic: true})
	}
	texts := slices.ContainsFunc(a.Worst, func(d result.Disagreement) bool { return joinedTexts(d) != "" })
	if texts {
		t.columns = append(t.columns, column{head: "query, title, text, comments", elastic: true, prose: true, code: true})
	}
	for _, d := range a.Worst {
		row := []string{d.QueryID, d.DocID}
		for _, g := range d.Grades {
			row = append(row, needed(g))
		}
		if texts {
			row = append(row, cut(joinedTexts(d), 160))
		}
		t.add(row...)
	}
	return t
}

func joinedTexts(d result.Disagreement) string {
	var parts []string
	for _, text := range append([]string{d.QueryText, d.Title, d.Text}, d.Comments...) {
		if text = strings.TrimSpace(printable(text)); text != "" {
			parts = append(parts, cut(text, 60))
		}
	}
	return strings.Join(parts, " | ")
}

func agreementCSV(a *result.Agreement) (string, error) {
	head := []string{"query_id", "doc_id", "stratum", "distance"}
	for _, l := range a.Labellers {
		head = append(head, "grade_"+l.Name)
	}
	s := newSheet(append(head, "query_text", "title")...)
	for _, d := range a.Worst {
		row := []string{d.QueryID, d.DocID, d.Stratum, strconv.Itoa(d.Distance)}
		for _, g := range d.Grades {
			row = append(row, whole(g))
		}
		s.row(append(row, d.QueryText, d.Title)...)
	}
	return s.finish()
}
