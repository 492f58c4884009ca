package testsets

import (
	"iter"
	"slices"

	"gopkg.in/yaml.v3"
)

// A reader walks the tree of a file, noting faults as it goes.
type reader struct {
	file   string
	format Format
	key    string // key that is being read, for messages
	query  string // id of the query that is being read, for messages
	broken part   // what is wrong with that query
	faults faultList
	skips  faultList // keys that are not read

	sent  *Sent // what is taken of a set that was sent; nil for a file
	most  int   // how many queries are kept; 0 for any number
	extra int   // queries beyond

	at   places
	late *lateList // queries that are parsed when they are reached; nil for none
}

// A lateList is a list in the tree whose elements are parsed when they are reached: the tree of a large set takes thirty
// times the memory of its text.
type lateList struct {
	list  *yaml.Node // without content
	items iter.Seq[*yaml.Node]
	room  int // for about as many queries
}

func (r *reader) fault(n *yaml.Node, code Code, remedy, format string, args ...any) {
	r.broken |= partOf(r.key)
	r.faults.add(Fault{Code: code, File: r.file, Line: n.Line, Query: r.query, Remedy: remedy}, format, args...)
}

func (r *reader) skip(n *yaml.Node, remedy string) {
	r.skips.add(Fault{Code: CodeUnknownKey, File: r.file, Line: n.Line, Query: r.query, Remedy: remedy}, "key %q is not read", n.Value)
}

func (r *reader) children(n *yaml.Node) iter.Seq[*yaml.Node] {
	if r.late != nil && n == r.late.list {
		return r.late.items
	}
	return slices.Values(n.Content)
}

func (r *reader) decode(n *yaml.Node, into any) {
	if err := n.Decode(into); err != nil {
		r.fault(n, CodeKind, "write it as the documentation does", "%v", err) // the checks should have found it
	}
}
