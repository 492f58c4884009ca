package plan

import (
	"encoding"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"
)

// checkWhole refuses what the library makes something else of in silence: it cuts 60.7 down to 60, wraps
// what is below the range of a type, and takes a key without a value for one that is not there.
func (c *checker) checkWhole() {
	w := wholeChecker{c, make(map[typedNode]bool)}
	w.check(c.doc.root, c.file.file, "")
}

// A wholeChecker walks a tree next to the type that it is decoded into.
type wholeChecker struct {
	*checker
	seen map[typedNode]bool // an alias shows a node again
}

type typedNode struct {
	node *yaml.Node
	kind reflect.Type
}

func (w wholeChecker) check(node *yaml.Node, into reflect.Type, key string) {
	if node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	for into.Kind() == reflect.Pointer {
		into = into.Elem()
	}
	at := typedNode{node, into}
	if w.seen[at] || readsItself(into) {
		return
	}
	w.seen[at] = true
	switch node.Kind {
	case yaml.ScalarNode:
		if !wholeFor(node, into) {
			w.fault(node.Line, "%s: `%s` is not a whole number%s", key, node.Value, fromZero(into))
		}
	case yaml.SequenceNode:
		if into.Kind() == reflect.Slice || into.Kind() == reflect.Array {
			w.checkList(node, into.Elem(), key)
		}
	case yaml.MappingNode:
		w.checkMapping(node, into)
	}
}

// checkList refuses what the library takes for a default, or leaves out: a list
// without entries, and entries without a value.
func (w wholeChecker) checkList(node *yaml.Node, into reflect.Type, key string) {
	if into.Kind() == reflect.Interface {
		return // part of a request, as its engine wants it
	}
	if len(node.Content) == 0 {
		w.fault(node.Line, "%s: the list is empty; leave the key out or give it a value", key)
	}
	for i, item := range node.Content {
		if item.ShortTag() == "!!null" {
			w.fault(item.Line, "%s: entry %d is empty; give it a value or take it out", key, i+1)
			continue
		}
		w.check(item, into, key)
	}
}

func (w wholeChecker) checkMapping(node *yaml.Node, into reflect.Type) {
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i].Value, node.Content[i+1]
		switch {
		case node.Content[i].ShortTag() == "!!merge":
			w.checkMerged(value, into)
		case into.Kind() == reflect.Map:
			w.checkValue(value, into.Elem(), key, into.Elem().Kind() == reflect.Struct)
		case into.Kind() == reflect.Struct:
			if field, ok := fieldOf(into, key); ok {
				w.checkValue(value, field, key, into == w.file.file && w.mayBeEmpty(key))
			}
		}
	}
}

// checkValue refuses a key without a value, for which the library leaves the default. Where a key may be empty, its
// absence is a fault that is found elsewhere, or it names something that is made of defaults.
func (w wholeChecker) checkValue(node *yaml.Node, into reflect.Type, key string, mayBeEmpty bool) {
	if node.ShortTag() == "!!null" && !mayBeEmpty && into.Kind() != reflect.Interface { // that is part of a request
		w.fault(node.Line, "%s is empty; give it a value or leave the key out", key)
		return
	}
	w.check(node, into, key)
}

// mayBeEmpty tells the keys of the file that are missed when they are empty, and those that something else was given
// in place of.
func (w wholeChecker) mayBeEmpty(key string) bool {
	return slices.Contains([]string{"test_set", componentsKey, "configs", "sweep"}, key) || w.given.Has(key)
}

// checkMerged looks at what a merge key brings in: a mapping, or a list of them.
func (w wholeChecker) checkMerged(value *yaml.Node, into reflect.Type) {
	if value.Kind != yaml.SequenceNode {
		w.check(value, into, "")
		return
	}
	for _, item := range value.Content {
		w.check(item, into, "")
	}
}

// fieldOf returns the type of the field that a key is decoded into, by the rules of
// the library: the name in the tag, or else the field's in lower case.
func fieldOf(into reflect.Type, key string) (reflect.Type, bool) {
	for f := range into.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case strings.Contains(options, "inline"):
			if f.Type.Kind() != reflect.Struct {
				continue
			}
			if field, ok := fieldOf(f.Type, key); ok {
				return field, true
			}
		case !f.IsExported() || name == "-":
		case name == key, name == "" && strings.ToLower(f.Name) == key:
			return f.Type, true
		}
	}
	return nil, false
}

// readsItself tells types that say themselves what they take, durations among
// them: of a number without a unit the library says that it is none.
func readsItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return t == reflect.TypeFor[time.Duration]() || p.Implements(reflect.TypeFor[yaml.Unmarshaler]()) ||
		p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// wholeFor tells whether a number can be decoded into a type as it is. What is
// too large for the type, the library refuses by itself.
func wholeFor(node *yaml.Node, into reflect.Type) bool {
	if !isInteger(into) || node.ShortTag() != "!!float" {
		return true
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(node.Value, "_", ""), 64)
	return err == nil && v == math.Trunc(v) && v >= -1<<63 && (v >= 0 || !isUnsigned(into))
}

func isInteger(t reflect.Type) bool {
	return t.Kind() >= reflect.Int && t.Kind() <= reflect.Int64 || isUnsigned(t)
}

func isUnsigned(t reflect.Type) bool { return t.Kind() >= reflect.Uint && t.Kind() <= reflect.Uintptr }

func fromZero(t reflect.Type) string {
	if isUnsigned(t) {
		return " from 0 up"
	}
	return ""
}
