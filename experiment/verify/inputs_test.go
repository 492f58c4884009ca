package verify_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/verify"
	"github.com/rankduel/rankduel/traces"
)

// tree writes files below a folder, by their paths.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(content), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// naming returns a report of given inputs.
func naming(t *testing.T, inputs ...result.Input) string {
	t.Helper()
	data, err := json.Marshal(map[string]any{"schema": result.ComparisonSchema, "provenance": result.Provenance{Program: "p 1", Command: "compare", Inputs: inputs}})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func sumOf(content string) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:])
}

// same returns what computes a report again, as it was, and notes from which files.
func same(text string, at *[]string, read ...result.Input) func(context.Context, []string) ([]byte, []result.Input, error) {
	return func(_ context.Context, paths []string) ([]byte, []result.Input, error) {
		*at = paths
		return []byte(text), read, nil
	}
}

// Where an input is found: in the first folder that has it as it was, else anywhere below, else as it was changed.
func TestWhereInputsAre(t *testing.T) {
	in := result.Input{Role: result.InputRun, Path: "runs/in.txt", SHA256: abc, Bytes: 3}
	with := func(change func(*result.Input)) result.Input {
		changed := in
		change(&changed)
		return changed
	}
	both := sumOf(sumOf("abd") + "  x\n" + abc + "  y\n") // as sha256sum lists them
	for _, tt := range []struct {
		name  string
		in    result.Input
		files map[string]string // below two roots, a and b
		state result.InputState
		at    string // "" where it is missing
		now   string // its hash, when it was changed
	}{
		{"in the first root", in, map[string]string{"a/runs/in.txt": "abc", "b/runs/in.txt": "abc"}, result.InputSame, "a/runs/in.txt", ""},
		{"in the second root", in, map[string]string{"b/runs/in.txt": "abc"}, result.InputSame, "b/runs/in.txt", ""},
		{"changed in the first, as it was in the second", in, map[string]string{"a/runs/in.txt": "abd", "b/runs/in.txt": "abc"}, result.InputSame, "b/runs/in.txt", ""},
		{"changed in both", in, map[string]string{"a/runs/in.txt": "abd", "b/runs/in.txt": "abe"}, result.InputChanged, "a/runs/in.txt", sumOf("abd")},
		{"changed, and moved as it was", in, map[string]string{"a/runs/in.txt": "abd", "b/x/y": "abc"}, result.InputMoved, "b/x/y", ""},
		{"moved, its name first", in, map[string]string{"a/a/other": "abc", "a/x/in.txt": "abc"}, result.InputMoved, "a/x/in.txt", ""},
		{"moved, of a size that is not known", with(func(in *result.Input) { in.Bytes = 0 }), map[string]string{"a/x": "abc"}, result.InputMoved, "a/x", ""},
		{"of another size", with(func(in *result.Input) { in.Bytes = 4 }), map[string]string{"a/x": "abc"}, result.InputMissing, "", ""},
		{"in a folder that is hidden", in, map[string]string{"a/.git/in.txt": "abc"}, result.InputMissing, "", ""},
		{"in a file that is hidden", in, map[string]string{"a/.in.txt": "abc"}, result.InputMoved, "a/.in.txt", ""},
		{"gone", in, map[string]string{"a/x": "abd"}, result.InputMissing, "", ""},
		{"standard input", with(func(in *result.Input) { in.Path = "-" }), map[string]string{"a/-": "abd"}, result.InputMissing, "", ""},
		{"a folder in place of a file of another role", with(func(in *result.Input) { in.Role = result.InputScores }), map[string]string{"a/runs/in.txt/x": "abd"}, result.InputMissing, "", ""},
		{"a folder that a run is", with(func(in *result.Input) { in.SHA256 = both }), map[string]string{"a/runs/in.txt/x": "abd", "a/runs/in.txt/y": "abc"}, result.InputSame, "a/runs/in.txt", ""},
		{"a folder with marks, and with folders", with(func(in *result.Input) { in.SHA256 = both }), map[string]string{"a/runs/in.txt/x": "abd", "a/runs/in.txt/y": "abc", "a/runs/in.txt/_SUCCESS": "", "a/runs/in.txt/_t/z": "z"}, result.InputSame, "a/runs/in.txt", ""},
		{"a folder that a run in one file is", in, map[string]string{"a/runs/in.txt/x": "abc"}, result.InputSame, "a/runs/in.txt", ""},
		{"a folder of event documents", with(func(in *result.Input) {
			in.SHA256 = sumOf(abc + "  b" + traces.EventsEnding + "\n" + sumOf("m") + "  c\n")
		}), map[string]string{"a/runs/in.txt/b" + traces.EventsEnding: "abc", "a/runs/in.txt/c": "m"}, result.InputSame, "a/runs/in.txt", ""},
		{"a folder of files further down", with(func(in *result.Input) { in.SHA256 = sumOf(abc + "  d/x\n") }), map[string]string{"a/runs/in.txt/d/x": "abc"}, result.InputSame, "a/runs/in.txt", ""},
		{"a pattern", with(func(in *result.Input) { in.Path, in.SHA256 = "r*s/?", both }), map[string]string{"b/runs/x": "abd", "b/runs/y": "abc", "b/runs/zz": "z"}, result.InputSame, "b/r*s/?", ""},
		{"a pattern with another file", with(func(in *result.Input) { in.Path, in.SHA256 = "runs/*", sumOf("q") }), map[string]string{"a/runs/x": "abd", "a/runs/y": "abc"}, result.InputChanged, "a/runs/*", both},
		{"a pattern of another role", with(func(in *result.Input) { in.Path, in.Role = "runs/*", result.InputScores }), map[string]string{"a/runs/x": "abd"}, result.InputMissing, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := tree(t, tt.files)
			text := naming(t, tt.in)
			doc, err := verify.Read("r.json", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			var at []string
			v, err := verify.Check(t.Context(), doc, verify.Options{Roots: []string{filepath.Join(dir, "a"), filepath.Join(dir, "b")}, Compute: same(text, &at)})
			if tt.at == "" {
				if !errors.Is(err, verify.ErrMissing) || v.Outcome != result.VerifiedNotFound || at != nil {
					t.Fatalf("%+v, %v; want it missing, and nothing computed", v, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			found := v.Inputs[0]
			if want := filepath.Join(dir, filepath.FromSlash(tt.at)); len(at) != 1 || filepath.Clean(at[0]) != want {
				t.Errorf("computed from %v, want %s", at, want)
			}
			if found.State != tt.state || found.SHA256Now != tt.now || (found.Found != "") != (tt.state == result.InputMoved) {
				t.Errorf("%+v, want %s with the hash %q", found, tt.state, tt.now)
			}
		})
	}
}

// A stored run is the same, another one or gone by what the store says of it now.
func TestStoredRuns(t *testing.T) {
	text := naming(t, result.Input{Role: result.InputStoredRun, Path: "run_1", SHA256: abc})
	doc, err := verify.Read("r.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	away := errors.New("the store is away")
	for _, tt := range []struct {
		name, sum string
		err       error
		state     result.InputState
		want      error
	}{
		{"the same", abc, nil, result.InputSame, nil},
		{"another", sumOf("x"), nil, result.InputChanged, nil},
		{"gone", "", fmt.Errorf("run_1: %w", result.ErrNotFound), result.InputMissing, verify.ErrMissing},
		{"away", "", away, "", away},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var at []string
			v, err := verify.Check(t.Context(), doc, verify.Options{Compute: same(text, &at), Stored: func(_ context.Context, id string) (string, error) {
				if id != "run_1" {
					t.Errorf("run %s is looked up", id)
				}
				return tt.sum, tt.err
			}})
			if !errors.Is(err, tt.want) || (v == nil) != (tt.state == "") {
				t.Fatalf("%+v, %v; want %v", v, err, tt.want)
			}
			if v != nil && (v.Inputs[0].State != tt.state || (v.Inputs[0].SHA256Now != "") != (tt.state == result.InputChanged)) {
				t.Errorf("%+v, want %s", v.Inputs[0], tt.state)
			}
			if tt.want == nil && (len(at) != 1 || at[0] != "run_1") {
				t.Errorf("computed from %v", at)
			}
		})
	}
}

// What was read besides, and is not in the report, is another input; what the report knows, wherever it was, is not.
func TestWhatElseWasRead(t *testing.T) {
	text := naming(t, result.Input{Role: result.InputRun, Path: "in.txt", SHA256: abc})
	for _, tt := range []struct {
		name, content string
		read          result.Input
		outcome       result.Outcome
		states        []result.InputState
	}{
		{"nothing", "abc", result.Input{}, result.VerifiedLaidOut, []result.InputState{result.InputSame}},
		{"the same", "abc", result.Input{Path: "x/in.txt", SHA256: abc}, result.VerifiedLaidOut, []result.InputState{result.InputSame}},
		{"another", "abc", result.Input{Path: "y", SHA256: sumOf("y")}, result.VerifiedOther, []result.InputState{result.InputSame, result.InputAdded}},
		{"without a hash", "abc", result.Input{Path: "y"}, result.VerifiedLaidOut, []result.InputState{result.InputSame}},
		{"as it was, elsewhere", "abd", result.Input{Path: "y", SHA256: abc}, result.VerifiedLaidOut, []result.InputState{result.InputSame}},
		{"as it is now", "abd", result.Input{Path: "in.txt", SHA256: sumOf("abd")}, result.VerifiedOther, []result.InputState{result.InputChanged}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc, err := verify.Read("r.json", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			var at []string
			v, err := verify.Check(t.Context(), doc, verify.Options{Roots: []string{tree(t, map[string]string{"in.txt": tt.content})}, Compute: same(text, &at, tt.read)})
			if err != nil {
				t.Fatal(err)
			}
			var states []result.InputState
			for _, in := range v.Inputs {
				states = append(states, in.State)
			}
			if diff := cmp.Diff(tt.states, states); diff != "" || v.Outcome != tt.outcome {
				t.Errorf("%s, want %s (-want +got):\n%s", v.Outcome, tt.outcome, diff)
			}
		})
	}
}

// An error of the computation is told with what is not as it was, which may be its cause.
func TestComputationFails(t *testing.T) {
	failed := errors.New("no query has a score")
	for content, want := range map[string]string{"abc": failed.Error(), "abd": failed.Error() + "\nnot what they were when the report was made: in.txt"} {
		doc, err := verify.Read("r.json", []byte(naming(t, result.Input{Role: result.InputRun, Path: "in.txt", SHA256: abc})))
		if err != nil {
			t.Fatal(err)
		}
		v, err := verify.Check(t.Context(), doc, verify.Options{Roots: []string{tree(t, map[string]string{"in.txt": content})}, Compute: func(context.Context, []string) ([]byte, []result.Input, error) {
			return nil, nil, failed
		}})
		if v != nil || !errors.Is(err, failed) || err.Error() != want {
			t.Errorf("from %s: %+v, %v; want %q", content, v, err, want)
		}
	}
}

// What is not a report that can be verified is refused, with what to do.
func TestReadRefuses(t *testing.T) {
	whole := naming(t, result.Input{Role: result.InputRun, Path: "in.txt", SHA256: abc})
	for _, tt := range []struct{ name, text, says string }{
		{"nothing", "", "it is not a JSON document; give the report as it was written with -o NAME.json"},
		{"a page", "<html>", "it is not a JSON document"},
		{"a list", "[]", "it is not a JSON document"},
		{"broken off", "\n" + whole[:len(whole)/2], "it is not JSON: line 2: "},
		{"two documents", whole + whole, "it is not JSON: line 1: "},
		{"a key twice", `{"schema": "x", "a": {"b": 1, "b": 1}}`, `.a: the key "b" is there twice`},
		{"another schema", `{"schema": "rankduel/sweep/v1"}`, `its schema is "rankduel/sweep/v1"; want rankduel/comparison/v1 or rankduel/evaluation/v1`},
		{"a type", strings.Replace(whole, `"p 1"`, "7", 1), "provenance"},
		{"no provenance", `{"schema": "rankduel/evaluation/v1"}`, "no provenance"},
		{"no inputs", `{"schema": "rankduel/evaluation/v1", "provenance": {}}`, "names no inputs"},
	} {
		doc, err := verify.Read("r.json", []byte(tt.text))
		if doc != nil || !errors.Is(err, verify.ErrUnknown) || !strings.HasPrefix(err.Error(), "r.json cannot be verified: ") || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.says)
		}
	}
	doc, err := verify.Read("r.json", []byte(" \t\r\n"+strings.Replace(whole, `"provenance"`, `"test_set": {"part": "all"}, "retrieval": {"run_ids": {"b": "run_2", "a": "run_1"}}, "provenance"`, 1)))
	if err != nil || !doc.HeldOut || strings.Join(doc.RunIDs, " ") != "run_1 run_2" || doc.Provenance.Program != "p 1" {
		t.Errorf("%+v, %v", doc, err)
	}
}

