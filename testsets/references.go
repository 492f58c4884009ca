package testsets

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A ReferenceError lists the ids that a set names and a collection does not
// have, sorted, each once.
type ReferenceError struct {
	Set    string // label of the set
	Docs   []MissingID
	Chunks []MissingID
}

// A MissingID is an id with the queries that name it, in the set's order.
type MissingID struct {
	ID      string
	Queries []string
}

// Error names every missing id and the first query that asks for it.
func (e *ReferenceError) Error() string {
	var parts []string
	if len(e.Docs) > 0 {
		parts = append(parts, "missing doc_ids: "+missing(e.Docs))
	}
	if len(e.Chunks) > 0 {
		parts = append(parts, "missing chunk_ids: "+missing(e.Chunks))
	}
	return fmt.Sprintf("test set %s names ids that the collection does not have: %s; correct them, or index these documents first", e.Set, strings.Join(parts, "; "))
}

func missing(ids []MissingID) string {
	texts := make([]string, len(ids))
	for i, m := range ids {
		texts[i] = fmt.Sprintf("%s (query %s)", m.ID, m.Queries[0])
		if n := len(m.Queries); n > 1 {
			texts[i] = fmt.Sprintf("%s (query %s and %d more)", m.ID, m.Queries[0], n-1)
		}
	}
	return strings.Join(texts, ", ")
}

// CheckReferences asks a collection whether it has every document and chunk
// that the set names, of any grade. Each id is asked for once. A nil function
// leaves its kind unchecked. The error is a [ReferenceError] with every
// offender: a run against a collection that was re-indexed under other ids
// would measure nothing but that.
func CheckReferences(t *TestSet, docExists, chunkExists func(id string) bool) error {
	docs, chunks := map[string][]string{}, map[string][]string{}
	for i := range t.Queries {
		q := &t.Queries[i]
		for _, id := range q.docIDs() {
			docs[id] = append(docs[id], q.ID)
		}
		for _, id := range q.chunkIDs() {
			chunks[id] = append(chunks[id], q.ID)
		}
	}
	e := &ReferenceError{Set: t.Label(), Docs: absent(docs, docExists), Chunks: absent(chunks, chunkExists)}
	if len(e.Docs)+len(e.Chunks) == 0 {
		return nil
	}
	return e
}

func absent(ids map[string][]string, exists func(string) bool) []MissingID {
	if exists == nil {
		return nil
	}
	var out []MissingID
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		if !exists(id) {
			out = append(out, MissingID{id, ids[id]})
		}
	}
	return out
}

// docIDs are the documents that q names, each once, sorted.
func (q *Query) docIDs() []string {
	ids := slices.Clone(q.ExpectedDocs)
	for _, j := range q.Relevant {
		ids = append(ids, j.Doc)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// chunkIDs are the chunks that q names, each once, sorted.
func (q *Query) chunkIDs() []string {
	ids := slices.Clone(q.ExpectedChunks)
	for _, j := range q.RelevantChunks {
		ids = append(ids, j.Chunk)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
