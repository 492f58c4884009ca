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

// A Call is a tool call by name and arguments, before anything of its result is known.
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
	file, looks := c.File(path)
	if always := !c.Code && t.Name != "Grep" && t.Name != "Glob"; always || looks { // what is read or written is a file
		return file
	}
	return ""
}

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
