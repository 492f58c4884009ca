package sets

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

// WriteAgreement writes how far people agree. CSV has one row a disagreement.
func WriteAgreement(w io.Writer, a *result.Agreement, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{
		Document: func(d *document.Document) { agreementSections(d, a, o.Long()) },
		JSON:     a,
		CSV:      func() (string, error) { return agreementCSV(a) },
	})
}

func agreementSections(d *document.Document, a *result.Agreement, long bool) {
	head := agreementHead(a, d.Safe)
	if d.Form == document.Markdown {
		d.Heading(head[0])
		head = head[1:]
	}
	d.Lines(head...)
	d.Table("", coefficients(a), agreementNotes(a)...)
	d.Lines(cautions(a, d.Safe)...)
	if plans := plans(a, long, d.Safe); plans != nil {
		d.Lines(plans...)
		d.Table("", simulatedNeeds(a), simulatedNote)
	}
	d.Table("", strataOf(a), strataNote)
	if len(a.Pairwise) == 1 || long || d.Form == document.Markdown {
		for _, p := range a.Pairwise {
			d.Table(d.Bold(tableTitle(p, d.Safe), ""), gradesByBoth(ordered.Each(a.Scale, func(g result.ScaleGrade) int { return g.Grade }), p.Confusion))
		}
	}
	d.Table("", labellersTable(a), selfNote(a))
	d.Table(d.Bold(worstTitle(a), ""), worstTable(a))
}

// agreementHead returns the lowest kappa against the threshold, what each pair of labellers shows, and what to do.
func agreementHead(a *result.Agreement, safe func(string) string) []string {
	lines := []string{kappaClaim(a, safe)}
	for _, p := range a.Pairwise {
		who := ""
		if len(a.Pairwise) > 1 {
			who = pairNames(p, safe) + ": "
		}
		lines = append(lines, who+evidenceOf(p).Basis(a.Threshold))
	}
	undefined := func(p result.PairAgreement) bool { return p.Kappa == nil }
	switch {
	case a.Passes:
	case slices.ContainsFunc(a.Pairwise, func(p result.PairAgreement) bool { return !p.Above }):
		lines = append(lines, "talk about the guideline, where the worst disagreements below show what it leaves open; then label again, for no label is averaged")
	case slices.ContainsFunc(a.Pairwise, undefined):
		lines = append(lines, "label queries twice whose documents deserve different grades")
	default:
		lines = append(lines, "label documents of more queries twice; more queries gain more than more documents of each")
	}
	return append(lines, fmt.Sprintf("%s of %s labelled, graded %s", document.Plural(a.Items, "document", "documents"), document.Plural(a.Queries, "query", "queries"), safe(scaleWords(a.Scale))))
}

// kappaClaim says whether the lowest kappa is above the threshold, and what its lower end makes of that.
func kappaClaim(a *result.Agreement, safe func(string) string) string {
	lowest := slices.MinFunc(a.Pairwise, func(p, q result.PairAgreement) int { return cmp.Compare(countedKappa(p), countedKappa(q)) })
	who, is, tail := pairNames(lowest, safe), "is", ""
	if lowest.Kappa == nil {
		tail = " by convention: it is undefined"
	}
	if n := len(a.Pairwise); n > 1 {
		who += fmt.Sprintf(", the lowest of %d pairs", n)
	}
	switch {
	case !lowest.Above:
		is = "is not"
	case a.Evidence && !a.Passes:
		tail += ", and evidence is required: not passed"
	case a.Evidence:
		tail = ", and so is its lower end"
	}
	kappa := countedKappa(lowest)
	return fmt.Sprintf("%s: kappa %s %s above %s%s", who, document.Score(&kappa), is, a.Threshold, tail)
}

// countedKappa returns the kappa that the threshold is held against.
func countedKappa(p result.PairAgreement) float64 {
	if p.Kappa == nil {
		return 1
	}
	return *p.Kappa
}

func pairNames(p result.PairAgreement, safe func(string) string) string {
	return safe(p.A) + " and " + safe(p.B)
}

func scaleWords(scale []result.ScaleGrade) string {
	parts := ordered.Each(scale, func(g result.ScaleGrade) string { return strings.TrimSpace(fmt.Sprintf("%d %s", g.Grade, g.Word)) })
	return strings.Join(parts, ", ")
}

// coefficients has a row for every two labellers.
func coefficients(a *result.Agreement) document.Table {
	blanks := slices.ContainsFunc(a.Pairwise, func(p result.PairAgreement) bool { return p.WithBlanks != nil })
	t := document.NewTable(document.Names("labellers"), document.Numbers("queries", "n", "equal", "kappa", "lower\nend", "linear\nweights", "quadratic\nweights", "AC1", "with\nblanks"))
	for _, p := range a.Pairwise {
		t.Add(p.A+", "+p.B, strconv.Itoa(p.Queries), strconv.Itoa(p.N), partOf(p.Equal, p.N), shortScore(p.Kappa), shortScore(p.Low), shortScore(p.Linear), shortScore(p.Quadratic), shortScore(p.AC1),
			shortScore(p.WithBlanks))
	}
	t.Only(blanks, "with\nblanks")
	return t
}

