package docs_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/retrieval/kinds"
)

var yamlBlock = regexp.MustCompile("(?s)```yaml\n((?:components|configs):.*?)```")

// TestRetrievalPage reads every declaration of docs/retrieval.md, docs/fusion.md,
// docs/for-rag.md and the tutorial as part of an experiment: nothing may be wrong with it but that its
// files are not here.
func TestRetrievalPage(t *testing.T) {
	page := readPage(t, "retrieval.md") + readPage(t, "fusion.md") + readPage(t, "for-rag.md") + readPage(t, "tutorial.md")
	dir := t.TempDir()
	set := "version: v1\nstrata: []\nqueries:\n- {query_id: q1, query_text: one, relevant_docs: [{doc_id: d1, grade: 1}]}\n"
	if err := os.WriteFile(filepath.Join(dir, "set.yaml"), []byte(set), 0o644); err != nil {
		t.Fatal(err)
	}
	blocks := yamlBlock.FindAllStringSubmatch(page, -1)
	if len(blocks) < 10 {
		t.Fatalf("%d blocks of declarations, want ten or more", len(blocks))
	}
	for _, b := range blocks {
		text := "test_set: set.yaml\n" + b[1]
		switch {
		case strings.Contains(b[1], "\nconfigs:"): // it has both
		case strings.HasPrefix(b[1], "components"):
			text += "configs:\n  a: {fusion_method: rrf}\n  b: {fusion_method: rrf, rrf_k: 1}\n"
		default:
			text += "components:\n  bm25: {run: a.trec}\n  dense: {run: b.trec}\n"
		}
		_, err := plan.Parse(filepath.Join(dir, "experiment.yaml"), []byte(text), kinds.All(nil)...)
		var plan *plan.Error
		if err != nil && !errors.As(err, &plan) {
			t.Errorf("%v in\n%s", err, b[1])
		}
		if plan == nil {
			continue
		}
		for _, f := range plan.Faults {
			if !strings.Contains(f.Text, "cannot read") {
				t.Errorf("line %d: %s\n%s", f.Line, f.Text, b[1])
			}
		}
	}
}
