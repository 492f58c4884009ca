package docs_test

import (
	"regexp"
	"testing"

	"github.com/rankduel/rankduel/cmd/rankduel/topics"
)

var glossaryTopic = regexp.MustCompile("\\((?:[^()]*,\\s|finding\\s)?`([a-z0-9_-]+)`\\)")

// Every word that the glossary says can be asked for can be.
func TestGlossary(t *testing.T) {
	known := map[string]bool{}
	for _, topic := range topics.Topics() {
		known[topic.Name] = true
	}
	named := glossaryTopic.FindAllStringSubmatch(readPage(t, "glossary.md"), -1)
	if len(named) < 15 {
		t.Fatalf("the glossary names %d words to ask for, want 15 or more", len(named))
	}
	for _, m := range named {
		if !known[m[1]] {
			t.Errorf("explain does not know %s", m[1])
		}
	}
}
