package sets

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
	"github.com/rankduel/rankduel/testsets/refresh"
)

// WriteRefreshFinish writes what the new version of a set changed.
func WriteRefreshFinish(w io.Writer, f *refresh.Finished, format reports.Format, o reports.Options) error {
	return reports.Write(w, format, o, reports.Forms{JSON: f, Document: func(d *document.Document) {
		if d.Form == document.Text {
			d.Lines(append([]string{finishedClaim(f, d.Safe)}, agreedLines(f, d.Safe)...)...)
		} else {
			d.Heading(finishedClaim(f, d.Safe))
			d.Lines(agreedLines(f, d.Safe)...)
		}
		d.Table("", changedStrata(f), overlapLine(f))
		d.Cautions(f.Warnings)
		d.Lines(finishedCanShow)
		if d.Form == document.Text {
			d.Lines(finishedFiles(f, d.Safe)...)
			d.Lines("next: rankduel testset refresh bridge OLD " + d.Safe(f.File) + " --a RUN --b RUN")
		}
	}})
}

const finishedCanShow = "Scores of both versions are not one series: with 20 of 50 replaced an unchanged system moves by about ±.05. The bridge splits a change into labels, queries and system."

func finishedClaim(f *refresh.Finished, safe func(string) string) string {
	return fmt.Sprintf("%s: %s, %d kept from %s, %d left, %d entered", safe(f.To), prose.Plural(f.After, "query"), f.Kept, safe(f.From), len(f.Left), len(f.Entered))
}

// agreedLines says of every two labellers what their kappa is and what it shows.
func agreedLines(f *refresh.Finished, safe func(string) string) []string {
	var lines []string
	for _, a := range f.Agreements {
		value := shortScore(a.Kappa)
		if a.Kappa == nil {
			value = "1 by convention"
		}
		text := fmt.Sprintf("kappa of %s and %s %s over %s, above the threshold of %s", safe(a.A), safe(a.B), value, prose.Plural(a.Documents, "pair"), f.Threshold)
		if a.WithBlanks != nil {
			text += fmt.Sprintf(" (%.3f with %s as disagreements)", *a.WithBlanks, prose.Plural(a.Blanks, "blank"))
		}
		lines = append(lines, text, a.Basis(f.Threshold))
	}
	return append(lines, fmt.Sprintf("%d of %d pairs were labelled differently, %d no one could judge", f.Disputed, f.Pairs, f.Unjudged))
}

func overlapLine(f *refresh.Finished) string {
	line := fmt.Sprintf("overlap: %d of %d queries of the new version are of the old one (%.0f %%); %.1f documents judged a new query, %.1f an old one", f.Kept, f.After, 100*float64(f.Kept)/float64(max(1, f.After)), f.PerQuery, f.OldPerQuery)
	if len(f.Unanswered) > 0 {
		line += fmt.Sprintf("; left out, without a relevant document: %d", len(f.Unanswered))
	}
	return line
}

func changedStrata(f *refresh.Finished) document.Table {
	t := document.NewTable(document.Codes("stratum"), document.Numbers("before", "left", "entered", "after", "held out\nbefore", "held out\nafter"))
	for _, s := range f.Strata {
		name := cmp.Or(s.Name, "all")
		t.Add(name, fmt.Sprint(s.Before), fmt.Sprint(s.Left), fmt.Sprint(s.Entered), fmt.Sprint(s.After), fmt.Sprint(s.HeldOutBefore), fmt.Sprint(s.HeldOutAfter))
	}
	return t
}

func finishedFiles(f *refresh.Finished, safe func(string) string) []string {
	return []string{
		"wrote " + safe(f.File) + fmt.Sprintf(" (%.12s…)", f.SHA256),
		"wrote " + safe(f.Provenance) + ", " + safe(f.Changelog),
	}
}

// WriteRefreshStatus writes where a refresh is.
func WriteRefreshStatus(w io.Writer, s *refresh.Status, format reports.Format, o reports.Options) error {
	return reports.Write(w, format, o, reports.Forms{JSON: s, Text: func(d *document.Document) {
		d.Lines(fmt.Sprintf("refresh of %s to %s", document.Printable(s.From), document.Printable(s.To)))
		var lines []string
		for _, one := range s.Steps {
			t := map[refresh.State]document.Tone{refresh.Done: document.Good, refresh.Stale: document.Bad, refresh.Begun: document.Caution}[one.State]
			line := strings.TrimRight(fmt.Sprintf("%-11s %-6s %s", one.Step, one.State, document.Printable(one.Text)), " ")
			lines = append(lines, d.Paint(t, d.Wrap(line, strings.Repeat(" ", 19))))
		}
		d.Add(lines...)
		d.Lines("next: " + document.Printable(s.Next))
	}})
}
