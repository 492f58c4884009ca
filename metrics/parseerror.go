package metrics

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A ParseError says where a measure text cannot be read, and what may have been meant.
type ParseError struct {
	Text    string   // the whole text
	Column  int      // from 1, in bytes
	Problem string   // lower case, without the text
	Nearest []string // known names, nearest first; may be empty
}

// Error names the text, the position and the nearest known names.
func (e *ParseError) Error() string {
	s := fmt.Sprintf("measure %q at column %d: %s", e.Text, e.Column, e.Problem)
	if len(e.Nearest) > 0 {
		s += "; nearest: " + strings.Join(e.Nearest, ", ")
	}
	return s
}

func newParseError(text string, offset int, format string, values ...any) *ParseError {
	return &ParseError{Text: text, Column: offset + 1, Problem: fmt.Sprintf(format, values...)}
}

// Nearest suggests what may have been meant by a word that is none of the names: those that are fewest
// edits away, case aside, if they are few; three at most.
func Nearest(word string, names []string) []string {
	type candidate struct {
		name     string
		distance int
	}
	if len(word) > 40 {
		return nil // no name is that long, and comparing would take its time
	}
	var found []candidate
	limit := 1 + len(word)/3
	for _, name := range names {
		if d := edits(strings.ToLower(word), strings.ToLower(name)); d <= limit {
			found = append(found, candidate{name, d})
		}
	}
	ordered.Stable(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.name, b.name))
	})
	var near []string
	for _, c := range found[:min(len(found), 3)] {
		if c.distance == found[0].distance {
			near = append(near, c.name)
		}
	}
	return near
}

// edits returns the number of insertions, deletions, replacements and swaps of
// neighbors that turn a into b (optimal string alignment).
func edits(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// absent says why there is no measure of a name that trec_eval knows: those read qrels of other forms (its
// option -R), of which the grades that a [Judged] holds say nothing. It is empty for any other name.
func absent(name string) string {
	family, _, _ := strings.Cut(name, ".")
	switch {
	case family == "prefs" || strings.HasPrefix(family, "prefs_"):
		return "trec_eval computes " + family + " from preference judgments (-R prefs), which are not read here; judge documents by grades"
	case strings.HasSuffix(family, "_avgjg"):
		return "trec_eval computes " + family + " from the judgments of several assessors (-R qrels_jg), which are not read here; " +
			"score against each assessor's qrels, or against one that they agreed on"
	}
	return ""
}
