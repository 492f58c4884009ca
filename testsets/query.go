package testsets

import (
	"slices"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/ordered"
)

// queries reads the list of queries in the set's format.
func (r *reader) queries(n *yaml.Node, t *TestSet) {
	if n = follow(n); !r.isList(n) {
		return
	}
	if r.late != nil && n == r.late.list {
		r.makeRoom(r.late.room, t)
	}
	for c := range r.children(n) {
		r.readQuery(c, t)
	}
}

// shortestQuery is about how many bytes the shortest query takes in a file.
const shortestQuery = 32

// makeRoom prepares for about n queries; lists that grow take twice the memory.
func (r *reader) makeRoom(n int, t *TestSet) {
	if r.most > 0 {
		n = min(n, r.most)
	}
	t.Queries = slices.Grow(t.Queries, n)
	r.at.queries = slices.Grow(r.at.queries, n)
}

// readQuery reads one query and appends it. A query with faults is appended too, so
// that the checks of the whole set see it, as long as its faults are kept.
func (r *reader) readQuery(n *yaml.Node, t *TestSet) {
	if r.most > 0 && len(t.Queries) == r.most {
		r.extra++
		return
	}
	keys := keysOf[Query]()
	if r.format == Golden {
		keys = keysOf[goldenEntry]()
	}
	node := follow(n)
	if id := valueOf(node, keys.keys[0].name); id != nil {
		r.query = id.Value
	}
	outer := r.key
	r.key, r.broken = "", 0
	before := r.faults.count()
	checked := r.mapping(node, keys)
	if r.faults.full() && r.faults.count() > before {
		r.query, r.key = "", outer
		return
	}
	var q Query
	at := queryPlaces{broken: ^part(0)}
	if checked != nil {
		q, at = r.decodeQuery(checked), r.placesOf(node, checked)
	}
	q.Line = n.Line
	r.query, r.key = "", outer
	r.at.queries, t.Queries = append(r.at.queries, at), append(t.Queries, q)
}

func (r *reader) decodeQuery(n *yaml.Node) Query {
	var q Query
	if r.format == Golden {
		var g goldenEntry
		r.decode(n, &g)
		q = g.Query
		q.ID, q.Text = g.ID, g.Text
	} else {
		r.decode(n, &q)
	}
	for _, list := range []*[]string{&q.ExpectedChunks, &q.MustContain, &q.Forbidden, &q.Tags} {
		*list = none(*list)
	}
	q.ExpectedSpans, q.Passages = none(q.ExpectedSpans), none(q.Passages)
	// A query without judgments of its own has those that its expected ids imply.
	if len(q.Relevant) == 0 {
		q.Relevant = expectedDocs(q.ExpectedDocs)
	}
	if len(q.RelevantChunks) == 0 {
		q.RelevantChunks = expectedChunks(q.ExpectedChunks)
	}
	if len(q.Relevant) == 0 {
		q.Relevant = passageDocs(q.Passages)
	}
	return q
}

// placesOf returns where the parts of a query are: as it is written, and of its judgments those that have no fault.
func (r *reader) placesOf(n, checked *yaml.Node) queryPlaces {
	line := func(key string) int {
		if value := valueOf(n, key); value != nil {
			return value.Line
		}
		return 0
	}
	lines := func(key string) []int {
		list := valueOf(checked, key)
		if list == nil {
			return nil
		}
		return ordered.Each(list.Content, func(c *yaml.Node) int { return c.Line })
	}
	return queryPlaces{
		kind: line("query_type"), split: line("split"), unjudged: line("unjudged"),
		docs: lines("relevant_docs"), chunks: lines("relevant_chunks"), passages: lines("passages"),
		broken: r.broken, spot: spotIn(n, ""),
	}
}
