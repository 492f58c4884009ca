package traces_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/rankduel/rankduel/traces"
)

// returned returns the files of a result, and whether it was not understood.
func returned(c traces.Convention, call traces.Call, text string) string {
	files, unread := c.Returned(call, text)
	if unread {
		return fmt.Sprint(files, " unread")
	}
	return fmt.Sprint(files)
}

// The shapes of results are those of the published trials of EnterpriseBench and of the
// golden corpus of CodeScaleBench, with other names; what is in them is read off here by
// eye.
func TestReturned(t *testing.T) {
	for _, c := range []struct{ tool, arguments, text, want, code string }{
		{
			"mcp__sourcegraph__keyword_search", `{"query": "x"}`,
			`{"text":"# github.com/o/r – lib/A.go\n7: x\n8: \"path\": \"no.go\"\n\n# github.com/o/r--v1.2.0 – app/(auth)/page.tsx\n3: y\n"}`, "[lib/a.go app/(auth)/page.tsx]", "[]",
		},
		{
			"mcp__sourcegraph__sg_keyword_search", `{"query": "x"}`,
			`{"blocks":[{"chunks":[{"content":"9: \"file\": \"no.go\"","endLine":9}],"file":"test/a.cc","repo":"github.com/o/r","type":"file","url":"https://s.com/github.com/o/r/-/blob/test/a.cc"},{"chunks":null,"file":"BUILD"}]}`, "[test/a.cc build]", "[]",
		},
		{
			"keyword_search", `{"query": "x"}`,
			`{"meta": null, "content": [{"type": "text", "text": "# github.com/o/r \u2013 src/main/K.java\n67: class"}], "structuredContent": {"text": "other"}, "isError": false}`, "[src/main/k.java]", "[]",
		},
		{
			"keyword_search", `{"query": "x"}`,
			`{"meta": null, "content": [{"type": "text", "text": "{\"blocks\":[{\"type\":\"file\",\"file\":\"pkg/o.go\"}]}", "meta": null}]}`, "[pkg/o.go]", "[]",
		},
		{"mcp__sourcegraph__list_files", `{"path": "."}`, `{"text":".github/\nk8s.io/\nMakefile\nREADME.md\nserver/go.mod\nserver/LICENSE\n"}`, "[makefile readme.md server/go.mod server/license]", "[]"},
		{"mcp__sourcegraph__sg_list_files", `{}`, `{"files":[{"isDirectory":true,"path":"src/k8s.io/"},{"isDirectory":false,"path":"src/a.go"}]}`, "[src/a.go]", "[src/k8s.io src/a.go]"},
		{"mcp__sourcegraph__list_files", `{}`, `repository not found: repo not found: name="github.com/o/flask.py"`, "[]", "[]"},
		{"mcp__sourcegraph__nls_search", `{}`, `{"text":"No results.\n\nTry file:metadata/metadata.go"}`, "[]", "[]"},
		{"mcp__sourcegraph__commit_search", `{}`, `{"text":"abc123 fix lib/a.go\n"}`, "[] unread", "[]"},
		{"mcp__sourcegraph__deepsearch", `{"question": "where"}`, `It is in lib/a.go.`, "[] unread", "[]"},
		{"mcp__sourcegraph__list_repos", `{}`, `{"text":"github.com/zeit/next.js [5]"}`, "[]", "[]"},
		{"mcp__sourcegraph__diff_search", `{}`, "diff --git a/lib/a.go b/lib/a.go\n--- a/lib/a.go\n+++ b/lib/a.go\n@@ -1 +1 @@", "[lib/a.go]", "[]"},
		{"mcp__sourcegraph__read_file", `{"path": "src/a.go"}`, `{"text":"URL: https://s.com/github.com/o/r@1/-/blob/src/a.go\n1: import \"x/y.go\""}`, "[]", "[]"},

		{"Grep", `{"pattern": "x", "output_mode": "content"}`, "lib/a.go:7:x\nlib/a.go-8-y\n--\ndocs/adr-003-x.md-3-z\ndocs/adr-003-x.md:4:x: lib/no.go", "[lib/a.go docs/adr-003-x.md]", "[]"},
		{"Grep", `{"pattern": "x", "output_mode": "count"}`, "lib/a.go:3\nMakefile:1\n", "[lib/a.go makefile]", "[lib/a.go:3]"},
		{"Grep", `{"pattern": "x"}`, "Found 2 files\n/workspace/db/2024-01-15-init.sql\n./docs/v1.2-3-x.md", "[db/2024-01-15-init.sql docs/v1.2-3-x.md]", "[]"},
		{"Grep", `{"pattern": "x", "-n": false}`, "lib/a.go:func f() {\nhttps://example.org/x.html: no", "[lib/a.go]", "[]"},
		{"Grep", `{"pattern": "x", "path": "/workspace/lib/a.go"}`, "567-    value\n570:import \"x/y.go\"\nsee docs/b.md", "[]", `[570:import "x/y.go" see docs/b.md]`},
		{"Grep", `{"pattern": "x", "path": "/workspace/src/k8s.io"}`, "/workspace/src/k8s.io/api/a.go:7:x", "[src/k8s.io/api/a.go]", "[]"},
		{"Grep", `{"pattern": "x"}`, "No matches found", "[]", "[]"},
		{"Glob", `{"pattern": "**"}`, "/workspace/app/(auth)/page.tsx\n/workspace/Makefile\ngo.mod\nNo files found\n\n[metadata] {\"filenames\": [\"/workspace/no.go\"]}", "[app/(auth)/page.tsx makefile go.mod]", "[]"},
		{"Bash", `{"command": "ls"}`, "lib/a.go", "[]", "[]"},
	} {
		var arguments map[string]json.RawMessage
		if err := json.Unmarshal([]byte(c.arguments), &arguments); err != nil {
			t.Fatal(err)
		}
		for _, convention := range []traces.Convention{{}, {Code: true}} {
			want := c.want
			if convention.Code {
				want = c.code
			}
			if got := returned(convention, convention.Call(c.tool, arguments), c.text); got != want {
				t.Errorf("%s: %s %s: %s\n%s, want %s", convention.Profile(), c.tool, c.arguments, c.text, got, want)
			}
		}
	}
}

