package reports

import (
	"slices"
	"strings"
)

// A document collects the sections of a report, which a blank line divides.
// Empty sections leave no trace; the first error is kept.
type document struct {
	sections []string
	err      error
}

func (d *document) add(section string) {
	if section != "" {
		d.sections = append(d.sections, section)
	}
}

// fail keeps the first error.
func (d *document) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}

func (d *document) finish() (string, error) {
	return strings.Join(d.sections, "\n\n") + "\n", d.err
}

// A textDocument is a document for a terminal.
type textDocument struct {
	document
	o Options
}

// table adds a table under a title, with the lines that explain it below. A
// table without rows is left out, and so is its title.
func (d *textDocument) table(title string, t table, below ...string) {
	d.tables(title, []table{t}, below)
}

// wide adds a table of any number of columns, in parts where they do not fit.
func (d *textDocument) wide(title string, t table, below ...string) {
	d.tables(title, t.parts(d.o.Width), below)
}

func (d *textDocument) tables(title string, parts []table, below []string) {
	var drawn []string
	for _, part := range parts {
		if len(part.rows) == 0 {
			return
		}
		text, err := part.text(d.o)
		d.fail(err)
		drawn = append(drawn, text)
	}
	lines := []string{strings.Join(drawn, "\n\n")}
	if title != "" {
		lines = []string{wrap(title, d.o.Width, "  "), lines[0]}
	}
	d.add(strings.Join(append(lines, d.wrapped(below)...), "\n"))
}

// sentences adds one section of lines, leaving out empty ones.
func (d *textDocument) sentences(lines ...string) {
	d.add(strings.Join(d.wrapped(lines), "\n"))
}

func (d *textDocument) wrapped(lines []string) []string {
	var wrapped []string
	for _, line := range lines {
		if line != "" {
			wrapped = append(wrapped, wrap(line, d.o.Width, "  "))
		}
	}
	return wrapped
}

// A markdownDocument is a document in GitHub's dialect of Markdown.
type markdownDocument struct{ document }

// table adds a table under a title that is Markdown already. Tables without
// rows are left out with their title.
func (d *markdownDocument) table(title string, t table, below ...string) {
	if len(t.rows) == 0 {
		return
	}
	d.add(title)
	drawn, err := t.markdown()
	d.fail(err)
	d.add(drawn)
	d.lines(below...)
}

// folded adds a table that is shown on a click.
func (d *markdownDocument) folded(summary string, t table, below ...string) {
	if len(t.rows) == 0 {
		return
	}
	d.add("<details><summary>" + summary + "</summary>")
	d.table("", t, below...)
	d.add("</details>")
}

// lines adds a paragraph that keeps its line breaks.
func (d *markdownDocument) lines(lines ...string) {
	d.add(broken(lines))
}

// footer adds small print under a rule.
func (d *markdownDocument) footer(lines ...string) {
	d.add("---")
	d.add("<sub>" + broken(lines) + "</sub>")
}

// broken joins lines by hard line breaks, leaving out empty ones.
func broken(lines []string) string {
	full := slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return line == "" })
	return strings.Join(full, "\\\n")
}

// capital starts a title, which begins with a letter of ours, with a capital.
func capital(title string) string { return strings.ToUpper(title[:1]) + title[1:] }
