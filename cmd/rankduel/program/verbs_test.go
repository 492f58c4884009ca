package program

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Every verb says what it is for, and the page has no section that no verb shows.
func TestEveryVerbIsDescribed(t *testing.T) {
	sections := map[string]bool{}
	for _, section := range strings.Split(verbsPage, "\n## ")[1:] {
		name, _, _ := strings.Cut(section, "\n")
		if sections[name] {
			t.Errorf("verbs.md has %q twice", name)
		}
		sections[name] = true
	}
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		name := strings.TrimPrefix(cmd.CommandPath(), "rankduel ")
		if name == "completion" { // cobra's own
			return
		}
		if !sections[name] || cmd.Short == "" {
			t.Errorf("verbs.md does not say what %q is for", name)
		}
		if strings.Contains(cmd.Long, "{list}") || strings.Contains(cmd.Long+cmd.Example, "```") {
			t.Errorf("%q shows marks of verbs.md: %s", name, cmd.Long)
		}
		delete(sections, name)
		for _, verb := range cmd.Commands() {
			walk(verb)
		}
	}
	walk(NewRoot())
	for name := range sections {
		t.Errorf("verbs.md describes %q, which is no verb", name)
	}
}
