package testsets

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// A ReferenceError lists the ids that a set names and a collection does not have, sorted, each once.
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

// Error names every missing id and the first query that asks for it: in one line,
// or, where they are many, in lines that can be read.
func (e *ReferenceError) Error() string {
	var parts []string
	for _, of := range []struct {
		kind string
		ids  []MissingID
	}{{"doc_ids", e.Docs}, {"chunk_ids", e.Chunks}} {
		if len(of.ids) > 0 {
			parts = append(parts, fmt.Sprintf("missing %s: %s", of.kind, missing(of.ids)))
		}
	}
	between := "; "
	if len(e.Docs) > inOneLine || len(e.Chunks) > inOneLine {
		between = "\n"
	}
	return fmt.Sprintf("test set %s names ids that the collection does not have: %s%scorrect them, or index these documents first", e.Set, strings.Join(parts, between), between)
}

// How many missing ids stand in one line, and how wide the lines of more are.
const (
	inOneLine = 5
	lineWidth = 100
)

// missing lists the ids, and who asks for each: after all of them where they are few, and else next to each.
func missing(ids []MissingID) string {
	names, queries, texts := make([]string, len(ids)), make([]string, len(ids)), make([]string, len(ids))
	for i, m := range ids {
		names[i], queries[i] = m.ID, m.Queries[0]
		if n := len(m.Queries); n > 1 {
			queries[i] = fmt.Sprintf("%s and %d more", m.Queries[0], n-1)
		}
		texts[i] = fmt.Sprintf("%s (query %s)", m.ID, queries[i])
	}
	switch {
	case len(ids) == 1:
		return texts[0]
	case len(ids) <= inOneLine:
		return fmt.Sprintf("%s (of queries, in this order, %s)", strings.Join(names, ", "), strings.Join(queries, ", "))
	}
	lines := []string{fmt.Sprintf("%d of them", len(texts))}
	for i, text := range texts {
		if i < len(texts)-1 {
			text += ","
		}
		last := len(lines) - 1
		if i > 0 && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(text) <= lineWidth {
			lines[last] += " " + text
			continue
		}
		lines = append(lines, "  "+text)
	}
	return strings.Join(lines, "\n")
}

// CheckReferences asks a collection whether it has every document and chunk that the set names, of any grade. Each id
// is asked for once. A nil function leaves its kind unchecked. The error is a [ReferenceError] with every offender: a
// collection re-indexed under other ids would be all that a run measures.
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

// docIDs returns the documents that q names, each once, sorted.
func (q *Query) docIDs() []string {
	ids := slices.Clone(q.ExpectedDocs)
	for _, j := range q.Relevant {
		ids = append(ids, j.Doc)
	}
	for _, p := range q.Passages {
		ids = append(ids, p.Doc)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// chunkIDs returns the chunks that q names, each once, sorted.
func (q *Query) chunkIDs() []string {
	ids := slices.Clone(q.ExpectedChunks)
	for _, j := range q.RelevantChunks {
		ids = append(ids, j.Chunk)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
