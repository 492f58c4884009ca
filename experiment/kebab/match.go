package kebab

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/testsets"
)

// found is where what was expected of a query stood in a ranking; rank 0 is nowhere.
type found struct {
	chunk, document int             // rank of the first expected chunk, and of the first chunk of an expected document
	noChunk         bool            // none is expected: documents are all there is
	candidates      []retrieval.Hit // all chunks of expected documents, with their ranks
}

// look finds what a golden entry expects; nil expects nothing.
func look(entry *testsets.Query, hits []retrieval.Hit) found {
	var f found
	if entry == nil {
		return f
	}
	f.noChunk = len(entry.ExpectedChunks) == 0
	for i, h := range hits {
		rank := cmp.Or(h.Rank, i+1)
		if f.chunk == 0 && slices.Contains(entry.ExpectedChunks, h.ID) {
			f.chunk = rank
		}
		if at := slices.Index(entry.ExpectedDocs, h.Document); at >= 0 {
			f.document = cmp.Or(f.document, rank)
			// Of its own: the ids of a ranking are one string.
			f.candidates = append(f.candidates, retrieval.Hit{ID: strings.Clone(h.ID), Document: entry.ExpectedDocs[at], Spans: h.Spans, Rank: rank})
		}
	}
	return f
}

// A matcher finds the rank of what was expected of a query, in the way that two runs allow.
type matcher struct {
	exact  bool
	lines  map[string][]judgments.Stretch // expected ones, by query; nil: documents are enough
	chunks map[string]result.KebabChunk
}

// half of the expected lines are enough.
const half = 0.5

// rank returns where what was expected of a query is, 0 when nowhere.
func (m matcher) rank(query string, f found) int {
	if m.exact && !f.noChunk {
		return f.chunk
	}
	expected, ok := m.lines[query]
	if !ok {
		return f.document
	}
	for _, h := range f.candidates {
		if slices.ContainsFunc(expected, func(e judgments.Stretch) bool { return e.Reached(half, m.linesOf(h)) }) {
			return h.Rank
		}
	}
	return 0
}

// linesOf returns the lines that a hit covers: those of its citation, or those of its chunk in the store.
func (m matcher) linesOf(h retrieval.Hit) (lines []judgments.Stretch) {
	for _, l := range h.Spans {
		lines = append(lines, linesFrom(h.Document, l.Start, l.End))
	}
	if lines != nil {
		return lines
	}
	for _, l := range m.chunks[h.ID].Lines {
		lines = append(lines, linesFrom(h.Document, l[0], l[1]))
	}
	return lines
}

// linesFrom returns lines of a document, the first and the last included.
func linesFrom(document string, first, last int) judgments.Stretch {
	return judgments.Stretch{Text: document, From: first, To: last + 1}
}

// matcher chooses how hits are recognized, and says so in match. Lines decide only where they are known for
// every query with expected chunks, on both sides: a report that mixed the two would not say which it was.
func (g *Golden) matcher(match *result.KebabMatch, a, b *side, chunks map[string]result.KebabChunk) matcher {
	m := matcher{exact: match.Comparable(), chunks: chunks}
	if m.exact {
		return m
	}
	lines, lacking := map[string][]judgments.Stretch{}, 0
	for id, entry := range g.entries {
		fa, inA := a.seen[id]
		fb, inB := b.seen[id]
		if !inA && !inB || len(entry.ExpectedChunks) == 0 && len(entry.ExpectedSpans) == 0 {
			continue
		}
		lines[id] = expectedLines(entry, chunks)
		if lines[id] == nil || slices.ContainsFunc(slices.Concat(fa.candidates, fb.candidates), func(h retrieval.Hit) bool { return m.linesOf(h) == nil }) {
			lacking++
		}
	}
	switch {
	case len(lines) == 0:
		match.Why += "; matched by document: no query of the runs expects chunks or lines"
	case lacking > 0:
		match.Why += fmt.Sprintf("; matched by document: of %d of %d queries with expected chunks the lines are not known on both sides", lacking, len(lines))
	default:
		m.lines, match.Mode = lines, result.KebabSpans
		match.Why += "; matched by document and lines"
	}
	return m
}

// expectedLines returns those that the golden list names, or else those of the
// expected chunks in the store; nil when they are not known of each.
func expectedLines(entry *testsets.Query, chunks map[string]result.KebabChunk) (list []judgments.Stretch) {
	for _, s := range entry.ExpectedSpans {
		if s.Doc != "" {
			list = append(list, linesFrom(s.Doc, s.First, s.Last))
			continue
		}
		for _, document := range entry.ExpectedDocs {
			list = append(list, linesFrom(document, s.First, s.Last))
		}
	}
	if list != nil {
		return list
	}
	for _, id := range entry.ExpectedChunks {
		chunk := chunks[id]
		if len(chunk.Lines) == 0 {
			return nil
		}
		for _, l := range chunk.Lines {
			list = append(list, linesFrom(chunk.Document, l[0], l[1]))
		}
	}
	return list
}
