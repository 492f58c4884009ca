package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
)

// Bridge writes what a change between two versions of a test set is made of.
func Bridge(w io.Writer, b *result.Bridge, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text: func() (string, error) {
			d := textDocument{o: o}
			d.sentences(bridgeClaim(b, printable))
			d.table("", bridgeTerms(b), bridgeNotes(b, printable)...)
			d.table("all measures", bridgeTable(b))
			d.add(strings.Join(healthLines(b.Warnings, o), "\n"))
			d.sentences(bridgeOrigin(b, printable))
			return d.finish()
		},
		Markdown: func() (string, error) {
			var d markdownDocument
			d.add("### " + bridgeClaim(b, escape))
			d.table("", bridgeTerms(b), bridgeNotes(b, escape)...)
			d.table("All measures", bridgeTable(b))
			d.lines(healthItems(b.Warnings)...)
			d.footer(bridgeOrigin(b, escape))
			return d.finish()
		},
		JSON: func() (string, error) { return indented(b) },
	})
}

// bridged is the primary measure, the first where it is not there.
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
	return fmt.Sprintf("%s: %.4f (%s on %s) to %.4f (%s on %s), %s", safe(m.Measure), m.From, safe(b.A), safe(b.Old.Suite()), m.To, safe(b.B), safe(b.New.Suite()), signed(&m.Total))
}

// termWords say what a term is, by whether the bridge is chained.
func termWords(t result.BridgeTerm, m result.BridgeMeasure, chained bool) string {
	switch {
	case t.Term == result.BridgeLabels:
		return "labels of " + prose.Plural(m.Kept, "kept query")
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

func bridgeTerms(b *result.Bridge) table {
	m := bridged(b)
	t := table{columns: []column{{head: "what changed"}, {head: "part", right: true}, {head: "interval", right: true}}}
	for _, term := range m.Terms {
		t.add(termWords(term, m, b.Form == result.BridgeChained), signed(&term.Value), interval(term.Interval))
	}
	t.add("in all", signed(&m.Total), "")
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
func bridgeTable(b *result.Bridge) table {
	t := table{columns: []column{{head: "measure"}, {head: "A, old", right: true}, {head: "labels", right: true}, {head: "queries", right: true}, {head: "system", right: true}, {head: "B, new", right: true}}}
	for _, m := range b.Measures {
		row := []string{m.Measure, score(&m.From)}
		for _, term := range m.Terms {
			if term.Of == "" {
				row = append(row, signed(&term.Value))
			}
		}
		t.add(append(row, score(&m.To))...)
	}
	return t
}

func bridgeOrigin(b *result.Bridge, safe func(string) string) string {
	m := bridged(b)
	return fmt.Sprintf("%s (%.8s), %s with a score; %s (%.8s), %d, %d of them kept; profile %s", safe(b.Old.Suite()), b.Old.SHA256, prose.Plural(m.OldN, "query"), safe(b.New.Suite()), b.New.SHA256, m.NewN, m.Kept, b.Profile)
}
