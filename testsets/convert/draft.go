package convert

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval/corpus"
	"github.com/rankduel/rankduel/testsets"
)

// A draft is a set while it is gathered: what sources say, with the places where they say it, before labels are grades.
type draft struct {
	opts    *Options
	queries []*query
	ids     map[string]*query
	texts   map[string]*query

	name    string // from the source, unless Options has one
	profile string // that the set is scored under
	strata  []string
	words   map[int]string    // of the scale
	format  testsets.Format   // of the set
	ready   *testsets.TestSet // what needs no gathering: a test set already

	leftOver string // the fields of records that might have held judgments, as an error lists them

	notes  []Note
	tally  map[string]int // notes by code
	faults []error

	documents map[string]bool // ids of the collection; nil when there is none
}

// A query is one while it is gathered.
type query struct {
	testsets.Query
	at    place
	marks []mark
	fate  string // why it is left out

	emptied bool // the source lists its documents, and there are none
}

// A mark is one label that someone gave.
type mark struct {
	doc   string
	chunk bool
	label string
	judge string
	at    place

	grade int // after labels are read
}

// A place is where something was read: a line, or a path in a JSON document.
type place struct {
	file string
	line int
	path string
}

func (p place) String() string {
	name := filepath.ToSlash(p.file)
	switch {
	case p.line > 0:
		return fmt.Sprintf("%s:%d", name, p.line)
	case p.path != "":
		return name + ": " + p.path
	}
	return name
}

func newDraft(o *Options) *draft {
	return &draft{opts: o, ids: map[string]*query{}, texts: map[string]*query{}, tally: map[string]int{}, words: map[int]string{}}
}

// byID returns the query with the id, a new one if need be.
func (d *draft) byID(id string, at place) *query {
	if q := d.ids[id]; q != nil {
		return q
	}
	q := &query{Query: testsets.Query{ID: id}, at: at}
	d.ids[id] = q
	d.queries = append(d.queries, q)
	return q
}

// byText returns the query that asks this, for formats without ids.
func (d *draft) byText(text string, at place) *query {
	if q := d.texts[text]; q != nil {
		return q
	}
	q := &query{Query: testsets.Query{Text: text}, at: at}
	d.texts[text] = q
	d.queries = append(d.queries, q)
	return q
}

// named returns the query of an id and its text; either may be empty.
func (d *draft) named(id, text string, at place) *query {
	if id == "" {
		return d.byText(text, at)
	}
	q := d.byID(id, at)
	switch {
	case text == "" || text == q.Text:
	case q.Text == "":
		q.Text = text
	default:
		d.fault(at, "query %q asks %q here and %q at %v; give one of them another id", id, text, q.Text, q.at)
	}
	return q
}

// once keeps a label that is the same wherever the query is.
func (d *draft) once(what string, to *string, value string, at place, q *query) {
	switch {
	case value == "" || value == *to:
	case *to == "":
		*to = value
	default:
		d.fault(at, "query %q has the %s %q here and %q before; give it one", cut(q.ID+q.Text), what, value, *to)
	}
}

func (q *query) judge(m mark) { q.marks = append(q.marks, m) }

func (d *draft) fault(at place, format string, args ...any) {
	d.faults = append(d.faults, fmt.Errorf("%v: %w", at, fmt.Errorf(format, args...)))
}

// count adds to the note of a code: n things, and why.
func (d *draft) count(kind Kind, code string, n int, thing, why string) {
	if n == 0 {
		return
	}
	i, ok := d.tally[code]
	if !ok {
		i = len(d.notes)
		d.tally[code] = i
		d.notes = append(d.notes, Note{Kind: kind, Code: code})
	}
	d.notes[i].Count += n
	d.notes[i].Text = prose.Plural(d.notes[i].Count, thing) + " " + why
}

func (d *draft) err() error { return prose.JoinFirst(d.faults) }

func cut(s string) string {
	const most = 60
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}

// collection reads the ids of the documents.
func (d *draft) collection(ctx context.Context, path string) error {
	if path == "" {
		return nil
	}
	c, err := corpus.Read(ctx, path)
	if err != nil {
		return err
	}
	d.collect(c, path)
	return nil
}

// collect notes the ids of a collection and what was skipped in it.
func (d *draft) collect(c *corpus.Corpus, path string) {
	if d.documents == nil {
		d.documents = make(map[string]bool, len(c.Documents))
	}
	for _, doc := range c.Documents {
		d.documents[doc.ID] = true
	}
	d.count(Dropped, "empty_records", c.Empty, "record", "without content at the end of "+path)
}
