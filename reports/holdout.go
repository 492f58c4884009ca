package reports

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// Holdout writes whether a gain is there on held-out queries.
func Holdout(w io.Writer, c *result.HoldoutCheck, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text: func() (string, error) {
			d := textDocument{o: o}
			d.add(wrap(holdoutClaim(c, printable), o.Width, "  ") + "\n" + wrap("  "+printable(c.Reason), o.Width, "  "))
			d.sentences(recordedLine(c.A.Recorded, c.B.Recorded, o))
			d.table("", gainTable(c), holdoutNotes(c)...)
			d.add(strings.Join(healthLines(c.Health, o), "\n"))
			d.sentences(testSet(c.TestSet, c.Profile, printable))
			return d.finish()
		},
		Markdown: func() (string, error) {
			var d markdownDocument
			d.add("### " + holdoutClaim(c, escape))
			d.add(escape(c.Reason))
			d.table("", gainTable(c), holdoutNotes(c)...)
			d.lines(healthItems(c.Health)...)
			d.footer(recordedLine(c.A.Recorded, c.B.Recorded, Options{}), testSet(c.TestSet, c.Profile, escape))
			return d.finish()
		},
		JSON: func() (string, error) { return indented(c) },
	})
}

func holdoutClaim(c *result.HoldoutCheck, safe func(string) string) string {
	of := " of " + safe(c.B.Name) + " over " + safe(c.A.Name) + " on " + safe(c.Measure)
	switch c.Verdict {
	case result.Generalises:
		return "the gain" + of + " generalises"
	case result.Overfitted:
		return "the gain" + of + " is overfitted"
	}
	return "cannot tell whether the gain" + of + " generalises"
}

func gainTable(c *result.HoldoutCheck) table {
	t := table{columns: []column{{head: "queries"}, {head: "n", right: true}, {head: "gain", right: true}, {head: "interval", right: true}, {head: "p", right: true}}}
	for _, row := range []struct {
		name string
		g    result.PartGain
	}{{"evaluation", c.Evaluation}, {"held out", c.HeldOut}} {
		t.add(row.name, fmt.Sprint(row.g.N), signed(&row.g.Mean), interval(row.g.Interval), pValue(row.g.PValue))
	}
	t.add("difference", "", signed(c.Shrinkage), interval(c.Interval), pValue(c.PShrank))
	return t
}

func holdoutNotes(c *result.HoldoutCheck) []string {
	notes := []string{fmt.Sprintf("all at alpha %.2g, the share of this look; p of the difference: one-sided, that the gain shrank", c.Alpha)}
	if i := c.Evaluation.Interval; c.Ratio != nil && i != nil && i.Low > 0 { // a share of noise says nothing
		notes = append(notes, fmt.Sprintf("%.0f %% of the gain is there on the held-out queries", 100**c.Ratio))
	}
	if c.Optimism != nil && c.Tried > 1 {
		notes = append(notes, fmt.Sprintf("the best of %d configurations without any effect gains %.4f on so many evaluation queries by luck", c.Tried, *c.Optimism))
	}
	return notes
}

// Looks writes a ledger.
func Looks(w io.Writer, l result.Looks, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text: func() (string, error) {
			d := textDocument{o: o}
			d.sentences(looksTitle(l, printable))
			d.table("", looksOnScreen(l), beyondBudget(l))
			return d.finish()
		},
		Markdown: func() (string, error) {
			var d markdownDocument
			d.add("### " + looksTitle(l, escape))
			d.table("", looksTable(l))
			return d.finish()
		},
		JSON: func() (string, error) { return indented(l) },
	})
}

func looksTitle(l result.Looks, safe func(string) string) string {
	title := plural(len(l.Looks), "look", "looks") + " in " + safe(l.Ledger) + ", none edited"
	if l.TestSet == "" {
		return title
	}
	n := 0
	for _, look := range l.Looks {
		if look.TestSet.SHA256 == l.TestSet {
			n++
		}
	}
	return title + fmt.Sprintf("; %d of %d at this version of the test set (%s)", n, l.Budget, short(l.TestSet))
}

// looksOnScreen is what fits: Markdown and JSON have the hashes too.
func looksOnScreen(l result.Looks) table {
	t := table{columns: []column{
		{head: "look", right: true},
		{head: "when"},
		{head: "who", elastic: true},
		{head: "test set", elastic: true},
		{head: "systems", elastic: true},
		{head: "measures", elastic: true},
		{head: "shown", elastic: true},
	}}
	for _, look := range l.Looks {
		set := versioned(result.TestSetInfo{Name: look.TestSet.Name, Version: look.TestSet.Version}) + " " + fmt.Sprintf("%.8s", look.TestSet.SHA256)
		number := fmt.Sprint(look.Number)
		if look.Spent {
			number = "! " + number
		}
		who, _, _ := strings.Cut(look.Who, " <") // without the address
		t.add(number, look.Time.Format("2006-01-02 15:04"), who, set, lookedSystems(look), strings.Join(look.Measures, ", "), look.Released)
	}
	return t
}

// beyondBudget explains the sign of the table, as far as it is there.
func beyondBudget(l result.Looks) string {
	if slices.ContainsFunc(l.Looks, func(look result.Look) bool { return look.Spent }) {
		return "! beyond the budget"
	}
	return ""
}

func lookedSystems(look result.Look) string {
	var systems []string
	for _, s := range look.Systems {
		systems = append(systems, s.Name)
	}
	return strings.Join(systems, ", ")
}

func looksTable(l result.Looks) table {
	t := table{columns: []column{
		{head: "look", right: true},
		{head: "when"},
		{head: "who", elastic: true, code: true},
		{head: "test set", elastic: true},
		{head: "part"},
		{head: "systems", elastic: true},
		{head: "measures", elastic: true},
		{head: "shown"},
		{head: "hash"},
	}}
	for _, look := range l.Looks {
		name := look.TestSet.Name
		if look.TestSet.Version != "" {
			name += "@" + look.TestSet.Version
		}
		shown := look.Released
		if look.Spent {
			shown += ", beyond the budget"
		}
		t.add(fmt.Sprint(look.Number), look.Time.Format(time.DateTime), look.Who, name+" "+fmt.Sprintf("%.8s", look.TestSet.SHA256),
			look.TestSet.Part, lookedSystems(look), strings.Join(look.Measures, ", "), shown, fmt.Sprintf("%.8s", look.Hash))
	}
	return t
}
