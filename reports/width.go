package reports

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// width counts the terminal columns of s. Characters of ambiguous width count
// as one whatever the locale says.
func width(s string) int {
	return twwidth.WidthWithOptions(s, twwidth.Options{})
}

// cut shortens s to at most limit columns, ending in an ellipsis if anything
// is lost.
func cut(s string, limit int) string {
	if width(s) <= limit {
		return s
	}
	var b strings.Builder
	left := limit - 1
	for _, r := range s {
		if left -= width(string(r)); left < 0 {
			break
		}
		b.WriteRune(r)
	}
	return strings.TrimRight(b.String(), " ") + "…"
}

// cutLines is cut for each line of a heading.
func cutLines(s string, limit int) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = cut(line, limit)
	}
	return strings.Join(lines, "\n")
}

// printable makes s safe for one line of a terminal: white space becomes a
// blank, and what would move the cursor, color the screen, reverse the text
// or is not UTF-8 is spelled out.
func printable(s string) string {
	if !strings.ContainsFunc(s, unsafe) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case r == '\n' || r == '\r' || r == '\t':
			b.WriteByte(' ')
		case unsafe(r) && r != utf8.RuneError:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
		s = s[size:]
	}
	return b.String()
}

// unsafe reports control characters, line separators and the marks that
// reorder text. RuneError is among them because it may be a broken byte.
func unsafe(r rune) bool {
	return r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

// wrap breaks a sentence at blanks so that each line fits into limit columns
// (0: any width), but never within the brackets of an interval. The lines
// after the first start with indent.
func wrap(s string, limit int, indent string) string {
	if limit <= 0 || width(s) <= limit {
		return s
	}
	var lines []string
	words := strings.TrimLeft(s, " ")
	line := s[:len(s)-len(words)] // blanks at the start stay
	for i, word := range unbreakable(words) {
		switch {
		case i == 0:
			line += word
		case width(line)+1+width(word) > limit:
			lines = append(lines, line)
			line = indent + word
		default:
			line += " " + word
		}
	}
	return strings.Join(append(lines, line), "\n")
}

// unbreakable splits a sentence at blanks, except within words that begin with
// a bracket.
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
