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
	var out []string
	if plan.Log.MinClients == 0 {
		out = append(out, "the log names no clients, so that a query which one person alone asked may have been drawn: read every one for names and stories")
	} else {
		out = append(out, "patterns mask addresses and numbers, and find no names: read every query before it enters")
	}
	if s.Undecided > 0 {
		out = append(out, fmt.Sprintf("%s masked and without a decision: keep or drop", prose.Plural(s.Undecided, "query")))
	}
	if s.Near > 0 {
		out = append(out, fmt.Sprintf("%s nearly the same as one of the set (column near)", prose.Plural(s.Near, "query")))
	}
	if n := s.Untyped.Entering; n > 0 {
		out = append(out, fmt.Sprintf("%s without a stratum: write query_type, or begin again with --type STRATUM=PATTERN", prose.Plural(n, "query")))
	}
	switch n := s.PastRuns; {
	case n < 3:
		out = append(out, fmt.Sprintf("%s: fewer than 3 say nothing of floor and ceiling, fewer than 5 nothing of spread, so that queries leave by age and by draw (--past)", prose.Plural(n, "past run")))
	case n < 5:
		out = append(out, fmt.Sprintf("%s: fewer than 5 say nothing of spread, so that behind queries at the floor or ceiling others leave by age and by draw (--past)", prose.Plural(n, "past run")))
	}
	if s.UnknownAge {
		out = append(out, "the set does not say when it was made (created), so that all of its queries count as equally old")
	}
	if s.HeldOut > 0 {
		out = append(out, fmt.Sprintf("%s of the held-out part leave, by age or by draw; their scores were not looked at", prose.Plural(s.HeldOut, "query")))
	}
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
