package sets

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
	"github.com/rankduel/rankduel/testsets/refresh"
)

// WriteRefreshStart writes what a refresh proposes, and what to do about it.
func WriteRefreshStart(w io.Writer, p *refresh.Proposal, o reports.Options) error {
	return reports.Write(w, reports.Text, o, reports.Forms{Text: func(d *document.Document) {
		plan, s, dir := p.Workflow.Plan, p.Summary(), document.Printable(p.Workflow.Dir)
		d.Lines(fmt.Sprintf("refresh of %s %s to %s begun in %s: %s", document.Printable(plan.From.Name), document.Printable(plan.From.Version), document.Printable(plan.To), dir, prose.Plural(plan.Replace, "query")+" of each side proposed"))
		d.Table("", proposedTable(s), refreshLog(plan, s)...)
		d.Cautions(startCautions(plan, s))
		d.Lines(
			"What it can show: with 20 of 50 replaced an unchanged system moves by about ±.05 (nDCG@10, 95 %), and v2(B) − v1(A) has the wrong sign in a quarter of cases when B is better by .02. Read changes between versions from `testset refresh bridge` only (docs/refresh.md).",
		)
		d.Lines(
			"next: edit "+dir+"/leaving.csv (decision), "+dir+"/entering.csv (decision, need, query_type) and "+dir+"/guideline.md; then",
			"  rankduel testset refresh status "+dir,
		)
	}})
}

func proposedTable(s refresh.Summary) document.Table {
	t := document.NewTable(document.Codes("stratum"), document.Numbers("leave", "of these at\nfloor or ceiling", "enter", "head", "torso", "tail"))
	rows := s.Strata
	if s.Untyped.Entering > 0 {
		rows = append(slices.Clone(rows), s.Untyped)
		rows[len(rows)-1].Name = "(none yet)"
	}
	for _, row := range rows {
		name := cmp.Or(row.Name, "all")
		t.Add(name, fmt.Sprint(row.Leaving), fmt.Sprint(row.Ends), fmt.Sprint(row.Entering), fmt.Sprint(row.Head), fmt.Sprint(row.Torso), fmt.Sprint(row.Tail))
	}
	return t
}

// refreshLog says what the log is like, and who was not drawn.
func refreshLog(plan *refresh.Plan, s refresh.Summary) []string {
	l := plan.Log
	lines := []string{
		fmt.Sprintf("log: %d searches%s, %d distinct; the first 5 make up %.0f %%, the first 20 %.0f %%; head, torso and tail, a third of the searches each, are %d, %d and %d queries",
			l.Searches, withoutText(l.Empty), l.Distinct, 100*s.First[0], 100*s.First[1], s.Bands["head"], s.Bands["torso"], s.Bands["tail"]),
		fmt.Sprintf("not drawn from: %d asked by fewer than %d clients, %d in the set already, %d of no stratum; %d more are in reserve", l.TooFewClients, l.MinClients, l.InSet, l.NoStratum, s.Reserve),
	}
	if l.MinClients == 0 {
		lines[1] = fmt.Sprintf("not drawn from: %d in the set already, %d of no stratum; %d more are in reserve", l.InSet, l.NoStratum, s.Reserve)
	}
	return lines
}

// withoutText says what of a log is not a search: records that ask nothing.
func withoutText(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" (and %d without text, left out)", n)
}

// startCautions returns what a person has to look at.
func startCautions(plan *refresh.Plan, s refresh.Summary) []string {
	var out prose.Notes
	if plan.Log.MinClients == 0 {
		out = append(out, "the log names no clients, so that a query which one person alone asked may have been drawn: read every one for names and stories")
	} else {
		out = append(out, "patterns mask addresses and numbers, and find no names: read every query before it enters")
	}
	out.If(s.Undecided > 0, "%s masked and without a decision: keep or drop", prose.Plural(s.Undecided, "query"))
	out.If(s.Near > 0, "%s nearly the same as one of the set (column near)", prose.Plural(s.Near, "query"))
	if n := s.Untyped.Entering; n > 0 {
		out = append(out, fmt.Sprintf("%s without a stratum: write query_type, or begin again with --type STRATUM=PATTERN", prose.Plural(n, "query")))
	}
	switch n := s.PastRuns; {
	case n < 3:
		out = append(out, fmt.Sprintf("%s: fewer than 3 say nothing of floor and ceiling, fewer than 5 nothing of spread, so that queries leave by age and by draw (--past)", prose.Plural(n, "past run")))
	case n < 5:
		out = append(out, fmt.Sprintf("%s: fewer than 5 say nothing of spread, so that behind queries at the floor or ceiling others leave by age and by draw (--past)", prose.Plural(n, "past run")))
	}
	out.If(s.UnknownAge, "the set does not say when it was made (created), so that all of its queries count as equally old")
	out.If(s.HeldOut > 0, "%s of the held-out part leave, by age or by draw; their scores were not looked at", prose.Plural(s.HeldOut, "query"))
	return out
}

// WriteRefreshPool writes what there is to grade.
func WriteRefreshPool(w io.Writer, dir string, p *refresh.Pooled, labellers []string, o reports.Options) error {
	dir = document.Printable(dir)
	return reports.Write(w, reports.Text, o, reports.Forms{Text: func(d *document.Document) {
		d.Lines(
			fmt.Sprintf("pool: %s of %s, %.1f documents each, from the first %d hits of %s", prose.Plural(p.Pairs, "pair"), prose.Plural(p.Queries, "query"), p.PerQuery, p.Depth, prose.Plural(len(p.Systems), "system")),
			fmt.Sprintf("each of %s grades %s; no one is shown %s/pool.key.jsonl, which says who found what", document.Printable(strings.Join(labellers, ", ")), prose.Plural(p.Pairs, "pair"), dir),
		)
		d.Cautions(p.Warnings)
		d.Lines("next: rankduel testset refresh status " + dir)
	}})
}

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
