package testsets

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rankduel/rankduel/internal/prose"
)

// query checks what query i says by itself. The map is scratch space.
func (c *checker) query(i int, docs map[string]int) {
	q, at := &c.set.Queries[i], c.lines(i)
	c.addIf(at.broken&partID == 0 && strings.TrimSpace(q.ID) == "", CodeValue, q.Line, "", "give it one", "a query without an id")
	c.addIf(at.broken&partText == 0 && strings.TrimSpace(q.Text) == "", CodeValue, q.Line, q.ID, "write it", "the query has no text")
	if at.broken&partType == 0 {
		c.queryType(q, at)
	}
	c.addIf(q.Split != Unsplit && q.Split != Evaluation && q.Split != HeldOut, CodeSplit, at.split, q.ID, "write evaluation or heldout", "unknown split %q", q.Split)
	c.addIf(q.Group != "" && q.Conversation != "", CodeGroup, q.Line, q.ID, "keep one: conversation for turns, group for wordings of one need",
		"group %q next to conversation %q", q.Group, q.Conversation)
	if q.Weight != nil {
		c.addIf(!isWeight(float64(*q.Weight)), CodeValue, q.Line, q.ID, "write a number from 0 on", "weight %v", *q.Weight)
	}
	c.judgments(q, at, docs)
	switch {
	case q.Unjudged:
		c.unjudged(q, at)
	case at.broken&partDocs == 0 && !q.HasRelevant():
		c.noRelevant(q)
	}
	if c.set.Format == Golden {
		c.goldenOnly(q)
	}
	c.handMade(q)
}

func (c *checker) queryType(q *Query, at queryPlaces) {
	strata := c.set.Strata
	switch {
	case c.set.Format == Golden:
	case slices.Contains(strata, q.Type), q.Type == "" && len(strata) == 0:
	case q.Type == "":
		c.add(CodeMissingKey, q.Line, q.ID, "add one of "+strings.Join(strata, ", "), "the query has no query_type")
	case len(strata) == 0:
		c.add(CodeQueryType, at.kind, q.ID, "declare strata, or remove query_type", "query_type %q, but the set has no strata", q.Type)
	default:
		remedy := cmp.Or(prose.Meant(q.Type, strata), "use one of "+strings.Join(strata, ", ")+", or declare it in strata")
		c.add(CodeQueryType, at.kind, q.ID, remedy, "query_type %q is not one of the strata", q.Type)
	}
}

// judgments checks the grades and that no document or chunk is judged twice.
func (c *checker) judgments(q *Query, at queryPlaces, seen map[string]int) {
	c.graded(q, "document", at.docs, seen, len(q.Relevant), func(i int) (string, int) { return q.Relevant[i].Doc, q.Relevant[i].Grade })
	c.graded(q, "chunk", at.chunks, seen, len(q.RelevantChunks), func(i int) (string, int) {
		return q.RelevantChunks[i].Chunk, q.RelevantChunks[i].Grade
	})
	c.passages(q, at, seen)
}

// graded does it for n of them, which stand on these lines.
func (c *checker) graded(q *Query, what string, lines []int, seen map[string]int, n int, judged func(i int) (id string, grade int)) {
	clear(seen)
	for i := range n {
		id, grade := judged(i)
		line := lineAt(lines, i, q.Line)
		c.judgment(q, line, what, id, grade)
		if first, again := seen[id]; again {
			c.add(CodeDuplicateDocument, line, q.ID, "keep one judgment", "%s %q judged twice%s", what, id, firstOn(lineAt(lines, first, q.Line)))
		} else {
			seen[id] = i
		}
	}
}

func (c *checker) judgment(q *Query, line int, what, id string, grade int) {
	c.addIf(strings.TrimSpace(id) == "", CodeValue, line, q.ID, "write it", "a %s without an id", what)
	if s := c.set.scale(); !s.Has(grade) {
		c.add(CodeGrade, line, q.ID, "use one of "+s.String()+", or declare another scale", "grade %d of %s %q is outside the scale", grade, what, id)
	}
}

// noRelevant notes a query that no measure can be computed for, unless a refusal is what is expected of it.
func (c *checker) noRelevant(q *Query) {
	if c.set.Format == Golden || c.set.ShouldRefuse(q) {
		return
	}
	text := "no relevant document: every grade is 0"
	if len(q.Relevant)+len(q.RelevantChunks) == 0 {
		text = "no relevant document: relevant_docs is missing or empty"
	}
	c.add(CodeNoRelevant, q.Line, q.ID, "judge one above 0, write unjudged: true if nobody has looked yet, or expected_refusal: true if there is none to find", "%s", text)
}

// unjudged notes what an unjudged query says about its answers.
func (c *checker) unjudged(q *Query, at queryPlaces) {
	var says []string
	for _, key := range []struct {
		name string
		set  bool
	}{
		{"relevant_docs", len(q.Passages) == 0 && !slices.Equal(q.Relevant, expectedDocs(q.ExpectedDocs))},
		{"relevant_chunks", !slices.Equal(q.RelevantChunks, expectedChunks(q.ExpectedChunks))},
		{"passages", len(q.Passages) > 0},
		{"expected_doc_ids", len(q.ExpectedDocs) > 0},
		{"expected_chunk_ids", len(q.ExpectedChunks) > 0},
		{"expected_spans", len(q.ExpectedSpans) > 0},
		{"must_contain", len(q.MustContain) > 0},
		{"forbidden", len(q.Forbidden) > 0},
		{"expected_refusal", q.ExpectedRefusal != nil},
	} {
		if key.set {
			says = append(says, key.name)
		}
	}
	c.addIf(len(says) > 0, CodeUnjudged, cmp.Or(at.unjudged, q.Line), q.ID, "remove the mark, or what is next to it", "unjudged next to %s", strings.Join(says, ", "))
}

// goldenOnly notes what a golden entry has no keys for. Only sets that were put
// together, or changed, by a program can have it.
func (c *checker) goldenOnly(q *Query) {
	c.addIf(q.Type != "", CodeFormat, q.Line, q.ID, "set the format to Native", "a golden entry cannot hold a query type")
	c.addIf(len(q.Passages) > 0 || !slices.Equal(q.Relevant, expectedDocs(q.ExpectedDocs)) || !slices.Equal(q.RelevantChunks, expectedChunks(q.ExpectedChunks)), CodeFormat, q.Line, q.ID, "set the format to Native", "a golden entry cannot hold judgments beyond its expected ids")
}

// handMade checks what reading guarantees anyway.
func (c *checker) handMade(q *Query) {
	if c.at != nil {
		return
	}
	c.texts("expected_doc_ids", q.ExpectedDocs, 0, q.ID)
	c.texts("expected_chunk_ids", q.ExpectedChunks, 0, q.ID)
	c.texts("must_contain", q.MustContain, 0, q.ID)
	c.texts("forbidden", q.Forbidden, 0, q.ID)
	c.texts("tags", q.Tags, 0, q.ID)
	c.addIf(!utf8.Valid(fmt.Append(nil, *q)), CodeEncoding, q.Line, q.ID, "convert it", "the query is not UTF-8")
}
