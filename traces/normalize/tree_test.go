package normalize_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/groundtruth"
	"github.com/rankduel/rankduel/traces/normalize"
	"github.com/rankduel/rankduel/traces/runs"
)

// tree writes trials of tasks t000, t001 and so on, each of which reads one file.
func tree(t *testing.T, n int) []runs.Trial {
	t.Helper()
	run := filepath.Join(t.TempDir(), "fix_1")
	for i := range n {
		dir := filepath.Join(run, "baseline", "2026-02-23__14-09-21", fmt.Sprintf("t%03d__1", i))
		put(t, filepath.Join(dir, "result.json"), "{}")
		put(t, filepath.Join(dir, "agent", "claude-code.txt"), `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"1","name":"Read","input":{"file_path":"a.go"}}]}}`)
	}
	return walk(t, run)
}

func walk(t *testing.T, run string) []runs.Trial {
	t.Helper()
	found, err := runs.Walk(run, false, traces.Convention{})
	if err != nil {
		t.Fatal(err)
	}
	return found.Trials
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func noTasks(t *testing.T) *groundtruth.Tasks {
	t.Helper()
	tasks, err := groundtruth.Open("", traces.Convention{})
	if err != nil {
		t.Fatal(err)
	}
	return tasks
}

func documents(t *testing.T, of []runs.Trial) int {
	t.Helper()
	files, err := traces.Files(filepath.Join(of[0].RunDir, traces.EventsFolder), traces.EventsEnding)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return len(files)
}

// Traces that cannot be opened are all reported, and keep none of the others from
// their documents; the next run makes up for them.
func TestUnreadable(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root opens every file")
	}
	trials := tree(t, 100) // more than are under way at once
	closed := []string{filepath.Join(trials[3].Dir, "agent", "claude-code.txt"), filepath.Join(trials[90].Dir, "agent", "claude-code.txt")}
	for _, path := range closed {
		if err := os.Chmod(path, 0); err != nil {
			t.Fatal(err)
		}
	}
	done, err := normalize.Tree(t.Context(), trials, noTasks(t), normalize.Settings{})
	if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), closed[0]) || !strings.Contains(err.Error(), closed[1]) {
		t.Errorf("%v, want both files", err)
	}
	if n := documents(t, trials); len(done) != 98 || n != 98 {
		t.Errorf("%d trials are done, %d documents; want 98", len(done), n)
	}
	for _, path := range closed {
		if err := os.Chmod(path, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := normalize.Tree(t.Context(), trials, noTasks(t), normalize.Settings{}); err != nil || documents(t, trials) != 100 {
		t.Errorf("%v, %d documents, want 100", err, documents(t, trials))
	}
}

// What became unreadable after its document was written is an error for its trial, and
// the document stays as it is: the folder of a trace, the trace, the definition of a task.
func TestDocumentStays(t *testing.T) {
	trials := tree(t, 4)
	definitions := t.TempDir()
	for i := range trials {
		put(t, filepath.Join(definitions, "suite", fmt.Sprintf("t%03d", i), "tests", "ground_truth.json"), `["a.go"]`)
	}
	made := func() ([]traces.NormalizedTrial, error) {
		tasks, err := groundtruth.Open(definitions, traces.Convention{})
		if err != nil {
			t.Fatal(err)
		}
		return normalize.Tree(t.Context(), walk(t, trials[0].RunDir), tasks, normalize.Settings{})
	}
	first, err := made()
	if err != nil || len(first) != 4 {
		t.Fatal(first, err)
	}
	broken := []string{
		filepath.Join(trials[0].Dir, "agent"), filepath.Join(trials[1].Dir, "agent", "claude-code.txt"), filepath.Join(definitions, "suite", "t002", "tests"),
	}
	for i, path := range broken {
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		if i == 1 {
			path = filepath.Join(path, "a folder")
		}
		put(t, path, "in its place")
	}
	done, err := made()
	if err == nil || len(done) != 1 || !done[0].UpToDate {
		t.Errorf("%v, %+v, want three errors, and one trial up to date", err, done)
	}
	for i, path := range broken {
		if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), trials[i].Dir) {
			t.Errorf("%v, want %s of %s", err, path, trials[i].Dir)
		}
		d, err := traces.ReadDocument(first[i].Document)
		if err != nil || len(d.Events) != 1 || d.Summary.GroundTruthFilesHit != 1 {
			t.Errorf("%v, %+v, want the document as it was", err, d)
		}
	}
}

