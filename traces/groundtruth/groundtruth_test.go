package groundtruth_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/groundtruth"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// truth returns what is found of a task with these files.
func truth(t *testing.T, files map[string]string, c traces.Convention) groundtruth.Truth {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		write(t, filepath.Join(dir, "suite", "task", name), text)
	}
	tasks, err := groundtruth.Open(dir, c)
	if err != nil {
		t.Fatal(err)
	}
	found, err := tasks.Find("task", "")
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func told(g groundtruth.Truth) string {
	return strings.TrimSpace(fmt.Sprintf("%s %s %v edits %v", g.Source, g.Confidence, g.Files, g.Edits))
}

const patch = "diff --git a/src/x.py b/src/x.py\n--- a/src/x.py\n+++ b/src/x.py\n--- a/src/gone.py\n+++ /dev/null\n"

// The chain of the specification (C.gt.chain, X16): the first source with files
// wins, with its confidence; next to it the shipped program's.
func TestChain(t *testing.T) {
	order := []struct{ name, text, specified, code string }{
		{"tests/ground_truth.json", `["l.go"]`, "ground_truth_json_list high [l.go] edits []", "ground_truth_json_list medium [l.go] edits []"},
		{"tests/expected_defects.json", `[{"file": "d.go"}]`, "expected_defects_json high [d.go] edits []", ""},
		{"tests/expected_changes.json", `{"expected_files": ["c.go", 7, "c.go"]}`, "expected_changes_json high [c.go] edits [c.go]", ""},
		{"tests/reference_fix.patch", patch, "patch high [src/x.py src/gone.py] edits [src/x.py src/gone.py]", ""},
		{"tests/expected.diff", patch, "patch high [src/x.py src/gone.py] edits [src/x.py src/gone.py]", ""},
		{"solution/solve.sh", patch, "patch medium [src/x.py src/gone.py] edits [src/x.py src/gone.py]", "patch high [src/x.py src/gone.py] edits [src/x.py src/gone.py]"},
		{"tests/test.sh", "cat src/t.go /tmp/no.go node_modules/x/y.js", "test_script medium [src/t.go] edits []", ""},
		{"instruction.md", "see `lib/i.ts`, or http://example.org/a.b", "instruction low [lib/i.ts] edits []", ""},
	}
	for i := range order {
		files := map[string]string{}
		for _, source := range order[i:] {
			files[source.name] = source.text
		}
		if got := told(truth(t, files, traces.Convention{})); got != order[i].specified {
			t.Errorf("from %s on: %s, want %s", order[i].name, got, order[i].specified)
		}
		want := order[i].code
		if want == "" {
			want = order[i].specified
		}
		if got := told(truth(t, files, traces.Convention{Code: true})); got != want {
			t.Errorf("csb-code, from %s on: %s, want %s", order[i].name, got, want)
		}
	}
}

// The shapes of ground_truth.json, in the names and confidences of the shipped
// program; the specification has one confidence for all. A confidence in the file
// wins.
func TestShapes(t *testing.T) {
	for text, want := range map[string][2]string{
		`{"files": ["f.go"]}`:                                       {"ground_truth_json_files high", "ground_truth_json_files medium"},
		`{"files": ["f.go"], "confidence": "low"}`:                  {"ground_truth_json_files low", "ground_truth_json_files low"},
		`{"file_references": [{"patterns": ["a/f\\.go", "word"]}]}`: {"ground_truth_json_refs high [a/f.go]", "ground_truth_json_refs medium [a/f.go]"},
		`{"buggy_files": ["f.go"]}`:                                 {"ground_truth_json_buggy high [f.go] edits []", "ground_truth_json_buggy high [f.go] edits [f.go]"},
		`{"entries": [{"file": "f.go"}, {"file": "f.go"}]}`:         {"ground_truth_json_entries high [f.go]", "ground_truth_json_entries medium [f.go]"},
		`{"file_path": "f.go"}`:                                     {"ground_truth_json_perf high", "ground_truth_json_perf low"},
		`{"required_topics": ["x"]}`:                                {"[] edits []", "[] edits []"},
		`{"something": "else"}`:                                     {"instruction low [lib/i.ts]", "instruction low [lib/i.ts]"},
		`{broken`:                                                   {"instruction low [lib/i.ts]", "instruction low [lib/i.ts]"},
	} {
		for i, c := range []traces.Convention{{}, {Code: true}} {
			found := truth(t, map[string]string{"tests/ground_truth.json": text, "instruction.md": "lib/i.ts"}, c)
			if got := told(found); !strings.HasPrefix(got, want[i]) {
				t.Errorf("%s, profile %s: %s, want %s", text, c.Profile(), got, want[i])
			}
			if unread := text == `{broken` || strings.HasPrefix(text, `{"something"`); (len(found.Faults) > 0) != unread {
				t.Errorf("%s: faults %q", text, found.Faults)
			}
		}
	}
}

