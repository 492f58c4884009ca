package traces

import (
	"encoding/json"
	"strings"
)

// salient are the arguments that an event keeps, by category.
var salient = map[string][]string{
	FileRead:         {"file_path", "path", "repo", "startLine", "endLine"},
	FileWrite:        {"file_path", "path", "notebook_path", "old_string", "new_string", "replace_all"},
	FileSearch:       {"pattern", "path", "repo", "query"},
	CodeSearch:       {"pattern", "query", "path", "repo", "glob", "type"},
	symbolNavigation: {"symbol", "path", "repo"},
	commitSearch:     {"pattern", "repo", "repos", "messageTerms", "contentTerms", "authors", "base", "head"},
	deepSearch:       {"question", "identifier"},
}

// MaxArgument bounds, in bytes, one argument that an event keeps: what was
// written belongs to the trace. A longer text is cut, and ends in [Cut].
const MaxArgument = 64 << 10

// Cut is at the end of an argument that was cut.
const Cut = "… [cut by rankduel]"

// A Call is a tool call by name and arguments, before anything of its result is
// known.
type Call struct {
	Tool      Tool
	Category  string
	Arguments map[string]json.RawMessage // the salient ones
	Files     []string                   // that the arguments name, normalized
	Symbols   []string                   // that the arguments name
	Cut       int                        // arguments that were cut
}

// Call reads a call's arguments, of which a nil map has none.
func (c Convention) Call(name string, arguments map[string]json.RawMessage) Call {
	t := c.Tool(name)
	call := Call{Tool: t, Category: c.category(t, textOf(arguments["pattern"]) != ""), Arguments: map[string]json.RawMessage{}}
	if !t.Retrieve {
		return call
	}
	for _, key := range salient[call.Category] {
		if value, ok := arguments[key]; ok {
			short, was := shortened(value)
			call.Arguments[key] = short
			if was {
				call.Cut++
			}
		}
	}
	if path := c.named(t, arguments); path != "" {
		call.Files = []string{path}
	}
	if call.Category == symbolNavigation {
		if symbol := textOf(arguments["symbol"]); symbol != "" {
			call.Symbols = []string{symbol}
		}
	}
	return call
}

// named returns the file that the arguments name, normalized, "" for none.
func (c Convention) named(t Tool, arguments map[string]json.RawMessage) string {
	if t.remote() {
		for _, kind := range []string{"read_file", "find_references", "go_to_definition"} {
			if strings.Contains(t.short, kind) {
				return c.Path(textOf(arguments["path"]))
			}
		}
		return ""
	}
	path := textOf(arguments["file_path"])
	if path == "" {
		path = textOf(arguments["path"])
	}
	if path == "" && !c.Code {
		path = textOf(arguments["notebook_path"])
	}
	if path = c.Path(path); LooksLikeFile(path) {
		return path
	}
	return ""
}

// Returned returns the files that a result of the tool names, normalized, each once.
// Only tools that search or read remotely are looked at; of a local search the
// lines that are nothing but a path.
func (c Convention) Returned(t Tool, result string) []string {
	var files []string
	seen := map[string]bool{}
	add := func(path string) {
		if path = c.Path(path); LooksLikeFile(path) && !seen[path] {
			path = strings.Clone(path) // the result can go
			seen[path] = true
			files = append(files, path)
		}
	}
	switch {
	case !t.Retrieve:
	case t.remote():
		c.eachPathMember(c.unwrapped(result), add)
	case t.Name == "Glob" || t.Name == "Grep":
		for line := range strings.Lines(result) {
			line = strings.TrimSpace(line)
			if len(line) > 4*200 || !strings.Contains(line, "/") || !strings.Contains(line, ".") {
				continue // no rune has more than four bytes
			}
			if t.Name == "Glob" || !strings.HasPrefix(line, "#") {
				add(line)
			}
		}
	}
	return files
}

// unwrapped returns the text of a result that a harness wrote with its envelope, as the
// protocol of the server has it: {"content": [{"type": "text", "text": "…"}]}, where
// the text is JSON within JSON. The shipped program looks at it as it is.
func (c Convention) unwrapped(result string) string {
	if c.Code || !strings.Contains(result, `\"path\"`) {
		return result
	}
	var envelope struct {
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
	}
	if json.Unmarshal([]byte(result), &envelope) != nil || len(envelope.Content) == 0 {
		return result
	}
	var texts []string
	for _, part := range envelope.Content {
		texts = append(texts, part.Text)
	}
	return strings.Join(texts, " ")
}

// eachPathMember visits every `"path": "…"` of a text, which may be JSON or hold
// some.
func (c Convention) eachPathMember(text string, visit func(path string)) {
	const member = `"path"`
	for {
		_, rest, ok := strings.Cut(text, member)
		if !ok {
			return
		}
		text = rest
		rest, ok = strings.CutPrefix(strings.TrimLeft(rest, " \t\r\n"), ":")
		if !ok {
			continue
		}
		rest, ok = strings.CutPrefix(strings.TrimLeft(rest, " \t\r\n"), `"`)
		if !ok {
			continue
		}
		path, after, ok := c.quoted(rest)
		if !ok {
			return
		}
		if path != "" {
			visit(path)
		}
		text = after
	}
}

// quoted returns the text up to its closing quote. In JSON a name outside of ASCII may
// be written in escapes (caf\u00e9.go); the shipped program takes them as they
// stand, and with them no file.
func (c Convention) quoted(text string) (inner, after string, ok bool) {
	inner, after, ok = strings.Cut(text, `"`)
	if c.Code || !strings.Contains(inner, `\`) {
		return inner, after, ok
	}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++ // what follows is not a quote
		case '"':
			if plain := textOf(json.RawMessage(`"` + text[:i+1])); plain != "" {
				return plain, text[i+1:], true
			}
			return inner, after, ok // no JSON, but text that shows some
		}
	}
	return inner, after, ok
}

// textOf returns a JSON string, "" for anything else.
func textOf(value json.RawMessage) string {
	var text string
	if len(value) == 0 || value[0] != '"' || json.Unmarshal(value, &text) != nil {
		return ""
	}
	return text
}

// shortened cuts an argument that is longer than MaxArgument.
func shortened(value json.RawMessage) (short json.RawMessage, was bool) {
	if len(value) <= MaxArgument {
		return value, false
	}
	text := textOf(value)
	if text == "" {
		text = string(value) // a list or an object, which becomes a text
	}
	cut := strings.ToValidUTF8(text[:min(len(text), MaxArgument)], "") + Cut
	short, err := json.Marshal(cut)
	if err != nil {
		return json.RawMessage(`null`), true // a text can always be written
	}
	return short, true
}
