package document

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape writes data into Markdown so that GitHub shows it as it is, in a table or outside: its syntax gets a backslash
// and everything stays on one line. An underscore inside a word means nothing there and stays readable.
func Escape(s string) string {
	s = Printable(s)
	var b strings.Builder
	before := ' '
	for i, r := range s {
		switch {
		case strings.ContainsRune("\\`*[]|~$&", r),
			r == '_' && (!wordRune(before) || !wordRune(runeAfter(s, i))),
			r == '<' && !strings.ContainsRune(" =0123456789", runeAfter(s, i)), // p < 0.05 is not a tag
			i == 0 && strings.ContainsRune("#>-+=", r):                         // a heading, quotation or list
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// runeAfter returns the character behind the one-byte character at i.
func runeAfter(s string, i int) rune {
	r, _ := utf8.DecodeRuneInString(s[i+1:])
	return r
}

// Code shows an id or a user's text verbatim; inside it GitHub neither notifies an @name nor links a #1. What a code
// span cannot hold is escaped instead.
func Code(s string) string {
	s = Printable(s)
	if !spans(s) {
		return Escape(s)
	}
	return "`" + s + "`"
}

// codeInTable returns code for a table's cell, where a bar would end the cell even inside a code span.
func codeInTable(s string) string {
	s = Printable(s)
	if !spans(s) {
		return Escape(s)
	}
	return "`" + strings.ReplaceAll(s, "|", `\|`) + "`"
}

// spans reports whether a code span can hold s.
func spans(s string) bool {
	return strings.TrimSpace(s) != "" && !strings.ContainsAny(s, "`\\")
}