// A source that gives no file says which keys it has and which would be read, unless it says
// that there are none. The foreign ones are those of EnterpriseBench's tasks, and shapes
// of them.
func TestForeignKeys(t *testing.T) {
	const known = "; known are files, file_references, buggy_files, entries, file_path, with paths as texts; give a registry"
	for _, c := range []struct{ name, text, want string }{
		{"tests/ground_truth.json", `{"producer_changed_files": ["metadata/metadata.go"], "consumer_repos": ["etcd-io/etcd"]}`, "it has consumer_repos, producer_changed_files" + known},
		{"tests/ground_truth.json", `{"required_files": [{"path": "src/flask/app.py"}]}`, "it has required_files" + known},
		{"tests/ground_truth.json", `{"files": [{"path": "src/flask/app.py"}]}`, "it has files" + known},
		{"tests/ground_truth.json", `[{"path": "src/flask/app.py"}]`, "it has a list of something else" + known},
		{"tests/ground_truth.json", `["src/a.py", {"path": "src/b.py"}, 7]`, "2 of 3 entries of a list of files are not texts, and are left out"},
		{"tests/ground_truth.json", `{"files": [], "note": "none"}`, ""},
		{"tests/ground_truth.json", `[]`, ""},
		{"tests/ground_truth.json", `{}`, ""},
		{"tests/expected_changes.json", `{"changed": ["a.go"]}`, "it has changed; known are expected_files"},
		{"tests/oracle_answer.json", `{"answer": "a.go"}`, "it has answer; known are files, chain, symbols"},
		{"tests/instance.json", `{"instance_id": "x"}`, ""}, // is there for something else too
		{"ground_truth.json", `{"files": ["a.go"]}`, "it is not read: its place is tests/ground_truth.json"},
	} {
		faults := strings.Join(truth(t, map[string]string{c.name: c.text, "tests/test.sh": "cat src/t.go"}, traces.Convention{}).Faults, "; ")
		if c.want == "" && faults != "" || !strings.Contains(faults, c.want) || c.want != "" && !strings.HasPrefix(faults, c.name+": ") {
			t.Errorf("%s of %s: %q, want %q", c.text, c.name, faults, c.want)
		}
	}
	registry := filepath.Join(t.TempDir(), "registry.json")
	write(t, registry, `{"a": {"required_files": ["x.go"]}, "b": {"files": [], "source": "none"}, "c": {"files": ["y.go"], "more": 1}}`)
	tasks, err := groundtruth.Open(registry, traces.Convention{})
	if err != nil {
		t.Fatal(err)
	}
	for task, want := range map[string]string{"a": "[the registry: no files are read from it: it has required_files; known are files, with paths as texts; give", "b": "[]", "c": "[]"} {
		found, err := tasks.Find(task, "")
		if got := fmt.Sprint(found.Faults); err != nil || !strings.HasPrefix(got, want) {
			t.Errorf("task %s of a registry: %s, %v, want %s", task, got, err, want)
		}
	}
}

