package testsets

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// A key is one row of a format's table: what the loader accepts, what the JSON
// Schema says about it, and how it is read. Adding a key is adding a row and
// writing it in emit.go.
type key[T any] struct {
	name     string
	help     string // for the schema; one sentence
	shape    shape
	required bool
	read     func(r *reader, n *yaml.Node, into *T)
}

// A mapping is the table of the keys of one kind of mapping.
type mapping[T any] struct {
	what string // for messages: "a query"
	keys []key[T]
	// tolerant mappings skip unknown keys, and take null for "not given".
	tolerant bool
}

// An entry is a key as it stands in the file.
type entry struct{ key, value *yaml.Node }

// read reads the mapping n into a T. It returns false when n is no mapping;
// all other faults are noted and what can be read is read.
func (m *mapping[T]) read(r *reader, n *yaml.Node, into *T) bool {
	n = r.open(n)
	if n.Kind != yaml.MappingNode {
		r.fault(n, CodeKind, "write its keys: "+strings.Join(m.names(true), ", "), "%s is %s, not a mapping", m.what, kindOf(n))
		return false
	}
	found := make([]entry, len(m.keys))
	for i := 0; i+1 < len(n.Content); i += 2 {
		m.place(r, found, entry{n.Content[i], n.Content[i+1]})
	}
	for i := range m.keys {
		m.readKey(r, n, i, found[i], into)
	}
	return true
}

// place finds the row of an entry; what has none, or has one already, is noted.
func (m *mapping[T]) place(r *reader, found []entry, e entry) {
	name := e.key.Value
	at := -1
	for i := range m.keys {
		if m.keys[i].name == name && e.key.Kind == yaml.ScalarNode {
			at = i
			break
		}
	}
	switch {
	case at < 0 && m.tolerant:
		r.skip(e.key, m.suggest(name), name)
	case at < 0:
		r.fault(e.key, CodeUnknownKey, m.suggest(name), "unknown key %q in %s", name, m.what)
	case found[at].key != nil:
		r.fault(e.key, CodeDuplicateKey, "keep one", "key %q again, first on line %d", name, found[at].key.Line)
	default:
		found[at] = e
	}
}

func (m *mapping[T]) readKey(r *reader, n *yaml.Node, i int, e entry, into *T) {
	k := &m.keys[i]
	outer := r.key
	r.key = k.name
	defer func() { r.key = outer }()
	if e.key == nil {
		if k.required {
			r.fault(n, CodeMissingKey, "add it", "%s has no %s", m.what, k.name)
		}
		return
	}
	if value := r.open(e.value); m.tolerant && !k.required && isNull(value) {
		return
	}
	k.read(r, e.value, into)
}

// names lists the keys, or only the required ones.
func (m *mapping[T]) names(required bool) []string {
	var out []string
	for i := range m.keys {
		if !required || m.keys[i].required {
			out = append(out, m.keys[i].name)
		}
	}
	return out
}

func (m *mapping[T]) suggest(name string) string {
	if name == "<<" {
		return "merge keys are not read: write the keys out"
	}
	if near := nearest(name, m.names(false)); near != "" {
		return "did you mean " + near + "?"
	}
	return "known are " + strings.Join(m.names(false), ", ")
}
