package testsets

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// The strict layer goes through the tree of a file with the types that the YAML library is to decode it into. It notes
// every fault, and what it returns decodes without one: keys that are not known and values of the wrong kind are left
// out, texts are marked as text. Nodes are copied where they change, as an anchor may be read more than once.

// maxKeys is more than any mapping has.
const maxKeys = 32

// mapping checks a mapping; nil when n is something else.
func (r *reader) mapping(n *yaml.Node, m *mapping) *yaml.Node {
	n = follow(n)
	if n.Kind != yaml.MappingNode {
		r.fault(n, CodeKind, "write its keys: "+strings.Join(m.names(true), ", "), "%s is %s, not a mapping", m.what, kindOf(n))
		return nil
	}
	var room [2 * maxKeys]*yaml.Node
	found, same := room[:2*len(m.keys)], true // each key and its value
	for i := 0; i+1 < len(n.Content); i += 2 {
		same = r.place(m, found, n.Content[i], n.Content[i+1]) && same
	}
	for i, k := range m.keys {
		value := r.entry(m, n, k, found[2*i+1])
		same = same && value == found[2*i+1]
		found[2*i+1] = value
	}
	if same {
		return n
	}
	out := *n
	out.Content = nil
	for i := 0; i < len(found); i += 2 {
		if found[i+1] != nil {
			out.Content = append(out.Content, found[i], found[i+1])
		}
	}
	return &out
}

// place notes where a key and its value are; a key that is unknown or repeated is a fault.
func (r *reader) place(m *mapping, found []*yaml.Node, name, value *yaml.Node) bool {
	at := -1
	if name.Kind == yaml.ScalarNode {
		at = m.find(name.Value)
	}
	switch {
	case at < 0 && (m.tolerant || r.sent != nil && slices.Contains(r.sent.Beside, name.Value)):
		r.skip(name, m.suggest(name.Value))
	case at < 0:
		r.fault(name, CodeUnknownKey, m.suggest(name.Value), "unknown key %q in %s", name.Value, m.what)
	case found[2*at] != nil:
		r.fault(name, CodeDuplicateKey, "keep one", "key %q again, first on line %d", name.Value, found[2*at].Line)
	default:
		found[2*at], found[2*at+1] = name, value
		return true
	}
	return false
}

// entry checks the value of one key; nil when there is nothing to decode.
func (r *reader) entry(m *mapping, n *yaml.Node, k key, value *yaml.Node) *yaml.Node {
	outer := r.key
	r.key = k.name
	defer func() { r.key = outer }()
	switch {
	case value == nil && k.required:
		r.fault(n, CodeMissingKey, "add it", "%s has no %s", m.what, k.name)
		return nil
	case value == nil, m.tolerant && !k.required && isNull(follow(value)):
		return nil
	}
	return r.value(value, k)
}

// value checks the value of a key by the type of its field.
func (r *reader) value(n *yaml.Node, k key) *yaml.Node {
	t := k.into
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Int:
		return r.integer(n)
	case reflect.Bool:
		return r.flag(n)
	case reflect.Uint64:
		return r.number(n, "write a whole number from 0 on", "a seed", func(s string) bool {
			_, err := strconv.ParseUint(s, 10, 64)
			return err == nil
		})
	case reflect.Float64:
		remedy, what, allows := "write a share between 0 and 1, such as 0.2", "a share", isRatio
		switch t {
		case reflect.TypeFor[Weight]():
			remedy, what, allows = "write a number from 0 on, or leave it out where it is not known", "a weight", isWeight
		case reflect.TypeFor[Share]():
			allows = isShare
		}
		return r.number(n, remedy, what, func(s string) bool {
			v, err := strconv.ParseFloat(s, 64)
			return err == nil && allows(v)
		})
	case reflect.Struct:
		return r.mapping(n, mappings()[t])
	case reflect.Slice:
		switch item := t.Elem(); {
		case item == reflect.TypeFor[Query]():
			return nil // read one by one
		case t == reflect.TypeFor[Scale]():
			return r.scale(n)
		case t == reflect.TypeFor[[]Span]():
			return r.list(n, r.span)
		case item.Kind() == reflect.Struct:
			m := mappings()[item]
			return r.list(n, func(c *yaml.Node) *yaml.Node { return r.mappingIn(c, m) })
		}
		return r.texts(n)
	}
	if k.blank {
		return r.text(n)
	}
	return r.filled(n)
}

// mappingIn checks a mapping in a list, where it is left out if it has a fault.
func (r *reader) mappingIn(n *yaml.Node, m *mapping) *yaml.Node {
	before := r.faults.count()
	out := r.mapping(n, m)
	if r.faults.count() > before {
		return nil
	}
	if out.Line != n.Line { // n is an alias
		moved := *out
		moved.Line, out = n.Line, &moved
	}
	return out
}

func (r *reader) list(n *yaml.Node, element func(*yaml.Node) *yaml.Node) *yaml.Node {
	if n = follow(n); !r.isList(n) {
		return nil
	}
	content := make([]*yaml.Node, 0, len(n.Content))
	for _, c := range n.Content {
		if c = element(c); c != nil {
			content = append(content, c)
		}
	}
	if slices.Equal(content, n.Content) {
		return n
	}
	out := *n
	out.Content = content
	return &out
}

func (r *reader) isList(n *yaml.Node) bool {
	if n.Kind == yaml.SequenceNode {
		return true
	}
	r.fault(n, CodeKind, "write a list: ["+"...]", "%s is %s, not a list", r.key, kindOf(n))
	return false
}

// texts checks a list of texts without repetition. A golden list may repeat itself, as its format means sets; elsewhere
// that is a slip.
func (r *reader) texts(n *yaml.Node) *yaml.Node {
	seen := map[string]int{}
	return r.list(n, func(c *yaml.Node) *yaml.Node {
		if item := follow(c); isNull(item) {
			r.fault(c, CodeKind, "remove it"+orQuotes(item), "an entry of %s is null", r.key)
			return nil
		}
		item := r.filled(c)
		if item == nil {
			return nil
		}
		if line, again := seen[item.Value]; again {
			if r.format != Golden {
				r.fault(c, CodeValue, "keep one", "%s has %q twice, first on line %d", r.key, item.Value, line)
			}
			return nil
		}
		seen[item.Value] = c.Line
		return item
	})
}

// span checks a span in a list.
func (r *reader) span(n *yaml.Node) *yaml.Node {
	item := follow(n)
	if item.Kind == yaml.MappingNode {
		item = r.mappingIn(item, keysOf[spanKeys]())
	} else {
		item = r.filled(item)
	}
	if item == nil {
		return nil
	}
	if kind := valueOf(item, "kind"); kind != nil && kind.Value != "line" {
		r.fault(kind, CodeValue, "leave it out, or write line", "kind is %q, want line", kind.Value)
		return nil
	}
	var s Span
	if err := item.Decode(&s); err != nil {
		r.fault(n, CodeValue, "write the document and its lines, like d7:3-12", "%s has %q, which names no lines", r.key, item.Value)
		return nil
	}
	if s.First < 1 || s.Last < s.First {
		r.fault(n, CodeValue, "lines count from 1, the last not before the first", "%s has lines %d to %d", r.key, s.First, s.Last)
		return nil
	}
	return item
}
