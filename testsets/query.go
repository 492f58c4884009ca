package testsets

import (
	"slices"

	"gopkg.in/yaml.v3"
)

// shortestQuery is about how many bytes the shortest query takes in a file.
const shortestQuery = 32

// queries reads the list of queries in the set's format.
func (r *reader) queries(n *yaml.Node, t *TestSet) {
	if r.late != nil && n == r.late.list {
		room := min(r.late.count, len(r.late.text)/shortestQuery)
		t.Queries = slices.Grow(t.Queries, room)
		r.at.queries = slices.Grow(r.at.queries, room)
	}
	r.list(n, func(c *yaml.Node) { r.entry(c, t) })
}

// entry reads one query and appends it. A query with faults is appended too, so
// that the checks of the whole set see it.
func (r *reader) entry(n *yaml.Node, t *TestSet) {
	keys := &queryKeys
	if r.format == Golden {
		keys = &goldenKeys
	}
	node := r.open(n)
	draft := queryDraft{Query: Query{Line: n.Line}}
	id := valueOf(node, keys.keys[0].name)
	if id != nil {
		r.query = id.Value
	}
	outer := r.key
	r.key, r.broken = "", 0
	ok := keys.read(r, node, &draft)
	draft.derive()
	draft.at.broken, draft.at.spot = r.broken, spotIn(node, "")
	if !ok {
		draft.at.broken = ^part(0)
	}
	r.query, r.key = "", outer
	t.Queries = append(t.Queries, draft.Query)
	r.at.queries = append(r.at.queries, draft.at)
}

// derive gives a query without judgments of its own those that its expected ids
// imply.
func (q *queryDraft) derive() {
	if len(q.Relevant) == 0 {
		q.Relevant = expectedDocs(q.ExpectedDocs)
	}
	if len(q.RelevantChunks) == 0 {
		q.RelevantChunks = expectedChunks(q.ExpectedChunks)
	}
}

// docs reads relevant_docs; a judgment with a fault is left out.
func (r *reader) docs(n *yaml.Node, q *queryDraft) {
	r.list(n, func(c *yaml.Node) {
		var j Judgment
		before := len(r.faults)
		if docKeys.read(r, c, &j); len(r.faults) == before {
			q.Relevant = append(q.Relevant, j)
			q.at.docs = append(q.at.docs, c.Line)
		}
	})
}

// chunks reads relevant_chunks in the same way.
func (r *reader) chunks(n *yaml.Node, q *queryDraft) {
	r.list(n, func(c *yaml.Node) {
		var j ChunkJudgment
		before := len(r.faults)
		if chunkKeys.read(r, c, &j); len(r.faults) == before {
			q.RelevantChunks = append(q.RelevantChunks, j)
			q.at.chunks = append(q.at.chunks, c.Line)
		}
	})
}
