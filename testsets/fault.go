package testsets

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
)

// A Fault is one thing that is wrong with a test set, and what to do about it. It is an error of its own,
// and every other fault of the file is next to it in [Errors].
type Fault struct {
	Code   Code
	File   string // as it was given to Parse; may be empty
	Line   int    // from 1; 0 when the set did not come from a file
	Query  string // id of the query; empty for the header
	Text   string // what is wrong
	Remedy string // what to do; may be empty
	More   int    // with CodeMore: how many
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
	CodeMore              Code = "more"               // last of a list: faults that were counted and not kept

	CodeOmittedExpected Code = "omitted_expected" // warning: expected_doc_ids left out
	CodeRepeatedText    Code = "repeated_text"    // warning: two queries ask the same
	CodeEmptyStratum    Code = "empty_stratum"    // warning: a stratum without a query
	CodeOverlap         Code = "overlap"          // warning: passages that share characters
)

// Error returns "file:line: query "id": text; remedy".
func (f Fault) Error() string {
	if f.Code == CodeMore {
		return f.Text
	}
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

// Errors are the faults of one test set, by line: the first hundred that reading
// came upon, and how many more there are in a last one with CodeMore.
type Errors []Fault

// Count returns how many faults there are, with those that were only counted.
func (e Errors) Count() int {
	if n := len(e); n > 0 && e[n-1].Code == CodeMore {
		return n - 1 + e[n-1].More
	}
	return len(e)
}

// Error has one fault a line. Several are headed by their number and, when query ids repeat, by the sorted ids.
func (e Errors) Error() string {
	if len(e) == 1 {
		return e[0].Error()
	}
	var b strings.Builder
	if len(e) > 0 && e[0].File != "" {
		b.WriteString(e[0].File + ": ")
	}
	fmt.Fprintf(&b, "%d faults", e.Count())
	if ids := e.duplicateQueries(); len(ids) > 0 {
		fmt.Fprintf(&b, ", duplicate query ids: %s", strings.Join(ids, ", "))
	}
	for _, f := range e {
		b.WriteString("\n" + f.Error())
	}
	return b.String()
}

// Unwrap gives errors.As access to each fault.
func (e Errors) Unwrap() []error { return ordered.Each(e, func(f Fault) error { return f }) }

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

// A faultList keeps the first faults of a file and counts the rest, so that a file
// of faults alone takes no more memory than a set of its size.
type faultList struct {
	kept Errors
	more int
}

const (
	maxFaults    = 100
	maxFaultText = 1000 // bytes of each text of a fault
)

// full reports whether further faults are only counted.
func (l *faultList) full() bool { return len(l.kept) >= maxFaults }

func (l *faultList) count() int { return len(l.kept) + l.more }

// add keeps a fault with its text, or counts it.
func (l *faultList) add(f Fault, format string, args ...any) {
	if l.full() {
		l.more++
		return
	}
	f.Text = fmt.Sprintf(format, args...)
	for _, text := range []*string{&f.Text, &f.Remedy, &f.Query} {
		*text = shortened(*text)
	}
	l.kept = append(l.kept, f)
}

// shortened ends a text that is too long for a message.
func shortened(text string) string {
	if len(text) <= maxFaultText {
		return text
	}
	return strings.ToValidUTF8(text[:maxFaultText], "") + "…"
}

// list returns the faults by line, and last how many more there are of what.
func (l *faultList) list(what string) Errors {
	ordered.Stable(l.kept, byLine)
	if l.more == 0 {
		return l.kept
	}
	last := l.kept[len(l.kept)-1]
	return append(l.kept, Fault{Code: CodeMore, Line: last.Line, Text: "and " + prose.Plural(l.more, "more "+what), More: l.more})
}

func (l *faultList) err() error {
	if l.count() == 0 {
		return nil
	}
	return l.list("fault")
}

func byLine(a, b Fault) int { return a.Line - b.Line }
