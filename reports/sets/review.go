package sets

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

// WriteReview writes what a test set can still show.
func WriteReview(w io.Writer, r *result.Review, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{JSON: r, Document: func(d *document.Document) {
		all := o.Long() || d.Form == document.Markdown
		d.Head(2, reviewTitle(r, d.Safe))
		d.Lines(reviewHead(r, d.Safe)...)
		d.Table("", reviewStrata(r), reviewNotes(r)...)
		if all {
			d.Table("", gradeCounts(r.Set))
		}
		d.Folded(d.Capital(tellingTitle(r)), tellingQueries(r, all))
		d.Lines(unknownLines(r, d.Safe)...)
	}})
}

// ReviewSheets are the lines and tables of a review.
type ReviewSheets struct {
	Head, Unknown, Origin []string
	Strata, Grades, List  []document.Sheet
}

// ReviewSheetsOf returns the lines and tables of a review, for a page.
func ReviewSheetsOf(r *result.Review) ReviewSheets {
	s := ReviewSheets{
		Head: reviewHead(r, document.Printable), Unknown: r.Unknown,
		Strata: document.AppendSheet(nil, "strata: what they hold, and what they can show", reviewStrata(r), reviewNotes(r)...),
		Grades: document.AppendSheet(nil, "grades", gradeCounts(r.Set)),
		List:   document.AppendSheet(nil, tellingTitle(r), tellingQueries(r, true)),
	}
	if len(r.Systems) > 0 {
		s.Origin = []string{"past systems: " + document.Printable(strings.Join(r.Systems, ", "))}
	}
	return s
}

func reviewTitle(r *result.Review, safe func(string) string) string {
	return "review of " + safe(label(r.Set))
}

func reviewHead(r *result.Review, safe func(string) string) []string {
	d := r.Set
	line := document.Plural(d.Queries, "query", "queries")
	if d.HeldOut > 0 {
		line += fmt.Sprintf(" (%d evaluation, %d held out)", d.Evaluation, d.HeldOut)
	}
	if d.Unjudged > 0 {
		line += fmt.Sprintf(", %d not judged yet", d.Unjudged)
	}
	lines := []string{line + fmt.Sprintf(", %s of %s; judged a query: %s", prose.Plural(d.Judgments, "judgment"), prose.Plural(d.Documents, "document"), spread(d.Pool))}
	if r.AgeDays != nil {
		lines = append(lines, fmt.Sprintf("made %s ago", document.Plural(*r.AgeDays, "day", "days")))
	}
	if d.HeldOut > 0 {
		looks := fmt.Sprintf("looks at the held-out queries: %d, which showed %s", r.Looks, document.Plural(r.Configurations, "configuration", "configurations"))
		if r.LastLook != nil {
			looks += ", the last on " + r.LastLook.Format("2006-01-02")
		}
		if r.Configurations >= result.WornLooks {
			looks = "! " + looks + "; they decide at a small share of alpha by now: renew the set"
		}
		lines = append(lines, looks)
	}
	if n := len(r.Systems); n > 0 {
		lines = append(lines, fmt.Sprintf("%s on the evaluation queries, of %s", safe(r.Measure), document.Plural(n, "past system", "past systems")))
	}
	return lines
}

func reviewStrata(r *result.Review) document.Table {
	t := document.NewTable(document.Names("stratum"), document.Numbers("queries", "held\nout", "judged", "relevant", "at 1", "at 0", "spread", "detectable"))
	for _, s := range r.Strata {
		name := cmp.Or(s.Stratum, "all")
		t.Add(name, strconv.Itoa(s.Queries), strconv.Itoa(s.HeldOut), fmt.Sprintf("%.1f", s.Judged), fmt.Sprintf("%.1f", s.Relevant),
			document.Count(s.Ceiling, document.Undefined), document.Count(s.Floor, document.Undefined), shortScore(s.Spread), shortScore(s.Detectable))
	}
	return t
}

func reviewNotes(r *result.Review) []string {
	notes, n := prose.Notes{"judged, relevant: documents a query, means"}, len(r.Systems)
	notes.If(n > 0, "at 1, at 0: queries that all past systems score .99 and more, or .01 and less; spread: standard deviation over systems, mean")
	notes.If(n > 1 && n < 5, "with %d systems the spread says little of single queries: of 3 it orders them as all others do with a correlation of .34 to .61, of 8 with .53 to .81", n)
	from := "an assumed spread of the differences of .2"
	if len(r.Pair) == 2 {
		from = "the differences of " + document.Printable(r.Pair[0]) + " and " + document.Printable(r.Pair[1])
	}
	notes = append(notes, "detectable: smallest true difference found in four of five repeats (alpha .05) by the evaluation queries, from "+from)
	return append(notes, swapWarning)
}

// fewQueries are as many as a screen has room for.
const fewQueries = 5

func tellingTitle(r *result.Review) string {
	if len(r.Systems) < 2 {
		return "queries and their scores"
	}
	return "queries that tell systems apart least"
}

func tellingQueries(r *result.Review, all bool) document.Table {
	t := document.NewTable(document.IDs("query"), document.Names("stratum"), document.Numbers("judged", "low", "high", "spread"), document.Texts("text"))
	list := r.Queries
	if !all {
		list = list[:min(len(list), fewQueries)]
	}
	for _, q := range list {
		t.Add(q.QueryID, q.Stratum, strconv.Itoa(q.Judged), document.Score(&q.Low), document.Score(&q.High), fmt.Sprintf("%.3f", q.Spread), q.Text)
	}
	return t
}

func unknownLines(r *result.Review, safe func(string) string) []string {
	return ordered.Each(r.Unknown, func(u string) string { return "not known: " + safe(u) })
}
