package reports

import (
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// latexHead is the first line of every LaTeX file.
const latexHead = `% \usepackage{booktabs} in the preamble; names outside of Latin script need LuaLaTeX or XeLaTeX`

// A latexDocument is tables for a paper.
type latexDocument struct{ document }

func newLatexDocument() *latexDocument {
	d := &latexDocument{}
	d.add(latexHead)
	return d
}

// table adds a floating table with its caption, and the lines that explain it
// below. A table without rows is left out.
func (d *latexDocument) table(caption string, t table, below ...string) {
	if len(t.rows) == 0 {
		return
	}
	lines := []string{`\begin{table}`, `\centering`, `\caption{` + tex(caption) + `}`, t.latex()}
	for _, line := range below {
		if line != "" {
			lines = append(lines, `\par\smallskip{\footnotesize `+tex(line)+`}`)
		}
	}
	d.add(strings.Join(append(lines, `\end{table}`), "\n"))
}

// latex draws the table with the rules of booktabs.
func (t table) latex() string {
	var columns strings.Builder
	heads := make([]string, len(t.columns))
	for i, c := range t.columns {
		align := "l"
		if c.right {
			align = "r"
		}
		columns.WriteString(align)
		heads[i] = tex(unbroken.Replace(c.above(printable)))
	}
	lines := []string{`\begin{tabular}{` + columns.String() + `}`, `\toprule`, strings.Join(heads, " & ") + ` \\`, `\midrule`}
	for _, row := range t.rows {
		cells := make([]string, len(row))
		for i, c := range row {
			if cells[i] = tex(c.text); t.columns[i].right || strings.ContainsAny(c.text, "+-=~") && len(c.text) == 1 {
				cells[i] = texNumber(c.text)
			}
		}
		lines = append(lines, strings.TrimRight(strings.Join(cells, " & "), " ")+` \\`)
	}
	return strings.Join(append(lines, `\bottomrule`, `\end{tabular}`), "\n")
}

// texSpecial are the characters that TeX or its usual fonts have another meaning
// for. A star or a bracket would be taken for an argument of the end of a row.
var texSpecial = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '%': `\%`, '_': `\_`,
	'^': `\textasciicircum{}`, '~': `\textasciitilde{}`, '<': `$<$`, '>': `$>$`, '|': `\textbar{}`,
	'`': `\textasciigrave{}`, '[': `{[}`, ']': `{]}`, '*': `{*}`,
	'−': `$-$`, '±': `$\pm$`, '–': `\textendash{}`, '…': `\ldots{}`, '→': `$\to$`, '×': `$\times$`, '²': `\textsuperscript{2}`,
}

// tex writes data so that LaTeX shows it as it is.
func tex(s string) string {
	var b strings.Builder
	raised := "" // what stands raised, so far
	lower := func() {
		if raised != "" {
			b.WriteString(`\textsuperscript{` + raised + `}`)
			raised = ""
		}
	}
	for _, r := range printable(s) {
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
	for i, r := range letters {
		m[r] = plainLetters[i : i+1]
	}
	return m
}()

// texNumber is tex for numbers and marks, whose signs are those of mathematics.
func texNumber(s string) string {
	return strings.NewReplacer("-", "$-$", "+", "$+$", "=", "$=$", `\textasciitilde{}`, `$\sim$`).Replace(tex(strings.TrimRight(s, " ")))
}

// comparisonLatex is the table of the screen: of two systems their measures, of
// more the systems.
func comparisonLatex(c *result.Comparison, o Options) (string, error) {
	o.Width = 0
	d := newLatexDocument()
	switch len(c.Comparisons) {
	case 0:
		d.add("% nothing was compared with " + tex(c.A.Name))
	case 1:
		b := prepareBrief(c, o, wholeName)
		notes := &footnotes{}
		main := b.main(notes)
		below := append(append(b.legend(), asides(b.p, b.shortened)...), notes.tell(b.shortened)...)
		d.table(b.headline().String(), main, append(below, briefOrigin(c))...)
	default:
		s, withLetters := newStanding(c), false
		short := newShortMeasures(s.measures)
		withLetters = s.withLetters(o)
		safe := func(text string) string { return short.within(text, s.measures) }
		below := append(s.legend(safe, withLetters), short.legend(c.TopGrade), briefOrigin(c))
		d.table("Means of "+plural(len(s.systems), "system", "systems")+", best first on "+short.of(c.Settings.Primary), s.table(s.measures, short.of, withLetters), below...)
	}
	return d.finish()
}

// evaluationLatex is the table of means of several runs, or the summary of one.
func evaluationLatex(e *result.Evaluation) (string, error) {
	d := newLatexDocument()
	t := meansTable(e.Runs)
	if len(e.Runs) == 1 {
		t = summaryTable(e.Runs[0])
	}
	d.table(runNames(e.Runs, printable)+" on "+versioned(e.TestSet), t, testSet(e.TestSet, e.Profile, printable))
	return d.finish()
}

// sweepLatex is what the choice is worth, and the best settings.
func sweepLatex(s *result.Sweep, o Options) (string, error) {
	d := newLatexDocument()
	d.table(sweepVerdict(s, printable), selectionTable(s), sweepNotes(s)...)
	for _, t := range sweepTables(s, o) {
		d.table(capital(t.title), t.table, t.below...)
	}
	return d.finish()
}
