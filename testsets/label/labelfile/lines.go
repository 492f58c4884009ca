package labelfile

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/textfaults"
	"github.com/rankduel/rankduel/testsets/label"
)

// readLines reads a journal, or lines with query_id, doc_id and grade.
func readLines(path string, data []byte) ([]Labels, error) {
	first, _, _ := bytes.Cut(bytes.TrimSpace(data), []byte("\n"))
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(bytes.TrimPrefix(first, []byte("\ufeff")), &keys); err == nil && keys["state"] != nil {
		return readJournal(path)
	}
	c := newCollector(path, label.PersonOf(path))
	for i, line := range bytes.Split(data, []byte("\n")) {
		line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\ufeff")))
		if len(line) == 0 {
			continue
		}
		var l struct {
			Query   json.RawMessage `json:"query_id"`
			Doc     json.RawMessage `json:"doc_id"`
			Grade   json.RawMessage `json:"grade"`
			Text    string          `json:"query_text"`
			Comment string          `json:"comment"`
		}
		if at, err := textfaults.CheckJSON(line, i+1); err != nil {
			c.fault(at, "%w", err)
			continue
		}
		if err := json.Unmarshal(line, &l); err != nil {
			c.fault(i+1, "is no line of labels: %w", err)
			continue
		}
		if l.Grade == nil {
			c.fault(i+1, "has no grade; null stands for a document that could not be judged")
			continue
		}
		g, err := grade(word(l.Grade))
		if err != nil {
			c.fault(i+1, "%w", err)
			continue
		}
		pair := label.Pair{Query: word(l.Query), Doc: word(l.Doc)}
		c.mark(0, pair, Mark{Grade: g, Comment: l.Comment, Line: i + 1})
		c.people[0].Texts[pair.Query] = l.Text
	}
	return c.done()
}

// word returns an id or a grade that may be a number or a text.
func word(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return strings.TrimSpace(string(raw))
}

func readJournal(path string) ([]Labels, error) {
	j, err := label.ReadJournal(path)
	if err != nil {
		return nil, err
	}
	c := newCollector(path)
	c.people = []Labels{Of(j)}
	return c.done()
}

// Of returns the labels of a journal.
func Of(j *label.Journal) Labels {
	out := Labels{Person: label.PersonOf(j.Path), File: j.Path, Marks: map[label.Pair]Mark{}, Texts: map[string]string{}, Journal: j}
	for pair, l := range j.Labels() {
		out.Marks[pair] = Mark{Grade: l.Grade, Comment: l.Comment, Line: l.Number}
	}
	return out
}

// readQrels reads lines of TREC: query, a column no one reads, document, grade.
func readQrels(path string, data []byte) ([]Labels, error) {
	c := newCollector(path, label.PersonOf(path))
	for i, line := range strings.Split(strings.TrimPrefix(string(data), "\ufeff"), "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if len(fields) != 4 {
			c.fault(i+1, "has %d fields, and qrels have query, 0, document and grade", len(fields))
			continue
		}
		g, err := strconv.Atoi(fields[3])
		if err != nil {
			c.fault(i+1, "grade %q is not an integer", fields[3])
			continue
		}
		c.mark(0, label.Pair{Query: fields[0], Doc: fields[2]}, Mark{Grade: &g, Line: i + 1})
	}
	return c.done()
}
