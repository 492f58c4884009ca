package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets/refresh"
)

// RefreshFinish writes what the new version of a set changed.
func RefreshFinish(w io.Writer, f *refresh.Finished, format Format, o Options) error {
	return write(w, format, map[Format]builder{
		Text: func() (string, error) {
			d := textDocument{o: o}
			d.sentences(finishedClaim(f, printable), agreedLine(f, printable))
			d.table("", changedStrata(f), overlapLine(f))
			d.add(strings.Join(cautionLines(f.Warnings, o), "\n"))
			d.sentences(finishedCanShow)
			d.sentences(finishedFiles(f, printable)...)
			d.sentences("next: rankduel testset refresh bridge OLD " + printable(f.File) + " --a RUN --b RUN")
			return d.finish()
		},
		Markdown: func() (string, error) {
			var d markdownDocument
			d.add("### " + finishedClaim(f, escape))
			d.add(agreedLine(f, escape))
			d.table("", changedStrata(f), overlapLine(f))
			for _, text := range f.Warnings {
				d.lines(escape(text))
			}
			d.add(finishedCanShow)
			return d.finish()
		},
		JSON: func() (string, error) { return indented(f) },
	})
}

const finishedCanShow = "Scores of both versions are not one series: with 20 of 50 replaced an unchanged system moves by about ±.05. The bridge splits a change into labels, queries and system."

func finishedClaim(f *refresh.Finished, safe func(string) string) string {
	return fmt.Sprintf("%s: %s, %d kept from %s, %d left, %d entered", safe(f.To), prose.Plural(f.After, "query"), f.Kept, safe(f.From), len(f.Left), len(f.Entered))
}

func agreedLine(f *refresh.Finished, safe func(string) string) string {
	var parts []string
	for _, a := range f.Agreements {
		text := fmt.Sprintf("kappa of %s and %s %.3f over %s, above %s", safe(a.A), safe(a.B), a.Kappa, prose.Plural(a.Pairs, "pair"), f.Threshold)
		if a.WithBlanks != nil {
			text += fmt.Sprintf(" (%.3f with %s as disagreements)", *a.WithBlanks, prose.Plural(a.Blanks, "blank"))
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ") + fmt.Sprintf("; %d of %d pairs were labelled differently, %d nobody could judge", f.Disputed, f.Pairs, f.Unjudged)
}

func overlapLine(f *refresh.Finished) string {
	line := fmt.Sprintf("overlap: %d of %d queries of the new version are of the old one (%.0f %%); %.1f documents judged a new query, %.1f an old one", f.Kept, f.After, 100*float64(f.Kept)/float64(max(1, f.After)), f.PerQuery, f.OldPerQuery)
	if len(f.Unanswered) > 0 {
		line += fmt.Sprintf("; left out, without a relevant document: %d", len(f.Unanswered))
	}
	return line
}

func changedStrata(f *refresh.Finished) table {
	t := table{columns: []column{{head: "stratum", code: true}, {head: "before", right: true}, {head: "left", right: true}, {head: "entered", right: true}, {head: "after", right: true}, {head: "held out\nbefore", right: true}, {head: "held out\nafter", right: true}}}
	for _, s := range f.Strata {
		name := s.Name
		if name == "" {
			name = "all"
		}
		t.add(name, fmt.Sprint(s.Before), fmt.Sprint(s.Left), fmt.Sprint(s.Entered), fmt.Sprint(s.After), fmt.Sprint(s.HeldOutBefore), fmt.Sprint(s.HeldOutAfter))
	}
	return t
}

func finishedFiles(f *refresh.Finished, safe func(string) string) []string {
	return []string{
		"wrote " + safe(f.File) + fmt.Sprintf(" (%.12s…)", f.SHA256),
		"wrote " + safe(f.Provenance) + ", " + safe(f.Changelog),
	}
}

// RefreshStatus writes where a refresh stands.
func RefreshStatus(w io.Writer, s *refresh.Status, format Format, o Options) error {
	return write(w, format, map[Format]builder{
		Text: func() (string, error) {
			d := textDocument{o: o}
			d.sentences(fmt.Sprintf("refresh of %s to %s", printable(s.From), printable(s.To)))
			var lines []string
			for _, one := range s.Steps {
				t := map[refresh.State]tone{refresh.Done: good, refresh.Stale: bad, refresh.Begun: caution}[one.State]
				line := strings.TrimRight(fmt.Sprintf("%-11s %-6s %s", one.Step, one.State, printable(one.Text)), " ")
				lines = append(lines, o.paint(t, wrap(line, o.Width, strings.Repeat(" ", 19))))
			}
			d.add(strings.Join(lines, "\n"))
			d.sentences("next: " + printable(s.Next))
			return d.finish()
		},
		JSON: func() (string, error) { return indented(s) },
	})
}
