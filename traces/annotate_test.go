package traces_test

import (
	"fmt"
	"testing"

	"github.com/rankduel/rankduel/traces"
)

// Counts of a document are those of its events, counted by hand: files once in
// whatever spelling, hits of the ground truth, the step of the first.
func TestAnnotate(t *testing.T) {
	event := func(step int, category string, mcp bool, files ...string) traces.Event {
		return traces.Event{StepIndex: step, ToolName: "T", ToolCategory: category, IsMCP: mcp, TargetFiles: files}
	}
	d := traces.Document{
		GroundTruth: traces.GroundTruth{Files: []string{"/workspace/A.go", "a.go", "b.go", "c.go"}}, // three files
		Events: []traces.Event{
			event(1, "code_search", true, "x.go", "y.go"),
			event(4, "file_read", false, "/testbed/a.go", "x.go"),
			event(5, "file_read", false),
			event(9, "file_read", false, "B.go", "a.go"),
		},
	}
	d.Annotate(traces.Convention{})
	s := *d.Summary
	if got, want := fmt.Sprint(s.TotalEvents, s.MCPEvents, s.LocalEvents, s.UniqueFilesAccessed, s.GroundTruthFilesHit, s.GroundTruthFilesTotal, *s.FirstGroundTruthHitStep, s.EventsByCategory),
		"4 1 3 4 2 3 4 map[code_search:1 file_read:3]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for i, want := range []string{"false []", "true [a.go]", "false []", "true [b.go a.go]"} {
		if got := fmt.Sprint(d.Events[i].HitsGroundTruth, " ", d.Events[i].MatchedGroundTruthFiles); got != want {
			t.Errorf("event %d: %s, want %s", i, got, want)
		}
	}
}

// Files are matched by what their spellings share, however often prefixes were taken
// off: documents hold b/x.go for /workspace/a/b/x.go, and a/y.go for A/Y.go. The
// shipped program takes them off once, and misses both.
func TestKey(t *testing.T) {
	for _, c := range []struct{ path, want, code string }{
		{"a/b/x.go", "x.go", "b/x.go"},
		{"/workspace/a/b/x.go", "x.go", "b/x.go"},
		{"A/Y.go", "y.go", "a/y.go"},
		{"src/a/x.go", "src/a/x.go", "src/a/x.go"},
		{"/workspace/", "", ""},
		{"a/", "", ""},
	} {
		if got := (traces.Convention{}).Key(c.path); got != c.want {
			t.Errorf("Key(%q) = %q, want %q", c.path, got, c.want)
		}
		if got := (traces.Convention{Code: true}).Key(c.path); got != c.code {
			t.Errorf("csb-code: Key(%q) = %q, want %q", c.path, got, c.code)
		}
	}
	d := traces.Document{
		GroundTruth: traces.GroundTruth{Files: []string{"a/b/x.go"}},
		Events:      []traces.Event{{TargetFiles: []string{traces.Convention{}.Path("/workspace/a/b/x.go")}}},
	}
	if d.Annotate(traces.Convention{}); d.Summary.GroundTruthFilesHit != 1 || !d.Events[0].HitsGroundTruth {
		t.Errorf("%+v: want the one file hit", d.Summary)
	}
}

// A result in JSON is read as JSON: Python's json.dumps writes é as \u00e9 and Go's
// encoding/json & as \u0026. The shipped program sees a backslash, and no file. What is
// no JSON, such as a path of Windows in plain text, is taken as it is.
func TestReturnedEscapes(t *testing.T) {
	for _, c := range []struct{ text, want, code string }{
		{`{"results": [{"path": "src/caf\u00e9.go", "n": 1}, {"path": "x/y.go"}]}`, "[src/café.go x/y.go]", "[x/y.go]"},
		{`"path":"q\u0026a.go"`, "[q&a.go]", "[]"},
		{`"path":"src\/x.go"`, "[src/x.go]", "[]"},
		{`"path": "emoji\ud83d\ude00.py"`, "[emoji😀.py]", "[]"},
		{`"path": "a \"quoted\" name.go" "path": "z.go"`, `[a "quoted" name.go z.go]`, "[z.go]"},
		{`"path": "C:\work\x.go" "path": "z.go"`, "[z.go]", "[z.go]"},
		{`{"meta": null, "content": [{"type": "text", "text": "{\"files\":[{\"path\":\"daemon/cells.go\"},{\"path\":\"caf\\u00e9.go\"}]}"}, {"type": "image"}]}`, "[daemon/cells.go café.go]", "[]"},
		{`{"log": "{\"path\": \"x.go\"}", "path": "y.go"}`, "[y.go]", "[y.go]"},
		{`"path": "never\u00e9 closed`, "[]", "[]"},
		{`"path": "never closed \"`, "[]", "[]"},
	} {
		specified, code := traces.Convention{}, traces.Convention{Code: true}
		call := specified.Call("mcp__sourcegraph__keyword_search", nil)
		if got := returned(specified, call, c.text); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
		if got := returned(code, call, c.text); got != c.code {
			t.Errorf("csb-code: %s: %s, want %s", c.text, got, c.code)
		}
	}
}