// Differences in long lists are named by what is in them, and long values are cut at a character.
func TestPlacesOfDifferences(t *testing.T) {
	long := strings.Repeat("x", 98) + strings.Repeat("ü", 60)
	for _, tt := range []struct{ name, report, computed, want string }{
		{"by name", `"runs": [{"name": "a", "mean": 1}],`, `"runs": [{"name": "a", "mean": 2}],`, "runs[a].mean 1 2"},
		{"by query", `"queries": [{"query_id": "q7", "d": 1}],`, `"queries": [{"query_id": "q7", "d": 2}],`, "queries[q7].d 1 2"},
		{"by stratum", `"s": [{"stratum": "x", "d": 1}],`, `"s": [{"stratum": "x", "d": 2}],`, "s[x].d 1 2"},
		{"by code", `"f": [{"code": "c", "d": 1}],`, `"f": [{"code": "c", "d": 2}],`, "f[c].d 1 2"},
		{"by candidate", `"comparisons": [{"b": {"name": "new"}, "d": 1}],`, `"comparisons": [{"b": {"name": "new"}, "d": 2}],`, "comparisons[new].d 1 2"},
		{"of other candidates by number", `"comparisons": [{"b": {"name": "new"}}],`, `"comparisons": [{"b": {"name": "newer"}}],`, `comparisons[0].b.name "new" "newer"`},
		{"one more", `"l": [1, 2],`, `"l": [1],`, "l[1] 2 "},
		{"one less", `"l": [1],`, `"l": [1, 2],`, "l[1]  2"},
		{"a key that is new", `"a": 1,`, `"a": 1, "z": {"y": 2},`, `z  { "y": 2 }`},
		{"long", `"a": "` + long + `",`, `"a": "` + strings.Repeat("y", 198) + `",`, `a "` + strings.Repeat("x", 98) + strings.Repeat("ü", 50) + `… "` + strings.Repeat("y", 198) + `"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := checked(t, report(tt.report), report(tt.computed), "abc")
			var got []string
			for _, d := range v.Differences {
				got = append(got, fmt.Sprint(d.Path, " ", d.Report, " ", d.Computed))
			}
			if strings.Join(got, "\n") != tt.want || v.Differing != 1 || v.Compared < 1 {
				t.Errorf("%d of %d: %q, want %q", v.Differing, v.Compared, got, tt.want)
			}
		})
	}
}

// A thousand differences are listed of each kind, and all are counted.
func TestManyDifferences(t *testing.T) {
	list := func(value, n int) string {
		return "[" + strings.TrimSuffix(strings.Repeat(fmt.Sprint(value, ","), n), ",") + "]"
	}
	of := func(value int) string {
		return report(`"settings": {"x": ` + list(value, 5) + `}, "numbers": ` + list(value, 1500) + `,`)
	}
	v := checked(t, of(1), of(2), "abc")
	if v.Differing != 1505 || len(v.Differences) != 1005 || v.Compared != 1506 || !v.Differences[4].Setting || v.Differences[5].Setting {
		t.Errorf("%d of %d differ, %d are listed; want 1505 of 1506, and 5 settings first of 1005", v.Differing, v.Compared, len(v.Differences))
	}
}

// What is noted of an input: its path as seen from here, and hash and size where it can be read twice.
func TestInputOf(t *testing.T) {
	dir := tree(t, map[string]string{"in.txt": "abc", "d/x": "abc", "d/e/y": ""})
	path := filepath.Join(dir, "in.txt")
	folder := sumOf(sumOf("") + "  e/y\n" + abc + "  x\n")
	for _, tt := range []struct {
		name     string
		in, want result.Input
	}{
		{"a file", result.Input{Path: path}, result.Input{Path: "in.txt", SHA256: abc, Bytes: 3}},
		{"a file whose hash is known", result.Input{Path: path, SHA256: "s"}, result.Input{Path: "in.txt", SHA256: "s", Bytes: 3}},
		{"a folder", result.Input{Path: filepath.Join(dir, "d")}, result.Input{Path: "d", SHA256: folder, Bytes: 3}},
		{"a folder whose hash is said to be known", result.Input{Path: filepath.Join(dir, "d"), SHA256: "s"}, result.Input{Path: "d", SHA256: folder, Bytes: 3}},
		{"nothing", result.Input{Path: filepath.Join(dir, "none")}, result.Input{Path: "none"}},
		{"standard input", result.Input{Path: "-"}, result.Input{Path: "-"}},
		{"a folder that is a run", result.Input{Role: result.InputRun, Path: filepath.Join(dir, "d")}, result.Input{Role: result.InputRun, Path: "d", SHA256: abc, Bytes: 3}},
		{"a pattern whose hash is known", result.Input{Role: result.InputRun, Path: filepath.Join(dir, "*"), SHA256: "s"}, result.Input{Role: result.InputRun, Path: "*", SHA256: "s", Bytes: 3}},
		{"a pattern of nothing", result.Input{Role: result.InputRun, Path: filepath.Join(dir, "n*")}, result.Input{Role: result.InputRun, Path: "n*"}},
		{"a device", result.Input{Path: os.DevNull}, result.Input{Path: filepath.Base(os.DevNull)}},
	} {
		got, err := verify.InputOf(t.Context(), tt.in)
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := verify.InputOf(ctx, result.Input{Path: path}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of its context: %v", err)
	}
}

// A report cannot have a folder above the working one read through: the working folder itself and those below may be inputs.
func TestFoldersAbove(t *testing.T) {
	dir := tree(t, map[string]string{"above/work/below/x": "abc"})
	t.Chdir(filepath.Join(dir, "above", "work"))
	for path, found := range map[string]bool{".": true, "below": true, "..": false, "../..": false, "*/x": true, "below/*": true, "../w*/below/x": false, "../*": false, "../work/b*/x": true} {
		text := naming(t, result.Input{Role: result.InputRun, Path: path, SHA256: sumOf("another")})
		doc, err := verify.Read("r.json", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		var at []string
		v, err := verify.Check(t.Context(), doc, verify.Options{Roots: []string{"."}, Compute: same(text, &at)})
		if found != (err == nil && v.Inputs[0].State == result.InputChanged) || !found && !errors.Is(err, verify.ErrMissing) {
			t.Errorf("%s: %+v, %v; read: want %v", path, v, err, found)
		}
	}
}
