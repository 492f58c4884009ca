package judgments_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/testsets"
)

const twoTexts = `name: small
version: v1
queries:
- {query_id: q1, query_text: one, query_type: exact_term, relevant_docs: [{doc_id: a, grade: 2}, {doc_id: b, grade: 1}]}
- {query_id: q2, query_text: two, query_type: exact_term, relevant_docs: [{doc_id: a, grade: 1}]}
`

// A set that is named and not a path is looked up in the folder testsets next to
// the experiment, and then in the experiment's own. A file of another version is
// not the one that was asked for.
func TestFoldersOfTestSets(t *testing.T) {
	file := func(where, version string) string {
		return strings.Replace(strings.Replace(twoTexts, "v1", version, 1), "one", "asked "+where, 1)
	}
	for _, c := range []struct {
		what  string
		files map[string]string // by path
		ref   string
		want  string // text of the first query; empty: not found
	}{
		{"in both", map[string]string{"testsets/clinical.yaml": file("there", "v1"), "clinical.yaml": file("here", "v1")}, "clinical", "asked there"},
		{"in testsets", map[string]string{"testsets/clinical.yaml": file("there", "v1")}, "clinical", "asked there"},
		{"beside", map[string]string{"clinical.yaml": file("here", "v1")}, "clinical", "asked here"},
		{"next to, and others in testsets", map[string]string{"testsets/other.yaml": file("there", "v1"), "clinical.yaml": file("here", "v1")}, "clinical", "asked here"},
		{"versions in both", map[string]string{"testsets/clinical_v2.yaml": file("there", "v2"), "clinical_v2.yaml": file("here", "v2")}, "clinical@v2", "asked there"},
		{"the version is elsewhere", map[string]string{"testsets/clinical.yaml": file("there", "v1"), "clinical.yaml": file("here", "v2")}, "clinical@v2", "asked here"},
		{"a path", map[string]string{"testsets/clinical.yaml": file("there", "v1"), "clinical.yaml": file("here", "v1")}, "clinical.yaml", "asked here"},
		{"another version", map[string]string{"testsets/clinical.yaml": file("there", "v1")}, "clinical@v2", ""},
		{"nowhere", map[string]string{"testsets/other.yaml": file("there", "v1")}, "clinical", ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.Mkdir(filepath.Join(dir, "testsets"), 0o777); err != nil {
				t.Fatal(err)
			}
			for path, text := range c.files {
				if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			set, err := judgments.OpenTestSet(dir, c.ref)
			switch {
			case c.want == "" && !errors.Is(err, testsets.ErrNotFound):
				t.Errorf("OpenTestSet(%q) = %v, %v; want testsets.ErrNotFound", c.ref, set, err)
			case c.want != "" && err != nil:
				t.Errorf("OpenTestSet(%q) = %v, want the set", c.ref, err)
			case c.want != "" && set.Queries[0].Text != c.want:
				t.Errorf("OpenTestSet(%q) is the set %q, want %q", c.ref, set.Queries[0].Text, c.want)
			}
		})
	}
}

// What is not found is not in the first folder that there is, nor in any after it.
func TestFolderThatIsNamedWhenNothingIsFound(t *testing.T) {
	with, without := t.TempDir(), t.TempDir()
	if err := os.Mkdir(filepath.Join(with, "testsets"), 0o777); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]string{
		with: filepath.Join(with, "testsets"), without: without, filepath.Join(without, "none"): filepath.Join(without, "none"),
	} {
		set, err := judgments.OpenTestSet(dir, "clinical")
		if set != nil || !errors.Is(err, testsets.ErrNotFound) || !strings.Contains(err.Error(), "not in "+want+";") {
			t.Errorf("OpenTestSet(%q) = %v, %v; want that it is not in %s", dir, set, err, want)
		}
	}
}
