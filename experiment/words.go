package experiment

import (
	"fmt"
	"strings"
)

// plural counts things: 1 query, 2 queries.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if stem, ok := strings.CutSuffix(thing, "y"); ok {
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// few lists some ids and counts the rest.
func few(ids []string) string {
	const most = 5
	if len(ids) == 0 {
		return "none"
	}
	text := quotedList(ids[:min(most, len(ids))])
	if len(ids) > most {
		text += fmt.Sprintf(" and %d more", len(ids)-most)
	}
	return text
}

func quotedList(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = fmt.Sprintf("%q", n)
	}
	return strings.Join(quoted, ", ")
}
