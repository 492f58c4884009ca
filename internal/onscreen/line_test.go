package onscreen_test

import (
	"testing"

	"github.com/rankduel/rankduel/internal/onscreen"
)

// What a terminal would act on is spelled out: ECMA-48 control functions, the
// marks of Unicode's bidirectional algorithm (UAX 9), line and paragraph
// separators. Commands to a runner are those of actions/runner, ActionCommand.cs: a line
// that begins with :: after blanks, and ##[ anywhere.
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
		{"a command to a runner", "::error::x", `\u003a:error::x`},
		{"one after a break", "a\n::error::x", `a \u003a:error::x`},
		{"one of old", "a ##[add-mask]x", `a \u0023#[add-mask]x`},
		{"a name with colons", "std::vector", "std::vector"},
		{"delete", "a\x7fb", `a\u007fb`},
	} {
		if got := onscreen.Line(c.text); got != c.want {
			t.Errorf("%s: Line = %q, want %q", c.name, got, c.want)
		}
	}
}
