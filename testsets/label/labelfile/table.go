package labelfile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/delimited"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/testsets/label"
)

// Columns of tables, by what other programs call them.
var (
	queryColumns = []string{"query_id", "query-id", "qid", "query"}
	docColumns   = []string{"doc_id", "docid", "corpus-id", "document_id", "document"}
	gradeColumns = []string{"grade", "rating", "label", "score", "relevance"}
	judgeColumns = []string{"judge", "worker", "worker_id", "workerid", "annotator", "assessor", "rater", "labeller"}
	// what a sheet of ours and others have besides
	otherColumns = []string{"row", "query_text", "need", "title", "text", "comment", "at", "state", "query_type"}
)

// readTable reads CSV of one person, with a column grade, or a book of Quepid's
// with a column for each person behind query and docid.
func readTable(path string, data []byte) ([]Labels, error) {
	t, err := delimited.Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(t.Rows) == 0 {
		return nil, fmt.Errorf("%s %w", path, label.ErrEmpty)
	}
	head, err := readHead(path, t.Rows[0])
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", path, t.Lines[0], err)
	}
	if head.judge >= 0 {
		head.people = peopleIn(t.Rows[1:], head.judge)
	}
	c := newCollector(path, head.people...)
	for i, row := range t.Rows[1:] {
		c.row(head, row, t.Lines[i+1])
	}
	return c.done()
}

func (c *collector) row(h head, row []string, line int) {
	cell := func(at int) string {
		if at < 0 || at >= len(row) {
			return ""
		}
		if h.row >= 0 { // a sheet of ours, for spreadsheets
			return delimited.Unguard(row[at])
		}
		return row[at]
	}
	pair := label.Pair{Query: cell(h.query), Doc: cell(h.doc)}
	if pair.Doc == "" && strings.TrimSpace(strings.Join(row, "")) == strings.TrimSpace(pair.Query) {
		return // a query without any label, as Quepid writes it
	}
	if _, twice := c.people[0].Marks[pair]; twice && h.row >= 0 {
		return // a sheet of ours, which asks some pairs twice: the second answer is not a label
	}
	for at, column := range h.grades {
		if h.judge >= 0 {
			at = slices.Index(h.people, strings.TrimSpace(cell(h.judge)))
		}
		g, err := grade(cell(column))
		if err != nil {
			c.fault(line, "query %q, document %q: %w", pair.Query, pair.Doc, err)
			continue
		}
		if g == nil && len(h.grades) > 1 && cell(column) == "" {
			continue // of several people, this one was not asked
		}
		c.mark(at, pair, Mark{Grade: g, Comment: cell(h.comment), Line: line})
		c.people[at].Texts[pair.Query] = cell(h.text)
	}
}

// peopleIn lists who labelled, in the order of their first rows.
func peopleIn(rows [][]string, judge int) []string {
	var people []string
	for _, row := range rows {
		name := ""
		if judge < len(row) {
			name = strings.TrimSpace(row[judge])
		}
		people = ordered.With(people, name)
	}
	return people
}

// A head says where the columns of a table are; −1 for none.
type head struct {
	row, query, doc, text, comment int
	judge                          int // who labelled, of tables with a row for each vote
	grades                         []int
	people                         []string
}

func readHead(path string, names []string) (head, error) {
	plain := ordered.Each(names, func(name string) string { return strings.ToLower(strings.TrimSpace(name)) })
	find := func(among []string) int {
		for _, name := range among {
			if i := slices.Index(plain, name); i >= 0 {
				return i
			}
		}
		return -1
	}
	h := head{row: find([]string{"row"}), query: find(queryColumns), doc: find(docColumns), text: find([]string{"query_text"}), comment: find([]string{"comment"}), judge: -1}
	if h.query < 0 || h.doc < 0 {
		return h, fmt.Errorf("want a first row with query_id, doc_id and grade, or query, docid and a column for each person; it has %q", names)
	}
	if i := find(gradeColumns); i >= 0 {
		h.grades, h.people = []int{i}, []string{label.PersonOf(path)}
		h.judge = find(judgeColumns)
		return h, nil
	}
	for i, name := range plain {
		if i == h.query || i == h.doc || slices.Contains(otherColumns, name) {
			continue
		}
		if name == "" || slices.Contains(plain[:i], name) {
			return h, fmt.Errorf("column %d is named %q, and every person needs a name of their own", i+1, names[i])
		}
		h.grades, h.people = append(h.grades, i), append(h.people, strings.TrimSpace(names[i]))
	}
	if len(h.grades) == 0 {
		return h, fmt.Errorf("has no column grade, and none of a person; it has %q", names)
	}
	return h, nil
}
