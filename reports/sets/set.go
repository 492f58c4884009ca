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

// WriteSet writes what a test set holds. CSV has one row a query and needs a description made with its queries.
func WriteSet(w io.Writer, d *result.TestSetDescription, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{
		Document: func(doc *document.Document) {
			head, queries := testSetHead(d), ""
			if doc.Form == document.Markdown {
				doc.Head(2, document.Escape(head[0]))
				head, queries = head[1:], "Queries"
			}
			doc.Paragraphs(ordered.Each(head, doc.Safe)...)
			doc.Table("", strataCounts(d))
			doc.Table("", gradeCounts(d))
			doc.Folded(queries, queryCounts(d))
			doc.Paragraphs(ordered.Each(d.Warnings, doc.Safe)...)
		},
		JSON: d,
		CSV:  func() (string, error) { return testSetCSV(d) },
	})
}

func label(d *result.TestSetDescription) string {
	if d.Version == "" {
		return d.Name
	}
	return d.Name + " " + d.Version
}

// testSetHead returns the lines above the tables.
func testSetHead(d *result.TestSetDescription) []string {
	lines := prose.Notes{label(d)}
	if d.Description != "" {
		lines = append(lines, d.Description)
	}
	split := "not split"
	if d.HeldOut > 0 {
		split = fmt.Sprintf("%d evaluation, %d held out", d.Evaluation, d.HeldOut)
	}
	lines = append(lines,
		fmt.Sprintf("%s (%s), %s of %s, scale %s", prose.Plural(d.Queries, "query"), split, prose.Plural(d.Judgments, "judgment"), prose.Plural(d.Documents, "document"), cmp.Or(d.Scale, "default")),
		fmt.Sprintf("judged documents a query: %s; relevant: %s", spread(d.Pool), spread(d.Relevant)),
		"sha256 "+d.SHA256)
	lines.If(d.Unjudged > 0, "%d not judged yet: no measure counts them", d.Unjudged)
	if d.Draw != nil {
		lines = append(lines, drawn(d))
	}
	lines.If(d.Profile != "", "scored under profile %s unless another is asked for", d.Profile)
	if d.Parent != nil {
		lines = append(lines, "made from version "+d.Parent.Version+", sha256 "+d.Parent.SHA256)
	}
	if d.Provenance != nil {
		lines = append(lines, "provenance of its queries in "+d.Provenance.File+", sha256 "+d.Provenance.SHA256)
	}
	return lines
}

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

func strataCounts(d *result.TestSetDescription) document.Table {
	t := document.NewTable(document.Words("stratum"), document.Numbers("queries", "held out", "judgments", "relevant"))
	for _, s := range d.Strata {
		t.Add(s.Stratum, strconv.Itoa(s.Queries), strconv.Itoa(s.HeldOut), strconv.Itoa(s.Judgments), strconv.Itoa(s.Relevant))
	}
	return t
}

func gradeCounts(d *result.TestSetDescription) document.Table {
	t := document.NewTable(document.Numbers("grade"), document.Words("meaning"), document.Numbers("judgments", "queries"))
	for _, g := range d.Grades {
		t.Add(strconv.Itoa(g.Grade), g.Word, strconv.Itoa(g.Judgments), strconv.Itoa(g.Queries))
	}
	return t
}

func queryCounts(d *result.TestSetDescription) document.Table {
	t := document.NewTable(document.Codes("query"), document.Words("stratum", "split"), document.Numbers("judged"), document.Words("by grade"), document.IDs("text"))
	for _, q := range d.PerQuery {
		t.Add(q.QueryID, q.Stratum, q.Split, strconv.Itoa(q.Pool), byGrade(d, q), q.Text)
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
		return "", reports.ErrNoQueries
	}
	sheet := document.NewCSV("query_id", "stratum", "split", "judged", "by_grade", "query_text")
	for _, q := range d.PerQuery {
		sheet.Row(q.QueryID, q.Stratum, q.Split, strconv.Itoa(q.Pool), byGrade(d, q), q.Text)
	}
	return sheet.Finish()
}

// WriteConversion writes what became of a test set: what it holds now, and what was dropped, changed or decided.
func WriteConversion(w io.Writer, c *result.Conversion, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{JSON: c, Text: func(d *document.Document) {
		d.Lines(conversionHead(c)...)
		if t := c.TestSet; t != nil && c.Direction == "import" && t.Judgments > 0 {
			d.Table("", gradeCounts(t))
			d.Table("", strataCounts(t))
		}
		lines := ordered.Each(c.Notes, func(n result.ConversionNote) string { return n.Kind + ": " + n.Text })
		d.Lines(lines...)
	}})
}

func conversionHead(c *result.Conversion) []string {
	how := "as asked for"
	if c.Detected {
		how = "recognized by its shape"
	}
	lines := []string{fmt.Sprintf("%s in the format %s, %s", strings.Join(c.Sources, ", "), c.Format, how)}
	if c.Direction == "export" {
		lines = []string{fmt.Sprintf("%s to the format %s", strings.Join(c.Sources, ", "), c.Format)}
	}
	if t := c.TestSet; t != nil {
		text := fmt.Sprintf("%s: %s, %s of %s", label(t), prose.Plural(t.Queries, "query"), prose.Plural(t.Judgments, "judgment"), prose.Plural(t.Documents, "document"))
		if c.Unjudged > 0 {
			text += fmt.Sprintf(", %d unjudged", c.Unjudged)
		}
		lines = append(lines, text, "sha256 "+t.SHA256)
	}
	if len(c.Written) > 0 {
		lines = append(lines, "wrote "+strings.Join(c.Written, ", "))
	}
	return lines
}
