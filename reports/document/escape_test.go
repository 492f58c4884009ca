package document

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rankduel/rankduel/internal/onscreen"
)

func TestEscape(t *testing.T) {
	for in, want := range map[string]string{
		"":                   "",
		"exact_term":         "exact_term",
		"_x_ a_b _":          `\_x\_ a_b \_`,
		"a|b":                `a\|b`,
		`a\|b`:               `a\\\|b`,
		"two\nlines\r\n":     "two lines  ",
		"**bold** `code`":    "\\*\\*bold\\*\\* \\`code\\`",
		"<script>":           `\<script>`,
		"p < 0.05":           "p < 0.05",
		"p <0.0001":          "p <0.0001",
		"a <":                `a \<`,
		"> quote":            `\> quote`,
		"# head":             `\# head`,
		"[x](y)":             `\[x\](y)`,
		"~~no~~ $x$ &amp;":   `\~\~no\~\~ \$x\$ \&amp;`,
		"\x1b[31mred":        `\\u001b\[31mred`,
		"日本語 naïve 2025-Q3":  "日本語 naïve 2025-Q3",
		"\xff":               `\\xff`,
		"nDCG(gain=exp)@10*": `nDCG(gain=exp)@10\*`,
	} {
		if got := Escape(in); got != want {
			t.Errorf("escape(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCode(t *testing.T) {
	for in, want := range map[string]string{
		"": "", " ": " ", "q1": "`q1`", "@you #1 *": "`@you #1 *`", "a|b": "`a|b`", "a`b": "a\\`b", `a\b`: `a\\b`, "a\nb": "`a b`",
	} {
		if got := Code(in); got != want {
			t.Errorf("code(%q) = %q, want %q", in, got, want)
		}
	}
}

// bars counts the bars that end a table's cell, as GitHub's parser does: a
// backslash takes the next character with it, inside code spans too.
func bars(row string) int {
	n := 0
	for i := 0; i < len(row); i++ {
		switch row[i] {
		case '\\':
			i++
		case '|':
			n++
		}
	}
	return n
}

func FuzzMarkdownTable(f *testing.F) {
	for _, s := range []string{"", "a|b", `\`, `a\|`, "`", "`|`", "\n", "\r", " ", "\xff", "\u2028", "<a|b>", `\\|`, "日本|語"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, id, name string) {
		table := Table{Columns: []Column{{Head: "query", Code: true}, {Name: name + "x"}, {Head: "n", Right: true}}}
		table.Add(id, name, "1")
		drawn, err := table.markdown()
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(drawn, "\n")
		if len(lines) != 3 {
			t.Fatalf("%d lines, want 3:\n%s", len(lines), drawn)
		}
		for _, line := range lines {
			if bars(line) != 4 {
				t.Errorf("%d bars, want 4: %q", bars(line), line)
			}
		}
	})
}

func FuzzPrintable(f *testing.F) {
	for _, s := range []string{"", "plain", "\x1b[2J", "\xff\xfe", "\u202e", "a\tb\nc", "e\u0301", "日本", "\ufffd", "👩‍🔬"} {
		f.Add(s, 5)
	}
	f.Fuzz(func(t *testing.T, s string, limit int) {
		safe := Printable(s)
		if !utf8.ValidString(safe) {
			t.Errorf("printable(%q) = %q is not UTF-8", s, safe)
		}
		for _, r := range safe {
			if onscreen.Unsafe(r) && r != utf8.RuneError {
				t.Errorf("printable(%q) holds %q", s, r)
			}
		}
		if Printable(safe) != safe {
			t.Errorf("printable(%q) is not stable", s)
		}
		limit = 1 + abs(limit)%80
		if got := Truncate(safe, limit); Width(got) > limit {
			t.Errorf("cut(%q, %d) = %q has %d columns", safe, limit, got, Width(got))
		}
	})
}

func abs(n int) int {
	if n < 0 {
		return -(n + 1)
	}
	return n
}

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		in    string
		limit int
		want  string
	}{
		{"one two three", 0, "one two three"},
		{"one two three", 13, "one two three"},
		{"one two three", 8, "one two\n  three"},
		{"  one two three", 9, "  one two\n  three"},
		{"from [-0.1, +0.1] on", 12, "from\n  [-0.1, +0.1]\n  on"},
		{"anunbreakableword x", 5, "anunbreakableword\n  x"},
		{"日本 日本 日本", 9, "日本 日本\n  日本"},
	} {
		if got := wrap(test.in, test.limit, "  "); got != test.want {
			t.Errorf("wrap(%q, %d) = %q, want %q", test.in, test.limit, got, test.want)
		}
	}
}
