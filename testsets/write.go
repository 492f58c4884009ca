package testsets

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// MarshalFor returns the set in the syntax that the ending of the name asks for:
// JSON lines for .jsonl and .ndjson, JSON for .json, YAML for any other. What it
// returns is not compressed, whatever the ending says.
func (t *TestSet) MarshalFor(name string) ([]byte, error) {
	switch syntaxOf(name, []byte("-")) {
	case jsonLines:
		return t.MarshalLines()
	case jsonSyntax:
		return t.marshalJSON()
	}
	return t.Marshal()
}

// MarshalLines returns the set as JSON lines: a header, then one query a line.
// A set of 100 000 queries loads about three times faster from it than from YAML,
// and diffs line by line. [Parse] reads it back to the same set; the set must
// be valid.
func (t *TestSet) MarshalLines() ([]byte, error) {
	if err := t.Validate(); err != nil {
		return nil, fmt.Errorf("write test set: %w", err)
	}
	w := newJSONWriter()
	if t.hasHeader() {
		w.write(t.head())
	}
	for i := range t.Queries {
		w.query(t.Format, &t.Queries[i])
	}
	return w.Bytes(), nil
}

// marshalJSON returns the set as one JSON document with a query on each line.
func (t *TestSet) marshalJSON() ([]byte, error) {
	lines, err := t.MarshalLines()
	if err != nil {
		return nil, err
	}
	head, end := []byte("["), "]\n"
	if t.hasHeader() {
		head, lines, _ = bytes.Cut(lines, []byte("}\n"))
		head, end = append(bytes.Clone(head), `,"queries":[`...), "]}\n"
	}
	queries := bytes.ReplaceAll(bytes.TrimSuffix(lines, []byte("\n")), []byte("\n"), []byte(",\n"))
	return slices.Concat(head, []byte("\n"), queries, []byte("\n"), []byte(end)), nil
}

// head returns the set without queries and without what is a default.
func (t *TestSet) head() *TestSet {
	head := *t
	if head.Scale = nil; t.hasOwnScale() {
		head.Scale = t.scale()
	}
	if head.Strata = append([]string{}, t.Strata...); t.Format != Native || slices.Equal(t.Strata, DefaultStrata()) {
		head.Strata = nil
	}
	return &head
}

// A jsonWriter writes values by encoding/json, one a line. Strings are escaped as little as JSON allows: quotes,
// backslashes and control characters.
type jsonWriter struct {
	bytes.Buffer
	enc *json.Encoder
}

func newJSONWriter() *jsonWriter {
	w := &jsonWriter{}
	w.enc = json.NewEncoder(&w.Buffer)
	w.enc.SetEscapeHTML(false)
	return w
}

func (w *jsonWriter) write(value any) {
	from := w.Len()
	_ = w.enc.Encode(value) // texts, numbers and lists of them
	if line := w.Bytes()[from:]; bytes.Contains(line, []byte(`\u202`)) {
		line = []byte(separators.Replace(string(line)))
		w.Truncate(from)
		w.Write(line)
	}
}

// separators undoes two escapes of encoding/json. A backslash that is escaped comes first, as it escapes nothing.
var separators = strings.NewReplacer(`\\`, `\\`, `\u2028`, "\u2028", `\u2029`, "\u2029")

// query writes q with the keys of the format.
func (w *jsonWriter) query(format Format, q *Query) {
	if format != Golden {
		w.write(q)
		return
	}
	g := goldenEntry{ID: q.ID, Text: q.Text, Query: *q}
	g.Query.ID, g.Query.Text, g.Type, g.Relevant, g.RelevantChunks = "", "", "", nil, nil
	w.write(g)
}

// MarshalJSON writes the grades in ascending order.
func (s Scale) MarshalJSON() ([]byte, error) {
	w := newJSONWriter()
	for i, l := range s {
		w.WriteString(map[bool]string{true: `{"`, false: `,"`}[i == 0] + strconv.Itoa(l.Grade) + `":`)
		w.write(l.Word)
	}
	w.WriteByte('}')
	return w.Bytes(), nil
}
