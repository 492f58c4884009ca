package runs

import (
	"strings"

	"github.com/rankduel/rankduel/internal/pattern"
	"github.com/rankduel/rankduel/traces"
)

func isConfig(name string) bool { return IsBaseline(name) || IsMCP(name) }

// IsBaseline tells whether a configuration is one without the server.
func IsBaseline(name string) bool { return strings.HasPrefix(name, "baseline") }

// IsMCP tells whether a configuration is one with the server.
func IsMCP(name string) bool {
	return name == "mcp" || strings.HasPrefix(name, "mcp-") || strings.HasPrefix(name, "sourcegraph")
}

var mcpHash = pattern.Lazy(`_[A-Za-z0-9]{6}$`)

// taskName returns a task's canonical name: that of a run over the server is wrapped in mcp_ and a hash.
func taskName(name string) string {
	if rest, wrapped := strings.CutPrefix(name, "mcp_"); wrapped {
		return mcpHash().ReplaceAllString(rest, "")
	}
	return name
}

// maxName leaves room, of the 255 bytes that file systems allow, for what names of documents end in.
const maxName = 200

// isFileName tells whether a document can be named by a task.
func isFileName(task string) bool {
	return task != "" && task != "." && task != ".." && len(task) <= maxName && !strings.ContainsAny(task, "/\\\x00")
}

// unknown is the suite of a run whose name suggests none.
const unknown = "unknown"

var (
	phases = []string{"feature", "refactor", "build", "debug", "design", "document", "fix", "secure", "test", "understand"}
	orgs   = []string{"crossorg", "compliance", "incident", "migration", "onboarding", "crossrepo_tracing", "crossrepo", "domain", "platform", "security"}
)

// suite returns what the name of a run says of its suite, in the names that suites
// have today; the shipped program gives those of before.
func suite(run string, c traces.Convention) string {
	name := strings.ToLower(run)
	sdlc, org := "csb_sdlc_", "csb_org_"
	if c.Code {
		sdlc, org = "ccb_", "ccb_mcp_"
	}
	for _, prefix := range []string{"csb_sdlc_", "ccb_", ""} {
		for _, phase := range phases {
			if strings.HasPrefix(name, prefix+phase+"_") {
				return sdlc + phase
			}
		}
	}
	plain := strings.ReplaceAll(name, "_", "")
	for _, o := range orgs {
		word := strings.ReplaceAll(o, "_", "")
		if strings.Contains(plain, "mcp"+word) || strings.Contains(plain, "org"+word) || strings.HasPrefix(plain, word) {
			return org + o
		}
	}
	for _, known := range []struct{ prefix, suite string }{
		{"swebench", "ccb_swebenchpro"}, {"locobench", "ccb_locobench"}, {"pytorch", "ccb_pytorch"}, {"tac", "ccb_tac"},
	} {
		if strings.HasPrefix(name, known.prefix) {
			return known.suite
		}
	}
	return unknown
}