// expected.patch says what a solution changes and names no relevant files; in the
// shipped program it does both (X33).
func TestExpectedPatch(t *testing.T) {
	files := map[string]string{"tests/expected.patch": patch, "tests/test.sh": "cat src/t.go"}
	if got := truth(t, files, traces.Convention{}); told(got) != "test_script medium [src/t.go] edits [src/x.py src/gone.py]" || got.EditsConfidence != groundtruth.Medium {
		t.Errorf("%s, edits of confidence %s", told(got), got.EditsConfidence)
	}
	if got := told(truth(t, files, traces.Convention{Code: true})); got != "patch high [src/x.py src/gone.py] edits [src/x.py src/gone.py]" {
		t.Error(got)
	}
}

// An oracle over several repositories names paths relative to theirs; the shipped
// program puts the repository before them.
func TestOracle(t *testing.T) {
	files := map[string]string{"tests/oracle_answer.json": `{"files": [{"repo": "r1", "path": "a.go"}], "chain": [{"repo": "r2", "file": "b.go"}, "odd"]}`}
	if got := told(truth(t, files, traces.Convention{})); got != "oracle_answer_json high [a.go b.go] edits []" {
		t.Error(got)
	}
	if got := told(truth(t, files, traces.Convention{Code: true})); got != "oracle_answer_json high [r1::a.go r2::b.go] edits []" {
		t.Error(got)
	}
}

