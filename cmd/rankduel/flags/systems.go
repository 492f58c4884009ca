package flags

import (
	"github.com/rankduel/rankduel/experiment/result"

	"github.com/rankduel/rankduel/internal/ordered"
)

// Candidates returns the systems that are compared with the baseline.
func Candidates(c *result.Comparison) []result.System {
	return ordered.Each(c.Comparisons, func(p result.Pair) result.System { return p.B })
}

// SystemNames returns what systems are called.
func SystemNames(systems []result.System) []string {
	return ordered.Each(systems, func(s result.System) string { return s.Name })
}
