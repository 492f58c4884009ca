package metrics

import (
	"fmt"
	"strings"
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
