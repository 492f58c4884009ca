package docs_test

import (
	"strings"
	"testing"
)

// Reasons that guides have to give: what a measure is for, and what an A/B
// decides. That the commands around them work is TestCommands' matter.
func TestReasons(t *testing.T) {
	for page, reasons := range map[string][]string{
		"choosing.md": {"MRR | for questions with one relevant result"},
		"tutorial.md": {"two ways to fuse", "whether a reranker is worth its time", "a boosting rule"},
	} {
		text := readPage(t, page)
		for _, r := range reasons {
			if !strings.Contains(text, r) {
				t.Errorf("%s does not say %q", page, r)
			}
		}
	}
}
