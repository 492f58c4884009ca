package read_test

import (
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/read"
)

// published returns a published trace, unpacked.
func published(t *testing.T, path ...string) io.Reader {
	t.Helper()
	f, err := os.Open(filepath.Join(append([]string{"..", "..", "..", "shared", "data", "agent-traces"}, path...)...))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the published traces are not here: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	plain, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// A subagent whose own entries are not there is counted, and one whose entries are there is
// not, whether or not it called anything: by the call that they name, by the agent that
// the result of the call names, or, where entries name neither, by their being there.
func TestSubagentsWithoutTranscript(t *testing.T) {
	start := lineOf("1", "Agent", `{"prompt":"look"}`, "") + lineOf("2", "Task", `{"prompt":"look"}`, "")
	result := `{"type":"user","toolUseResult":{"agentId":"a7"},"message":{"content":[{"type":"tool_result","tool_use_id":"2","content":"lib/a.go"}]}}` + "\n"
	entry := func(of string) string {
		return `{"type":"assistant"` + of + `,"message":{"content":[{"type":"text","text":"I look"}]}}` + "\n"
	}
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"neither":                {start + result, 2},
		"of the first, by call":  {start + result + entry(`,"parent_tool_use_id":"1"`), 1},
		"of the second by agent": {start + result + entry(`,"isSidechain":true,"agentId":"a7"`), 1},
		"another agent's":        {start + result + entry(`,"isSidechain":true,"agentId":"b8"`), 2},
		"before its call":        {entry(`,"isSidechain":true,"agentId":"a7"`) + start + result, 1},
		"both":                   {start + result + entry(`,"parent_tool_use_id":"1"`) + entry(`,"isSidechain":true,"agentId":"a7"`), 0},
		"without a name":         {start + result + entry(`,"isSidechain":true`), 0},
		"no subagent":            {lineOf("1", "Read", `{"file_path":"a.go"}`, ""), 0},
	} {
		if got := read.Understood(transcript(t, c.text)); got.Unseen != c.want || got.NotUnderstood != c.want {
			t.Errorf("%s: %+v, want %d subagents without a transcript", name, got, c.want)
		}
	}
	code, err := read.Transcript(published(t, "enterprisebench", "dep-traversal-001", "hybrid", "agent_trace.jsonl.gz"), traces.Convention{Code: true})
	if err != nil || read.Understood(code).Unseen != 0 {
		t.Errorf("%+v, %v: the shipped program does not look for them", read.Understood(code), err)
	}
}

// Of both sources it is enough that one has a subagent's entries.
func TestSubagentsOfBothSources(t *testing.T) {
	const call = `{"tool_calls": [{"tool_call_id": "1", "function_name": "Task", "arguments": {}}, {"tool_call_id": "r", "function_name": "Read", "arguments": {"file_path": "a.go"}}]}`
	const aside = `{"extra": {"is_sidechain": true}, "tool_calls": [{"tool_call_id": "s", "function_name": "Read", "arguments": {"file_path": "b.go"}}]}`
	start := lineOf("1", "Task", `{}`, "") + lineOf("r", "Read", `{"file_path":"a.go"}`, "")
	for _, c := range []struct {
		steps, lines string
		want         int
	}{
		{call, start, 1},
		{call + "," + aside, start, 0},
		{call, start + lineOf("s", "Read", `{"file_path":"b.go"}`, `,"parent_tool_use_id":"1"`), 0},
	} {
		both := read.Merge(trajectory(t, `{"steps": [`+c.steps+`]}`), transcript(t, c.lines), csb)
		if got := read.Understood(both); got.Unseen != c.want {
			t.Errorf("%s\n%s: %+v, want %d without a transcript", c.steps, c.lines, got, c.want)
		}
	}
}

// Published traces, of which the calls named Agent or Task, and those whose id no other entry
// has as its parent, were counted with Python's json: a session log has the first
// agent's entries alone, what the agent printed has those of all.
func TestPublishedSubagents(t *testing.T) {
	for _, c := range []struct {
		task          string
		session, said int
	}{{"api-contract-grpc-metadata-001", 3, 0}, {"cal-err-flask-blueprint-001", 1, 0}, {"dep-traversal-001", 1, 0}} {
		for path, want := range map[string]int{"agent_trace.jsonl.gz": c.session, "agent/stdout.log.gz": c.said} {
			trace, err := read.Transcript(published(t, "enterprisebench", c.task, "hybrid", path), csb)
			if err != nil {
				t.Fatal(err)
			}
			if got := read.Understood(trace); got.Unseen != want {
				t.Errorf("%s of %s: %d subagents without a transcript, want %d", path, c.task, got.Unseen, want)
			}
		}
	}
	trace, err := read.Trajectory(published(t, "csb-golden-corpus", "2448941ec16d", "trajectory.json.gz"), csb)
	if got := read.Understood(trace); err != nil || got.Unseen != 5 || got.NotUnderstood != 5 {
		t.Errorf("%v, %+v, want 5 of 5 calls", err, got)
	}
}
