package reports

import (
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// A comparisonText writes a whole comparison for a terminal, the verdict first.
type comparisonText struct {
	textDocument
	c *result.Comparison
}

// blockRule stands between the blocks of several candidates.
const blockRule = "════════════════════════════════════════════════════════════════════════"

func newComparisonText(c *result.Comparison, o Options) (string, error) {
	switch {
	case !o.long() && len(c.Comparisons) == 1:
		return newBrief(c, o)
	case !o.long() && len(c.Comparisons) > 1:
		return newBriefMany(c, o)
	}
	d := comparisonText{textDocument{o: o}, c}
	d.standing()
	for _, p := range c.Comparisons {
		if len(c.Comparisons) > 1 {
			d.add(blockRule)
		}
		d.pair(p)
	}
	if len(c.Comparisons) == 0 {
		d.add("nothing was compared with " + printable(c.A.Name))
	}
	if len(c.Comparisons) != 1 { // beside a single pair they come earlier
		d.add(blockRule)
		d.systems()
	}
	last := []string{retrieval(c.Retrieval), asking(c.Retrieval, printable)}
	if o.Verbose {
		last = append(last, identities(c, printable))
	}
	d.sentences(append(last, comparisonSettings(c, printable))...)
	return d.finish()
}

// standing shows three systems and more side by side before any pair.
func (d *comparisonText) standing() {
	if len(d.c.Comparisons) < 2 {
		return
	}
	s := newStanding(d.c)
	for _, withLetters := range s.forms(d.o) {
		title, below := standingTitle, s.legend(printable, withLetters)
		for _, t := range s.tables(withLetters, d.o.Width) {
			d.table(title, t, below...)
			title, below = "", nil
		}
	}
	d.table(ordersTitle, orders(d.c), ordersNote)
	d.table(boundsTitle+", any two systems on "+printable(d.c.Settings.Primary), pairBounds(d.c), pairsNote)
}

func (d *comparisonText) pair(p result.Pair) {
	notes := &footnotes{}
	d.add(d.verdict(p))
	d.sentences(recordedLine(d.c.A.Recorded, p.B.Recorded, d.o))
	d.add(strings.Join(d.health(p), "\n"))
	main := measureTable(d.c, p, notes, mark)
	d.table("", main, append(d.legend(p), notes.tell(printable)...)...)
	d.table(boundsTitle, differenceBounds(p), boundsNote)
	d.table(boundsTitle+", "+printable(d.c.Settings.Primary)+" by stratum", strataBounds(d.c, p))
	d.strata(p, notes)
	if len(d.c.Comparisons) == 1 {
		d.systems()
	}
	d.table(latencyTitle, pairTimes(d.c, p))
	d.sentences(latencyPair(d.c, p, printable))
	d.moved(p)
	d.table(evidenceTitle, evidenceTable(d.c, p), evidenceNote(p))
	d.table(unjudgedTitle, unjudgedTable(p), unjudgedNote)
	if d.o.Verbose {
		for _, t := range diagnostics(p) {
			d.table(t.title, t.table)
		}
	}
	if m := primary(d.c, p); d.o.PerQuery && m != nil {
		d.table("every query, "+printable(m.Measure), pairTable(d.c, p, m.Measure))
	}
}

// verdict is the headline and, under it, the reason.
func (d *comparisonText) verdict(p result.Pair) string {
	h := newHeadline(d.c, p, printable)
	h.claim = d.o.paint(mark(p.Verdict).tone, h.claim)
	sentence := h.String()
	if d.o.Width > 0 && width(sentence) > d.o.Width && h.tail != "" {
		sentence = wrap(h.claim+h.on+":", d.o.Width, "  ") + "\n" + wrap(strings.Replace(h.tail, ": ", "  ", 1), d.o.Width, "  ")
	}
	because := reason(d.c, p)
	if because == "" {
		return sentence
	}
	return sentence + "\n" + wrap("  "+printable(because), d.o.Width, "  ")
}

func (d *comparisonText) health(p result.Pair) []string {
	lines := healthLines(p.Health, d.o)
	if f := p.FailuresAsZero; f != nil {
		lines = append(lines, wrap("·  "+failuresAsZero(f), d.o.Width, "   "))
	}
	return lines
}

// legend explains the signs of the main table, as far as it uses them.
func (d *comparisonText) legend(p result.Pair) []string {
	var signs []string
	if primary(d.c, p) != nil {
		signs = append(signs, "* primary measure")
	}
	for _, v := range usedVerdicts(p) {
		signs = append(signs, mark(v).text+" "+meaning(v))
	}
	line := strings.Join(append(signs, "W/L/T queries won, lost and tied by "+printable(p.B.Name)), "; ")
	return append([]string{line}, asides(p, printable)...)
}

// strata shows the primary measure by stratum, or all measures if verbose.
func (d *comparisonText) strata(p result.Pair, notes *footnotes) {
	for _, m := range p.Measures {
		if !d.o.Verbose && !d.o.Strata && !m.Primary && m.Measure != d.c.Settings.Primary {
			continue
		}
		t := strataTable(d.c, p, m, notes)
		d.table(printable(m.Measure)+" by stratum ("+exploratory+")", t, append([]string{heterogeneity(m.Heterogeneity)}, notes.tell(printable)...)...)
	}
}

func (d *comparisonText) systems() {
	d.wide("every system alone, means", systemsTable(d.c.Systems))
	d.table(gainsTitle(d.c.Gains, printable), gainsTable(d.c.Gains))
	strata := d.o.Strata || d.o.Verbose
	for _, t := range append(attributions(d.c, printable, strata, false), ceilings(d.c, printable, strata)...) {
		d.table(t.title, t.table, t.below...)
	}
	if r := d.c.Retrieval; r != nil {
		d.table(failuresTitle(r), failures(r))
	}
	d.table(latencyTitle, latencyTable(d.c.Systems), addsUp(d.c.Systems))
}

func (d *comparisonText) moved(p result.Pair) {
	title := "queries that moved most"
	if m := primary(d.c, p); m != nil {
		title += " on " + printable(m.Measure)
	}
	d.table(title, movedTable(d.c, p, true))
}
