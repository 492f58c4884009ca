package document

import (
	"strings"
	"testing"
)

// What LaTeX would take for a command, an argument or another character.
func TestTex(t *testing.T) {
	for in, want := range map[string]string{
		"bm25_k1":         `bm25\_k1`,
		"100 % & more":    `100 \% \& more`,
		`\input{x}`:       `\textbackslash{}input\{x\}`,
		"#1 $x$ ~ a^2":    `\#1 \$x\$ \textasciitilde{} a\textasciicircum{}2`,
		"[a] *":           `{[}a{]} {*}`,
		"a<b>c|d":         `a$<$b$>$c\textbar{}d`,
		"2^grade − 1 ±":   `2\textasciicircum{}grade $-$ 1 $\pm$`,
		"R@10 ¹ ¹²":       `R@10 \textsuperscript{1} \textsuperscript{12}`,
		"0.6617ᶜ⁻ᵉ":       `0.6617\textsuperscript{c\textendash{}e}`,
		"–":               `\textendash{}`,
		"\x1b[31mred\nup": `\textbackslash{}u001b{[}31mred up`,
		"日本語 naïve":       "日本語 naïve",
	} {
		if got := TeX(in); got != want {
			t.Errorf("tex(%q) = %q, want %q", in, got, want)
		}
	}
	if got := texNumber("[-0.0057, +0.0335] "); got != "{[}$-$0.0057, $+$0.0335{]}" {
		t.Errorf("number %q", got)
	}
}

// The author's words are over the first table alone, and the verdict goes below.
func TestPaper(t *testing.T) {
	d := New(LaTeX, Screen{})
	d.Paper = Paper{Caption: "Ours & theirs", Label: "tab:main"}
	for _, title := range []string{"first", "second"} {
		table := NewTable(Words("x"))
		table.Add("1")
		d.Table(title, table)
	}
	text, err := d.Finish()
	if err != nil || strings.Count(text, `\label`) != 1 || !strings.Contains(text, `\caption{Ours \& theirs}\label{tab:main}`) ||
		!strings.Contains(text, `\footnotesize first}`) || !strings.Contains(text, `\caption{second}`+"\n") {
		t.Errorf("%v\n%s", err, text)
	}
}

// Whatever the names: rows end where they should, braces close, and nothing of a
// name is a command.
func FuzzLatexTable(f *testing.F) {
	for _, s := range []string{"", "a&b", `\`, `\\`, "{", "}", "%", "$", "*", "[x]", "ᵃ¹", "\n", "~^_#"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		table := Table{Columns: []Column{{Head: "100 % system"}, {Name: name + "x"}, {Head: "n", Right: true}}}
		table.Add(name, name, "-1")
		drawn := table.latex()
		depth, cells, rows, math := 0, 0, 0, 0
		for i := 0; i < len(drawn); i++ {
			switch drawn[i] {
			case '\\':
				i++
				if i < len(drawn) && drawn[i] == '\\' {
					rows++
				}
			case '{':
				depth++
			case '}':
				depth--
			case '&':
				cells++
			case '$':
				math++
			case '%', '#':
				t.Errorf("%q stands bare in %q", drawn[i], drawn)
			}
		}
		if depth != 0 || cells != 4 || rows != 2 || math%2 != 0 {
			t.Errorf("depth %d, %d ampersands, %d ends of rows: %q", depth, cells, rows, drawn)
		}
	})
}
