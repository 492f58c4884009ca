// Package labelfile reads what people said of documents, wherever it was written down: a journal, lines of
// JSON, a table of one person or with a column for each, or qrels. Grades are read as they are; which of
// them there may be is for the caller to say.
package labelfile

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
)

// A Mark is what someone said of a pair. Without a grade they saw it and could not, or did not yet, grade it.
type Mark struct {
	Grade   *int
	Comment string
	Line    int // in the file, from 1
}

// Labels are those of one person.
type Labels struct {
	Person string
	File   string
	Marks  map[label.Pair]Mark
	Texts  map[string]string // of queries, by id, where the file has them
	// Journal is where they come from, if they come from one: it knows what was
	// asked twice, and in which order answers came.
	Journal *label.Journal
}

// Read reads a file. A table may have a column of grades for each of several
// people, in their order. Every fault is reported with its line.
func Read(path string) ([]Labels, error) {
	data, err := label.Content(path)
	if err != nil {
		return nil, err
	}
	switch form(data) {
	case formNone:
		return nil, fmt.Errorf("%s %w: nobody labelled anything in it yet; testset label goes on with a journal", path, label.ErrEmpty)
	case formLines:
		return readLines(path, data)
	case formQrels:
		return readQrels(path, data)
	}
	return readTable(path, data)
}

const (
	formNone = iota
	formLines
	formQrels
	formTable
)

// form tells what a file is by its first line.
func form(data []byte) int {
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff")))
	first, _, _ := bytes.Cut(data, []byte("\n"))
	fields := strings.Fields(string(first))
	switch {
	case len(data) == 0:
		return formNone
	case data[0] == '{':
		return formLines
	case len(fields) == 4 && !bytes.ContainsAny(first, ",;") && isNumber(fields[3]):
		return formQrels
	}
	return formTable
}

func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

// Check refuses grades that the scale does not have, and names them.
func (l Labels) Check(scale testsets.Scale) error {
	type place struct {
		pair label.Pair
		mark Mark
	}
	var off []place
	for pair, m := range l.Marks {
		if m.Grade != nil && !scale.Has(*m.Grade) {
			off = append(off, place{pair, m})
		}
	}
	ordered.Stable(off, func(a, b place) int { return a.mark.Line - b.mark.Line })
	return prose.JoinFirst(ordered.Each(off, func(o place) error {
		return fmt.Errorf("%s:%d: query %q, document %q: grade %d is not on the scale (%s); correct it, or give the scale with --scale", l.File, o.mark.Line, o.pair.Query, o.pair.Doc, *o.mark.Grade, scale)
	}))
}

// A collector gathers the marks of a file, and its faults.
type collector struct {
	path   string
	people []Labels
	faults []error
}

func newCollector(path string, people ...string) *collector {
	c := &collector{path: path}
	for _, person := range people {
		c.people = append(c.people, Labels{Person: person, File: path, Marks: map[label.Pair]Mark{}, Texts: map[string]string{}})
	}
	return c
}

func (c *collector) fault(line int, format string, args ...any) {
	c.faults = append(c.faults, fmt.Errorf("%s:%d: %w", c.path, line, fmt.Errorf(format, args...)))
}

// mark notes what the person at a place said. No one says two things of a pair.
func (c *collector) mark(at int, pair label.Pair, m Mark) {
	if pair.Query == "" || pair.Doc == "" {
		c.fault(m.Line, "has no query or no document")
		return
	}
	marks := c.people[at].Marks
	if first, twice := marks[pair]; twice {
		c.fault(m.Line, "query %q, document %q: is in line %d already; keep one of them", pair.Query, pair.Doc, first.Line)
		return
	}
	marks[pair] = m
}

func (c *collector) done() ([]Labels, error) {
	if len(c.faults) > 0 {
		return nil, prose.JoinFirst(c.faults)
	}
	for _, l := range c.people {
		if len(l.Marks) == 0 {
			return nil, fmt.Errorf("%s: %s said nothing of any document", c.path, l.Person)
		}
	}
	return c.people, nil
}

// grade reads a whole number as people and spreadsheets write it. Nothing, and x or a word for it, are no grade.
func grade(text string) (*int, error) {
	text = strings.TrimSpace(text)
	switch strings.ToLower(text) {
	case "", "x", "cannot judge", "cannot_judge", "unrateable", "na", "n/a", "none", "null":
		return nil, nil
	}
	whole := text
	if i := strings.IndexAny(text, ".,"); i > 0 && strings.Trim(text[i+1:], "0") == "" {
		whole = text[:i]
	}
	g, err := strconv.Atoi(whole)
	if err != nil {
		return nil, fmt.Errorf("grade %q is not an integer", text)
	}
	return &g, nil
}
