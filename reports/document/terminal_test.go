package document

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
	"unicode/utf8"

	"github.com/rankduel/rankduel/internal/onscreen"
)

func onTerminal(t *testing.T, colors bool, parts ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := Terminal(&b, colors)
	for _, part := range parts {
		if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatalf("wrote %d of %d, %v", n, len(part), err)
		}
	}
	return b.String()
}

func TestTerminal(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain\ttext\n", "plain\ttext\n"},
		{"日本 é 👩‍🔬 \ufffd", "日本 é 👩‍🔬 \ufffd"},
		{"\x1b[2J\x1b]0;title\x07", `\u001b[2J\u001b]0;title\u0007`},
		{"\u0080\u009b2J\u009f", `\u0080\u009b2J\u009f`}, // C1 in UTF-8
		{"\x9b2J\xff\xc3", `\x9b2J\xff`},                 // and as raw bytes; the last may be half a character
		{"a\rb\x00\x7f\b", `a\u000db\u0000\u007f\u0008`},
		{"\u202eevil\u2066", `\u202eevil\u2066`},
		{"\x1b[31mred\x1b[0m", `\u001b[31mred\u001b[0m`},
	} {
		if got := onTerminal(t, false, c.in); got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
	painted := Good.paint("a") + Bad.paint("b") + Caution.paint("c")
	if got := onTerminal(t, true, painted); got != painted {
		t.Errorf("%q: %q, want the same", painted, got)
	}
	if got, want := onTerminal(t, true, "\x1b[8m\x1b[31;1m\x1b[0m"), `\u001b[8m\u001b[31;1m`+"\x1b[0m"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// What is spelled out in JSON means what it meant.
func TestTerminalKeepsJSON(t *testing.T) {
	var all []rune
	for r := rune(0); r < 0x300; r++ {
		all = append(all, r)
	}
	given := string(all) + "\u2028\u202e\ufffd"
	text, err := Indented(given)
	if err != nil {
		t.Fatal(err)
	}
	var got string
	if err := json.Unmarshal([]byte(onTerminal(t, false, text)), &got); err != nil || got != given {
		t.Errorf("%q, %v, want %q", got, err, given)
	}
}

// Nothing that steers passes, however the text is cut into writes.
func FuzzTerminal(f *testing.F) {
	f.Add("a\x1b[31mb\u009bé\xe6\x97", 3, true)
	f.Add("\xc2\x9b日本", 1, false)
	f.Fuzz(func(t *testing.T, s string, cut int, colors bool) {
		cut = abs(cut) % (len(s) + 1)
		got := onTerminal(t, colors, s[:cut], s[cut:])
		if !colors && got != onTerminal(t, false, s) {
			t.Errorf("%q: %q, want %q as in one piece", s, got, onTerminal(t, false, s))
		}
		if !utf8.ValidString(got) {
			t.Errorf("%q: %q is not UTF-8", s, got)
		}
		for i, r := range got {
			if onscreen.Unsafe(r) && r != '\n' && r != '\t' && r != utf8.RuneError && (!colors || colorAt([]byte(got[i:])) == 0) {
				t.Errorf("%q: %q holds %s", s, got, fmt.Sprintf("%U", r))
			}
		}
	})
}
