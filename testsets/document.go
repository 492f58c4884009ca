package testsets

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/unpack"
)

// A Document is a test set together with the text it was read from, so that marks can be written into the
// text with everything else left as it is: comments, quotes, the order of keys.
type Document struct {
	Set    *TestSet
	Packed bool // the file is compressed; its text can be read and not replaced

	text   []byte
	at     *places
	syntax syntax
}

// OpenDocument reads a file as [Load] does, and keeps its text.
func OpenDocument(path string) (*Document, error) {
	raw, err := unpack.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("test set: %w", err)
	}
	text, err := readAll(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, fmt.Errorf("test set %s: %w", path, err)
	}
	set, at, err := parse(path, text, nil)
	if err != nil {
		return nil, err
	}
	syntax := syntaxOf(path, bytes.TrimPrefix(text, byteOrderMark))
	return &Document{Set: set, Packed: !bytes.Equal(raw, text), text: text, at: at, syntax: syntax}, nil
}

// ErrNoPlace is returned for a text that no mark can be written into: a query
// stands in it as an alias, or has an empty key of the name already.
var ErrNoPlace = errors.New("the text has no place for the marks")

// Split returns the text with each query marked as belonging to its part and, where the set has a header, with how the
// parts were drawn. The set must not be split yet. Nothing else changes in the text: what it says is read back and
// compared. ErrNoPlace says that there is no such text; [TestSet.MarshalFor] writes the set again then.
func (d *Document) Split(parts []Split, draw *Draw) ([]byte, error) {
	want := d.Set.WithSplit(parts, draw)
	text := bytes.TrimPrefix(d.text, byteOrderMark)
	var list []insertion
	if want.Draw != nil {
		list = append(list, insertion{d.at.headerSpot, d.drawText(want.Draw)})
	}
	for i, part := range parts {
		list = append(list, insertion{d.at.queries[i].spot, d.splitText(part)})
	}
	ordered.Stable(list, func(a, b insertion) int {
		return cmp.Or(cmp.Compare(a.at.line, b.at.line), cmp.Compare(a.at.column, b.at.column))
	})
	out := insert(text, d.syntax, list)
	if out == nil {
		return nil, ErrNoPlace
	}
	if len(text) < len(d.text) {
		out = append(slices.Clone(byteOrderMark), out...)
	}
	got, err := Parse(d.Set.File, out)
	if err != nil || !sameContent(got, want) {
		return nil, errors.Join(ErrNoPlace, err)
	}
	return out, nil
}

func (d *Document) splitText(part Split) string {
	if d.syntax == yamlSyntax {
		return "split: " + string(part)
	}
	return `"split": "` + string(part) + `"`
}

func (d *Document) drawText(draw *Draw) string {
	write := func(w *jsonWriter) { w.write(&TestSet{Draw: draw}) }
	if d.syntax == yamlSyntax {
		var w yamlWriter
		w.write("", write)
		return strings.TrimSpace(w.String())
	}
	w := newJSONWriter()
	write(w)
	text := strings.TrimSpace(w.String())
	return strings.Replace(text[1:len(text)-1], ":", ": ", 1)
}

// Like reports whether a file of that name is written in the syntax of the document, so that its text can be kept.
func (d *Document) Like(name string) bool { return syntaxOf(name, []byte("-")) == d.syntax }

// HasComments reports whether the text seems to have comments, which are lost when the set is written again.
func (d *Document) HasComments() bool {
	if d.syntax != yamlSyntax {
		return false
	}
	for line := range bytes.Lines(d.text) {
		if line = bytes.TrimSpace(line); bytes.HasPrefix(line, []byte("#")) || bytes.Contains(line, []byte(" #")) {
			return true
		}
	}
	return false
}

// WithSplit returns the set with its queries in these parts. A set that says nothing of itself, such as a
// golden list, has no place for how they were drawn.
func (t *TestSet) WithSplit(parts []Split, draw *Draw) *TestSet {
	out := *t
	out.Queries = slices.Clone(t.Queries)
	for i := range out.Queries {
		out.Queries[i].Split = parts[i]
	}
	if out.Draw = nil; t.hasHeader() {
		out.Draw = draw
	}
	return &out
}

func sameContent(a, b *TestSet) bool {
	return a.Name == b.Name && a.Version == b.Version && a.Description == b.Description && a.Created == b.Created && a.Profile == b.Profile &&
		same(a.Parent, b.Parent) && same(a.Provenance, b.Provenance) && same(a.Draw, b.Draw) &&
		slices.Equal(a.Strata, b.Strata) && a.SHA256() == b.SHA256()
}

func same[T comparable](a, b *T) bool {
	return a == nil && b == nil || a != nil && b != nil && *a == *b
}
