package document

import (
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// LatexHead is the first line of every LaTeX file.
const LatexHead = `% \usepackage{booktabs,graphicx} in the preamble; names outside of Latin script need LuaLaTeX or XeLaTeX`

// A Paper is what its author says of the first table, in LaTeX alone.
type Paper struct {
	Caption string // in place of the title, which goes below
	Label   string // for \ref
}

// latex draws a section: a floating table with its caption, and the lines that explain it below.
func (d *Document) latex(s section) (string, error) {
	if len(s.parts) == 0 {
		return strings.Join(s.lines, "\n"), nil
	}
	caption, name := s.title, ""
	if d.Caption != "" {
		caption, s.lines = d.Caption, append([]string{s.title}, s.lines...)
	}
	if d.Label != "" {
		name = `\label{` + d.Label + `}`
	}
	d.Paper = Paper{}
	lines := []string{`\begin{table}`, `\centering`, `\caption{` + TeX(caption) + `}` + name}
	lines = append(lines, ordered.Each(s.parts, Table.latex)...)
	for _, line := range s.lines {
		lines = append(lines, `\par\smallskip{\footnotesize `+TeX(line)+`}`)
	}
	return strings.Join(append(lines, `\end{table}`), "\n"), nil
}

// withinColumn shrinks what follows, in braces, to the column where it is wider.
const withinColumn = `\resizebox{\ifdim\width>\columnwidth\columnwidth\else\width\fi}{!}{`

// latex draws the table with the rules of booktabs.
func (t Table) latex() string {
	var columns strings.Builder
	heads := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		align := "l"
		if c.Right {
			align = "r"
		}
		columns.WriteString(align)
		heads[i] = TeX(unbroken.Replace(c.above(Printable)))
	}
	lines := []string{withinColumn + `\begin{tabular}{` + columns.String() + `}`, `\toprule`, strings.Join(heads, " & ") + ` \\`, `\midrule`}
	for _, row := range t.Rows {
		cells := make([]string, len(row))
		for i, c := range row {
			if cells[i] = TeX(c.Text); t.Columns[i].Right || strings.ContainsAny(c.Text, "+-=~") && len(c.Text) == 1 {
				cells[i] = texNumber(c.Text)
			}
		}
		lines = append(lines, strings.TrimRight(strings.Join(cells, " & "), " ")+` \\`)
	}
	return strings.Join(append(lines, `\bottomrule`, `\end{tabular}}`), "\n")
}

// texSpecial are the characters that TeX or its usual fonts have another meaning
// for. A star or a bracket would be taken for an argument of the end of a row.
var texSpecial = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '%': `\%`, '_': `\_`,
	'^': `\textasciicircum{}`, '~': `\textasciitilde{}`, '<': `$<$`, '>': `$>$`, '|': `\textbar{}`,
	'`': `\textasciigrave{}`, '[': `{[}`, ']': `{]}`, '*': `{*}`,
	'−': `$-$`, '±': `$\pm$`, '–': `\textendash{}`, '…': `\ldots{}`, '→': `$\to$`, '×': `$\times$`, '²': `\textsuperscript{2}`,
}

// TeX writes data so that LaTeX shows it as it is.
func TeX(s string) string {
	var b strings.Builder
	raised := "" // what is raised, so far
	lower := func() {
		if raised != "" {
			b.WriteString(`\textsuperscript{` + raised + `}`)
			raised = ""
		}
	}
	for _, r := range Printable(s) {
		if plain, ok := lowered[r]; ok {
			raised += plain
			continue
		}
		lower()
		if special, ok := texSpecial[r]; ok {
			b.WriteString(special)
		} else {
			b.WriteRune(r)
		}
	}
	lower()
	return b.String()
}

// lowered are the raised characters of footnotes and letters.
var lowered = func() map[rune]string {
	m := map[rune]string{'⁻': `\textendash{}`}
	for i, r := range "⁰¹²³⁴⁵⁶⁷⁸⁹" {
		m[r] = fmt.Sprint(strings.Count("⁰¹²³⁴⁵⁶⁷⁸⁹"[:i], "") - 1)
	}
	for i, r := range Letters {
		m[r] = PlainLetters[i : i+1]
	}
	return m
}()

// texNumber returns tex for numbers and marks, whose signs are those of mathematics.
func texNumber(s string) string {
	return strings.NewReplacer("-", "$-$", "+", "$+$", "=", "$=$", `\textasciitilde{}`, `$\sim$`).Replace(TeX(strings.TrimRight(s, " ")))
}