// A task is found by the name of its folder, at any depth, by the name in its
// task.toml and in the spellings of runs.
func TestTasks(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "csb_sdlc_fix", "tasks", "deep-001", "instruction.md"), "lib/a.ts")
	write(t, filepath.Join(dir, "csb_org_x", "ccx-y-1", "task.toml"), "[task]\nname = \"CCX-y-1-named\"\n")
	write(t, filepath.Join(dir, "csb_org_x", "a-b", "tests", "ground_truth.json"), `["f.go"]`)
	tasks, err := groundtruth.Open(dir, traces.Convention{})
	if err != nil {
		t.Fatal(err)
	}
	for name, suite := range map[string]string{"deep-001": "csb_sdlc_fix", "CCX-Y-1": "csb_org_x", "CCX-y-1-named": "csb_org_x", "a__b": "csb_org_x", "csb_a-b": "csb_org_x", "other": ""} {
		if found, err := tasks.Find(name, ""); err != nil || found.Benchmark != suite {
			t.Errorf("%s: found in %q, %v, want %q", name, found.Benchmark, err, suite)
		}
	}
	for name, text := range map[string]string{"empty": "", "list.json": "[]"} {
		path := filepath.Join(t.TempDir(), name)
		if text == "" {
			err = os.Mkdir(path, 0o777)
		} else {
			err = os.WriteFile(path, []byte(text), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := groundtruth.Open(path, traces.Convention{}); err == nil {
			t.Errorf("%s is taken for definitions of tasks", name)
		}
	}
}

// A task that is defined more than once is that of the run's suite, or else the
// first, and that is said; a definition may begin with a mark of its encoding.
func TestDefinedTwice(t *testing.T) {
	dir := t.TempDir()
	for _, place := range []string{"csb_a/task", "csb_b/task", "csb_b/inner/task"} {
		write(t, filepath.Join(dir, place, "tests", "ground_truth.json"), fmt.Sprintf("\ufeff[%q]", place+".go"))
	}
	write(t, filepath.Join(dir, "csb_a", "other", "task.toml"), `name = "other"`)
	tasks, err := groundtruth.Open(dir, traces.Convention{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ task, suite, want string }{
		{"task", "csb_a", "[csb_a/task.go] []"},
		{"task", "csb_b", "[csb_b/inner/task.go] [defined 2 times, by csb_b/inner/task and by csb_b/task; the first counts]"},
		{"task", "csb_c", "[csb_a/task.go] [defined 3 times, by csb_a/task and by csb_b/inner/task; the first counts]"},
		{"other", "", "[] []"},
	} {
		truth, err := tasks.Find(c.task, c.suite)
		if got := fmt.Sprint(truth.Files, truth.Faults); err != nil || got != c.want {
			t.Errorf("%s of %s: %s, want %s", c.task, c.suite, got, c.want)
		}
	}
	if got := fmt.Sprint(tasks.Undefined([]string{"z", "task", "csb_task", "OTHER", "b", "z"})); got != "[b z]" {
		t.Errorf("undefined: %s, want b and z", got)
	}
}

// A source that is not what it should be is named by itself: where the definitions are
// does not matter, and a document made elsewhere of the same ones is up to date.
func TestFaultsHaveNoPlace(t *testing.T) {
	found := truth(t, map[string]string{"tests/ground_truth.json": "{", "tests/test.sh": "cat src/t.go"}, traces.Convention{})
	if got := fmt.Sprint(found.Faults, found.Files); got != "[tests/ground_truth.json: unexpected end of JSON input] [src/t.go]" {
		t.Error(got)
	}
}

// A source that is there and cannot be read is an error, and no ground truth of the
// next source: a folder in place of a file, a file in place of the folder, a link to
// nothing.
func TestUnreadSource(t *testing.T) {
	for _, c := range []struct{ name, text string }{{"tests/ground_truth.json/note.txt", ""}, {"tests", "a file"}, {"solution", "a file"}} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "suite", "task", c.name), c.text)
		write(t, filepath.Join(dir, "suite", "task", "instruction.md"), "see lib/i.ts")
		tasks, err := groundtruth.Open(dir, traces.Convention{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tasks.Find("task", ""); err == nil || !strings.Contains(err.Error(), filepath.Dir(c.name)) {
			t.Errorf("%s: %v, want an error with its place", c.name, err)
		}
	}
}

// Heads as `git diff HEAD` (2.39.5) and `diff -ru` (diffutils 3.8) write them: names outside of
// ASCII are quoted, and behind a tab is a time, or nothing where a name has a
// blank. The shipped program does not see the quoted ones and takes the time for a
// part of the name.
func TestPatchHeads(t *testing.T) {
	const git = "diff --git \"a/src/caf\\303\\251.go\" \"b/src/caf\\303\\251.go\"\n--- \"a/src/caf\\303\\251.go\"\n+++ \"b/src/caf\\303\\251.go\"\n@@ -1 +1 @@\n-a\n+b\n" +
		"diff --git a/src/my file.txt b/src/my file.txt\n--- a/src/my file.txt\t\n+++ b/src/my file.txt\t\n@@ -1 +1 @@\n-a\n+b\n" +
		"diff --git \"a/src/q\\\"uote.go\" \"b/src/q\\\"uote.go\"\ndeleted file mode 100644\n--- \"a/src/q\\\"uote.go\"\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"
	const diff = "diff -ru a/src/x.py b/src/x.py\n--- a/src/x.py\t2026-11-23 04:12:00.000000000 +0000\n+++ b/src/x.py\t2026-11-23 04:12:01.000000000 +0000\n@@ -1 +1 @@\n-a\n+b\n"
	for _, c := range []struct{ text, want, code string }{
		{git, `["src/café.go" "src/my file.txt" "src/q\"uote.go"]`, `["src/my file.txt"]`},
		{diff, `["src/x.py"]`, `["src/x.py\t2026-11-23 04:12:01.000000000 +0000" "src/x.py\t2026-11-23 04:12:00.000000000 +0000"]`},
		{strings.ReplaceAll(git, "\n", "\r\n"), `["src/café.go" "src/my file.txt" "src/q\"uote.go"]`, `["src/my file.txt"]`},
		{"+++ \"b/bad\\x.go\"\n+++ b/good.go\n", `["good.go"]`, `["good.go"]`},
	} {
		files := map[string]string{"tests/expected.diff": c.text}
		if got := fmt.Sprintf("%q", truth(t, files, traces.Convention{}).Files); got != c.want {
			t.Errorf("%s\n%s, want %s", c.text, got, c.want)
		}
		if got := fmt.Sprintf("%q", truth(t, files, traces.Convention{Code: true}).Files); got != c.code {
			t.Errorf("csb-code: %s\n%s, want %s", c.text, got, c.code)
		}
	}
}
