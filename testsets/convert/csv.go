package convert

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/delimited"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/convert/sheet"
)

// looksTable reports a first row of names of which some are known.
func looksTable(f *file) bool {
	t := headOf(f)
	if t == nil || len(t.Header) < 2 {
		return false
	}
	if in := f.base(); strings.HasSuffix(in, ".csv") || strings.HasSuffix(in, ".tsv") {
		return true
	}
	n := ordered.Count(t.Header, func(name string) bool { return sheet.RoleOf(name) != "" })
	return n >= 2
}

// isQuestionTable reports columns of a question and of the documents that should be found.
func isQuestionTable(f *file) bool {
	t := headOf(f)
	if t == nil || slices.ContainsFunc(t.Header, func(name string) bool { return sheet.RoleOf(name) == sheet.Grade }) {
		return false
	}
	return slices.ContainsFunc(t.Header, func(name string) bool { return slices.Contains(questionKeys(), name) }) &&
		slices.ContainsFunc(t.Header, func(name string) bool { return namesDocuments(name) })
}

func isTable(f *file) bool {
	t := headOf(f)
	return t != nil && len(t.Header) > 1
}

// headOf returns the table that a file begins with, nil where it is none.
func headOf(f *file) *sheet.Table {
	head := strings.TrimSpace(f.head())
	if head == "" || strings.HasPrefix(head, "{") || strings.HasPrefix(head, "[") || strings.HasPrefix(head, "<") || strings.HasPrefix(head, ".I") {
		return nil
	}
	lines := strings.SplitAfterN(f.head(), "\n", 3)
	for n := min(2, len(lines)); n > 0; n-- { // the second line may end within a cell
		if t, err := sheet.Read(f.path, strings.Join(lines[:n], "")); err == nil {
			return t
		}
	}
	return nil
}

func (d *draft) table(ctx context.Context, f *file) (*sheet.Table, error) {
	text, err := d.text(ctx, f)
	if err != nil {
		return nil, err
	}
	return sheet.Read(f.path, text)
}

// readCSV reads a table of judgments, and of several the one that is: the others have the
// texts of queries, or documents.
func readCSV(ctx context.Context, in *input, d *draft) error {
	var judged []*sheet.Table
	for _, f := range in.files {
		t, err := d.table(ctx, f)
		if err != nil {
			return err
		}
		if len(in.files) == 1 {
			return d.judgmentTable(t)
		}
		at, err := t.Columns("")
		if err != nil {
			return err
		}
		_, isJudged := at[sheet.Grade]
		_, ofQueries := at[sheet.ID]
		_, ofDocuments := at[sheet.Doc]
		switch {
		case isJudged && ofQueries:
			judged = append(judged, t)
		case ofQueries:
			d.queryTable(t, at)
		case ofDocuments:
			d.documentTable(t, at)
		default:
			return fmt.Errorf("%s: neither judgments (query_id, doc_id, grade) nor queries (query_id, query) nor documents (doc_id); the columns are %s", f.path, prose.Quoted(t.Header))
		}
	}
	if len(judged) != 1 {
		return fmt.Errorf("%s: %d tables of judgments, and one is read; import them one by one", in.label(), len(judged))
	}
	return d.judgmentTable(judged[0])
}

// queryTable reads ids and texts of queries.
func (d *draft) queryTable(t *sheet.Table, at map[string]int) {
	if i := slices.Index(t.Header, d.opts.StrataFrom); i >= 0 {
		at[sheet.Type] = i
	}
	for _, r := range t.Rows {
		d.rowQuery(r, at, place{file: t.Path, line: r.Line})
	}
	d.unreadColumns(t, at, "columns_of_queries")
}

// documentTable notes the ids of a collection.
func (d *draft) documentTable(t *sheet.Table, at map[string]int) {
	if d.documents == nil {
		d.documents = map[string]bool{}
	}
	for _, r := range t.Rows {
		d.documents[r.Cell(at, sheet.Doc)] = true
	}
}

// judgmentTable reads a row for each judgment, or the clicks of each.
func (d *draft) judgmentTable(t *sheet.Table) error {
	at, err := t.Columns(d.opts.Columns)
	if err != nil {
		return err
	}
	if err := needs(t, at, d.opts); err != nil {
		return err
	}
	t.Headless(d.opts.Columns, at, func(label string) bool { _, ok := d.opts.Map.grade(label); return ok })
	d.stratum(t, at)
	if d.opts.Clicks != "" {
		return d.clicks(t, at)
	}
	d.rows(t, at)
	d.unreadColumns(t, at, "columns")
	return nil
}

