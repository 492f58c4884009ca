package testsets

import (
	"bytes"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/lineends"
)

// lines reads JSON lines: a header object, which has no queries, and then one
// query a line; or queries from the first line on. Lines are read one at a
// time, so a large set needs memory only for its queries. Blank lines are
// passed over.
func (r *reader) lines(data []byte, t *TestSet) {
	if lineends.Lone(data) {
		r.fault(&yaml.Node{Line: 1}, CodeSyntax, lineends.Remedy, "a carriage return within the line")
		return
	}
	first, headed := true, false
	for line := 1; len(data) > 0; line++ {
		var text []byte
		text, data, _ = bytes.Cut(data, []byte("\n"))
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		n := r.jsonTree(text, line)
		switch {
		case n == nil:
		case first && isHeader(n):
			headed = true
			r.header(n, t, lineHeaderKeys())
		default:
			if first {
				r.bareFormat(n, t)
			}
			r.entry(n, t)
		}
		first = false
	}
	r.noQueries(&yaml.Node{Line: 1}, t)
	if !headed {
		t.Strata = bareStrata(t)
	}
}

// isHeader reports whether an object is a set's header and no query.
func isHeader(n *yaml.Node) bool {
	return n.Kind == yaml.MappingNode && valueOf(n, "query_id") == nil && valueOf(n, "id") == nil
}

// lineHeaderKeys are the keys of a header whose queries follow on lines of
// their own: all but the last, which is queries.
func lineHeaderKeys() *mapping[TestSet] {
	m := headerKeys
	m.keys = m.keys[: len(m.keys)-1 : len(m.keys)-1]
	return &m
}
