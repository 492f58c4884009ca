package document

import (
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"

	"github.com/rankduel/rankduel/internal/onscreen"
	"github.com/rankduel/rankduel/internal/ordered"
)

// Width counts the terminal columns of s. Characters of ambiguous width count as one whatever the locale says.
func Width(s string) int { return twwidth.WidthWithOptions(s, twwidth.Options{}) }

// Truncate shortens s to at most limit columns, ending in an ellipsis if anything is lost.
func Truncate(s string, limit int) string {
	if Width(s) <= limit {
		return s
	}
	var b strings.Builder
	left := limit - 1
	for _, r := range s {
		if left -= Width(string(r)); left < 0 {
			break
		}
		b.WriteRune(r)
	}
	return strings.TrimRight(b.String(), " ") + "…"
}

// cutLines returns cut for each line of a heading.
func cutLines(s string, limit int) string {
	return strings.Join(ordered.Each(strings.Split(s, "\n"), func(line string) string { return Truncate(line, limit) }), "\n")
}

// Printable returns what a terminal shows of an id, a text or a name.
func Printable(s string) string { return onscreen.Line(s) }

// wrap breaks a sentence at blanks so that each line fits into limit columns (0: any width), but never
// within the brackets of an interval. The lines after the first start with indent.
func wrap(s string, limit int, indent string) string {
	if limit <= 0 || Width(s) <= limit {
		return s
	}
	var lines []string
	words := strings.TrimLeft(s, " ")
	line := s[:len(s)-len(words)] // blanks at the start stay
	for i, word := range unbreakable(words) {
		switch {
		case i == 0:
			line += word
		case Width(line)+1+Width(word) > limit:
			lines = append(lines, line)
			line = indent + word
		default:
			line += " " + word
		}
	}
	return strings.Join(append(lines, line), "\n")
}

// unbreakable splits a sentence at blanks, except within words that begin with a bracket.
func unbreakable(s string) []string {
	var words []string
	open := false
	for word := range strings.SplitSeq(s, " ") {
		if open {
			words[len(words)-1] += " " + word
		} else {
			words = append(words, word)
			open = strings.HasPrefix(word, "[")
		}
		open = open && !strings.Contains(word, "]")
	}
	return words
}
