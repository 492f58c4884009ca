package prose

import (
	"cmp"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// Nearest suggests what may have been meant by a word that is none of the names: those that are fewest
// edits away, case aside, if they are few; three at most.
func Nearest(word string, names []string) []string {
	type candidate struct {
		name     string
		distance int
	}
	if len(word) > 40 {
		return nil // no name is that long, and comparing would take its time
	}
	var found []candidate
	limit := 1 + len(word)/3
	for _, name := range names {
		if d := edits(strings.ToLower(word), strings.ToLower(name)); d <= limit {
			found = append(found, candidate{name, d})
		}
	}
	ordered.Stable(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.name, b.name))
	})
	near := ordered.Where(found[:min(len(found), 3)], func(c candidate) bool { return c.distance == found[0].distance })
	return ordered.Each(near, func(c candidate) string { return c.name })
}

// Meant asks whether a name that is near was meant, "" where none is.
func Meant(word string, names []string) string {
	near := Nearest(word, names)
	if len(near) == 0 {
		return ""
	}
	return "did you mean " + strings.Join(near, " or ") + "?"
}

// edits returns the number of insertions, deletions, replacements and swaps of
// neighbors that turn a into b (optimal string alignment).
func edits(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