// A document is UTF-8 whatever its trace is, files whose names are not Unicode text stay as
// many as they are, and that is said; a document that is not UTF-8 is refused.
func TestNotUnicode(t *testing.T) {
	trials := tree(t, 1)
	call := `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"1","name":"Edit","input":{"file_path":"%s.go","new_string":"%s"}}]}}` + "\n"
	put(t, filepath.Join(trials[0].Dir, "agent", "claude-code.txt"),
		fmt.Sprintf(call, `\ud800`, "caf\xe9")+fmt.Sprintf(call, `\ud801`, "x")+fmt.Sprintf(call, "\xe8", "x")+fmt.Sprintf(call, "\xe9", "x"))
	done, err := normalize.Tree(t.Context(), trials, noTasks(t), normalize.Settings{})
	if err != nil || len(done) != 1 || !strings.Contains(strings.Join(done[0].Notes, "\n"), "4 entries are not Unicode text") {
		t.Fatalf("%v, %+v, want a note on 4 entries", err, done)
	}
	data, err := os.ReadFile(done[0].Document)
	if err != nil || !utf8.Valid(data) || !strings.Contains(string(data), `"caf\\xE9"`) {
		t.Errorf("%v, %s, want UTF-8 with the byte as an escape", err, data)
	}
	d, err := traces.ReadDocument(done[0].Document)
	if err != nil || d.Summary.UniqueFilesAccessed != 4 {
		t.Errorf("%v, %+v, want 4 files", err, d.Summary)
	}
	for _, text := range []string{strings.Replace(string(data), "Edit", "\xe9", 1), strings.Replace(string(data), "Edit", `\udc00`, 1)} {
		put(t, done[0].Document, text)
		if _, err := traces.ReadDocument(done[0].Document); err == nil || !strings.Contains(err.Error(), "not Unicode") {
			t.Errorf("%v, want it refused", err)
		}
	}
}