// Files without a dot, with parentheses or with numbers between dashes are files, and
// lines of code are none; one file has one spelling.
func TestFile(t *testing.T) {
	for path, want := range map[string]string{
		"/workspace/Makefile": "makefile true", "docs/adr-003-x.md": "docs/adr-003-x.md true", "app/(auth)/page.tsx": "app/(auth)/page.tsx true",
		"db/2024-01-15-init.sql": "db/2024-01-15-init.sql true", "./lib/a.go": "lib/a.go true", "lib//x/../A.go": "lib/a.go true",
		"repo_full/lib/a.go": "lib/a.go true", "testbed/a.py": "a.py true", "/workspace/repo_full/a.go": "a.go true", ".gitignore": ".gitignore true",
		"lib": "lib false", "lib/a.go:7": "lib/a.go:7 false", "https://example.org/a.go": "https:/example.org/a.go false", "./": " false",
		"if (a/b.c) {": "if (a/b.c) { false", "foo(a/b.c);": "foo(a/b.c); false", "../up/a.go": "../up/a.go true", "C#/a.cs": "c#/a.cs true",
	} {
		file, looks := traces.Convention{}.File(path)
		if got := fmt.Sprint(file, " ", looks); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
	for _, tool := range []string{"Read", "Edit", "mcp__sourcegraph__read_file"} {
		name := map[bool]string{true: "path", false: "file_path"}[tool == "mcp__sourcegraph__read_file"]
		call := traces.Convention{}.Call(tool, map[string]json.RawMessage{name: json.RawMessage(`"/workspace/bin/run"`)})
		if got := fmt.Sprint(call.Files); got != "[bin/run]" {
			t.Errorf("%s: %s, want what it was given", tool, got)
		}
	}
}
