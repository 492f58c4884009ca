package reports

import (
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// A comparisonMarkdown writes a comparison as a comment on a pull request.
type comparisonMarkdown struct {
	markdownDocument
	c *result.Comparison
	o Options
}

func newComparisonMarkdown(c *result.Comparison, o Options) (string, error) {
	d := comparisonMarkdown{c: c, o: o}
	d.standing()
	for _, p := range c.Comparisons {
		d.pair(p)
	}
	if len(c.Comparisons) == 0 {
		d.add("nothing was compared with " + escape(c.A.Name))
	}
	if len(c.Comparisons) != 1 { // beside a single pair they come earlier
		d.systems()
	}
	d.origin()
	return d.finish()
}

// standing shows three systems and more side by side before any pair.
func (d *comparisonMarkdown) standing() {
	if len(d.c.Comparisons) < 2 {
		return
	}
	s := newStanding(d.c)
	for _, withLetters := range s.forms(d.o) {
		for _, t := range s.tables(withLetters, 0) {
			d.table("### "+capital(standingTitle), t, s.legend(escape, withLetters)...)
		}
	}
	d.folded(escape(ordersTitle), orders(d.c), ordersNote)
	d.folded(boundsTitle+", any two systems on "+escape(d.c.Settings.Primary), pairBounds(d.c), pairsNote)
}

func (d *comparisonMarkdown) pair(p result.Pair) {
	notes := &footnotes{}
	h := newHeadline(d.c, p, escape)
	d.add("### **" + h.claim + "**" + h.on + h.tail)
	d.add(escape(reason(d.c, p)))
	d.add(recordedLine(d.c.A.Recorded, p.B.Recorded, Options{}))
	d.health(p)
	main := measureTable(d.c, p, notes, func(v result.Verdict) cell { return cell{text: meaning(v)} })
	main.columns[len(main.columns)-1].head = "verdict"
	d.table("", main, append(d.legend(p), notes.tell(escape)...)...)
	d.table("**"+capital(boundsTitle)+"**", differenceBounds(p), boundsNote)
	d.table("**"+capital(boundsTitle)+"**, "+escape(d.c.Settings.Primary)+" by stratum", strataBounds(d.c, p))
	d.strata(p, notes)
	if len(d.c.Comparisons) == 1 {
		d.systems()
	}
	d.table("**"+capital(latencyTitle)+"**", pairTimes(d.c, p))
	d.add(latencyPair(d.c, p, escape))
	d.details(p)
	d.folded(unjudgedTitle+" ("+unjudgedNote+")", unjudgedTable(p))
}

func (d *comparisonMarkdown) health(p result.Pair) {
	lines := healthItems(p.Health)
	if f := p.FailuresAsZero; f != nil {
		lines = append(lines, "- "+failuresAsZero(f))
	}
	d.add(strings.Join(lines, "\n"))
}

func (d *comparisonMarkdown) legend(p result.Pair) []string {
	line := "W/L/T: queries won, lost and tied by " + escape(p.B.Name)
	if primary(d.c, p) != nil {
		line = `\* primary measure; ` + line
	}
	return append([]string{line}, asides(p, escape)...)
}

func (d *comparisonMarkdown) strata(p result.Pair, notes *footnotes) {
	for _, m := range p.Measures {
		if !d.o.Verbose && !d.o.Strata && !m.Primary && m.Measure != d.c.Settings.Primary {
			continue
		}
		t := strataTable(d.c, p, m, notes)
		d.table("**"+escape(m.Measure)+" by stratum** ("+exploratory+")", t, append([]string{heterogeneity(m.Heterogeneity)}, notes.tell(escape)...)...)
	}
}

func (d *comparisonMarkdown) systems() {
	d.table("**Every system alone**, means", systemsTable(d.c.Systems))
	d.table(gainsTitle(d.c.Gains, escape), gainsTable(d.c.Gains))
	strata := d.o.Strata || d.o.Verbose
	for _, t := range append(attributions(d.c, escape, strata, true), ceilings(d.c, escape, strata)...) {
		d.table("**"+capital(t.title)+"**", t.table, t.below...)
	}
	if r := d.c.Retrieval; r != nil {
		d.table("**"+failuresTitle(r)+"**", failures(r))
	}
	d.table("**"+capital(latencyTitle)+"**", latencyTable(d.c.Systems), addsUp(d.c.Systems))
}

// details folds away what is looked up only when the verdict surprises.
func (d *comparisonMarkdown) details(p result.Pair) {
	m := primary(d.c, p)
	if m == nil {
		return
	}
	d.folded("queries that moved most on "+escape(m.Measure), movedTable(d.c, p, false))
	d.folded(evidenceTitle, evidenceTable(d.c, p), evidenceNote(p))
	if d.o.Verbose {
		for _, t := range diagnostics(p) {
			d.folded(t.title, t.table)
		}
	}
	if d.o.PerQuery {
		d.folded("every query, "+escape(m.Measure), pairTable(d.c, p, m.Measure))
	}
}

// origin says how to get the same numbers again and spells out what a reader
// from outside the field may not know.
func (d *comparisonMarkdown) origin() {
	lines := []string{retrieval(d.c.Retrieval), asking(d.c.Retrieval, escape)}
	if d.o.Verbose {
		lines = append(lines, identities(d.c, escape))
	}
	var measures []string
	for _, p := range d.c.Comparisons {
		for _, m := range p.Measures {
			measures = append(measures, m.Measure)
		}
	}
	d.footer(append(lines, spelledOut(measures), comparisonSettings(d.c, escape))...)
}
