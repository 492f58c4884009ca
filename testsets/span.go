package testsets

import (
	"fmt"
	"regexp"
)

// A Span is lines of a document, first and last included, from 1.
type Span struct {
	Doc         string // "" is each of the expected documents
	First, Last int
}

// String is how a span is written: d7:3-12, or 3-12.
func (s Span) String() string {
	lines := fmt.Sprintf("%d-%d", s.First, s.Last)
	if s.Doc == "" {
		return lines
	}
	return s.Doc + ":" + lines
}

var spanText = regexp.MustCompile(`^(?:(.+):)?([1-9][0-9]{0,8})-([1-9][0-9]{0,8})$`)

func spanTexts(spans []Span) []string {
	var texts []string
	for _, s := range spans {
		texts = append(texts, s.String())
	}
	return texts
}
