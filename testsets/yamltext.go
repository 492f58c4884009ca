package testsets

import (
	"fmt"
	"strings"
	"unicode"
)

// yamlText writes s as a YAML scalar on one line: plain where no reader of any
// YAML version takes it for a number, a date, a truth value or syntax, in double
// quotes otherwise. A library's writer leaves 007, no or 1e3 plain where its own
// version of YAML reads them as text; other tools then read something else.
func yamlText(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case unicode.IsPrint(c):
			b.WriteRune(c)
		case c <= 0xff:
			fmt.Fprintf(&b, `\x%02X`, c)
		case c <= 0xffff:
			fmt.Fprintf(&b, `\u%04X`, c)
		default:
			fmt.Fprintf(&b, `\U%08X`, c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// isPlain reports whether s starts with an ASCII letter, goes on with letters,
// digits, single blanks and harmless punctuation, and is no reserved word. No
// YAML number or date starts with a letter.
func isPlain(s string) bool {
	if s == "" || !isLetter(s[0]) || s[len(s)-1] == ' ' {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !isLetter(c) && (c < '0' || c > '9') && !strings.ContainsRune(" _-./+()'", rune(c)) {
			return false
		}
	}
	switch strings.ToLower(s) {
	case "null", "true", "false", "yes", "no", "on", "off", "y", "n":
		return false
	}
	return true
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
