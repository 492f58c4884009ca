package convert

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/delimited"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/convert/sheet"
)

// The forms of Quepid.
const (
	quepidCSV  = "csv"
	quepidBook = "book"
	quepidJSON = "json"
	quepidLTR  = "ltr"
	quepidTREC = "trec"
)

// quepidForm recognizes a form by its header or its first record. Its TREC form
// is told from qrels by the blank line that it begins with.
func quepidForm(f *file) string {
	head := f.head()
	start := strings.TrimSpace(head)
	if strings.HasPrefix(start, "{") {
		if strings.Contains(head, `"query_doc_pairs"`) {
			return quepidJSON
		}
		return ""
	}
	line, _, _ := strings.Cut(start, "\n")
	names := strings.Split(strings.ToLower(strings.TrimSpace(line)), ",")
	if len(names) >= 3 && names[0] == "query" && (names[1] == "docid" || names[1] == "doc_id") {
		if len(names) == 3 && names[2] == "rating" {
			return quepidCSV
		}
		for _, name := range names[2:] {
			if role := sheet.RoleOf(strings.Trim(name, `"`)); role == sheet.Grade || role == sheet.Clicks {
				return "" // a table of someone else
			}
		}
		return quepidBook
	}
	if ltrLine().MatchString(start) {
		return quepidLTR
	}
	if looksQrels(f) && strings.HasPrefix(strings.TrimLeft(head, "\r"), "\n") {
		return quepidTREC
	}
	return ""
}

func ltrLine() *regexp.Regexp { return regexp.MustCompile(`^(\S+) qid:(\S+) # (\S+) ?(.*)`) }

func readQuepid(ctx context.Context, f *file, d *draft) error {
	switch quepidForm(f) {
	case quepidJSON:
		return d.shaped(ctx, f, "quepid-book", nil)
	case quepidLTR:
		return d.quepidLTR(ctx, f)
	case quepidCSV, quepidBook:
		return d.quepidCSV(ctx, f)
	}
	if looksQrels(f) {
		return d.qrels(ctx, f)
	}
	return fmt.Errorf("%s: none of Quepid's forms: query,docid,rating; query,docid and a column for each judge; a book as JSON; TREC; LTR", f.path)
}

// quepidCSV reads both tables. Without a rating column every column behind the first two is a judge.
func (d *draft) quepidCSV(ctx context.Context, f *file) error {
	t, err := d.table(ctx, f)
	if err != nil {
		return err
	}
	if len(t.Header) < 3 {
		return fmt.Errorf("%s: %d columns, and Quepid writes query, docid and ratings", f.path, len(t.Header))
	}
	judged := quepidForm(f) == quepidBook
	for i, name := range t.Header[2:] {
		for _, other := range t.Header[2 : 2+i] {
			if judged && name == other {
				d.fault(place{file: f.path, line: 1}, "two judges are called %q; rename one of the columns", name)
			}
		}
	}
	for _, r := range t.Rows {
		here := place{file: f.path, line: r.Line}
		q := d.byText(unguarded(r.Cells[0]), here)
		for i, label := range r.Cells[2:] {
			if label == "" || r.Cells[1] == "" {
				continue
			}
			m := mark{doc: r.Cells[1], label: label, at: here}
			if judged {
				m.judge = t.Header[2+i]
			}
			q.judge(m)
		}
	}
	d.blanks()
	return nil
}

// Quepid puts a blank before queries that a spreadsheet would compute.
const formulaStarts = "=+-@"

func unguarded(text string) string {
	if len(text) > 1 && text[0] == ' ' && strings.IndexByte(formulaStarts, text[1]) >= 0 {
		return text[1:]
	}
	return text
}

func guarded(text string) string {
	if text != "" && strings.IndexByte(formulaStarts, text[0]) >= 0 {
		return " " + text
	}
	return text
}

// quepidLTR reads "3.0 qid:12 # docid text". An id ends at its first blank.
func (d *draft) quepidLTR(ctx context.Context, f *file) error {
	return d.eachLine(ctx, f, func(at place, l string) {
		m := ltrLine().FindStringSubmatch(l)
		if m == nil {
			if strings.TrimSpace(l) != "" {
				d.fault(at, "want grade qid:id # document text")
			}
			return
		}
		d.named(m[2], m[4], at).judge(mark{doc: m[3], label: m[1], at: at})
	})
}

// writeQuepid writes the CSV of a case.
func writeQuepid(set *testsets.TestSet, _ ExportOptions) ([]File, error) {
	var t delimited.Table
	t.Rows = append(t.Rows, []string{"query", "docid", "rating"})
	for _, q := range set.Queries {
		text := guarded(q.Text)
		if len(q.Relevant) == 0 {
			t.Rows = append(t.Rows, []string{text, "", ""})
		}
		for _, j := range q.Relevant {
			t.Rows = append(t.Rows, []string{text, j.Doc, strconv.Itoa(j.Grade)})
		}
	}
	return oneTable(t)
}
