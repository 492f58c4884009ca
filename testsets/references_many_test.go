package testsets_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rankduel/rankduel/testsets"
)

// Every missing id is named, sorted, in lines that fit a screen.
func TestManyMissingIDsAreReadable(t *testing.T) {
	e := &testsets.ReferenceError{Set: "s@v1"}
	for i := range 2000 {
		e.Docs = append(e.Docs, testsets.MissingID{ID: fmt.Sprintf("doc-%04d", i), Queries: []string{"q1", "q2"}[:1+i%2]})
	}
	text := e.Error()
	last := -1
	for i := range 2000 {
		at := strings.Index(text, fmt.Sprintf("doc-%04d (query q1", i))
		if at <= last {
			t.Fatalf("doc-%04d is missing, or not in order", i)
		}
		last = at
	}
	for line := range strings.Lines(text) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 100 {
			t.Fatalf("a line of %d columns: %s", n, line)
		}
	}
	if !strings.HasPrefix(text, "test set s@v1 names ids that the collection does not have: missing doc_ids: 2000 of them\n") || !strings.HasSuffix(text, "\ncorrect them, or index these documents first") {
		t.Errorf("begins and ends with %.90q … %q", text, text[len(text)-60:])
	}
}
