package reports

import (
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// A wholeComparison writes everything of a comparison, the verdict first. In
// Markdown, a comment on a pull request, the long parts are folded.
type wholeComparison struct {
	*document.Document
	c *result.Comparison
	o Options
}

// blockRule divides the blocks of several candidates on a screen.
const blockRule = "════════════════════════════════════════════════════════════════════════"

func writeComparison(d *document.Document, c *result.Comparison, o Options) {
	d.Alarm(allFindings(c))
	writeObjectives(d, c)
	switch {
	case d.Form == document.Text && !o.Long() && len(c.Comparisons) == 1:
		writeBrief(d, c)
	case d.Form == document.Text && !o.Long() && len(c.Comparisons) > 1:
		writeBriefMany(d, c, o)
	default:
		wholeComparison{d, c, o}.write()
	}
}

func (d wholeComparison) write() {
	d.standing()
	for _, p := range d.c.Comparisons {
		d.rule(len(d.c.Comparisons) > 1)
		d.pair(p)
	}
	if len(d.c.Comparisons) == 0 {
		d.Lines("nothing was compared with " + d.Safe(d.c.A.Name))
	}
	if len(d.c.Comparisons) != 1 { // of a single pair they come earlier
		d.rule(true)
		d.systems()
	}
	d.origin()
}

func (d wholeComparison) rule(drawn bool) {
	if drawn && d.Form == document.Text {
		d.Add(blockRule)
	}
}

// standing shows three systems and more side by side before any pair.
func (d wholeComparison) standing() {
	if len(d.c.Comparisons) < 2 {
		return
	}
	s := newStanding(d.c)
	for _, withLetters := range s.forms(d.o) {
		title, below := d.Title(3, d.Capital(standingTitle)), s.legend(d.Safe, withLetters)
		for _, t := range s.tables(withLetters, d.Width) {
			d.Table(title, t, below...)
			title, below = "", nil
		}
	}
	f := frontier(d.c.Frontier, d.Safe, d.Safe)
	d.Table(d.Title(3, d.Capital(f.title)), f.table, f.below...)
	d.Folded(ordersTitle, orders(d.c), ordersNote)
	d.Folded(boundsTitle+", any two systems on "+d.Safe(d.c.Settings.Primary), pairBounds(d.c), pairsNote, assumedGrade(d.c.Comparisons[0].Measures))
}

// unreadLines say before any difference what was not understood of traces.
func unreadLines(p result.Pair) (lines []string) {
	for _, f := range p.Health {
		if f.Code == result.FindingUnread {
			lines = append(lines, f.Text)
		}
	}
	return lines
}

func (d wholeComparison) pair(p result.Pair) {
	notes := &document.Footnotes{}
	d.Lines(ordered.Each(unreadLines(p), d.Safe)...)
	d.verdict(p)
	d.Lines(d.Recorded(d.c.A.Recorded, p.B.Recorded))
	if f := p.FailuresAsZero; f != nil {
		d.Add(d.Findings(p.Health, failuresAsZero(f))...)
	} else {
		d.Add(d.Findings(p.Health)...)
	}
	d.Table("", d.measures(p, notes), append(d.legend(p), notes.Tell(d.Safe)...)...)
	if p.Silver != nil {
		d.Lines(ordered.Each(silverLines(d.c, p), d.Safe)...)
		d.Table(d.Bold(d.Capital(silverTitle), ""), silverTable(p), append([]string{silverNote}, ordered.Each(silverHealth(d.c, p), d.Safe)...)...)
		d.Table(d.Bold(d.Capital(gradesTitle), ""), gradesTable(p.Silver), d.Safe(gradesNote(d.c, p)))
	}
	for i := range p.Measures {
		d.Lines(d.Safe(UnequalLine(d.c, &p.Measures[i])))
	}
	d.Lines(d.Safe(mcNemarLine(d.c, p)), d.Safe(repeatsLine(d.c, p)))
	bounds := d.Capital(boundsTitle)
	d.Table(d.Bold(bounds, ""), differenceBounds(p), boundsNote, assumedGrade(p.Measures))
	d.Table(d.Bold(bounds, ", "+d.Safe(d.c.Settings.Primary)+" by stratum"), strataBounds(d.c, p))
	d.strata(p, notes)
	if len(d.c.Comparisons) == 1 {
		d.systems()
	}
	d.Table(d.Bold(d.Capital(latencyTitle), ""), pairTimes(d.c, p))
	d.Lines(latencyPair(d.c, p, d.Safe))
	d.details(p)
}

// verdict is the headline and, under it, the reason.
func (d wholeComparison) verdict(p result.Pair) {
	h := NewHeadline(d.c, p, d.Safe)
	because := Reason(d.c, p)
	if d.Form == document.Markdown {
		d.Heading(d.Bold(h.Claim, h.On+h.Tail))
		d.Lines(d.Safe(because))
		return
	}
	h.Claim = d.Paint(Mark(p.Verdict).Tone, h.Claim)
	lines := []string{h.String()}
	if d.Width > 0 && document.Width(lines[0]) > d.Width && h.Tail != "" {
		lines = []string{d.Wrap(h.Claim+h.On+":", "  "), d.Wrap(strings.Replace(h.Tail, ": ", "  ", 1), "  ")}
	}
	if because != "" {
		lines = append(lines, d.Wrap("  "+document.Printable(because), "  "))
	}
	d.Add(lines...)
}

// measures returns the main table, on a screen with short names.
func (d wholeComparison) measures(p result.Pair, notes *document.Footnotes) document.Table {
	form := measureForm{name: func(measure string) string { return measure }, tally: true, words: d.Form == document.Markdown}
	if d.Form == document.Text {
		form.name = newShortMeasures(measuresOf(p)).of
	}
	return measureTable(d.c, p, notes, form)
}

// legend explains the signs of the main table, as far as it uses them.
func (d wholeComparison) legend(p result.Pair) []string {
	var signs []string
	if Primary(d.c, p) != nil {
		signs = append(signs, d.Safe("*")+" primary measure")
	}
	if d.Form == document.Text {
		for _, v := range usedVerdicts(p) {
			signs = append(signs, Mark(v).Text+" "+Meaning(v))
		}
		signs = append(signs, "W/L/T queries won, lost and tied by "+d.Safe(p.B.Name))
	} else {
		signs = append(signs, "W/L/T: queries won, lost and tied by "+d.Safe(p.B.Name))
	}
	lines := []string{strings.Join(signs, "; "), d.Safe(adjusted(d.c, p))}
	if d.Form == document.Text {
		lines = append(lines, newShortMeasures(measuresOf(p)).legend(d.c.TopGrade))
	}
	lines = append(lines, d.Safe(Relevance(measuresOf(p), d.c.TopGrade)))
	return append(lines, asides(p, d.Safe)...)
}

// strata shows the primary measure by stratum, or all measures if verbose.
func (d wholeComparison) strata(p result.Pair, notes *document.Footnotes) {
	for _, m := range p.Measures {
		if !d.o.Verbose && !d.o.Strata && !m.Primary && m.Measure != d.c.Settings.Primary {
			continue
		}
		t := strataTable(d.c, p, m, notes)
		d.Table(d.Bold(d.Safe(m.Measure)+" by stratum", " ("+exploratory+")"), t, append([]string{heterogeneity(m.Heterogeneity)}, notes.Tell(d.Safe)...)...)
	}
}

func (d wholeComparison) systems() {
	d.Table(d.Bold(d.Capital("every system alone"), ", means"), systemsTable(d.c.Systems))
	d.Table(gainsTitle(d.c.Gains, d.Safe), gainsTable(d.c.Gains))
	strata := d.o.Strata || d.o.Verbose
	for _, t := range append(attributions(d.c, d.Safe, strata, d.Form != document.Text), ceilings(d.c, d.Safe, strata)...) {
		d.Table(d.Bold(d.Capital(t.title), ""), t.table, t.below...)
	}
	if r := d.c.Retrieval; r != nil {
		d.Table(d.Bold(failuresTitle(r), ""), failures(r))
	}
	d.Table(d.Bold(d.Capital(latencyTitle), ""), latencyTable(d.c.Systems), addsUp(d.c.Systems))
}

// details are what is looked up only when the verdict surprises.
func (d wholeComparison) details(p result.Pair) {
	m := Primary(d.c, p)
	title := "queries that moved most"
	if m != nil {
		title += " on " + d.Safe(m.Measure)
	}
	d.Folded(title, movedTable(d.c, p, d.Form == document.Text))
	d.Folded(evidenceTitle, evidenceTable(d.c, p), evidenceNote(p))
	if d.Form == document.Text {
		d.Table(unjudgedTitle, unjudgedTable(p), unjudgedNote)
	} else {
		d.Folded(unjudgedTitle+" ("+unjudgedNote+")", unjudgedTable(p))
	}
	if d.o.Verbose {
		for _, t := range diagnostics(p) {
			d.Folded(t.title, t.table, ordered.Each(t.below, d.Safe)...)
		}
	}
	if d.o.PerQuery && m != nil {
		d.Folded("every query, "+d.Safe(m.Measure), pairTable(d.c, p, m.Measure))
	}
}

// origin says how to get the same numbers again and, on a pull request, spells out
// what a reader from outside the field may not know.
func (d wholeComparison) origin() {
	lines := []string{retrieval(d.c.Retrieval), asking(d.c.Retrieval, d.Safe)}
	if d.o.Verbose {
		lines = append(lines, identities(d.c, d.Safe))
	}
	if d.Form == document.Markdown {
		var measures []string
		for _, p := range d.c.Comparisons {
			measures = append(measures, measuresOf(p)...)
		}
		lines = append(lines, spelledOut(measures))
	}
	d.Footer(append(lines, comparisonSettings(d.c, d.Safe))...)
}
