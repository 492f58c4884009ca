// Package onscreen makes text that no one vouches for safe to show in a
// terminal. It does not quote, escape for a format, or measure.
package onscreen

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line makes s safe for one line of a terminal: white space becomes a blank, and what would move the cursor, color the
// screen, reverse the text, be a command to the runner of a pipeline or is not UTF-8 is spelled out.
func Line(s string) string {
	s = controls(s)
	if strings.Contains(s, "::") || strings.Contains(s, "##[") {
		s = commands.Replace(" " + s)[1:]
	}
	return s
}

// commands spells out what runners of GitHub and Azure take for one in a log: lines that
// begin with ::, as wrapping may make any word do, and ##[ anywhere.
var commands = strings.NewReplacer(" ::", ` \u003a:`, "##[", `\u0023#[`)

func controls(s string) string {
	if !strings.ContainsFunc(s, Unsafe) {
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
		case Unsafe(r) && r != utf8.RuneError:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
		s = s[size:]
	}
	return b.String()
}

// Unsafe reports control characters, line separators and the marks that
// reorder text. RuneError is among them because it may be a broken byte.
func Unsafe(r rune) bool {
	return r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}
