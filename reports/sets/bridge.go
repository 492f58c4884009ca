package sets

import (
	"fmt"
	"io"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

// WriteBridge writes what a change between two versions of a test set is made of.
func WriteBridge(w io.Writer, b *result.Bridge, f reports.Format, o reports.Options) error {
	title := "From " + b.Old.Suite() + " to " + b.New.Suite()
	return reports.Write(w, f, o, reports.Forms{JSON: b, Page: title, Document: func(d *document.Document) {
		if d.Form == document.Page {
			d.Head(1, title)
		}
		d.Heading(bridgeClaim(b, d.Safe))
		if d.Form != document.Text {
			d.Lines(d.Safe(bridgeDecision(b)))
		}
		d.Table("", bridgeTerms(b), bridgeNotes(b, d.Safe)...)
		d.Table(d.Capital("all measures"), bridgeTable(b))
		d.Add(d.Findings(b.Warnings)...)
		if d.Form != document.Text {
			d.Table("What the words mean", bridgeWords(b), "Bridges of bridges drift: keep one frozen configuration and run it on every version.")
		}
		d.Footer(bridgeOrigin(b, d.Safe))
	}})
}

// bridgeDecision says what to decide by: the part of the system, and whether it can be told from none.
func bridgeDecision(b *result.Bridge) string {
	m := bridged(b)
	system := m.Terms[slices.IndexFunc(m.Terms, func(t result.BridgeTerm) bool { return t.Term == result.BridgeSystem })]
	known := "its interval has 0 in it: these queries do not show a difference"
	switch {
	case system.Interval == nil:
		known = "it has no interval"
	case system.Interval.Low > 0 || system.Interval.High < 0:
		known = "its interval leaves 0 out"
	}
	return fmt.Sprintf("Of the change of %s, %s is due to the system, %s instead of %s; %s. The rest is due to the test set, and says nothing about the system.",
		document.Signed(&m.Total), document.Signed(&system.Value), b.B, b.A, known)
}

// bridgeWords explain the parts to those who were not there.
func bridgeWords(b *result.Bridge) document.Table {
	t := document.NewTable(document.Words("part", "what it is"))
	t.Add("labels", "kept queries whose documents were graded again, or for the first time: "+b.A+" by the new labels minus by the old ones")
	t.Add("left", "queries of "+b.Old.Suite()+" that are not in "+b.New.Suite()+": what the mean gains without them")
	t.Add("entered", "queries of "+b.New.Suite()+" that "+b.Old.Suite()+" has not: what they do to the mean")
	t.Add("system", b.B+" minus "+b.A+" on the same queries with the same labels")
	return t
}

// bridged returns the primary measure, the first where it is not there.
func bridged(b *result.Bridge) result.BridgeMeasure {
	for _, m := range b.Measures {
		if m.Measure == b.Primary {
			return m
		}
	}
	return b.Measures[0]
}

func bridgeClaim(b *result.Bridge, safe func(string) string) string {
	m := bridged(b)
	return fmt.Sprintf("%s: %.4f (%s on %s) to %.4f (%s on %s), %s", safe(m.Measure), m.From, safe(b.A), safe(b.Old.Suite()), m.To, safe(b.B), safe(b.New.Suite()), document.Signed(&m.Total))
}

func termWords(t result.BridgeTerm, m result.BridgeMeasure, chained bool) string {
	switch {
	case t.Term == result.BridgeLabels && chained:
		return "labels of " + prose.Plural(m.Kept, "kept query")
	case t.Term == result.BridgeLabels: // their part of the mean over all of the old version
		return fmt.Sprintf("labels of %d kept, of %s", m.Kept, prose.Plural(m.OldN, "query"))
	case t.Term == result.BridgeQueries:
		return "queries"
	case t.Term == result.BridgeLeft:
		return fmt.Sprintf("  %d left", m.Left)
	case t.Term == result.BridgeEntered && chained:
		return fmt.Sprintf("  %d entered, as B sees them", m.Entered)
	case t.Term == result.BridgeEntered:
		return fmt.Sprintf("  %d entered", m.Entered)
	case chained:
		return "system, on " + prose.Plural(m.Kept, "kept query")
	}
	return "system, on " + prose.Plural(m.NewN, "query")
}

func bridgeTerms(b *result.Bridge) document.Table {
	m := bridged(b)
	t := document.NewTable(document.Words("what changed"), document.Numbers("part", "interval"))
	for _, term := range m.Terms {
		t.Add(termWords(term, m, b.Form == result.BridgeChained), document.Signed(&term.Value), document.Interval(term.Interval))
	}
	t.Add("in all", document.Signed(&m.Total), "")
	return t
}

func bridgeNotes(b *result.Bridge, safe func(string) string) []string {
	notes := []string{"the parts add up exactly; those of labels and queries describe these sets, their intervals (95 %) are for queries like these"}
	if b.Form == result.BridgeChained {
		return append(notes, "chained: "+safe(b.A)+" has no ranking of the queries that entered, so that system is known of the kept ones alone; run it on the new ones for a comparison on all")
	}
	return append(notes, "system is what `rankduel compare` of both says on "+safe(b.New.Suite())+"; decide by that, not by the change in all")
}

// bridgeTable has a row a measure.
func bridgeTable(b *result.Bridge) document.Table {
	t := document.NewTable(document.Words("measure"), document.Numbers("A, old", "labels", "queries", "system", "B, new"))
	for _, m := range b.Measures {
		row := []string{m.Measure, document.Score(&m.From)}
		for _, term := range m.Terms {
			if term.Of == "" {
				row = append(row, document.Signed(&term.Value))
			}
		}
		t.Add(append(row, document.Score(&m.To))...)
	}
	return t
}

func bridgeOrigin(b *result.Bridge, safe func(string) string) string {
	m := bridged(b)
	return fmt.Sprintf("%s (%.8s), %s with a score; %s (%.8s), %d, %d of them kept; profile %s", safe(b.Old.Suite()), b.Old.SHA256, prose.Plural(m.OldN, "query"), safe(b.New.Suite()), b.New.SHA256, m.NewN, m.Kept, b.Profile)
}
