package reports

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports/document"
)

// Holdout writes whether a gain is there on held-out queries.
func Holdout(w io.Writer, c *result.HoldoutCheck, f Format, o Options) error {
	return Write(w, f, o, Forms{JSON: c, Document: func(d *document.Document) {
		health := d.Alarm(c.Health)
		d.Claim(document.Neutral, holdoutClaim(c, d.Safe), c.Reason)
		recorded := d.Recorded(c.A.Recorded, c.B.Recorded)
		if d.Form == document.Text {
			d.Lines(recorded)
			recorded = ""
		}
		d.Table("", gainTable(c), holdoutNotes(c)...)
		d.Add(d.Findings(health)...)
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
	return t
}

func holdoutNotes(c *result.HoldoutCheck) []string {
	decided := fmt.Sprintf("evaluation at alpha %.2g, held out at %.2g", c.Alpha, c.Level)
	if c.Configurations > 1 {
		decided += fmt.Sprintf(" (%.2g/%d: configurations that these queries have shown)", c.Alpha, c.Configurations)
	}
	notes := prose.Notes{decided}
	if c.Lost != nil {
		notes = append(notes, fmt.Sprintf("lost share of the gain: %s, at least %s (above 50 %% is overfitted)", percent(*c.Lost), percent(*c.LostAtLeast)))
	}
	if c.Lost != nil && c.Needed != nil {
		notes = append(notes, fmt.Sprintf("if nothing of the gain held, %s would show so in %.2f of cases; %s would in .80",
			document.Plural(c.HeldOut.N, "held-out query", "held-out queries"), *c.Power, document.Plural(*c.Needed, "query", "queries")))
	}
	notes.If(c.Signal, "signal: significant on the evaluation queries, and the held-out mean is not above 0; without error control, and no verdict")
	if c.Optimism != nil && c.Tried > 1 {
		notes = append(notes, fmt.Sprintf("the best of %d configurations without any effect gains %.4f on this many evaluation queries by luck", c.Tried, *c.Optimism))
	}
	return notes
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// Looks writes a ledger.
func Looks(w io.Writer, l result.Looks, f Format, o Options) error {
	return Write(w, f, o, Forms{JSON: l, Document: func(d *document.Document) {
		d.Alarm(lostLooks(l))
		d.Heading(looksTitle(l, d.Safe))
		if d.Form == document.Text {
			d.Table("", looksOnScreen(l))
			return
		}
		d.Table("", looksTable(l))
	}})
}

// lostLooks returns the finding that the store remembers looks which the ledger has not.
func lostLooks(l result.Looks) []result.Finding {
	n := len(l.Lost)
	if n == 0 {
		return nil
	}
	return []result.Finding{result.Faulted(result.FindingLedger, fmt.Sprintf("the store remembers %s that %s has not, the last of %s; all of them count",
		document.Plural(n, "look", "looks"), l.Ledger, l.Lost[n-1].Time.Format(time.DateOnly)))}
}

func looksTitle(l result.Looks, safe func(string) string) string {
	title := document.Plural(len(l.Looks), "look", "looks") + " in " + safe(l.Ledger) + ", none edited"
	if l.TestSet == "" {
		return title
	}
	return title + fmt.Sprintf("; %s at the held-out queries of %s showed %s", document.Plural(l.Here, "look", "looks"), safe(l.TestSet), document.Plural(l.Configurations, "configuration", "configurations"))
}

// looksOnScreen returns what fits: Markdown and JSON have the hashes too.
func looksOnScreen(l result.Looks) document.Table {
	t := document.NewTable(document.Numbers("look"), document.Words("when"), document.Names("who", "test set", "systems", "measures"), document.Numbers("shown"))
	for _, look := range l.Looks {
		set := versioned(result.TestSetInfo{Name: look.TestSet.Name, Version: look.TestSet.Version}) + " " + fmt.Sprintf("%.8s", look.TestSet.SHA256)
		who, _, _ := strings.Cut(look.Who, " <") // without the address
		t.Add(fmt.Sprint(look.Number), look.Time.Format("2006-01-02 15:04"), who, set, lookedSystems(look), strings.Join(look.Measures, ", "), fmt.Sprint(look.Configurations))
	}
	return t
}

func lookedSystems(look result.Look) string {
	systems := ordered.Each(look.Systems, func(s result.LookOfOne) string { return s.Name })
	return strings.Join(systems, ", ")
}

func looksTable(l result.Looks) document.Table {
	t := document.NewTable(document.Numbers("look"), document.Words("when"), document.IDs("who"), document.Names("test set"), document.Words("part"), document.Names("systems", "measures"), document.Words("command"), document.Numbers("shown"), document.Words("hash"))
	for _, look := range l.Looks {
		name := look.TestSet.Name
		if look.TestSet.Version != "" {
			name += "@" + look.TestSet.Version
		}
		t.Add(fmt.Sprint(look.Number), look.Time.Format(time.DateTime), look.Who, name+" "+fmt.Sprintf("%.8s", look.TestSet.SHA256),
			look.TestSet.Part, lookedSystems(look), strings.Join(look.Measures, ", "), look.Command, fmt.Sprint(look.Configurations), fmt.Sprintf("%.8s", look.Hash))
	}
	return t
}
