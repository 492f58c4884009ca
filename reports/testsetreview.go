package reports

import (
	"fmt"
	"io"
	"strconv"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
)

// TestSetReview writes what a test set can still show.
func TestSetReview(w io.Writer, r *result.Review, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text: func() (string, error) {
			d := textDocument{o: o}
			d.sentences(reviewTitle(r, printable))
			d.sentences(reviewHead(r, printable)...)
			d.table("", reviewStrata(r), reviewNotes(r)...)
			if o.long() {
				d.table("", gradeCounts(r.Set))
			}
			d.table(tellingTitle(r), tellingQueries(r, o.long()))
			d.sentences(unknownLines(r, printable)...)
			return d.finish()
		},
		Markdown: func() (string, error) {
			var d markdownDocument
			d.add("## " + reviewTitle(r, escape))
			d.lines(reviewHead(r, escape)...)
			d.table("", reviewStrata(r), reviewNotes(r)...)
			d.table("", gradeCounts(r.Set))
			d.folded(capital(tellingTitle(r)), tellingQueries(r, true))
			d.lines(unknownLines(r, escape)...)
			return d.finish()
		},
		JSON: func() (string, error) { return indented(r) },
	})
}

// ReviewSheets are the lines and tables of a review.
type ReviewSheets struct {
	Head, Unknown []string
	Strata        []Sheet
	Grades        []Sheet
	Queries       []Sheet
}

// ReviewSheetsOf are the lines and tables of a review, for a page.
func ReviewSheetsOf(r *result.Review) ReviewSheets {
	return ReviewSheets{
		Head: reviewHead(r, printable), Unknown: r.Unknown,
		Strata:  sheets(nil, "strata: what they hold, and what they can show", reviewStrata(r), reviewNotes(r)...),
		Grades:  sheets(nil, "grades", gradeCounts(r.Set)),
		Queries: sheets(nil, tellingTitle(r), tellingQueries(r, true)),
	}
}

func reviewTitle(r *result.Review, safe func(string) string) string {
	return "review of " + safe(label(r.Set))
}

func reviewHead(r *result.Review, safe func(string) string) []string {
	d := r.Set
	line := plural(d.Queries, "query", "queries")
	if d.HeldOut > 0 {
		line += fmt.Sprintf(" (%d evaluation, %d held out)", d.Evaluation, d.HeldOut)
	}
	if d.Unjudged > 0 {
		line += fmt.Sprintf(", %d not judged yet", d.Unjudged)
	}
	lines := []string{line + fmt.Sprintf(", %s of %s; judged a query: %s", prose.Plural(d.Judgments, "judgment"), prose.Plural(d.Documents, "document"), spread(d.Pool))}
	if r.AgeDays != nil {
		lines = append(lines, fmt.Sprintf("made %s ago", plural(*r.AgeDays, "day", "days")))
	}
	if d.HeldOut > 0 {
		looks := fmt.Sprintf("looks at the held-out queries: %d of %d", r.Looks, r.Budget)
		if r.LastLook != nil {
			looks += ", the last on " + r.LastLook.Format("2006-01-02")
		}
		if 2*r.Looks > r.Budget {
			looks = "! " + looks + "; renew the set before they are spent"
		}
		lines = append(lines, looks)
	}
	if n := len(r.Systems); n > 0 {
		lines = append(lines, fmt.Sprintf("%s on the evaluation queries, of %s", safe(r.Measure), plural(n, "past system", "past systems")))
	}
	return lines
}

func reviewStrata(r *result.Review) table {
	t := table{columns: []column{{head: "stratum", elastic: true}}}
	for _, head := range []string{"queries", "held\nout", "judged", "relevant", "at 1", "at 0", "spread", "detectable"} {
		t.columns = append(t.columns, column{head: head, right: true})
	}
	for _, s := range r.Strata {
		name := s.Stratum
		if name == "" {
			name = "all"
		}
		t.add(name, strconv.Itoa(s.Queries), strconv.Itoa(s.HeldOut), fmt.Sprintf("%.1f", s.Judged), fmt.Sprintf("%.1f", s.Relevant),
			orUndefined(s.Ceiling), orUndefined(s.Floor), threeDigits(s.Spread), threeDigits(s.Detectable))
	}
	return t
}

func orUndefined(n *int) string {
	if n == nil {
		return undefined
	}
	return strconv.Itoa(*n)
}

func threeDigits(v *float64) string {
	if !given(v) {
		return undefined
	}
	return fmt.Sprintf("%.3f", *v)
}

func reviewNotes(r *result.Review) []string {
	notes := []string{"judged, relevant: documents a query, means"}
	if len(r.Systems) > 0 {
		notes = append(notes, "at 1, at 0: queries that all past systems score .99 and more, or .01 and less; spread: standard deviation over systems, mean")
	}
	if n := len(r.Systems); n > 1 && n < 5 {
		notes = append(notes, fmt.Sprintf("with %d systems the spread says little of single queries: of 3 it orders them as all others do with a correlation of .34 to .61, of 8 with .53 to .81", n))
	}
	from := "an assumed spread of the differences of .2"
	if len(r.Pair) == 2 {
		from = "the differences of " + printable(r.Pair[0]) + " and " + printable(r.Pair[1])
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

func tellingQueries(r *result.Review, all bool) table {
	t := table{columns: []column{
		{head: "query", elastic: true, code: true},
		{head: "stratum", elastic: true},
		{head: "judged", right: true},
		{head: "low", right: true},
		{head: "high", right: true},
		{head: "spread", right: true},
		{head: "text", elastic: true, prose: true, code: true},
	}}
	list := r.Queries
	if !all {
		list = list[:min(len(list), fewQueries)]
	}
	for _, q := range list {
		t.add(q.QueryID, q.Stratum, strconv.Itoa(q.Judged), score(&q.Low), score(&q.High), fmt.Sprintf("%.3f", q.Spread), q.Text)
	}
	return t
}

func unknownLines(r *result.Review, safe func(string) string) []string {
	var lines []string
	for _, u := range r.Unknown {
		lines = append(lines, "not known: "+safe(u))
	}
	return lines
}
