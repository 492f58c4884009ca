package testsets

import (
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/internal/ordered"
)

// Warnings lists what is allowed in a set and yet often a slip, by line: keys of a golden list that no one
// reads, golden entries that ask for a refusal only because expected_doc_ids was left out, queries with one
// text, strata without a query, and passages that overlap.
func (t *TestSet) Warnings() []Fault {
	warnings := slices.Clone(t.Skipped)
	texts := make(map[string]int, len(t.Queries))
	used := map[string]bool{}
	for i := range t.Queries {
		q := &t.Queries[i]
		used[q.Type] = true
		warnings = append(warnings, overlapping(q)...)
		if t.Format == Golden && q.ExpectedDocs == nil && q.ExpectedRefusal == nil && !q.Unjudged {
			warnings = append(warnings, Fault{
				Code: CodeOmittedExpected, Line: q.Line, Query: q.ID,
				Text:   "expected_doc_ids is left out, so the query counts as one to refuse",
				Remedy: "list the documents, or write expected_refusal: true or false",
			})
		}
		if first, again := texts[q.Text]; again {
			warnings = append(warnings, Fault{
				Code: CodeRepeatedText, Line: q.Line, Query: q.ID,
				Text:   fmt.Sprintf("the text of query %q again%s", t.Queries[first].ID, firstOn(t.Queries[first].Line)),
				Remedy: "two copies of a query are not two observations: keep one",
			})
		} else {
			texts[q.Text] = i
		}
	}
	for _, s := range t.Strata {
		if !used[s] {
			warnings = append(warnings, Fault{
				Code: CodeEmptyStratum, Text: fmt.Sprintf("no query of stratum %q", s), Remedy: "add some, or declare only the strata in use",
			})
		}
	}
	ordered.Stable(warnings, byLine)
	return warnings
}
