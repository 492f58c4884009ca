package onscreen_test

import (
	"testing"

	"github.com/rankduel/rankduel/internal/onscreen"
)

// What a terminal would act on is spelled out: ECMA-48 control functions, the
// marks of Unicode's bidirectional algorithm (UAX 9), line and paragraph
// separators.
func TestLine(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"letters", "Größe 漢字 😀", "Größe 漢字 😀"},
		{"lines become one", "a\r\nb\tc", "a  b c"},
		{"clears the screen", "a\x1b[2Jb", `a\u001b[2Jb`},
		{"C1 control", "a\u009bb", `a\u009bb`},
		{"reversed", "\u202etxt.exe", `\u202etxt.exe`},
		{"separator", "a\u2028b", `a\u2028b`},
		{"broken byte", "a\xffb", `a\xffb`},
		{"replacement character", "a\ufffdb", "a\ufffdb"},
		{"delete", "a\x7fb", `a\u007fb`},
	} {
		if got := onscreen.Line(c.text); got != c.want {
			t.Errorf("%s: Line = %q, want %q", c.name, got, c.want)
		}
	}
}
