package agents_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/schemas"
)

// hashes returns those of all files below a folder, but for those in folders of events.
func hashes(t *testing.T, root string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if strings.Contains(path, "retrieval_events") {
			return nil
		}
		sum := sha256.Sum256(scripttest.Read(t, path))
		found[path] = hex.EncodeToString(sum[:])
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// exampleTraces copies the example of traces.
func exampleTraces(t *testing.T) (dir, run string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../../examples/traces")); err != nil {
		t.Fatal(err)
	}
	return dir, filepath.Join(dir, "runs", "staging", "fix_1")
}

// No file outside retrieval_events is touched by anything that traces does
// (C.status, C.isolate), and documents are where the original has them (C.path).
func TestTraceTreeIsKept(t *testing.T) {
	dir, run := exampleTraces(t)
	before := hashes(t, dir)
	scripttest.Said(t, "traces", "normalize", run, "--tasks", filepath.Join(dir, "benchmarks"))
	scripttest.Said(t, "traces", "eval", run)
	scripttest.Said(t, "traces", "impact", run)
	scripttest.Said(t, "traces", "report", run)
	scripttest.Said(t, "traces", "normalize", "--run-dir", filepath.Dir(run), "--all", "--profile", "csb-code")
	if after := hashes(t, dir); !maps.Equal(before, after) {
		t.Errorf("files outside retrieval_events changed: %d before, %d after", len(before), len(after))
	}
	for _, file := range []string{"mcp-remote-direct/cache-expiry-race-003.retrieval_events.json", "mcp-remote-direct/cache-expiry-race-003.retrieval_metrics.json", "run_retrieval_summary.json"} {
		if _, err := os.Stat(filepath.Join(run, "retrieval_events", file)); err != nil {
			t.Error(err)
		}
	}
}

// A dry run writes nothing at all.
func TestTraceDryRun(t *testing.T) {
	dir, run := exampleTraces(t)
	scripttest.Said(t, "traces", "normalize", run, "--tasks", filepath.Join(dir, "benchmarks"), "--dry-run")
	if _, err := os.Stat(filepath.Join(run, "retrieval_events")); !os.IsNotExist(err) {
		t.Errorf("%v, want no folder of events", err)
	}
	var list []map[string]any
	if err := json.Unmarshal(scripttest.Said(t, "traces", "normalize", run, "--dry-run", "--json"), &list); err != nil || len(list) != 9 {
		t.Errorf("%d documents, %v, want 9", len(list), err)
	}
}

// What is up to date is not written again; what changed is: a trace, the ground
// truth, the profile, a document that someone edited or removed.
func TestTraceResume(t *testing.T) {
	dir, run := exampleTraces(t)
	tasks := filepath.Join(dir, "benchmarks")
	written := func(args ...string) int {
		t.Helper()
		var n struct {
			Trials []struct {
				UpToDate bool `json:"up_to_date"`
			}
		}
		if err := json.Unmarshal(scripttest.Said(t, append([]string{"traces", "normalize", run, "--tasks", tasks, "--format", "json"}, args...)...), &n); err != nil {
			t.Fatal(err)
		}
		new := 0
		for _, trial := range n.Trials {
			if !trial.UpToDate {
				new++
			}
		}
		return new
	}
	events := filepath.Join(run, "retrieval_events", "mcp-remote-direct")
	for _, step := range []struct {
		what string
		do   func()
		args []string
		want int
	}{
		{"first", func() {}, nil, 9},
		{"again", func() {}, nil, 0},
		{"with other workers", func() {}, []string{"--workers", "1"}, 0},
		{"after a new trace", func() {
			scripttest.Write(t, filepath.Join(run, "mcp-remote-direct", "2026-02-23__14-40-02", "mcp_retry-backoff-004_k3Jx9a__m17", "agent", "transcript.jsonl"), []byte("{}\n"))
		}, nil, 1},
		{"after new ground truth", func() {
			scripttest.Write(t, filepath.Join(tasks, "csb_sdlc_fix", "retry-backoff-004", "tests", "ground_truth.json"), []byte(`["x.go"]`))
		}, nil, 2},
		{"after an edit", func() {
			scripttest.Write(t, filepath.Join(events, "cache-expiry-race-003.retrieval_events.json"), []byte("{}"))
		}, nil, 1},
		{"after a loss", func() {
			if err := os.Remove(filepath.Join(events, "cache-expiry-race-003.retrieval_events.json")); err != nil {
				t.Fatal(err)
			}
		}, nil, 1},
		{"torn state", func() {
			state := filepath.Join(run, "retrieval_events", ".normalized.jsonl")
			data := scripttest.Read(t, state)
			scripttest.Write(t, state, append(data, `{"document": "mcp-re`...))
		}, nil, 0},
		{"under the other profile", func() {}, []string{"--profile", "csb-code"}, 9},
		{"all of it", func() {}, []string{"--profile", "csb-code", "--again"}, 9},
	} {
		step.do()
		if got := written(step.args...); got != step.want {
			t.Errorf("%s: %d written, want %d", step.what, got, step.want)
		}
	}
}