// needs lists what a table of judgments lacks.
func needs(t *sheet.Table, at map[string]int, o *Options) error {
	var lacks []string
	has := func(role string) bool { _, ok := at[role]; return ok }
	if !has(sheet.Query) && !has(sheet.ID) {
		lacks = append(lacks, sheet.Query)
	}
	if !has(sheet.Doc) && !has(sheet.Chunk) {
		lacks = append(lacks, sheet.Doc)
	}
	switch {
	case o.Clicks != "" && !has(sheet.Clicks):
		lacks = append(lacks, sheet.Clicks)
	case o.Clicks == "" && !has(sheet.Grade) && has(sheet.Clicks):
		return fmt.Errorf("%s: there are clicks and no grades; say what clicks are worth, such as --clicks 10=3,3=2,1=1, or of clicks by impressions --clicks ctr:0.2=2,0.05=1", t.Path)
	case o.Clicks == "" && !has(sheet.Grade):
		lacks = append(lacks, sheet.Grade)
	}
	if len(lacks) == 0 {
		return nil
	}
	remedy := "say which with --columns query=…,doc=…,grade=… (names, or numbers from 1)"
	if line := t.LaterHeader(); line > 0 {
		remedy = fmt.Sprintf("line %d looks like the names of columns: take out what stands above it", line)
	}
	if slices.Contains(lacks, sheet.Grade) {
		remedy += ", or where no column has grades, --from rag --text-field QUESTION --doc-field DOCUMENT"
	}
	return fmt.Errorf("%s: no column for %s; the columns are %s; %s", t.Path, strings.Join(lacks, ", "), prose.Quoted(t.Header), remedy)
}

func (d *draft) rows(t *sheet.Table, at map[string]int) {
	empty := 0
	var lists, labels cellLists
	if column, ok := at[sheet.Doc]; ok {
		lists = d.listsIn(t, column)
		labels.between = lists.between
	}
	for _, r := range t.Rows {
		here := place{file: t.Path, line: r.Line}
		q := d.rowQuery(r, at, here)
		if q == nil {
			continue
		}
		label := r.Cell(at, sheet.Grade)
		doc, chunk := r.Cell(at, sheet.Doc), r.Cell(at, sheet.Chunk)
		switch blankLabel := strings.TrimSpace(label) == ""; {
		case doc == "" && chunk == "" && blankLabel: // a query without judgments
		case doc == "" && chunk == "":
			d.fault(here, "label %q without a document", cut(label))
		case blankLabel:
			empty++
		case chunk != "":
			q.judge(mark{doc: chunk, chunk: true, label: label, judge: r.Cell(at, sheet.Judge), at: here})
		default:
			docs, each := lists.entries(doc), labels.entries(label)
			for i, doc := range docs {
				if len(each) == len(docs) {
					label = each[i]
				}
				q.judge(mark{doc: doc, label: label, judge: r.Cell(at, sheet.Judge), at: here})
			}
		}
	}
	d.count(Dropped, "empty_labels", empty, "row", "with a document and an empty label, judged by nobody")
	d.blanks()
	if i, ok := at[sheet.Grade]; ok && sheet.Plain(t.Header[i]) == "note" && !d.opts.Invert && len(d.opts.Map) == 0 {
		d.notes = append(d.notes, Note{Told, "marks", 1, fmt.Sprintf("higher grades of the column %q are taken as better; if 1 is the best, as in school marks, give --invert", t.Header[i])})
	}
}

func (d *draft) rowQuery(r sheet.Row, at map[string]int, here place) *query {
	id, text := r.Cell(at, sheet.ID), r.Cell(at, sheet.Query)
	if id == "" && strings.TrimSpace(text) == "" {
		d.fault(here, "a row without a query; a cell that spans rows keeps its value in the first alone: fill it down")
		return nil
	}
	q := d.named(id, text, here)
	d.once("type", &q.Type, r.Cell(at, sheet.Type), here, q)
	split := string(q.Split)
	d.once("split", &split, r.Cell(at, sheet.Split), here, q)
	q.Split = testsets.Split(split)
	return q
}

// blanks tells of documents and queries that look the same and are not.
func (d *draft) blanks() {
	padded := map[string]bool{}
	d.eachMark(func(_ *query, m *mark) {
		if strings.TrimSpace(m.doc) != m.doc {
			padded[m.doc] = true
		}
	})
	texts, alike := map[string]bool{}, map[string]bool{}
	for _, q := range d.queries {
		if text := flat(q.Text); texts[text] && text != "" && q.ID == "" {
			alike[text] = true
		} else {
			texts[text] = true
		}
	}
	d.count(Told, "blank_texts", len(alike), "query text", "with other blanks elsewhere, kept as queries of their own: "+example(alike))
	d.count(Told, "blank_ids", len(padded), "document id", "with blanks at an end, kept as they are: "+example(padded))
}

