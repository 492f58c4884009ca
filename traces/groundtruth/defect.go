package groundtruth

import (
	"slices"

	"github.com/rankduel/rankduel/traces"
)

// A defect is one that a reviewer should find.
type defect struct {
	File      string `json:"file"`
	Type      string `json:"defect_type"`
	LineStart *int   `json:"line_start"`
	LineEnd   *int   `json:"line_end"`
}

// defectTypes are those that make a defect a chunk: one without is a file only.
var defectTypes = []string{
	"null-deref", "resource-leak", "race-condition", "injection", "logic-error", "buffer-overflow", "use-after-free", "other",
}

// chunks returns the ranges of lines of defects. Without a first line it is 1,
// without a last one the first.
func chunks(defects []defect) []traces.Chunk {
	var out []traces.Chunk
	for _, d := range defects {
		if !slices.Contains(defectTypes, d.Type) || d.File == "" {
			continue
		}
		c := traces.Chunk{File: d.File, LineStart: 1, Annotation: d.Type}
		if d.LineStart != nil {
			c.LineStart = max(1, *d.LineStart)
		}
		if c.LineEnd = c.LineStart; d.LineEnd != nil {
			c.LineEnd = max(c.LineStart, *d.LineEnd)
		}
		out = append(out, c)
	}
	return out
}
