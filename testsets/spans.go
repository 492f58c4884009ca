package testsets

import (
	"strconv"

	"gopkg.in/yaml.v3"
)

// spans reads a list of spans, each a text like d7:3-12 or a mapping.
func (r *reader) spans(n *yaml.Node) []Span {
	var spans []Span
	r.list(n, func(c *yaml.Node) {
		item := r.open(c)
		var s Span
		before := len(r.faults)
		if item.Kind == yaml.MappingNode {
			spanKeys.read(r, item, &s)
		} else if text, ok := r.filled(c); ok {
			parts := spanText.FindStringSubmatch(text)
			if parts == nil {
				r.fault(c, CodeValue, "write the document and its lines, like d7:3-12", "%s has %q, which names no lines", r.key, text)
				return
			}
			s.Doc = parts[1]
			s.First, _ = strconv.Atoi(parts[2]) // nine digits are a number
			s.Last, _ = strconv.Atoi(parts[3])
		}
		if len(r.faults) > before {
			return
		}
		if s.First < 1 || s.Last < s.First {
			r.fault(c, CodeValue, "lines count from 1, the last not before the first", "%s has lines %d to %d", r.key, s.First, s.Last)
			return
		}
		spans = append(spans, s)
	})
	return spans
}

// spanKeys are those of a span that is written as a mapping, as kebab has them.
var spanKeys = mapping[Span]{what: "a span", keys: []key[Span]{
	{
		name: "doc_id", shape: shapeText, help: "Identifier of the document; default: each of the expected documents.",
		read: func(r *reader, n *yaml.Node, s *Span) { s.Doc, _ = r.filled(n) },
	},
	{
		name: "kind", shape: shapeLabel, help: "line, the only kind that is read.",
		read: func(r *reader, n *yaml.Node, _ *Span) {
			if kind, ok := r.text(n); ok && kind != "line" {
				r.fault(n, CodeValue, "leave it out, or write line", "%s is %q, want line", r.key, kind)
			}
		},
	},
	{
		name: "start", shape: shapeGrade, required: true, help: "First line, from 1.",
		read: func(r *reader, n *yaml.Node, s *Span) { s.First, _ = r.integer(n) },
	},
	{
		name: "end", shape: shapeGrade, required: true, help: "Last line.",
		read: func(r *reader, n *yaml.Node, s *Span) { s.Last, _ = r.integer(n) },
	},
}}
