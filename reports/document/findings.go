package document

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
)

// Healthy is said when there is no finding: silence could also mean that no one looked.
const Healthy = "health: nothing to report"

// BySeverity returns the findings with the gravest first.
func BySeverity(findings []result.Finding) []result.Finding {
	sorted := slices.Clone(findings)
	ordered.Stable(sorted, func(a, b result.Finding) int {
		return gravity(b.Severity) - gravity(a.Severity)
	})
	return sorted
}

func gravity(s result.Severity) int {
	switch s {
	case result.SeverityFault:
		return 2
	case result.SeverityWarning:
		return 1
	}
	return 0
}

// Findings writes one line a finding and note, the gravest first: on a screen "!!"
// is a fault, "!" a warning, "·" a note, and in Markdown they are a list.
func (d *Document) Findings(findings []result.Finding, notes ...string) []string {
	sign := d.finding
	if d.Form == Markdown {
		sign = findingItem
	}
	if len(findings) == 0 {
		notes = append([]string{Healthy}, notes...)
	}
	lines := ordered.Each(BySeverity(findings), sign)
	for i, note := range notes {
		switch {
		case d.Form == Markdown:
			note = "- " + note
		case i > 0 || len(findings) > 0:
			note = d.Wrap("·  "+note, "   ")
		}
		lines = append(lines, note)
	}
	return lines
}

// Alarm writes, before anything else, that a ledger has fewer looks than were taken:
// a verdict is not to be read without it. It returns the other findings.
func (d *Document) Alarm(findings []result.Finding) []result.Finding {
	others := slices.DeleteFunc(slices.Clone(findings), func(f result.Finding) bool { return f.Code == result.FindingLedger })
	if i := slices.IndexFunc(findings, func(f result.Finding) bool { return f.Code == result.FindingLedger }); i >= 0 {
		d.Add(d.Findings(findings[i : i+1])...)
	}
	return others
}

// finding returns a line on a screen.
func (d *Document) finding(f result.Finding) string {
	sign, t := "·  ", Neutral
	switch f.Severity {
	case result.SeverityFault:
		sign, t = "!! ", Bad
	case result.SeverityWarning:
		sign, t = "!  ", Caution
	}
	return d.Paint(t, d.Wrap(sign+Printable(f.Text)+CodeOf(Printable, f.Code), "   "))
}

func findingItem(f result.Finding) string {
	return fmt.Sprintf("- **%s:** %s%s", Escape(string(f.Severity)), Escape(f.Text), CodeOf(Escape, f.Code))
}

// Cautions marks warnings as every report does.
func (d *Document) Cautions(texts []string) {
	if d.Form == Markdown {
		d.Paragraphs(ordered.Each(texts, Escape)...)
		return
	}
	d.Add(ordered.Each(texts, func(text string) string { return d.Paint(Caution, d.Wrap("!  "+Printable(text), "   ")) })...)
}

// Footnotes number the warnings of one block. The same warning keeps its
// number in every table of the block and is spelled out once, under the first.
type Footnotes struct {
	list []result.Warning
	told int // how many are spelled out
}

// Marks returns the numbers of the warnings, each after a blank: " ¹ ²".
func (f *Footnotes) Marks(warnings []result.Warning) string {
	var b strings.Builder
	for _, w := range warnings {
		i := slices.Index(f.list, w)
		if i < 0 {
			i = len(f.list)
			f.list = append(f.list, w)
		}
		b.WriteString(" " + superscript(i+1))
	}
	return b.String()
}

// Tell returns the lines of the footnotes that are not spelled out yet.
func (f *Footnotes) Tell(safe func(string) string) []string {
	var lines []string
	for i := f.told; i < len(f.list); i++ {
		lines = append(lines, superscript(i+1)+" "+safe(f.list[i].Text)+CodeOf(safe, f.list[i].Code))
	}
	f.told = len(f.list)
	return lines
}

// CodeOf puts the code that programs know a finding by behind its text.
func CodeOf(safe func(string) string, code string) string {
	if code == "" {
		return ""
	}
	return " (" + safe(code) + ")"
}

func superscript(n int) string {
	return strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴",
		"5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹").Replace(strconv.Itoa(n))
}

// Letters name the systems by their places, behind the means of those that are better. There is no superscript q.
var Letters = []rune("ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")

// PlainLetters are the same, not raised.
const PlainLetters = "abcdefghijklmnoprstuvwxyz"