// The same traces give the same bytes, whatever the number of workers; only the
// time of writing differs.
func TestTraceSameBytes(t *testing.T) {
	dir, run := exampleTraces(t)
	var first []byte
	for _, workers := range []string{"1", "2", "7"} {
		list := scripttest.Said(t, "traces", "normalize", run, "--tasks", filepath.Join(dir, "benchmarks"), "--json", "--dry-run", "--workers", workers)
		var lines [][]byte
		for line := range bytes.Lines(list) {
			if !bytes.Contains(line, []byte(`"generated_at"`)) {
				lines = append(lines, line)
			}
		}
		if list = bytes.Join(lines, nil); first == nil {
			first = list
		} else if !bytes.Equal(list, first) {
			t.Errorf("%s workers: other bytes", workers)
		}
	}
}

// Every document is valid by the schema that the program ships, those of the
// vectors and those of the example; one with a field of its own is not.
func TestTraceSchema(t *testing.T) {
	data, err := fs.ReadFile(schemas.Files(), "retrieval_events.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("events.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("events.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range vectors[struct {
		ID    string
		Given struct{ Files map[string]string }
	}](t, "csb_normalize") {
		place := t.TempDir()
		of := trial(t, place, "baseline", "t", map[string]any{})
		for name, text := range c.Given.Files {
			scripttest.Write(t, filepath.Join(of, filepath.FromSlash(name)), []byte(text))
		}
		var list []any
		decodePlain(t, scripttest.Said(t, "traces", "normalize", place, "--json"), &list)
		if len(list) != 1 || schema.Validate(list[0]) != nil {
			t.Errorf("%s: %d documents, %v", c.ID, len(list), schema.Validate(list[0]))
		}
	}
	dir, run := exampleTraces(t)
	for _, profile := range []string{"csb", "csb-code"} {
		var list []any
		decodePlain(t, scripttest.Said(t, "traces", "normalize", run, "--tasks", filepath.Join(dir, "benchmarks"), "--profile", profile, "--json"), &list)
		for i, d := range list {
			if err := schema.Validate(d); err != nil {
				t.Errorf("%s, document %d: %v", profile, i+1, err)
			}
		}
		list[0].(map[string]any)["more"] = 1
		if schema.Validate(list[0]) == nil {
			t.Error("a field that the schema does not have is accepted")
		}
	}
}

func decodePlain(t *testing.T, data []byte, into *[]any) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	*into = v.([]any)
}

// The report has its six sections in both forms, and says no word of cause but to
// deny it (C.report, C.noclaim).
func TestTraceReport(t *testing.T) {
	dir, run := exampleTraces(t)
	scripttest.Said(t, "traces", "normalize", run, "--tasks", filepath.Join(dir, "benchmarks"))
	page := filepath.Join(dir, "report.html")
	markdown := string(scripttest.Said(t, "traces", "report", run, "-o", page))
	html := string(scripttest.Read(t, page))
	sections := []string{"1. Coverage", "2. Retrieval quality", "3. Utilization quality", "4. Error taxonomy", "5. Downstream impact", "6. Caveats"}
	for _, section := range sections {
		if !strings.Contains(markdown, "## "+section) || !strings.Contains(html, "<h2>"+section+"</h2>") {
			t.Errorf("section %q is missing", section)
		}
	}
	for _, part := range []string{"explain-startup-005 has a valid reward in baseline-local-direct alone", "Association is all there is here", "retry-backoff-004", "relevant files written (proxy)"} {
		if !strings.Contains(markdown, part) || !strings.Contains(html, part) {
			t.Errorf("%q is missing", part)
		}
	}
	for _, fetched := range []string{"<script", "http://", "https://", "src="} {
		if strings.Contains(html, fetched) {
			t.Errorf("the page has %q, and is to need nothing else", fetched)
		}
	}
	impact := filepath.Join(dir, "impact.json")
	scripttest.Said(t, "traces", "eval", run)
	scripttest.Said(t, "traces", "impact", run, "-o", impact)
	ofFiles := string(scripttest.Said(t, "traces", "report", "--summary", filepath.Join(run, "retrieval_events", "run_retrieval_summary.json"), "--impact", impact))
	for _, section := range sections {
		if !strings.Contains(ofFiles, "## "+section) {
			t.Errorf("of files: section %q is missing", section)
		}
	}
}

// Names that a trial gives itself reach no terminal and no page as they are.
func TestTraceNamesAreSafe(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "fix_1")
	name := "a\x1b[31m<b>|x"
	for _, config := range []string{"baseline", "mcp-x"} {
		for i := range 3 {
			trial(t, dir, config, fmt.Sprint(name, i), map[string]any{"verifier_result": map[string]any{"rewards": map[string]any{"reward": i}}})
		}
	}
	page := filepath.Join(t.TempDir(), "r.html")
	texts := []string{string(scripttest.Said(t, "traces", "normalize", dir)), string(scripttest.Said(t, "traces", "impact", dir, "-v")), string(scripttest.Said(t, "traces", "report", dir, "-o", page)), string(scripttest.Read(t, page))}
	for i, text := range texts {
		if strings.ContainsRune(text, 0x1b) || i == 3 && strings.Contains(text, "<b>") {
			t.Errorf("output %d has a name as it is:\n%s", i, text)
		}
	}
	if !slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(s, `\u001b`) }) {
		t.Error("no output names the trial")
	}
}
