package runs

import (
	"strings"

	"github.com/rankduel/rankduel/internal/pattern"
)

// isConfig tells whether a folder is that of a configuration, by its name.
func isConfig(name string) bool { return IsBaseline(name) || IsMCP(name) }

// IsBaseline tells whether a configuration is one without the server.
func IsBaseline(name string) bool { return strings.HasPrefix(name, "baseline") }

// IsMCP tells whether a configuration is one with the server.
func IsMCP(name string) bool {
	return name == "mcp" || strings.HasPrefix(name, "mcp-") || strings.HasPrefix(name, "sourcegraph")
}

var mcpHash = pattern.Lazy(`_[A-Za-z0-9]{6}$`)

// taskName returns a task's canonical name: that of a run over the server is wrapped
// in mcp_ and a hash.
func taskName(name string) string {
	if rest, wrapped := strings.CutPrefix(name, "mcp_"); wrapped {
		return mcpHash().ReplaceAllString(rest, "")
	}
	return name
}

// maxName leaves room, of the 255 bytes that file systems allow, for what names of
// documents end in.
const maxName = 200

// isFileName tells whether a document can be named by a task.
func isFileName(task string) bool {
	return task != "" && task != "." && task != ".." && len(task) <= maxName && !strings.ContainsAny(task, "/\\\x00")
}
