package output

import "runtime/debug"

// Version is the release; builds from a checkout add the commit.
const Version = "0.1.0"

// Revision returns the commit that a build from a checkout was made of.
func Revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "+" + s.Value[:12]
		}
	}
	return ""
}

// Program returns what computes documents.
func Program() string { return "rankduel " + Version + Revision() }
