package prose

import (
	"fmt"
	"strings"
)

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
