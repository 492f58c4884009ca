package read_test

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/read"
)

var csb = traces.Convention{}

// lineOf returns a transcript's line with one call.
func lineOf(id, name, input, more string) string {
	return fmt.Sprintf(`{"type":"assistant"%s,"message":{"content":[{"type":"tool_use","id":%q,"name":%q,"input":%s}]}}`+"\n", more, id, name, input)
}

func transcript(t *testing.T, text string) read.Trace {
	t.Helper()
	trace, err := read.Transcript(strings.NewReader(text), csb)
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

func trajectory(t *testing.T, text string) read.Trace {
	t.Helper()
	trace, err := read.Trajectory(strings.NewReader(text), csb)
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

// told returns a list of events in one line each.
func told(events iter.Seq[traces.Event]) string {
	var lines []string
	for e := range events {
		line := fmt.Sprintf("%d %s %v", e.StepIndex, e.ToolName, e.TargetFiles)
		if e.IsSubagent {
			line += " subagent"
		}
		if e.ElapsedSeconds != nil {
			line += fmt.Sprintf(" %gs", *e.ElapsedSeconds)
		}
		if e.CumulativeTokens != nil {
			line += fmt.Sprintf(" %dt", *e.CumulativeTokens)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

// What is readable of a transcript is read, whatever is next to it.
func TestTranscript(t *testing.T) {
	text := "\ufeff" + lineOf("1", "Read", `{"file_path":"/workspace/A.go"}`, `,"timestamp":"2026-01-01T00:00:10Z"`) +
		"not json\n[1]\n\r\n" +
		`{"type":"assistant","message":{"content":"a text"}}` + "\n" +
		`{"type":"assistant","timestamp":7,"message":{"id":3,"content":["x",{"type":"tool_use","id":"2","name":"Glob","input":"{\"pattern\":\"*.go\"}"}]}}` + "\r\n" +
		`{"type":"user","timestamp":"2026-01-01T00:00:12Z","message":{"content":[{"type":"tool_result","tool_use_id":"2","content":["src/b.go",{"type":"text","text":"\nsrc/c.go"}]}]}}` + "\n" +
		`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"nobody","content":"src/d.go"}]}}` + "\n" +
		lineOf("3", "Read", `[]`, "")
	trace := transcript(t, text)
	if trace.Faults.Lines != 2 || trace.Faults.String() != "2 entries are not readable" {
		t.Errorf("faults %+v, %q, want the text and the list", trace.Faults, trace.Faults)
	}
	want := "0 Read [a.go] 0s; 1 Glob [src/b.go src/c.go] 2s; 2 Read []"
	if got := told(read.Events(trace, "")); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A file without a JSON object is not a transcript.
func TestNoTranscript(t *testing.T) {
	for text, want := range map[string]error{
		"": read.ErrEmpty, "\n\n": read.ErrEmpty, "\ufeff": read.ErrEmpty,
		"plain\ntext\n": read.ErrNoTranscript, "[]\n": read.ErrNoTranscript, "7\n": read.ErrNoTranscript,
	} {
		if _, err := read.Transcript(strings.NewReader(text), csb); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
}

// A transcript that ends within an object was cut short, and says so; other lines
// that cannot be read are counted.
func TestTorn(t *testing.T) {
	whole := lineOf("1", "Read", `{"file_path":"a.go"}`, "")
	for text, want := range map[string]string{
		whole + whole[:50]:                   "the transcript ends in the middle of an entry",
		whole + "x\n" + whole[:50] + "\n \n": "the transcript ends in the middle of an entry, 1 entry is not readable",
		whole + whole[:50] + "\n" + whole:    "1 entry is not readable",
		whole + "{done\nnot json":            "2 entries are not readable",
	} {
		trace := transcript(t, text)
		if got := trace.Faults.String(); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
		code, err := read.Transcript(strings.NewReader(text), traces.Convention{Code: true})
		if err != nil || code.Faults.Torn {
			t.Errorf("%q: %v, torn %v under csb-code, which skips lines", text, err, code.Faults.Torn)
		}
		none := trajectory(t, `{"steps": []}`)
		if merged := read.Merge(none, trace, csb); merged.Faults.String() != want {
			t.Errorf("merged: %s, want %s", merged.Faults, want)
		}
	}
}

// Tokens of a message count once, in however many lines it is written; cached
// ones are part of the prompt.
func TestTranscriptTokens(t *testing.T) {
	usage := `"usage":{"input_tokens":10,"cache_read_input_tokens":100,"cache_creation_input_tokens":5,"output_tokens":1}`
	line := `{"type":"assistant","message":{"id":%q,"content":[{"type":"tool_use","id":"%d","name":"Read","input":{"file_path":"a.go"}}],` + usage + "}}\n"
	trace := transcript(t, fmt.Sprintf(line, "m1", 1)+fmt.Sprintf(line, "m1", 2)+fmt.Sprintf(line, "m2", 3))
	if got := told(read.Events(trace, "")); got != "0 Read [a.go] 116t; 1 Read [a.go] 116t; 2 Read [a.go] 232t" {
		t.Error(got)
	}
}

// The first lines of a message have the tokens of when it began; those of its last line
// are the message's, and of every call from its first on.
func TestTokensOfLastLine(t *testing.T) {
	line := `{"type":"assistant","message":{"id":%q,"content":[{"type":"tool_use","id":"%d","name":"Read","input":{"file_path":"a.go"}}],"usage":{"input_tokens":10,"output_tokens":%d}}}` + "\n"
	trace := transcript(t, fmt.Sprintf(line, "m1", 1, 1)+fmt.Sprintf(line, "m2", 2, 3)+fmt.Sprintf(line, "m1", 3, 40)+fmt.Sprintf(line, "m3", 4, 5))
	if got := told(read.Events(trace, "")); got != "0 Read [a.go] 50t; 1 Read [a.go] 63t; 2 Read [a.go] 63t; 3 Read [a.go] 78t" {
		t.Errorf("%s: want 10+40, then 10+3 more, nothing more, then 10+5", got)
	}
}

// A file that is not a trajectory, or ends in the middle, says so and where.
func TestNoTrajectory(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "it is empty",
		" ":                                 "it is empty",
		"[]":                                "no JSON object with a list of steps",
		"{}":                                "no JSON object with a list of steps",
		`{"steps": {}}`:                     "no JSON object with a list of steps",
		`{"steps": [{"tool_calls": [{"fu`:   "in the middle",
		`{"steps": [{"a": 1}`:               "in the middle",
		`{"steps": [}`:                      "near byte",
		`{"agent": {"x": [1, 2], "steps": `: "in the middle",
		`{"steps": []} {"steps": []}`:       "something follows",
	} {
		if _, err := read.Trajectory(strings.NewReader(text), csb); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// What is readable of a trajectory is read: results by the id of their call,
// arguments as texts, steps with members of other kinds.
func TestTrajectory(t *testing.T) {
	trace := trajectory(t, `{"agent": {"tool_definitions": [{"steps": [1]}]}, "steps": [
		"no step", {"timestamp": 5, "tool_calls": [{"function_name": "Read", "arguments": {"file_path": "a.go"}}]},
		{"timestamp": "2026-01-01T00:00:00Z", "tool_calls": "none"},
		{"timestamp": "2026-01-01T00:00:01.25Z", "tool_calls": [
			{"tool_call_id": "x", "function_name": "Glob", "arguments": {}}, {"tool_call_id": "y", "name": "Grep", "arguments": "{\"pattern\": \"p\"}"}, {}],
		 "observation": {"results": [{"source_call_id": "y", "content": "src/y.go\nsrc/z.go:12: code"}, {"source_call_id": "x", "content": [{"type": "text", "text": "src/x.go"}]}]},
		 "extra": {"is_sidechain": true}}]}`)
	want := "0 Read [a.go]; 1 Glob [src/x.go] subagent 1.2s; 2 Grep [src/y.go src/z.go] subagent 1.2s"
	if got := told(read.Events(trace, "")); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if trace.Faults.Lines != 2 || trace.Faults.Calls != 1 {
		t.Errorf("%+v, want 2 entries left out in part and 1 step without readable calls", trace.Faults)
	}
	if got := told(read.Events(trace, "2025-12-31T23:59:00Z")); !strings.Contains(got, "61.2s") {
		t.Errorf("%s: want the time since the agent began", got)
	}
}

// Both sources together: results and times from the transcript by the ids of
// calls, and the subagent's calls behind the one that started it (C.merge).
func TestMerge(t *testing.T) {
	trajectory := trajectory(t, `{"steps": [
		{"timestamp": "2026-01-01T00:00:00Z", "source": "user"},
		{"tool_calls": [{"tool_call_id": "g", "function_name": "Grep", "arguments": {"pattern": "p"}}]},
		{"tool_calls": [{"tool_call_id": "t", "function_name": "Task", "arguments": {}}]},
		{"timestamp": "2026-01-01T00:00:30Z", "tool_calls": [{"tool_call_id": "r", "function_name": "Read", "arguments": {"file_path": "last.go"}}]}]}`)
	transcript := transcript(t,
		lineOf("g", "Grep", `{"pattern":"p"}`, `,"timestamp":"2026-01-01T00:00:05Z"`)+
			`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"g","content":"src/g.go"}]}}`+"\n"+
			lineOf("t", "Task", `{}`, "")+
			lineOf("s1", "Read", `{"file_path":"sub.go"}`, `,"parent_tool_use_id":"t","timestamp":"2026-01-01T00:00:12Z"`)+
			lineOf("m", "Read", `{"file_path":"main-only.go"}`, "")+
			lineOf("s2", "Read", `{"file_path":"side.go"}`, `,"isSidechain":true`)+
			lineOf("r", "Read", `{"file_path":"last.go"}`, `,"timestamp":"2026-01-01T00:00:31Z"`))
	want := "0 Grep [src/g.go] 5s; 2 Read [sub.go] subagent 12s; 3 Read [side.go] subagent; 4 Read [last.go] 30s"
	if got := told(read.Events(read.Merge(trajectory, transcript, csb), "")); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	code := traces.Convention{Code: true}
	if got := told(read.Events(read.Merge(trajectory, transcript, code), "")); strings.Contains(got, "subagent") {
		t.Errorf("%s: the shipped program recovers nothing", got)
	}
}

// A line beyond all measure is skipped and counted, and those after it are read.
func TestLongLine(t *testing.T) {
	trace := transcript(t, lineOf("1", "Read", `{"file_path":"a.go"}`, "")+
		`{"type":"user","x":"`+strings.Repeat("y", read.MaxLine)+`"}`+"\n"+lineOf("2", "Read", `{"file_path":"b.go"}`, ""))
	if trace.Calls.Len() != 2 || trace.Faults.Long != 1 {
		t.Errorf("%d calls, %d long lines, want 2 and 1", trace.Calls.Len(), trace.Faults.Long)
	}
	long := transcript(t, lineOf("1", "Edit", `{"file_path":"a.go","new_string":"`+strings.Repeat("z", 2*traces.MaxArgument)+`"}`, ""))
	if kept := string(long.Calls.At(0).Arguments["new_string"]); long.Faults.Cut != 1 || len(kept) > traces.MaxArgument+100 || !strings.HasSuffix(kept, traces.Cut+`"`) {
		t.Errorf("%d cut, %d bytes kept", long.Faults.Cut, len(kept))
	}
}

// Whatever the file, reading ends with a trace or an error; what is read gives
// events in order, with files that are spelled in the one way.
func FuzzTranscript(f *testing.F) {
	f.Add(lineOf("1", "Read", `{"file_path":"/workspace/A.go"}`, ""))
	f.Add(`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"1","content":[{"text":"a/b.go"}]}]}}`)
	f.Add("\ufeff{}\n[]\n{\"type\":\"assistant\",\"content\":[{\"type\":\"tool_use\"}]}")
	f.Fuzz(func(t *testing.T, text string) {
		trace, err := read.Transcript(strings.NewReader(text), csb)
		if err == nil {
			sound(t, trace)
		}
	})
}

func FuzzTrajectory(f *testing.F) {
	f.Add(`{"steps": [{"tool_calls": [{"function_name": "Grep", "arguments": "{\"pattern\": \"p\"}"}], "observation": {"content": "a/b.go"}, "metrics": {"prompt_tokens": 1}}]}`)
	f.Add(`{"steps": [{"tool_calls": [{"name": "mcp__sourcegraph__sg_read_file", "arguments": {"path": "X"}}]}], "steps": []}`)
	f.Fuzz(func(t *testing.T, text string) {
		trace, err := read.Trajectory(strings.NewReader(text), csb)
		if err == nil {
			sound(t, trace)
			sound(t, read.Merge(trace, trace, csb))
		}
	})
}

func sound(t *testing.T, trace read.Trace) {
	t.Helper()
	last := -1
	for e := range read.Events(trace, "") {
		if e.StepIndex <= last || e.TargetFiles == nil || e.TargetSymbols == nil || e.Arguments == nil {
			t.Errorf("step %d after %d: %+v", e.StepIndex, last, e)
		}
		last = e.StepIndex
		for _, f := range e.TargetFiles {
			if f == "" {
				t.Errorf("file %q", f)
			}
		}
	}
	if _, err := plainjson.Document(slices.Collect(read.Events(trace, ""))); err != nil {
		t.Error(err)
	}
}
