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
	"runtime"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/verify"
)

// report is a document with the input in.txt, whose hash is that of "abc", as
// FIPS 180-2, appendix B.1, prints it.
const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

const plain = `  "profile": "default",`

func report(body string) string {
	return `{
  "schema": "rankduel/comparison/v1",
` + body + `
  "provenance": {
    "program": "p 1",
    "command": "compare",
    "inputs": [
      {
        "role": "run",
        "path": "in.txt",
        "sha256": "` + abc + `",
        "bytes": 3
      }
    ]
  }
}
`
}

// checked compares a report with a document, where in.txt holds content.
func checked(t *testing.T, written, computed, content string) *result.Verification {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "in.txt"), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	doc, err := verify.Read("r.json", []byte(written))
	if err != nil {
		t.Fatal(err)
	}
	v, err := verify.Check(t.Context(), doc, verify.Options{Roots: []string{dir}, Compute: func(context.Context, []string) ([]byte, []result.Input, error) {
		return []byte(computed), nil, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Every kind of edit is a difference with its place; what is another one each
// time is not compared, wherever it is.
func TestDifferences(t *testing.T) {
	const body = `  "settings": {
    "alpha": 0.05
  },
  "comparisons": [
    {
      "health": [],
      "measures": [
        {
          "measure": "RR",
          "mean": 0.5
        },
        {
          "measure": "AP",
          "mean": null
        }
      ]
    }
  ],`
	edit := func(pairs ...string) string { return report(strings.NewReplacer(pairs...).Replace(body)) }
	for _, c := range []struct {
		name, report string
		outcome      result.Outcome
		want         string // of all differences
	}{
		{"nothing", report(body), result.VerifiedEqual, ""},
		{"a digit", edit("0.5\n", "0.6\n"), result.VerifiedDiffers, "comparisons[0].measures[RR].mean 0.6 0.5"},
		{"the spelling of a number", edit("0.5\n", "0.50\n"), result.VerifiedLaidOut, ""},
		{"an exponent", edit("0.05\n", "5e-02\n"), result.VerifiedLaidOut, ""},
		{"a capital exponent", edit("0.05\n", "0.0005E+2\n"), result.VerifiedLaidOut, ""},
		{"a digit that no float has", edit("0.5\n", "0.50000000000000000000001\n"), result.VerifiedDiffers, "comparisons[0].measures[RR].mean 0.50000000000000000000001 0.5"},
		{"a power of ten", edit("0.5\n", "0.5e1\n"), result.VerifiedDiffers, "comparisons[0].measures[RR].mean 0.5e1 0.5"},
		{"a sign", edit("0.5\n", "-0.5\n"), result.VerifiedDiffers, "comparisons[0].measures[RR].mean -0.5 0.5"},
		{"a number as text", edit("0.5\n", "\"0.5\"\n"), result.VerifiedDiffers, "comparisons[0].measures[RR].mean \"0.5\" 0.5"},
		{"a letter as its escape", edit(`"RR"`, `"\u0052R"`), result.VerifiedLaidOut, ""},
		{"a setting", edit("0.05", "0.1"), result.VerifiedDiffers, "!settings.alpha 0.1 0.05"},
		{"null", edit("null", "1"), result.VerifiedDiffers, "comparisons[0].measures[AP].mean 1 null"},
		{"a name", edit(`"RR"`, `"P@5"`), result.VerifiedDiffers, `comparisons[0].measures[0].measure "P@5" "RR"`},
		{"an added key", edit(`"alpha": 0.05`, `"alpha": 0.05, "beta": 1`), result.VerifiedDiffers, "!settings.beta 1 "},
		{"a key taken out", edit(`,
          "mean": null`, ""), result.VerifiedDiffers, "comparisons[0].measures[AP].mean  null"},
		{"a finding", edit(`"health": []`, `"health": [{"code": "tied_scores"}]`), result.VerifiedDiffers, `comparisons[0].health[0] { "code": "tied_scores" } `},
		{"a look of then", edit(`"health": []`, `"health": [{"code": "heldout_looks"}]`), result.VerifiedLaidOut, ""},
		{"calls of then", edit(`  "settings"`, `  "retrieval": {"calls": 7}, "settings"`), result.VerifiedDiffers, "retrieval {} "},
		{"the order of keys", edit(`"measure": "RR",
          "mean": 0.5`, `"mean": 0.5,
          "measure": "RR"`), result.VerifiedLaidOut, ""},
		{"blanks", edit(`"alpha": 0.05`, `"alpha":0.05`), result.VerifiedLaidOut, ""},
		{"another type", edit(`[
        {
          "measure": "RR"`, `{"x": [
        {
          "measure": "RR"`, `        }
      ]
`, `        }
      ]}
`), result.VerifiedDiffers, `comparisons[0].measures { "x": [ { "measure": "RR", "mean": 0.5 }, { "measure": "AP", "mean": null } ] } [ { "measure": "RR", "mean": 0.5 }, { "measure": "AP", "mean": null } ]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := checked(t, c.report, report(body), "abc")
			var got []string
			for _, d := range v.Differences {
				mark := ""
				if d.Setting {
					mark = "!"
				}
				got = append(got, fmt.Sprintf("%s%s %s %s", mark, d.Path, d.Report, d.Computed))
			}
			if v.Outcome != c.outcome || strings.Join(got, "\n") != c.want || v.Differing != len(got) {
				t.Errorf("%s with %d:\n%s\nwant %s:\n%s", v.Outcome, v.Differing, strings.Join(got, "\n"), c.outcome, c.want)
			}
		})
	}
}

// What docs/verify.md lists as another one each time makes no difference, and the
// runs that an experiment was stored as do.
func TestNotCompared(t *testing.T) {
	const body = `  "health": [],
  "retrieval": {
    "calls": 7,
    "run_ids": {
      "bm25": "run_1"
    }
  },`
	for _, code := range []string{"stale_judgments", "empty_documents", "state_unknown", "version_changed", "heldout_looks"} {
		edited := strings.Replace(body, "[]", `[{"code": "`+code+`"}]`, 1)
		if v := checked(t, report(edited), report(body), "abc"); v.Outcome != result.VerifiedLaidOut {
			t.Errorf("%s: %s, %+v; want it not compared", code, v.Outcome, v.Differences)
		}
	}
	if v := checked(t, report(strings.Replace(body, "7", "8", 1)), report(body), "abc"); v.Differing != 0 {
		t.Errorf("calls: %+v; want them not compared", v.Differences)
	}
	v := checked(t, report(strings.Replace(body, "run_1", "run_2", 1)), report(body), "abc")
	if v.Differing != 1 || v.Differences[0].Path != "retrieval.run_ids.bm25" {
		t.Errorf("%+v; want another stored run to be a difference", v.Differences)
	}
}

// An input with other bytes is named with both hashes, whatever the numbers say.
func TestChangedInput(t *testing.T) {
	v := checked(t, report(plain), report(plain), "abd")
	sum := sha256.Sum256([]byte("abd"))
	if in := v.Inputs[0]; v.Outcome != result.VerifiedOther || in.State != result.InputChanged || in.SHA256 != abc || in.SHA256Now != hex.EncodeToString(sum[:]) {
		t.Errorf("%s, %+v; want other inputs, changed with its hash", v.Outcome, in)
	}
}

// What was moved is found by its bytes, and what is there no more is named.
func TestMovedAndMissing(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "deep", ".hidden"), 0o700); err != nil {
		t.Fatal(err)
	}
	moved := filepath.Join(dir, "deep", "else")
	for path, content := range map[string]string{moved: "abc", filepath.Join(dir, "other.txt"): "abd", filepath.Join(dir, "deep", ".hidden", "in.txt"): "abc"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	doc, err := verify.Read("r.json", []byte(report(plain)))
	if err != nil {
		t.Fatal(err)
	}
	o := verify.Options{Roots: []string{dir}, Compute: func(_ context.Context, at []string) ([]byte, []result.Input, error) {
		if at[0] != moved {
			t.Errorf("computed from %s, want %s", at[0], moved)
		}
		return []byte(report(plain)), nil, nil
	}}
	if v, err := verify.Check(t.Context(), doc, o); err != nil || v.Outcome != result.VerifiedEqual || v.Inputs[0].State != result.InputMoved {
		t.Errorf("%+v, %v; want equal from what was moved", v, err)
	}
	if err := os.Remove(moved); err != nil {
		t.Fatal(err)
	}
	if v, err := verify.Check(t.Context(), doc, o); !errors.Is(err, verify.ErrMissing) || v.Outcome != result.VerifiedNotFound || !strings.Contains(err.Error(), "in.txt") {
		t.Errorf("%+v, %v; want in.txt to be missing", v, err)
	}
}

// An input without a hash is none, unless it is the name of a test set: a report
// could name what no report may, or call anything unchanged.
func TestInputWithoutHash(t *testing.T) {
	for _, c := range []struct {
		role result.InputRole
		path string
		want result.InputState
	}{
		{result.InputRun, "in.txt", result.InputChanged},
		{result.InputRun, "/dev/zero", result.InputMissing},
		{result.InputTestSet, "clinical@v1", result.InputSame},
		{result.InputTestSet, "/dev/zero", result.InputMissing},
		{result.InputTestSet, "../in.txt", result.InputMissing},
	} {
		text := strings.NewReplacer(abc, "", `"role": "run"`, `"role": "`+string(c.role)+`"`, "in.txt", c.path).Replace(report(plain))
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "in.txt"), []byte("abc"), 0o600); err != nil {
			t.Fatal(err)
		}
		doc, err := verify.Read("r.json", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		v, err := verify.Check(t.Context(), doc, verify.Options{Roots: []string{dir}, Compute: func(context.Context, []string) ([]byte, []result.Input, error) {
			return []byte(text), nil, nil
		}})
		if v == nil || v.Inputs[0].State != c.want || errors.Is(err, verify.ErrMissing) != (c.want == result.InputMissing) {
			t.Errorf("%s %s: %+v, %v; want %s", c.role, c.path, v, err, c.want)
		}
	}
}

// A folder's hash is of what its files hold and are called; the order in which a
// disk lists them, and empty folders, are nothing.
func TestFolderHash(t *testing.T) {
	dir := t.TempDir()
	hash := func() string {
		t.Helper()
		in, err := verify.InputOf(t.Context(), result.Input{Role: result.InputPart, Path: dir})
		if err != nil {
			t.Fatal(err)
		}
		return in.SHA256
	}
	write := func(name, content string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("b", "abc")
	write("a", "")
	// what sha256sum prints of both, hashed by it again
	empty := "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	want := sha256.Sum256([]byte(empty + "  a\n" + abc + "  b\n"))
	if got := hash(); got != hex.EncodeToString(want[:]) {
		t.Errorf("%s, want %x", got, want)
	}
	write("c", "")
	if hash() == hex.EncodeToString(want[:]) {
		t.Error("one file more has the same hash")
	}
}

// A link is what it leads to: a folder behind one has its hash, and is searched.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	behind, link := filepath.Join(dir, "behind"), filepath.Join(dir, "link")
	if err := errors.Join(os.Mkdir(behind, 0o700), os.WriteFile(filepath.Join(dir, "abc"), []byte("abc"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Symlink("behind", link), os.Symlink(filepath.Join(dir, "abc"), filepath.Join(behind, "else"))); err != nil {
		t.Skip("no links here:", err)
	}
	in, err := verify.InputOf(t.Context(), result.Input{Role: result.InputPart, Path: link})
	want := sha256.Sum256([]byte(abc + "  else\n"))
	if err != nil || in.SHA256 != hex.EncodeToString(want[:]) || in.Bytes != 3 {
		t.Errorf("%s of %d bytes, %v; want %x of 3", in.SHA256, in.Bytes, err, want)
	}
	if err := errors.Join(os.Remove(filepath.Join(behind, "else")), os.Rename(filepath.Join(dir, "abc"), filepath.Join(behind, "moved"))); err != nil {
		t.Fatal(err)
	}
	doc, err := verify.Read("r.json", []byte(report(plain)))
	if err != nil {
		t.Fatal(err)
	}
	v, err := verify.Check(t.Context(), doc, verify.Options{Roots: []string{link}, Compute: func(context.Context, []string) ([]byte, []result.Input, error) {
		return []byte(report(plain)), nil, nil
	}})
	if err != nil || v.Inputs[0].State != result.InputMoved {
		t.Errorf("%+v, %v; want what is behind a link to be found", v, err)
	}
}

// A report that says it has no held-out queries gets none of their scores.
func TestHeldOutOfTheComputed(t *testing.T) {
	of := func(part, mean string) string {
		return report(`  "test_set": {
    "part": "` + part + `"
  },
  "mean": ` + mean + `,`)
	}
	for _, c := range []struct{ report, computed, want string }{
		{"evaluation", "heldout", "withheld"},
		{"evaluation", "all", "withheld"},
		{"heldout", "evaluation", "withheld"},
		{"evaluation", "evaluation", "0.5"},
	} {
		v := checked(t, of(c.report, "0.4"), of(c.computed, "0.5"), "abc")
		if last := v.Differences[len(v.Differences)-1]; last.Path != "mean" || last.Computed != c.want {
			t.Errorf("a report of %s computed of %s: %+v, want mean %s", c.report, c.computed, last, c.want)
		}
	}
}

// The files of an experiment are those that lie as seen from it, whatever copies
// there are.
func TestPartsMoveWithTheExperiment(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(content), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	text := strings.NewReplacer(`"role": "run",
        "path": "in.txt",`, `"role": "experiment",
        "path": "demo/e.yaml",`, `"bytes": 3
      }`, `"bytes": 3
      },
      {
        "role": "part_of_experiment",
        "path": "demo/deep/c.jsonl",
        "sha256": "`+abc+`"
      }`).Replace(report(plain))
	write("moved/e.yaml", "abc")
	write("moved/deep/c.jsonl", "abd")
	write("copy/c.jsonl", "abc")
	doc, err := verify.Read("r.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	check := func(want result.InputState, read ...result.Input) {
		t.Helper()
		v, err := verify.Check(t.Context(), doc, verify.Options{Roots: []string{filepath.Join(dir, "moved"), dir}, Compute: func(context.Context, []string) ([]byte, []result.Input, error) {
			return []byte(text), read, nil
		}})
		if err != nil || v.Inputs[0].State != result.InputMoved || v.Inputs[1].State != want {
			t.Errorf("%+v, %v; want the experiment moved and its file %s", v.Inputs, err, want)
		}
	}
	check(result.InputChanged)
	check(result.InputSame, result.Input{Role: result.InputPart, Path: "copy/c.jsonl", SHA256: abc}) // named by a path from the root
	write("moved/deep/c.jsonl", "abc")
	check(result.InputMoved)
}

// No path of the machine is noted.
func TestPortable(t *testing.T) {
	t.Chdir(t.TempDir())
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"runs/a.trec": "runs/a.trec", "./a": "a", "../x/a": "../x/a", filepath.Join(wd, "deep", "a"): "deep/a",
		filepath.Join(filepath.Dir(wd), "a"): "a", "-": "-",
	} {
		if got := verify.Portable(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// A stored run is told apart by its scores, not by when it was stored.
func TestHashRun(t *testing.T) {
	run := result.StoredRun{ID: "run_1", Rows: []result.Row{{QueryID: "q1", Scores: map[string]*float64{"RR": new(.5)}}}}
	hash := func() string {
		t.Helper()
		sum, err := verify.HashRun(run)
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	before := hash()
	run.CommitHash, run.CreatedAt = "c", run.CreatedAt.AddDate(1, 0, 0)
	if hash() != before {
		t.Error("a later time is another run")
	}
	run.Rows[0].Scores["RR"] = new(.25)
	if hash() == before {
		t.Error("another score is the same run")
	}
}

// Whatever a report holds, reading it ends in a document or an error, and a
// document that is compared with itself has no differences.
func FuzzRead(f *testing.F) {
	f.Add(report(`"a": [1, {"b": "\u00e9"}, [], {}],`))
	f.Add(report(strings.Repeat("[", 20000)))
	f.Add("{}")
	f.Add(`{"schema": "rankduel/evaluation/v1", "provenance": {"inputs": [{"path": "\u0000"}]}}`)
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		doc, err := verify.Read("r.json", []byte(text))
		if err != nil {
			return
		}
		doc.Provenance.Inputs = nil // none of which is here
		v, err := verify.Check(t.Context(), doc, verify.Options{Roots: []string{dir}, Compute: func(context.Context, []string) ([]byte, []result.Input, error) {
			return []byte(text), nil, nil
		}})
		if err != nil || v.Differing > 0 {
			t.Errorf("%v, %+v of the same text", err, v)
		}
		if _, err := json.Marshal(v); err != nil {
			t.Error(err)
		}
	})
}

// A document of another kind of processor is equal within 1e-9 of each figure,
// and p values within 1e-9 absolutely; settings and texts are compared exactly.
func TestAnotherProcessor(t *testing.T) {
	const body = `  "settings": {"alpha": 0.05},
  "comparisons": [{"verdict": "better", "mean": 0.25, "p_value": 1e-7, "skewness": 0}],`
	written := strings.Replace(report(body), `"command"`, `"architecture": "elsewhere", "command"`, 1)
	for _, c := range []struct {
		name, old, now string
		outcome        result.Outcome
	}{
		{"a last digit", "0.25", "0.25000000000000006", result.VerifiedWithin},
		{"the tolerance", "0.25", "0.2500000002", result.VerifiedWithin},
		{"beyond it", "0.25", "0.2500000003", result.VerifiedDiffers},
		{"a p value", "1e-7", "1.009e-7", result.VerifiedWithin},
		{"a p value beyond it", "1e-7", "1.02e-7", result.VerifiedDiffers},
		{"what is 0 but for rounding", `"skewness": 0`, `"skewness": 9e-13`, result.VerifiedWithin},
		{"beyond rounding", `"skewness": 0`, `"skewness": 2e-12`, result.VerifiedDiffers},
		{"a setting", "0.05", "0.05000000000000001", result.VerifiedDiffers},
		{"a verdict", "better", "worse", result.VerifiedDiffers},
	} {
		v := checked(t, written, strings.Replace(written, c.old, c.now, 1), "abc")
		if v.Outcome != c.outcome || v.Tolerance != 1e-9 || v.Architecture != "elsewhere" || v.ArchitectureNow != runtime.GOARCH {
			t.Errorf("%s: %s with tolerance %g, %s then, %s now; want %s", c.name, v.Outcome, v.Tolerance, v.Architecture, v.ArchitectureNow, c.outcome)
		}
		here := strings.Replace(written, "elsewhere", runtime.GOARCH, 1)
		if v := checked(t, here, strings.Replace(here, c.old, c.now, 1), "abc"); v.Outcome != result.VerifiedDiffers || v.Tolerance != 0 {
			t.Errorf("%s on the same kind: %s with tolerance %g, want %s", c.name, v.Outcome, v.Tolerance, result.VerifiedDiffers)
		}
	}
}