// shortScore has three decimals: intervals of kappa are tenths wide.
func shortScore(v *float64) string {
	if !document.Given(v) {
		return document.Undefined
	}
	return document.Fixed(*v, "%.3f")
}

func unsigned(i *result.Interval) string {
	if i == nil {
		return document.Undefined
	}
	return "[" + fmt.Sprintf("%.2f, %.2f", i.Low, i.High) + "]"
}

func partOf(part, whole int) string {
	if whole == 0 {
		return document.Undefined
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}

func agreementNotes(a *result.Agreement) []string {
	alphas := ordered.Each(a.Alpha, func(x result.Alpha) string { return x.Scale + " " + shortScore(x.Value) })
	var notes prose.Notes
	bounded := slices.ContainsFunc(a.Pairwise, func(p result.PairAgreement) bool { return p.Low != nil })
	notes.If(bounded, "lower end: jackknife over queries, whose documents err together, and one imaginary query with a disagreement")
	notes = append(notes, "kappa decides, and has no weights; linear and quadratic weights count a disagreement by how far the grades are apart")
	return append(notes, "Krippendorff's alpha of all: "+strings.Join(alphas, ", "))
}

func cautions(a *result.Agreement, safe func(string) string) []string {
	return ordered.Each(a.Warnings, func(w result.Warning) string { return "! " + safe(w.Text) })
}

const strataNote = "strata are shown and decide nothing: few queries each"

func strataOf(a *result.Agreement) document.Table {
	t := document.NewTable(document.Names("stratum", "labellers"), document.Numbers("queries", "n", "equal", "kappa", "95 % by query"))
	for _, p := range a.Pairwise {
		for _, s := range p.Strata {
			t.Add(s.Stratum, p.A+", "+p.B, strconv.Itoa(s.Queries), strconv.Itoa(s.N), partOf(s.Equal, s.N), shortScore(s.Kappa), unsigned(s.Interval))
		}
	}
	return t
}

func tableTitle(p result.PairAgreement, safe func(string) string) string {
	return fmt.Sprintf("grades of %s (rows) and %s (columns); %.0f %% of all are %d", safe(p.A), safe(p.B), 100*p.Prevalence, p.Commonest)
}

func labellersTable(a *result.Agreement) document.Table {
	twice := slices.ContainsFunc(a.Labellers, func(l result.Labeller) bool { return l.Self != nil })
	t := document.NewTable(document.Names("labeller"), document.Numbers("graded", "blank", "not seen", "mean", "1st half", "2nd half", "again\nequal", "again\nchange"))
	for _, l := range a.Labellers {
		first, second, equal, change := document.Undefined, document.Undefined, document.Undefined, document.Undefined
		if l.Drift != nil {
			first, second = fmt.Sprintf("%.2f", l.Drift.FirstHalf), fmt.Sprintf("%.2f", l.Drift.SecondHalf)
		}
		if l.Self != nil {
			equal, change = fmt.Sprintf("%d of %d", l.Self.Equal, l.Self.Pairs), fmt.Sprintf("%+.2f", l.Self.Change)
		}
		t.Add(l.Name, strconv.Itoa(l.Graded), strconv.Itoa(l.CannotJudge), strconv.Itoa(l.Missing), fmt.Sprintf("%.2f", l.MeanGrade), first, second, equal, change)
	}
	t.Only(twice, "1st half", "2nd half", "again\nequal", "again\nchange")
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
	return document.Plural(a.Unequal, "disagreement", "disagreements") + ", the worst first"
}

func worstTable(a *result.Agreement) document.Table {
	t := document.NewTable(document.IDs("query", "document"))
	for _, l := range a.Labellers {
		t.Columns = append(t.Columns, document.Column{Name: l.Name, Right: true, Elastic: true})
	}
	t.Columns = append(t.Columns, document.Texts("query, title, text, comments")...)
	for _, d := range a.Worst {
		t.Add(slices.Concat([]string{d.QueryID, d.DocID}, grades(d, document.Undefined), []string{document.Truncate(joinedTexts(d), 160)})...)
	}
	t.Only(slices.ContainsFunc(a.Worst, func(d result.Disagreement) bool { return joinedTexts(d) != "" }), "query, title, text, comments")
	return t
}

func grades(d result.Disagreement, missing string) []string {
	return ordered.Each(d.Grades, func(g *int) string { return document.Count(g, missing) })
}

func joinedTexts(d result.Disagreement) string {
	var parts []string
	for _, text := range append([]string{d.QueryText, d.Title, d.Text}, d.Comments...) {
		if text = strings.TrimSpace(document.Printable(text)); text != "" {
			parts = append(parts, document.Truncate(text, 60))
		}
	}
	return strings.Join(parts, " | ")
}

func agreementCSV(a *result.Agreement) (string, error) {
	people := ordered.Each(a.Labellers, func(l result.Labeller) string { return "grade_" + l.Name })
	s := document.NewCSV(slices.Concat([]string{"query_id", "doc_id", "stratum", "distance"}, people, []string{"query_text", "title"})...)
	for _, d := range a.Worst {
		s.Row(slices.Concat([]string{d.QueryID, d.DocID, d.Stratum, strconv.Itoa(d.Distance)}, grades(d, ""), []string{d.QueryText, d.Title})...)
	}
	return s.Finish()
}
