package read_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/read"
)

// longTrace returns a transcript of n reads whose results come in an order of their
// own: of every ten calls the last first, and of every hundredth at the very end.
// The arguments have what JSON writers like to change.
func longTrace(n int) string {
	var out, late strings.Builder
	for i := 0; i < n; i += 10 {
		for j := i; j < i+10; j++ {
			at := fmt.Sprintf(`,"timestamp":"2026-01-01T%02d:%02d:%02dZ"`, j/3600, j/60%60, j%60)
			call := lineOf(fmt.Sprint("c", j), "Grep", fmt.Sprintf(`{"pattern": "<%d> & \u00e9 é", "glob": ["a",  1.50]}`, j), at)
			out.WriteString(strings.Replace(call, `"content"`, `"usage":{"input_tokens":2,"output_tokens":1},"content"`, 1))
		}
		for j := i + 9; j >= i; j-- {
			to := &out
			if j%100 == 0 {
				to = &late
			}
			fmt.Fprintf(to, `{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"c%d","content":"src/f%d.go\nsrc/all.go"}]}}`+"\n", j, j)
		}
	}
	return out.String() + late.String()
}

// A trace of which most is in a file is read as one in memory is: every call
// has its own arguments and result, in order, as often as it is gone through.
func TestLongTrace(t *testing.T) {
	const n = 20_000 // of which at most 2,048 are in memory
	t.Setenv("TMPDIR", t.TempDir())
	trace := transcript(t, longTrace(n))
	parts := func() int {
		files, err := filepath.Glob(filepath.Join(os.TempDir(), "rankduel-calls*"))
		if err != nil {
			t.Fatal(err)
		}
		return len(files)
	}
	if parts() != 1 || trace.Calls.Len() != n || trace.Calls.Events() != n {
		t.Fatalf("%d temporary files, %d calls, %d events, want 1, %d, %d", parts(), trace.Calls.Len(), trace.Calls.Events(), n, n)
	}
	merged := read.Merge(trace, trace, csb)
	for name, of := range map[string]read.Trace{"transcript": trace, "again": trace, "merged": merged} {
		i := 0
		for e := range read.Events(of, "") {
			pattern, glob := string(e.Arguments["pattern"]), string(e.Arguments["glob"])
			if *e.ElapsedSeconds != float64(i) || *e.CumulativeTokens != int64(3*(i+1)) {
				t.Fatalf("%s: call %d after %g s, %d tokens: want %d, %d", name, i, *e.ElapsedSeconds, *e.CumulativeTokens, i, 3*(i+1))
			}
			if e.StepIndex != i || !slices.Equal(e.TargetFiles, []string{fmt.Sprintf("src/f%d.go", i), "src/all.go"}) ||
				pattern != fmt.Sprintf(`"<%d> & \u00e9 é"`, i) || strings.ReplaceAll(glob, " ", "") != `["a",1.50]` {
				t.Fatalf("%s: call %d is %d, %q, %s, %s", name, i, e.StepIndex, e.TargetFiles, pattern, glob)
			}
			i++
		}
		if i != n || of.Calls.Err() != nil {
			t.Errorf("%s: %d events, %v, want %d", name, i, of.Calls.Err(), n)
		}
	}
	trace.Calls.Close()
	merged.Calls.Close()
	if parts() != 0 {
		t.Errorf("%d temporary files are left", parts())
	}
}

// Merging leaves the sources as they are.
func TestMergeKeeps(t *testing.T) {
	steps := trajectory(t, `{"steps": [{"tool_calls": [{"tool_call_id": "1", "function_name": "Grep", "arguments": {}}], "observation": {"results": [{"content": "s/1.go\ns/2.go\ns/3.go"}]}}]}`)
	other := func(file string) read.Trace {
		return transcript(t, lineOf("1", "Grep", "{}", "")+`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"1","content":"`+file+`"}]}}`)
	}
	first := read.Merge(steps, other("s/first.go"), csb)
	second := read.Merge(steps, other("s/second.go"), csb)
	for trace, want := range map[*read.Trace]string{
		&steps: "0 Grep [s/1.go s/2.go s/3.go]", &first: "0 Grep [s/1.go s/2.go s/3.go s/first.go]", &second: "0 Grep [s/1.go s/2.go s/3.go s/second.go]",
	} {
		if got := told(read.Events(*trace, "")); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// Where there is no place for a temporary file that is an error, and no shorter
// trace.
func TestNoPlaceForCalls(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "gone"))
	if runtime.GOOS == "windows" {
		t.Skip("has another name for it")
	}
	_, err := read.Transcript(strings.NewReader(longTrace(20_000)), csb)
	if _, is := errors.AsType[*read.SpillError](err); !is || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v, want a SpillError: there is not a folder", err)
	}
	if _, err := read.Transcript(strings.NewReader(longTrace(100)), csb); err != nil {
		t.Errorf("%v, want none: a short trace has no file", err)
	}
}

// Subagents of a long trace stand behind the calls that started them, wherever in
// the transcript they come.
func TestLongMerge(t *testing.T) {
	const n = 5_000
	var steps, lines []string
	for i := range n {
		steps = append(steps, fmt.Sprintf(`{"tool_calls": [{"tool_call_id": "c%d", "function_name": "Task", "arguments": {}}]}`, i))
		lines = append(lines, lineOf(fmt.Sprint("c", i), "Task", "{}", ""))
	}
	for i := range n { // all of them at the end, those of the last call first
		lines = append(lines, lineOf(fmt.Sprint("s", i), "Read", fmt.Sprintf(`{"file_path":"f%d.go"}`, n-1-i), fmt.Sprintf(`,"parent_tool_use_id":"c%d"`, n-1-i)))
	}
	trace := read.Merge(trajectory(t, `{"steps": [`+strings.Join(steps, ",")+`]}`), transcript(t, strings.Join(lines, "")), csb)
	i := 0
	for e := range read.Events(trace, "") {
		if e.StepIndex != 2*i+1 || !e.IsSubagent || e.TargetFiles[0] != fmt.Sprintf("f%d.go", i) {
			t.Fatalf("event %d: step %d, %q, want step %d: behind call %d", i, e.StepIndex, e.TargetFiles, 2*i+1, i)
		}
		i++
	}
	if i != n {
		t.Errorf("%d events, want %d", i, n)
	}
}

// What is written call by call is what is written at once.
func TestWriteDocument(t *testing.T) {
	d := traces.Document{SchemaVersion: "1.0", GroundTruth: traces.GroundTruth{Files: []string{"src/f3.go", `]}<"x">`}}}
	for _, n := range []int{0, 10, 5_000} {
		trace := read.Trace{Calls: &read.Calls{}}
		if n > 0 {
			trace = transcript(t, longTrace(n))
		}
		whole := d
		whole.Events = append([]traces.Event{}, slices.Collect(read.Events(trace, ""))...)
		whole.Annotate(csb)
		want, err := plainjson.Document(whole)
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		sum, err := traces.WriteDocument(&got, &d, read.Events(trace, ""), csb)
		if err != nil || got.String() != string(want) || sum.GroundTruthFilesHit != min(n, 1) {
			t.Errorf("%d events: %v, %d bytes, want %d; %+v", n, err, got.Len(), len(want), sum)
		}
	}
}
