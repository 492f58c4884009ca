package testsets

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A Passage is a judged part of a document: its characters (Unicode code points) from Start to before End, or
// what it says, or both. It is anchored to the text and survives another division into chunks.
type Passage struct {
	Doc   string `json:"doc_id" yaml:"doc_id" set:"required"`
	Start int    `json:"start,omitzero" yaml:"start"`
	End   int    `json:"end,omitzero" yaml:"end"` // 0 where only the quote is known
	Quote string `json:"quote,omitzero" yaml:"quote"`
	Grade int    `json:"grade" yaml:"grade" set:"required"`
}

// A Share is above 0 and at most 1.
type Share float64

func isShare(v float64) bool { return v > 0 && v <= 1 }

// DefaultPassageShare is how much of a passage has to be covered where a set does not say.
const DefaultPassageShare Share = 0.5

// Words returns a text with single blanks in place of white space, as quotes are compared.
func Words(text string) string { return strings.Join(strings.Fields(text), " ") }

// String returns the passage as an id: d7:100-260, or d7:"what it says".
func (p Passage) String() string {
	if p.End > 0 {
		return fmt.Sprintf("%s:%d-%d", p.Doc, p.Start, p.End)
	}
	return fmt.Sprintf("%s:%q", p.Doc, Words(p.Quote))
}

func comparePassages(a, b Passage) int {
	return cmp.Or(strings.Compare(a.Doc, b.Doc), a.Start-b.Start, a.End-b.End, strings.Compare(a.Quote, b.Quote))
}

// passageDocs returns the documents that passages are in, each with the best of their grades.
func passageDocs(list []Passage) (out []Judgment) {
	for _, p := range list {
		i := slices.IndexFunc(out, func(j Judgment) bool { return j.Doc == p.Doc })
		if i < 0 {
			i, out = len(out), append(out, Judgment{p.Doc, p.Grade})
		}
		out[i].Grade = max(out[i].Grade, p.Grade)
	}
	return out
}

// passages checks the judged passages of a query.
func (c *checker) passages(q *Query, at queryPlaces, seen map[string]int) {
	for i, p := range q.Passages {
		line, placed := lineAt(at.passages, i, q.Line), p.Start != 0 || p.End != 0
		c.addIf(!placed && Words(p.Quote) == "", CodeMissingKey, line, q.ID,
			"add start and end, or quote", "a passage of %q has neither offsets nor a quote", p.Doc)
		c.addIf(placed && (p.Start < 0 || p.End <= p.Start), CodeValue, line, q.ID,
			"count characters from 0, and write as end the one after the last", "a passage of %q from %d to %d", p.Doc, p.Start, p.End)
	}
	c.graded(q, "passage", at.passages, seen, len(q.Passages), func(i int) (string, int) { return q.Passages[i].String(), q.Passages[i].Grade })
	c.addIf(len(q.Passages) > 0 && len(q.RelevantChunks) > 0, CodeValue, q.Line, q.ID,
		"keep the passages: they find chunks by what these cover", "passages next to judged chunks")
}

// overlapping warns of passages of one document that share characters.
func overlapping(q *Query) (warnings []Fault) {
	list := slices.Clone(q.Passages)
	ordered.Stable(list, comparePassages)
	for i, p := range list[min(1, len(list)):] {
		if before := list[i]; p.Doc == before.Doc && p.Start < before.End {
			warnings = append(warnings, Fault{
				Code: CodeOverlap, Line: q.Line, Query: q.ID, Text: fmt.Sprintf("passages %s and %s overlap", before, p),
				Remedy: "join them if they are one; as two, each has to be found by a hit of its own, and characters that both have count once",
			})
		}
	}
	return warnings
}
