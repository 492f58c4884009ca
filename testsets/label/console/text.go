package console

import (
	"strings"

	"github.com/clipperhouse/displaywidth"

	"github.com/rankduel/rankduel/internal/onscreen"
)

// visible returns what a terminal shows of a text, whose line feeds stay.
func visible(s string) string {
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s), "\n")
	for i, line := range lines {
		lines[i] = onscreen.Line(line)
	}
	return strings.Join(lines, "\n")
}

func width(s string) int { return displaywidth.String(s) }

// wrapped breaks text into lines of at most limit columns: at blanks, and
// within words that are longer than a line. A wide character is never halved.
func wrapped(text string, limit int) []string {
	var lines []string
	for paragraph := range strings.SplitSeq(visible(text), "\n") {
		lines = append(lines, wrappedLine(paragraph, max(limit, 2))...)
	}
	return lines
}

func wrappedLine(s string, limit int) []string {
	var lines []string
	line, used := "", 0
	for _, word := range strings.Fields(s) {
		n := width(word)
		if used > 0 && used+1+n <= limit {
			line, used = line+" "+word, used+1+n
			continue
		}
		if used > 0 {
			lines = append(lines, line)
		}
		parts := broken(word, limit)
		lines = append(lines, parts[:len(parts)-1]...)
		line = parts[len(parts)-1]
		used = width(line)
	}
	return append(lines, line)
}

// broken cuts a word into pieces of at most limit columns.
func broken(word string, limit int) []string {
	if width(word) <= limit {
		return []string{word}
	}
	var parts []string
	part, used := "", 0
	for g := displaywidth.StringGraphemes(word); g.Next(); {
		n := g.Width()
		if used+n > limit && used > 0 {
			parts = append(parts, part)
			part, used = "", 0
		}
		part, used = part+g.Value(), used+n
	}
	return append(parts, part)
}

func truncate(s string, limit int) string {
	s = strings.ReplaceAll(visible(s), "\n", " ")
	if width(s) <= limit {
		return s
	}
	return broken(s, max(limit-1, 2))[0] + "…"
}

// withoutFirst drops the first character as people count them.
func withoutFirst(s string) string {
	g := displaywidth.StringGraphemes(s)
	g.Next()
	return s[len(g.Value()):]
}

// withoutLast drops the last character as people count them.
func withoutLast(s string) string {
	last := ""
	for g := displaywidth.StringGraphemes(s); g.Next(); {
		last = g.Value()
	}
	return strings.TrimSuffix(s, last)
}