// A tree that was interrupted goes on where it was: what is there is not made again.
func TestInterrupted(t *testing.T) {
	trials := tree(t, 130)
	ctx, stop := context.WithCancel(t.Context())
	first, err := normalize.Tree(ctx, trials, noTasks(t), normalize.Settings{Progress: func(int, int) { stop() }})
	if !errors.Is(err, context.Canceled) || len(first) == 0 || len(first) == len(trials) {
		t.Fatalf("%d of %d done, %v: want an interrupt in between", len(first), len(trials), err)
	}
	second, err := normalize.Tree(t.Context(), trials, noTasks(t), normalize.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range second {
		if i < len(first) && !d.UpToDate {
			t.Errorf("%s is made again", d.TaskName)
		}
	}
	if n := documents(t, trials); n != len(trials) {
		t.Errorf("%d documents, want %d", n, len(trials))
	}
}

// A folder that cannot be written to ends it, and says which.
func TestUnwritable(t *testing.T) {
	trials := tree(t, 3)
	put(t, filepath.Join(trials[0].RunDir, traces.EventsFolder), "a file")
	_, err := normalize.Tree(t.Context(), trials, noTasks(t), normalize.Settings{})
	if failed, is := errors.AsType[*normalize.WriteError](err); !is || !strings.Contains(failed.Path, traces.EventsFolder) {
		t.Errorf("%v, want a WriteError", err)
	}
}

// A document is made again when its trace, its result or the time of either
// changed, and by a dry run not at all.
func TestStale(t *testing.T) {
	trials := tree(t, 2)
	made := func(s normalize.Settings) string {
		t.Helper()
		done, err := normalize.Tree(t.Context(), walk(t, trials[0].RunDir), noTasks(t), s)
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, d := range done {
			text += map[bool]string{true: "=", false: "+"}[d.UpToDate]
		}
		return text
	}
	if got := made(normalize.Settings{DryRun: true}) + made(normalize.Settings{}) + made(normalize.Settings{}); got != "++++==" {
		t.Errorf("%s, want ++ by a dry run, then ++, then ==", got)
	}
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(trials[0].RunDir, traces.EventsFolder, "baseline", "t001"+traces.EventsEnding), later, later); err != nil {
		t.Fatal(err)
	}
	if got := made(normalize.Settings{}); got != "=+" {
		t.Errorf("%s, want =+ after a document of the same size was written by another", got)
	}
	if err := os.Chtimes(filepath.Join(trials[0].Dir, "agent", "claude-code.txt"), later, later); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(trials[1].Dir, "result.json"), `{"agent_info": {"model_info": {"name": "m"}}}`)
	if got := made(normalize.Settings{}) + made(normalize.Settings{}) + made(normalize.Settings{Again: true}); got != "++==++" {
		t.Errorf("%s, want ++ after the change, then ==, then ++ on demand", got)
	}
	if err := os.Remove(filepath.Join(trials[0].RunDir, traces.EventsFolder, "baseline", "t000"+traces.EventsEnding)); err != nil {
		t.Fatal(err)
	}
	if got := made(normalize.Settings{}); got != "+=" {
		t.Errorf("%s, want += after a document was removed", got)
	}
}

// A transcript that was cut short gives what is left of it, and says so; a trace
// for whose calls there is no place is an error that keeps no other trial from its
// document.
func TestCutShortAndNoPlace(t *testing.T) {
	trials := tree(t, 3)
	call := `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"%d","name":"Read","input":{"file_path":"a.go"}}]}}` + "\n"
	put(t, filepath.Join(trials[0].Dir, "agent", "claude-code.txt"), fmt.Sprintf(call, 1)+fmt.Sprintf(call, 2)[:40])
	var long strings.Builder
	for i := range 5_000 {
		fmt.Fprintf(&long, call, i)
	}
	put(t, filepath.Join(trials[1].Dir, "agent", "claude-code.txt"), long.String())
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "gone"))
	done, err := normalize.Tree(t.Context(), trials, noTasks(t), normalize.Settings{})
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), trials[1].Dir) || !strings.Contains(err.Error(), "TMPDIR") {
		t.Errorf("%v, want the second trial: there is no temporary folder", err)
	}
	if len(done) != 2 || documents(t, trials) != 2 {
		t.Fatalf("%d trials are done, %d documents, want 2", len(done), documents(t, trials))
	}
	if reason := done[0].DegradedReason; reason == nil || *reason != "the transcript ends in the middle of an entry" || *done[0].Events != 1 {
		t.Errorf("%v, %d events, want one and the reason", reason, *done[0].Events)
	}
	if reason := done[1].DegradedReason; reason != nil {
		t.Errorf("the third trial is degraded: %s", *reason)
	}
}

// A document that someone changed is made again, even if its time was kept.
func TestChangedDocument(t *testing.T) {
	trials := tree(t, 1)
	if _, err := normalize.Tree(t.Context(), trials, noTasks(t), normalize.Settings{}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(trials[0].RunDir, traces.EventsFolder, "baseline", "t000"+traces.EventsEnding)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	put(t, path, "{}")
	if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	done, err := normalize.Tree(t.Context(), trials, noTasks(t), normalize.Settings{})
	if err != nil || done[0].UpToDate {
		t.Errorf("%v, up to date %v, want it made again", err, done[0].UpToDate)
	}
}
