package reports

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// Holdout writes whether a gain is there on held-out queries.
func Holdout(w io.Writer, c *result.HoldoutCheck, f Format, o Options) error {
	return Write(w, f, o, Forms{JSON: c, Document: func(d *document.Document) {
		d.Claim(document.Neutral, holdoutClaim(c, d.Safe), c.Reason)
		recorded := d.Recorded(c.A.Recorded, c.B.Recorded)
		if d.Form == document.Text {
			d.Lines(recorded)
			recorded = ""
		}
		d.Table("", gainTable(c), holdoutNotes(c)...)
		d.Add(d.Findings(c.Health)...)
		d.Footer(recorded, testSet(c.TestSet, c.Profile, d.Safe))
	}})
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

func gainTable(c *result.HoldoutCheck) document.Table {
	t := document.NewTable(document.Words("queries"), document.Numbers("n", "gain", "interval", "p"))
	for _, row := range []struct {
		name string
		g    result.PartGain
	}{{"evaluation", c.Evaluation}, {"held out", c.HeldOut}} {
		t.Add(row.name, fmt.Sprint(row.g.N), document.Signed(&row.g.Mean), document.Interval(row.g.Interval), document.P(row.g.PValue))
	}
	t.Add("difference", "", document.Signed(c.Shrinkage), document.Interval(c.Interval), document.P(c.PShrank))
	return t
}

func holdoutNotes(c *result.HoldoutCheck) []string {
	notes := []string{fmt.Sprintf("all at alpha %.2g, the share of this look; p of the difference: one-sided, that the gain shrank", c.Alpha)}
	if i := c.Evaluation.Interval; c.Ratio != nil && i != nil && i.Low > 0 { // a share of noise says nothing
		notes = append(notes, fmt.Sprintf("%.0f %% of the gain is there on the held-out queries", 100**c.Ratio))
	}
	if c.Optimism != nil && c.Tried > 1 {
		notes = append(notes, fmt.Sprintf("the best of %d configurations without any effect gains %.4f on this many evaluation queries by luck", c.Tried, *c.Optimism))
	}
	return notes
}

// Looks writes a ledger.
func Looks(w io.Writer, l result.Looks, f Format, o Options) error {
	return Write(w, f, o, Forms{JSON: l, Document: func(d *document.Document) {
		d.Heading(looksTitle(l, d.Safe))
		if d.Form == document.Text {
			d.Table("", looksOnScreen(l), beyondBudget(l))
			return
		}
		d.Table("", looksTable(l))
	}})
}

func looksTitle(l result.Looks, safe func(string) string) string {
	title := document.Plural(len(l.Looks), "look", "looks") + " in " + safe(l.Ledger) + ", none edited"
	if l.TestSet == "" {
		return title
	}
	n := 0
	for _, look := range l.Looks {
		if look.TestSet.SHA256 == l.TestSet {
			n++
		}
	}
	return title + fmt.Sprintf("; %d of %d at this version of the test set (%s)", n, l.Budget, document.Short(l.TestSet))
}

// looksOnScreen returns what fits: Markdown and JSON have the hashes too.
func looksOnScreen(l result.Looks) document.Table {
	t := document.NewTable(document.Numbers("look"), document.Words("when"), document.Names("who", "test set", "systems", "measures", "shown"))
	for _, look := range l.Looks {
		set := versioned(result.TestSetInfo{Name: look.TestSet.Name, Version: look.TestSet.Version}) + " " + fmt.Sprintf("%.8s", look.TestSet.SHA256)
		number := fmt.Sprint(look.Number)
		if look.Spent {
			number = "! " + number
		}
		who, _, _ := strings.Cut(look.Who, " <") // without the address
		t.Add(number, look.Time.Format("2006-01-02 15:04"), who, set, lookedSystems(look), strings.Join(look.Measures, ", "), look.Released)
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

func looksTable(l result.Looks) document.Table {
	t := document.NewTable(document.Numbers("look"), document.Words("when"), document.IDs("who"), document.Names("test set"), document.Words("part"), document.Names("systems", "measures"), document.Words("shown", "hash"))
	for _, look := range l.Looks {
		name := look.TestSet.Name
		if look.TestSet.Version != "" {
			name += "@" + look.TestSet.Version
		}
		shown := look.Released
		if look.Spent {
			shown += ", beyond the budget"
		}
		t.Add(fmt.Sprint(look.Number), look.Time.Format(time.DateTime), look.Who, name+" "+fmt.Sprintf("%.8s", look.TestSet.SHA256),
			look.TestSet.Part, lookedSystems(look), strings.Join(look.Measures, ", "), shown, fmt.Sprintf("%.8s", look.Hash))
	}
	return t
}
