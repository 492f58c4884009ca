package testsets

import (
	"fmt"
	"slices"
	"strings"
)

// A Fault is one thing that is wrong with a test set, and what to do about it.
// It is an error of its own, and every other fault of the file is next to it
// in [Errors].
type Fault struct {
	Code   Code
	File   string // as it was given to Parse; may be empty
	Line   int    // from 1; 0 when the set did not come from a file
	Query  string // id of the query; empty for the header
	Text   string // what is wrong
	Remedy string // what to do; may be empty
}

// A Code says what kind of fault it is, for programs.
type Code string

// The kinds of faults.
const (
	CodeSyntax            Code = "syntax"             // not YAML, JSON or JSON lines
	CodeEncoding          Code = "encoding"           // not UTF-8
	CodeSize              Code = "size"               // larger than MaxBytes, or aliases that repeat too much
	CodeEmpty             Code = "empty"              // no content, no queries
	CodeUnknownKey        Code = "unknown_key"        // a key that no one reads
	CodeDuplicateKey      Code = "duplicate_key"      // one key twice in a mapping
	CodeMissingKey        Code = "missing_key"        // a required key is not there
	CodeKind              Code = "kind"               // a list where text belongs, and the like
	CodeValue             Code = "value"              // empty, malformed or not among the allowed values
	CodeScale             Code = "scale"              // the scale itself is unusable
	CodeGrade             Code = "grade"              // not an integer, or outside the scale
	CodeNoRelevant        Code = "no_relevant"        // no document with a grade above 0
	CodeUnjudged          Code = "unjudged"           // judgments of a query that is marked unjudged
	CodeQueryType         Code = "query_type"         // not one of the strata
	CodeDuplicateQuery    Code = "duplicate_query"    // one query id twice
	CodeDuplicateDocument Code = "duplicate_document" // one document twice in a query
	CodeSplit             Code = "split"              // some queries marked and others not, or a family in two parts
	CodeGroup             Code = "group"              // a group whose members expect different documents
	CodeFormat            Code = "format"             // content that the set's format cannot hold

	CodeOmittedExpected Code = "omitted_expected" // warning: expected_doc_ids left out
	CodeRepeatedText    Code = "repeated_text"    // warning: two queries ask the same
	CodeEmptyStratum    Code = "empty_stratum"    // warning: a stratum without a query
)

// Error returns "file:line: query "id": text; remedy".
func (f Fault) Error() string {
	var b strings.Builder
	switch {
	case f.File != "" && f.Line > 0:
		fmt.Fprintf(&b, "%s:%d: ", f.File, f.Line)
	case f.File != "":
		fmt.Fprintf(&b, "%s: ", f.File)
	case f.Line > 0:
		fmt.Fprintf(&b, "line %d: ", f.Line)
	}
	if f.Query != "" {
		fmt.Fprintf(&b, "query %q: ", f.Query)
	}
	b.WriteString(f.Text)
	if f.Remedy != "" {
		b.WriteString("; ")
		b.WriteString(f.Remedy)
	}
	return b.String()
}

// Errors are all faults of one test set, by line.
type Errors []Fault

// shown bounds the text of Errors; the value holds all faults.
const shown = 200

// Error has one fault a line. Several are headed by their number and, when
// query ids repeat, by the sorted ids.
func (e Errors) Error() string {
	if len(e) == 1 {
		return e[0].Error()
	}
	var b strings.Builder
	if len(e) > 0 && e[0].File != "" {
		b.WriteString(e[0].File + ": ")
	}
	fmt.Fprintf(&b, "%d faults", len(e))
	if ids := e.duplicateQueries(); len(ids) > 0 {
		fmt.Fprintf(&b, ", duplicate query ids: %s", strings.Join(ids, ", "))
	}
	for i, f := range e {
		if i == shown {
			fmt.Fprintf(&b, "\nand %d more", len(e)-shown)
			break
		}
		b.WriteString("\n" + f.Error())
	}
	return b.String()
}

// Unwrap gives errors.As access to each fault.
func (e Errors) Unwrap() []error {
	out := make([]error, len(e))
	for i, f := range e {
		out[i] = f
	}
	return out
}

func (e Errors) duplicateQueries() []string {
	var ids []string
	for _, f := range e {
		if f.Code == CodeDuplicateQuery {
			ids = append(ids, f.Query)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// sorted returns the faults by line, or a nil error when there are none.
func (e Errors) sorted() error {
	if len(e) == 0 {
		return nil
	}
	slices.SortStableFunc(e, func(a, b Fault) int { return a.Line - b.Line })
	return e
}
