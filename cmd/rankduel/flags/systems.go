package flags

import "github.com/rankduel/rankduel/experiment/result"

// Candidates returns the systems that are compared with the baseline.
func Candidates(c *result.Comparison) []result.System {
	var out []result.System
	for _, p := range c.Comparisons {
		out = append(out, p.B)
	}
	return out
}

// SystemNames returns what systems are called.
func SystemNames(systems []result.System) []string {
	var names []string
	for _, s := range systems {
		names = append(names, s.Name)
	}
	return names
}
