package experiment_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/retrieval/trec"
)

func TestReadPaths(t *testing.T) {
	p := pathsOf(t, "docs/a b.md\r\n\n#notes.md\ndocs/a b.md\n")
	if p.Len() != 2 || !p.Has("docs/a b.md") || !p.Has("#notes.md") || p.Has("") || p.Has("docs/a") || len(p.SHA256) != 64 {
		t.Errorf("%d paths, %+v", p.Len(), p)
	}
	if none := (*judgments.Paths)(nil); none.Has("a.md") {
		t.Error("a path is in no list")
	}
	for text, want := range map[string]string{
		"":                                  "paths.txt: no path",
		"\n\n":                              "paths.txt: no path",
		"a.md\nb\x00.md\n":                  "paths.txt:2: a zero byte",
		"SQLite format 3\x00\x10":           "paths.txt: a database, not a list",
		"a.md\n" + strings.Repeat("x", 2e6): "paths.txt:2: ",
	} {
		if _, err := judgments.ReadPaths(trec.Bytes("paths.txt", []byte(text))); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("ReadPaths(%.20q) = %v, want %q", text, err, want)
		}
	}
}

// Where it is known which paths exist, kebab's measures have the strict rule
// beside the other; a list that nobody asks for is a mistake.
func TestMeasuresWithPaths(t *testing.T) {
	for _, c := range []struct {
		profile, given string
		paths          bool
		want           string // at the end, or of the error
	}{
		{"kebab", "", false, "CitationCoverage Groundedness EmptyResultRate RefusalCorrectness"},
		{"kebab", "", true, "CitationCoverage CitationCoverage(strict) Groundedness EmptyResultRate RefusalCorrectness"},
		{"default", "citation_coverage_strict,RR", true, "CitationCoverage(strict) RR"},
		{"default", "CitationCoverage", true, "paths are for CitationCoverage(strict)"},
		{"default", "", true, "paths are for CitationCoverage(strict)"},
		{"default", "Groundednes", false, "nearest: Groundedness"},
	} {
		var given []string
		if c.given != "" {
			given = []string{c.given}
		}
		got, err := experiment.Measures(profileNamed(t, c.profile), given, c.paths)
		var names []string
		for _, m := range got {
			names = append(names, m.String())
		}
		text := strings.Join(names, " ")
		if err != nil {
			text = err.Error()
		}
		if !strings.Contains(text, c.want) {
			t.Errorf("%s %q with paths %v: %s, want %q", c.profile, c.given, c.paths, text, c.want)
		}
	}
}

// The list is an input of the experiment: it has to be there, and another list
// is another run.
func TestPlanPaths(t *testing.T) {
	files := map[string]string{
		"set.yaml": answeredSet, "run.jsonl": answeredRun, "paths.txt": "a.md\n", "experiment.yaml": `
test_set: set.yaml
measures: [CitationCoverage(strict)]
paths: paths.txt
min_coverage: 0.5
components: {a: {run: run.jsonl}, b: {run: run.jsonl}}
configs: {left: {components: [a], top_k: 5}, right: {components: [b], top_k: 6}}
`,
	}
	one := ranPlan(t, writeFiles(t, files), newMemory(), experiment.RunOptions{})
	wantNumber(t, "with a.md", one.Systems[0].Measures[0].Mean, 1./3, 1e-15, "by hand")
	files["paths.txt"] = "a.md\nb.md\n"
	both := ranPlan(t, writeFiles(t, files), newMemory(), experiment.RunOptions{})
	wantNumber(t, "with both", both.Systems[0].Measures[0].Mean, 2./3, 1e-15, "by hand")
	if one.Retrieval.RunIDs["left"] == both.Retrieval.RunIDs["left"] {
		t.Error("two lists of paths gave one run id")
	}
	delete(files, "paths.txt")
	dir := writeFiles(t, files)
	if _, err := experiment.Load(dir + "/experiment.yaml"); err == nil || !strings.Contains(err.Error(), "paths.txt: no such file") {
		t.Errorf("Load = %v, want that paths.txt cannot be read", err)
	}
}
