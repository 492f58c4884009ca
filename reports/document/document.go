package document

import (
	"errors"
	"slices"
	"strings"
	"time"
)

// A Form is a way of drawing a document.
type Form int

// The forms. A page has its own writer, which takes the sections as they are.
const (
	Text Form = iota
	Markdown
	LaTeX
	Page
)

// A Screen is what a document in text has to fit into. In other forms it is zero.
type Screen struct {
	Width int       // columns; 0 means no limit
	Color bool      // ANSI colors
	Now   time.Time // what ages are counted to; zero: times in place of ages
}

// A Document is a report under construction: sections in their order, which a writer draws. What a section
// is given is safe for the form already, by safe, but for the cells of tables, which are data.
type Document struct {
	Form Form
	Screen
	Paper
	sections []section
}

// A section is a title, tables and the lines that explain them, or some of these.
type section struct {
	kind  sectionKind
	depth int // of a heading
	title string
	parts []Table
	lines []string
}

type sectionKind int

const (
	shown    sectionKind = iota
	folded               // on a click, where the form has that
	footer               // small print
	verbatim             // lines that are drawn already
)

// New returns an empty document; only text has a screen.
func New(f Form, s Screen) *Document {
	if f != Text {
		s = Screen{}
	}
	return &Document{Form: f, Screen: s}
}

// Safe makes data fit for the form.
func (d *Document) Safe(s string) string {
	if d.Form == Markdown {
		return Escape(s)
	}
	return Printable(s)
}

// Add adds a section that is drawn already.
func (d *Document) Add(lines ...string) { d.section(section{kind: verbatim, lines: lines}) }

// Lines adds sentences, each on a line of its own.
func (d *Document) Lines(lines ...string) { d.section(section{lines: lines}) }

// Paragraphs adds sentences, in Markdown each as a paragraph.
func (d *Document) Paragraphs(lines ...string) {
	if d.Form == Text {
		d.Lines(lines...)
		return
	}
	for _, line := range lines {
		d.Lines(line)
	}
}

// Heading adds the first line of a report.
func (d *Document) Heading(line string) { d.Head(3, line) }

// Head adds a heading of some depth.
func (d *Document) Head(depth int, words string) {
	d.sections = append(d.sections, section{depth: depth, title: d.Title(depth, words)})
}

// Claim adds the verdict of a report and its reason, which is data.
func (d *Document) Claim(t Tone, claim, reason string) {
	if d.Form == Text {
		d.Add(d.Paint(t, d.Wrap(claim, "  ")), d.Wrap("  "+Printable(reason), "  "))
		return
	}
	d.Heading(claim)
	d.Lines(d.Safe(reason))
}

// Table adds a table under a title, with the lines that explain it below. On a screen that it is too wide
// for it is in parts. A table without rows is left out, and so are its title and lines.
func (d *Document) Table(title string, t Table, below ...string) {
	d.tables(section{title: title, lines: below}, t)
}

// Folded adds a table that is shown on a click, where the form has that.
func (d *Document) Folded(title string, t Table, below ...string) {
	d.tables(section{kind: folded, title: title, lines: below}, t)
}

// Footer adds small print.
func (d *Document) Footer(lines ...string) { d.section(section{kind: footer, lines: lines}) }

func (d *Document) tables(s section, t Table) {
	if len(t.Rows) > 0 {
		s.parts = t.parts(d.Width)
		d.section(s)
	}
}

// section adds a section unless it is empty. Empty lines are left out.
func (d *Document) section(s section) {
	s.lines = slices.DeleteFunc(slices.Clone(s.lines), func(line string) bool { return line == "" })
	if len(s.lines) > 0 || len(s.parts) > 0 {
		d.sections = append(d.sections, s)
	}
}

// Title returns that of a table or a whole report, in Markdown of the given depth.
func (d *Document) Title(depth int, words string) string {
	if d.Form == Markdown {
		return strings.TrimSpace(strings.Repeat("#", depth) + " " + words)
	}
	return words
}

// Bold sets words in bold in Markdown, and not what follows.
func (d *Document) Bold(words, rest string) string {
	if d.Form == Markdown {
		return "**" + words + "**" + rest
	}
	return words + rest
}

// Capital starts a title, which begins with a letter of ours, with a capital, but on a screen, where titles are small.
func (d *Document) Capital(title string) string {
	if d.Form == Text || title == "" {
		return title
	}
	return strings.ToUpper(title[:1]) + title[1:]
}

// Finish draws the document, its sections divided by blank lines.
func (d *Document) Finish() (string, error) {
	draw := map[Form]func(section) (string, error){Text: d.text, Markdown: d.markdown, LaTeX: d.latex}[d.Form]
	var drawn []string
	var errs []error
	for _, s := range d.sections {
		text, err := draw(s)
		errs, drawn = append(errs, err), append(drawn, text)
	}
	return strings.Join(drawn, "\n\n") + "\n", errors.Join(errs...)
}
