package prose

import (
	"errors"
	"fmt"
	"strings"
)

// Faults are what is wrong with one thing, all of it: one fault does not hide another.
type Faults []error

// If adds a fault where something is wrong. What it says is made in any case.
func (f *Faults) If(wrong bool, format string, args ...any) {
	if wrong {
		*f = append(*f, fmt.Errorf(format, args...))
	}
}

// In adds an error of some place, where there is one.
func (f *Faults) In(place string, err error) { f.If(err != nil, "%s: %w", place, err) }

// Join returns all of them as one error, nil where there is none.
func (f Faults) Join() error { return errors.Join(f...) }

// Notes are sentences about one thing, those that are to be said of it.
type Notes []string

// If adds a sentence where it is to be said. It is made in any case.
func (n *Notes) If(said bool, format string, args ...any) {
	if said {
		*n = append(*n, fmt.Sprintf(format, args...))
	}
}

// A Tally counts faults, and keeps the first for an error that lists them.
type Tally struct {
	Count int
	First []error // ten at most
}

// Add counts one.
func (t *Tally) Add(format string, args ...any) {
	if t.Count++; t.Count <= 10 {
		t.First = append(t.First, fmt.Errorf(format, args...))
	}
}

// Text lists them below a line that says what they are, and counts the rest.
func (t Tally) Text(head string) string {
	lines := []string{head}
	for _, err := range t.First {
		lines = append(lines, err.Error())
	}
	if more := t.Count - len(t.First); more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(lines, "\n")
}
