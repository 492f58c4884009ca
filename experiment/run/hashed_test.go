package run_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/examples"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval/kinds"
)

// Anyone who remembers the hashes of files is asked for each that fixes a ranking, and
// what is remembered is what runs are called by.
func TestHashesAreRemembered(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, examples.Clinical()); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"a.trec": "exact-01 Q0 ace-01 1 1 a\n", "in.txt": "index",
		"exp.yaml": "test_set: testset.yaml\nmeasures: [R@10]\ncomponents:\n" +
			"  words: {embedded: {corpus: corpus.jsonl, model: bm25}}\n  file: {run: a.trec}\n  program: {command: {argv: [sh], inputs: [in.txt]}}\n" +
			"configs: {w: {components: [words]}, f: {components: [file]}, p: {components: [program]}}\nbaseline: w\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	planned, err := plan.Reader{Kinds: kinds.All(kinds.NewPool())}.Load(filepath.Join(dir, "exp.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	ids := func(hashed func(string, func() (string, error)) (string, error)) (list []string) {
		t.Helper()
		p, err := run.Prepare(t.Context(), planned, run.Options{Hashed: hashed})
		if err != nil {
			t.Fatal(err)
		}
		for _, config := range planned.Configs {
			s, err := p.System(t.Context(), result.RoleConfig, config)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, s.ID())
		}
		return list
	}
	read := ids(nil)
	var asked []string
	known := map[string]string{}
	first := ids(func(path string, hash func() (string, error)) (string, error) {
		sum, err := hash()
		asked, known[path] = append(asked, filepath.Base(path)), sum
		return sum, err
	})
	slices.Sort(asked)
	if !slices.Equal(asked, []string{"a.trec", "corpus.jsonl", "in.txt"}) || !slices.Equal(first, read) {
		t.Errorf("asked for %v, runs %v; want each file once, and runs %v", asked, first, read)
	}
	if again := ids(func(path string, _ func() (string, error)) (string, error) { return known[path], nil }); !slices.Equal(again, read) {
		t.Errorf("by what is remembered runs are %v, want %v", again, read)
	}
	other := ids(func(path string, _ func() (string, error)) (string, error) { return known[path] + "0", nil })
	for i := range other {
		if other[i] == read[i] {
			t.Errorf("run %s is called so whatever its file is", read[i])
		}
	}
}
