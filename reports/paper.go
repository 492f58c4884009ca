package reports

import (
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// comparisonPaper is the table of the screen for a paper: of two systems their measures, of more the systems.
func comparisonPaper(d *document.Document, c *result.Comparison, o Options) {
	d.Add(document.LatexHead)
	switch len(c.Comparisons) {
	case 0:
		d.Add("% nothing was compared with " + document.TeX(c.A.Name))
	case 1:
		b := prepareBrief(d, c, maxName)
		notes := &document.Footnotes{}
		main := b.main(notes)
		below := append(append(b.legend(), asides(b.p, b.shortened)...), notes.Tell(b.shortened)...)
		below = append(below, ordered.Each(append(silverLines(c, b.p), UnequalLine(c, Primary(c, b.p))), b.shortened)...)
		d.Table(b.headline().String(), main, append(below, briefOrigin(c))...)
	default:
		s := newStanding(c)
		withLetters, short := s.withLetters(o), newShortMeasures(s.measures)
		safe := func(text string) string { return short.within(text, s.measures) }
		below := append(s.legend(safe, withLetters), short.legend(c.TopGrade), briefOrigin(c))
		d.Table("Means of "+document.Plural(len(s.systems), "system", "systems")+", best first on "+short.of(c.Settings.Primary), s.table(s.measures, short.of, withLetters), below...)
		f := frontier(c.Frontier, short.of, safe)
		d.Table(d.Capital(f.title), f.table, f.below...)
	}
}

// evaluationPaper is the table of means of several runs, or the summary of one.
func evaluationPaper(d *document.Document, e *result.Evaluation) {
	t := meansTable(e.Runs)
	if len(e.Runs) == 1 {
		t = summaryTable(e.Runs[0])
	}
	d.Add(document.LatexHead)
	d.Table(runNames(e.Runs, document.Printable)+" on "+versioned(e.TestSet), t, testSet(e.TestSet, e.Profile, document.Printable))
}

// sweepPaper is what the choice is worth, and the best settings.
func sweepPaper(d *document.Document, s *result.Sweep, o Options) {
	d.Add(document.LatexHead)
	d.Table(sweepVerdict(s, document.Printable), selectionTable(s), sweepNotes(s)...)
	for _, t := range sweepTables(s, o) {
		d.Table(d.Capital(t.title), t.table, t.below...)
	}
}