// stratum takes the types from another column.
func (d *draft) stratum(t *sheet.Table, at map[string]int) {
	if d.opts.StrataFrom == "" {
		return
	}
	i := slices.Index(t.Header, d.opts.StrataFrom)
	switch {
	case i < 0 && slices.ContainsFunc(d.queries, func(q *query) bool { return q.Type != "" }):
		return // that of another table
	case i < 0:
		d.faults = append(d.faults, fmt.Errorf("--strata-from %q: no such column; there are %s", d.opts.StrataFrom, prose.Quoted(t.Header)))
		return
	}
	at[sheet.Type] = i
}

// unreadColumns tells of the columns that were left out, and refuses that for what looks
// like ids or grades, unless the columns were named.
func (d *draft) unreadColumns(t *sheet.Table, at map[string]int, code string) {
	var names, lost []string
	used := slices.Collect(maps.Values(at))
	for i, name := range t.Header {
		if slices.Contains(used, i) || strings.TrimSpace(name) == "" {
			continue
		}
		names = append(names, name)
		f := fields{}
		for _, r := range t.Rows {
			var value any = r.Cells[i]
			if _, ok := parseNumber(r.Cells[i]); ok {
				value = json.Number(r.Cells[i])
			}
			f.add(name, value, false)
		}
		if one := f[name]; one != nil && one.example != "" && (one.namesDocuments() || one.namesGrades() || hasLabelsOf(t, at, i)) {
			lost = append(lost, one.String())
		}
	}
	if len(lost) > 0 && d.opts.Columns == "" {
		d.fault(place{file: t.Path, line: 1}, "not read are %s, which look like ids or grades; name the columns that count, and the others are left out: --columns query=…,doc=…,grade=…", strings.Join(lost, ", "))
		return
	}
	d.count(Dropped, code, len(names), "column", "not read: "+prose.FirstFew(names))
}

// hasLabelsOf reports a column that has several of the labels of the column of grades, and nothing else.
func hasLabelsOf(t *sheet.Table, at map[string]int, column int) bool {
	grades, ok := at[sheet.Grade]
	if !ok || sheet.RoleOf(t.Header[column]) != "" {
		return false
	}
	labels, seen := map[string]bool{}, map[string]bool{}
	for _, r := range t.Rows {
		labels[r.Cells[grades]] = true
		seen[r.Cells[column]] = true
	}
	delete(seen, "")
	for value := range seen {
		if !labels[value] {
			return false
		}
	}
	return len(seen) > 1
}

// writeCSV writes a row for each judgment, and one for each query without.
func writeCSV(set *testsets.TestSet, o ExportOptions) ([]File, error) {
	var t delimited.Table
	if o.Tabs {
		t.Separator = '\t'
	}
	typed := len(set.Strata) > 0
	split := slices.ContainsFunc(set.Queries, func(q testsets.Query) bool { return q.Split != testsets.Unsplit })
	chunks := slices.ContainsFunc(set.Queries, func(q testsets.Query) bool { return len(q.RelevantChunks) > 0 })
	line := func(id, text, kind, part, doc, chunk, grade string) {
		cells := []string{id, text}
		if typed {
			cells = append(cells, kind)
		}
		if split {
			cells = append(cells, part)
		}
		cells = append(cells, doc)
		if chunks {
			cells = append(cells, chunk)
		}
		t.Rows = append(t.Rows, append(cells, grade))
	}
	line("query_id", "query_text", "query_type", "split", "doc_id", "chunk_id", "grade")
	for _, q := range set.Queries {
		for _, j := range q.Relevant {
			line(q.ID, q.Text, q.Type, string(q.Split), j.Doc, "", strconv.Itoa(j.Grade))
		}
		for _, j := range q.RelevantChunks {
			line(q.ID, q.Text, q.Type, string(q.Split), "", j.Chunk, strconv.Itoa(j.Grade))
		}
		if len(q.Relevant)+len(q.RelevantChunks) == 0 {
			line(q.ID, q.Text, q.Type, string(q.Split), "", "", "")
		}
	}
	return oneTable(t)
}

// oneTable returns the file of a format that is one table.
func oneTable(t delimited.Table) ([]File, error) {
	data, err := t.Bytes()
	return []File{{"", data}}, err
}
