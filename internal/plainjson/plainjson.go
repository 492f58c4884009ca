// Package plainjson writes JSON in which <, > and & stand as they are, since no one reads
// it as HTML, and objects whose keys have an order of their own.
package plainjson

import (
	"bytes"
	"encoding/json"
	"io"
)

// NewEncoder returns what writes values to w, a line each.
func NewEncoder(w io.Writer) *json.Encoder {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e
}

// Line returns v on one line, without the line's end.
func Line(v any) ([]byte, error) {
	var b bytes.Buffer
	err := NewEncoder(&b).Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// Text returns a string as JSON has it.
func Text(s string) string {
	text, _ := Line(s) // a string always can be written
	return string(text)
}

// Document returns v with two blanks of indent, and with the line's end.
func Document(v any) ([]byte, error) {
	var b bytes.Buffer
	e := NewEncoder(&b)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return b.Bytes(), err
}

// An Object is names and values in their order.
type Object [][2]any

// Add adds a member at the end.
func (o *Object) Add(name string, value any) { *o = append(*o, [2]any{name, value}) }

// MarshalJSON keeps the order.
func (o Object) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, member := range o {
		if i > 0 {
			b = append(b, ',')
		}
		for at, end := range []string{":", ""} {
			text, err := Line(member[at])
			if err != nil {
				return nil, err
			}
			b = append(append(b, text...), end...)
		}
	}
	return append(b, '}'), nil
}
