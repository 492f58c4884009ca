package testsets

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A Scale lists the grades that a judgment may have, in ascending order. It has grade 0 (not relevant) and at least one
// grade above it. Negative grades stand for documents that were pooled but not judged, as in TREC qrels.
type Scale []Level

// A Level is one grade of a scale and what it means.
type Level struct {
	Grade int
	Word  string
}

// DefaultScale returns the scale of sets that declare none: 0 to 3.
func DefaultScale() Scale {
	return Scale{{0, "irrelevant"}, {1, "somewhat relevant"}, {2, "relevant"}, {3, "highly relevant"}}
}

// BinaryScale returns the scale of golden lists: a document is expected or not.
func BinaryScale() Scale { return Scale{{0, "not expected"}, {1, "expected"}} }

// Max returns the highest grade, the one that ERR normalizes by, and 0 for an empty scale.
func (s Scale) Max() int {
	if len(s) == 0 {
		return 0
	}
	return s[len(s)-1].Grade
}

// Has reports whether g is a grade of the scale.
func (s Scale) Has(g int) bool {
	return slices.ContainsFunc(s, func(l Level) bool { return l.Grade == g })
}

// String lists the grades with their words: "0 irrelevant, 1 relevant".
func (s Scale) String() string {
	parts := ordered.Each(s, func(l Level) string { return strings.TrimSpace(fmt.Sprintf("%d %s", l.Grade, l.Word)) })
	return strings.Join(parts, ", ")
}

// UnmarshalYAML reads the grades in ascending order, whatever their order in the file.
func (s *Scale) UnmarshalYAML(n *yaml.Node) error {
	words := map[int]string{}
	if err := n.Decode(words); err != nil {
		return err
	}
	for g, w := range words {
		*s = append(*s, Level{g, w})
	}
	ordered.Stable(*s, func(a, b Level) int { return cmp.Compare(a.Grade, b.Grade) })
	return nil
}
