package run_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval/kinds"
)

// The list is an input of the experiment: it has to be there, and another list
// is another run.
func TestPlanPaths(t *testing.T) {
	files := map[string]string{
		"set.yaml": wingtest.AnsweredSet, "run.jsonl": wingtest.AnsweredRun, "paths.txt": "a.md\n", "experiment.yaml": `
test_set: set.yaml
measures: [CitationCoverage(strict)]
paths: paths.txt
min_coverage: 0.5
components: {a: {run: run.jsonl}, b: {run: run.jsonl}}
configs: {left: {components: [a], top_k: 5}, right: {components: [b], top_k: 6}}
`,
	}
	one := ranPlan(t, wingtest.WriteFiles(t, files), wingtest.NewMemory(), run.Options{})
	wingtest.WantNumber(t, "with a.md", one.Systems[0].Measures[0].Mean, 1./3, 1e-15, "by hand")
	files["paths.txt"] = "a.md\nb.md\n"
	both := ranPlan(t, wingtest.WriteFiles(t, files), wingtest.NewMemory(), run.Options{})
	wingtest.WantNumber(t, "with both", both.Systems[0].Measures[0].Mean, 2./3, 1e-15, "by hand")
	if one.Retrieval.RunIDs["left"] == both.Retrieval.RunIDs["left"] {
		t.Error("two lists of paths gave one run id")
	}
	delete(files, "paths.txt")
	dir := wingtest.WriteFiles(t, files)
	if _, err := plan.Load(dir+"/experiment.yaml", kinds.All(nil)...); err == nil || !strings.Contains(err.Error(), "paths.txt: no such file") {
		t.Errorf("Load = %v, want that paths.txt cannot be read", err)
	}
}
