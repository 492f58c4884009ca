package runs

import (
	"strings"

	"github.com/rankduel/rankduel/traces"
)

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
