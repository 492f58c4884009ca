package traces

import "strings"

// The categories of tools, so that configurations with different tools can be compared.
const (
	FileRead         = "file_read"
	FileSearch       = "file_search"
	symbolNavigation = "symbol_navigation"
	CodeSearch       = "code_search"
	commitSearch     = "commit_search"
	deepSearch       = "deep_search"
	FileWrite        = "file_write"
	other            = "other"
)

const (
	mcpPrefix = "mcp__sourcegraph__"
	sgPrefix  = "sg_"
)

// mcpTools are Sourcegraph's, by their names without prefix.
var mcpTools = map[string]string{
	"read_file":         FileRead,
	"list_files":        FileSearch,
	"find_references":   symbolNavigation,
	"go_to_definition":  symbolNavigation,
	"keyword_search":    CodeSearch,
	"nls_search":        CodeSearch,
	"commit_search":     commitSearch,
	"diff_search":       commitSearch,
	"compare_revisions": commitSearch,
	"deepsearch":        deepSearch,
	"deepsearch_read":   deepSearch,
}

// localTools are Claude Code's own. Grep is not here: its pattern decides.
var localTools = map[string]string{
	"Read":         FileRead,
	"Glob":         FileSearch,
	"Write":        FileWrite,
	"Edit":         FileWrite,
	"NotebookEdit": FileWrite,
}

// A Tool is a tool by the name that a trace gives it.
type Tool struct {
	Name     string
	MCP      bool   // it is Sourcegraph's, called through its server
	Retrieve bool   // its calls are events
	short    string // without prefixes where it is one of mcpTools
}

// Tool recognizes a tool by its name.
func (c Convention) Tool(name string) Tool {
	t := Tool{Name: name}
	short, ok := strings.CutPrefix(name, mcpPrefix)
	if ok {
		t.MCP, t.Retrieve, t.short = true, true, strings.TrimPrefix(short, sgPrefix)
		return t
	}
	if _, local := localTools[name]; local || name == "Grep" {
		t.Retrieve = true
		return t
	}
	if _, bare := mcpTools[name]; bare && !c.Code { // other agents call them by the names of the specification's table
		t.Retrieve, t.short = true, name
	}
	return t
}

// remote tells whether the tool is one of Sourcegraph's, however it was called.
func (t Tool) remote() bool { return t.short != "" || t.MCP }

// category returns the category of a call; patterned says that it carries a pattern.
func (c Convention) category(t Tool, patterned bool) string {
	switch {
	case t.Name == "Grep" && (c.Code || patterned):
		return CodeSearch
	case t.Name == "Grep":
		return FileSearch
	case c.Code && t.short == "list_repos":
		return FileSearch
	case t.short != "":
		if category, ok := mcpTools[t.short]; ok {
			return category
		}
	default:
		if category, ok := localTools[t.Name]; ok {
			return category
		}
	}
	return other
}
