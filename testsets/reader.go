package testsets

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// aliasBudget bounds how many nodes a file with aliases may be read as, so that
// a few lines of nested aliases cannot become a million judgments.
const aliasBudget = 2_000_000

// A reader walks the tree of a file, noting faults as it goes.
type reader struct {
	file   string
	format Format
	key    string // key that is being read, for messages
	query  string // id of the query that is being read, for messages
	broken part   // what is wrong with that query
	faults Errors
	skips  []Fault

	visited int  // nodes opened
	aliased bool // the file has aliases
	stopped bool // the budget is spent; said once

	at   places
	late *pieces // queries that are parsed when they are reached; nil for none
}

func (r *reader) fault(n *yaml.Node, code Code, remedy, format string, args ...any) {
	r.broken |= partOf(r.key)
	r.faults = append(r.faults, Fault{
		Code: code, File: r.file, Line: n.Line, Query: r.query,
		Text: fmt.Sprintf(format, args...), Remedy: remedy,
	})
}

func (r *reader) skip(n *yaml.Node, remedy, name string) {
	r.skips = append(r.skips, Fault{
		Code: CodeUnknownKey, File: r.file, Line: n.Line, Query: r.query,
		Text: fmt.Sprintf("key %q is not read", name), Remedy: remedy,
	})
}

// open follows an alias and counts the node.
func (r *reader) open(n *yaml.Node) *yaml.Node {
	r.visited++
	if n.Kind != yaml.AliasNode {
		return n
	}
	r.aliased = true
	return n.Alias
}

// spent reports whether the alias budget is used up; lists end there.
func (r *reader) spent(n *yaml.Node) bool {
	if !r.aliased || r.visited <= aliasBudget {
		return false
	}
	if !r.stopped {
		r.stopped = true
		r.fault(n, CodeSize, "write the entries out", "aliases make this file larger than %d nodes", aliasBudget)
	}
	return true
}

// children are the elements of a list.
func (r *reader) children(n *yaml.Node) iter.Seq[*yaml.Node] {
	if r.late != nil && n == r.late.list {
		return r.late.items()
	}
	return slices.Values(n.Content)
}

// list calls f for every element of the list n and reports whether n is one.
func (r *reader) list(n *yaml.Node, f func(*yaml.Node)) bool {
	n = r.open(n)
	if n.Kind != yaml.SequenceNode {
		r.fault(n, CodeKind, "write a list: ["+"...]", "%s is %s, not a list", r.key, kindOf(n))
		return false
	}
	for c := range r.children(n) {
		if r.spent(c) {
			return true
		}
		f(c)
	}
	return true
}

// text reads a scalar as the characters that were written: 007 stays 007, and
// yes stays yes. Null is not text; in quotes it is.
func (r *reader) text(n *yaml.Node) (string, bool) {
	n = r.open(n)
	switch {
	case n.Kind != yaml.ScalarNode:
		r.fault(n, CodeKind, "write one value", "%s is %s, not text", r.key, kindOf(n))
	case n.Tag == "!!null" && n.Value == "":
		r.fault(n, CodeKind, "give it one or remove it", "%s has no value", r.key)
	case n.Tag == "!!null":
		r.fault(n, CodeKind, fmt.Sprintf("put it in quotes if the text %q is meant", n.Value), "%s is null", r.key)
	case !readsAsText(n.Tag):
		r.fault(n, CodeKind, "remove the tag", "%s has the tag %s", r.key, n.Tag)
	default:
		return n.Value, true
	}
	return "", false
}

// filled reads text that must not be blank.
func (r *reader) filled(n *yaml.Node) (string, bool) {
	s, ok := r.text(n)
	if ok && strings.TrimSpace(s) == "" {
		r.fault(r.open(n), CodeValue, "write it", "%s is empty", r.key)
		return "", false
	}
	return s, ok
}

// integer reads a whole number in decimal notation. 3.0, 0x3 and "3" are none.
func (r *reader) integer(n *yaml.Node) (int, bool) {
	n = r.open(n)
	if n.Kind == yaml.ScalarNode && n.Tag == "!!int" {
		if v, err := strconv.Atoi(n.Value); err == nil && strconv.Itoa(v) == strings.TrimPrefix(n.Value, "+") {
			return v, true
		}
	}
	remedy := "write a whole number without quotes"
	if n.Kind == yaml.ScalarNode && !isNull(n) {
		r.fault(n, CodeGrade, remedy, "%s %q is not an integer", r.key, n.Value)
	} else {
		r.fault(n, CodeGrade, remedy, "%s is %s, not an integer", r.key, kindOf(n))
	}
	return 0, false
}

// flag reads true or false.
func (r *reader) flag(n *yaml.Node) *bool {
	n = r.open(n)
	if n.Kind == yaml.ScalarNode && n.Tag == "!!bool" {
		yes := strings.EqualFold(n.Value, "true")
		return &yes
	}
	r.fault(n, CodeKind, "write true or false", "%s is not true or false", r.key)
	return nil
}

// texts reads a list of texts without repetition. A golden list may repeat
// itself, as its format means sets; elsewhere that is a slip.
func (r *reader) texts(n *yaml.Node) []string {
	out := []string{}
	seen := map[string]int{}
	r.list(n, func(c *yaml.Node) {
		if item := r.open(c); isNull(item) {
			remedy := "remove it"
			if item.Value != "" {
				remedy += fmt.Sprintf(", or put it in quotes if the text %q is meant", item.Value)
			}
			r.fault(c, CodeKind, remedy, "an entry of %s is null", r.key)
			return
		}
		s, ok := r.filled(c)
		if !ok {
			return
		}
		if line, again := seen[s]; again {
			if r.format != Golden {
				r.fault(c, CodeValue, "keep one", "%s has %q twice, first on line %d", r.key, s, line)
			}
			return
		}
		seen[s] = c.Line
		out = append(out, s)
	})
	return out
}
