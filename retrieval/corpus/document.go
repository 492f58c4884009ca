package corpus

import "strings"

// Field names that every format fills. SMART files have more, see [Read].
const (
	FieldTitle = "title"
	FieldText  = "text"
)

// A Document is one unit of retrieval.
type Document struct {
	ID     string // opaque bytes, never empty
	Fields []Field
}

// A Field is a named part of a document.
type Field struct{ Name, Text string }

// Field returns the text of the named field, "" when the document has none.
func (d Document) Field(name string) string {
	for _, f := range d.Fields {
		if f.Name == name {
			return f.Text
		}
	}
	return ""
}

// Text returns title and text of the document, as hits and rerankers show it.
func (d Document) Text() string {
	return strings.TrimSpace(d.Field(FieldTitle) + "\n" + d.Field(FieldText))
}
