package reports

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
)

// TestSet writes what a test set holds. CSV has one row a query and needs a
// description made with its queries.
func TestSet(w io.Writer, d *result.TestSetDescription, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text:     func() (string, error) { return testSetText(d, o) },
		Markdown: func() (string, error) { return testSetMarkdown(d) },
		JSON:     func() (string, error) { return indented(d) },
		CSV:      func() (string, error) { return testSetCSV(d) },
	})
}

func testSetText(d *result.TestSetDescription, o Options) (string, error) {
	doc := textDocument{o: o}
	doc.sentences(testSetHead(d)...)
	doc.table("", strataCounts(d))
	doc.table("", gradeCounts(d))
	doc.table("", queryCounts(d))
	doc.sentences(d.Warnings...)
	return doc.finish()
}

func testSetMarkdown(d *result.TestSetDescription) (string, error) {
	var doc markdownDocument
	doc.add("## " + escape(label(d)))
	for _, line := range testSetHead(d)[1:] {
		doc.lines(escape(line))
	}
	doc.table("", strataCounts(d))
	doc.table("", gradeCounts(d))
	doc.folded("Queries", queryCounts(d))
	for _, w := range d.Warnings {
		doc.lines(escape(w))
	}
	return doc.finish()
}

func label(d *result.TestSetDescription) string {
	if d.Version == "" {
		return d.Name
	}
	return d.Name + " " + d.Version
}

// testSetHead are the lines above the tables.
func testSetHead(d *result.TestSetDescription) []string {
	lines := []string{label(d)}
	if d.Description != "" {
		lines = append(lines, d.Description)
	}
	split := "not split"
	if d.Evaluation+d.HeldOut > 0 {
		split = fmt.Sprintf("%d evaluation, %d held out", d.Evaluation, d.HeldOut)
	}
	lines = append(lines,
		fmt.Sprintf("%s (%s), %s of %s, scale %s", prose.Plural(d.Queries, "query"), split, prose.Plural(d.Judgments, "judgment"), prose.Plural(d.Documents, "document"), cmp.Or(d.Scale, "default")),
		fmt.Sprintf("judged documents a query: %s; relevant: %s", spread(d.Pool), spread(d.Relevant)),
		"sha256 "+d.SHA256)
	if d.Unjudged > 0 {
		lines = append(lines, fmt.Sprintf("%d not judged yet: no measure counts them", d.Unjudged))
	}
	if d.Draw != nil {
		lines = append(lines, drawn(d))
	}
	if d.Profile != "" {
		lines = append(lines, "scored under profile "+d.Profile+" unless another is asked for")
	}
	if d.Parent != nil {
		lines = append(lines, "made from version "+d.Parent.Version+", sha256 "+d.Parent.SHA256)
	}
	if d.Provenance != nil {
		lines = append(lines, "provenance of its queries in "+d.Provenance.File+", sha256 "+d.Provenance.SHA256)
	}
	return lines
}

// drawn says how a set was split.
func drawn(d *result.TestSetDescription) string {
	text := fmt.Sprintf("parts drawn with seed %d, ratio %g", d.Draw.Seed, d.Draw.Ratio)
	if d.Draw.By == "query" {
		text += ", query by query"
	}
	return text
}

func spread(s result.Spread) string {
	return fmt.Sprintf("%d to %d, median %g", s.Min, s.Max, s.Median)
}

func strataCounts(d *result.TestSetDescription) table {
	t := table{columns: []column{{head: "stratum"}, {head: "queries", right: true}, {head: "held out", right: true}, {head: "judgments", right: true}, {head: "relevant", right: true}}}
	for _, s := range d.Strata {
		t.add(s.Stratum, strconv.Itoa(s.Queries), strconv.Itoa(s.HeldOut), strconv.Itoa(s.Judgments), strconv.Itoa(s.Relevant))
	}
	return t
}

func gradeCounts(d *result.TestSetDescription) table {
	t := table{columns: []column{{head: "grade", right: true}, {head: "meaning"}, {head: "judgments", right: true}, {head: "queries", right: true}}}
	for _, g := range d.Grades {
		t.add(strconv.Itoa(g.Grade), g.Word, strconv.Itoa(g.Judgments), strconv.Itoa(g.Queries))
	}
	return t
}

func queryCounts(d *result.TestSetDescription) table {
	t := table{columns: []column{{head: "query", code: true}, {head: "stratum"}, {head: "split"}, {head: "judged", right: true}, {head: "by grade"}, {head: "text", elastic: true, code: true}}}
	for _, q := range d.PerQuery {
		t.add(q.QueryID, q.Stratum, q.Split, strconv.Itoa(q.Pool), byGrade(d, q), q.Text)
	}
	return t
}

// byGrade lists a query's judgments, best grade first: 3:2 2:1 0:4.
func byGrade(d *result.TestSetDescription, q result.QueryDescription) string {
	var parts []string
	for i := len(d.Grades) - 1; i >= 0; i-- {
		g := d.Grades[i].Grade
		if n := q.Grades[g]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d:%d", g, n))
		}
	}
	return strings.Join(parts, " ")
}

func testSetCSV(d *result.TestSetDescription) (string, error) {
	if len(d.PerQuery) == 0 {
		return "", ErrNoQueries
	}
	sheet := newSheet("query_id", "stratum", "split", "judged", "by_grade", "query_text")
	for _, q := range d.PerQuery {
		sheet.row(q.QueryID, q.Stratum, q.Split, strconv.Itoa(q.Pool), byGrade(d, q), q.Text)
	}
	return sheet.finish()
}
