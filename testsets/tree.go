package testsets

import "gopkg.in/yaml.v3"

// tree reads a whole document: a set, or a bare list of queries.
func (r *reader) tree(n *yaml.Node, t *TestSet) {
	if n == nil {
		return
	}
	n = follow(n)
	switch {
	case n.Kind == yaml.MappingNode && !isHeader(n) && valueOf(n, "queries") == nil:
		// JSON lines of one query, under a name that does not say so.
		r.bareFormat(n, t)
		r.readQuery(n, t)
		t.Strata = bareStrata(t)
	case n.Kind == yaml.MappingNode:
		r.header(n, t, keysOf[TestSet]())
		r.noQueries(n, t)
		if r.isBare(t) {
			t.Strata = bareStrata(t)
		}
	case n.Kind == yaml.SequenceNode:
		r.bare(n, t)
	default:
		r.fault(n, CodeKind, "write version and queries, or start from testset init", "the file is %s, not a test set", kindOf(n))
	}
}

// header reads the keys of a set and sets what they leave to the default.
func (r *reader) header(n *yaml.Node, t *TestSet, m *mapping) {
	if headerSize(n) > maxHeader {
		r.fault(n, CodeSize, "keep what is said of the set short", "the header has more than %d keys and values", maxHeader)
		return
	}
	r.at.headerSpot = spotIn(n, "version")
	r.at.header = map[string]int{"": n.Line}
	for i := 0; i+1 < len(n.Content); i += 2 {
		r.at.header[n.Content[i].Value] = n.Content[i].Line
	}
	if r.sent != nil {
		m = m.optional("version")
	}
	r.decode(r.mapping(n, m), t)
	if t.Format == "native" {
		t.Format = Native
	}
	r.format = t.Format
	if list := valueOf(n, "queries"); list != nil && m.find("queries") >= 0 {
		r.key = "queries"
		r.queries(list, t)
		r.key = ""
	}
	t.Scale = t.scale()
	if t.Strata == nil && t.Format != Golden && !r.isBare(t) {
		t.Strata = DefaultStrata()
	}
	t.Strata = none(t.Strata)
}

// isBare tells a set that was sent and says as little of itself as a bare list.
func (r *reader) isBare(t *TestSet) bool { return r.sent != nil && t.Version == "" && t.Strata == nil }

// bare reads a list of queries without a header. Entries with an id make it a
// golden list. Others have the default strata, or no types at all.
func (r *reader) bare(n *yaml.Node, t *TestSet) {
	for first := range r.children(n) {
		r.bareFormat(follow(first), t)
		break
	}
	r.key = "the list"
	r.queries(n, t)
	r.key = ""
	r.noQueries(n, t)
	t.Strata = bareStrata(t)
}

// bareFormat recognizes the format by the first entry's keys.
func (r *reader) bareFormat(first *yaml.Node, t *TestSet) {
	if valueOf(first, "id") != nil && valueOf(first, "query_id") == nil {
		r.format, t.Format = Golden, Golden
	}
	t.Scale = t.scale()
}

func (r *reader) noQueries(n *yaml.Node, t *TestSet) {
	if len(t.Queries) == 0 && r.faults.count() == 0 {
		r.fault(n, CodeEmpty, "add some", "the set has no queries")
	}
}

func isHeader(n *yaml.Node) bool {
	return n.Kind == yaml.MappingNode && valueOf(n, "query_id") == nil && valueOf(n, "id") == nil
}

// maxHeader bounds what a set says of itself: each query is checked against it.
const maxHeader = 10_000

// headerSize counts the keys and values of a set besides its queries.
func headerSize(n *yaml.Node) int {
	size := 0
	for i, c := range n.Content {
		if i%2 == 0 || n.Content[i-1].Value != "queries" {
			size += 1 + headerSize(c)
		}
	}
	return size
}
