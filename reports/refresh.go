package reports

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets/refresh"
)

// RefreshStart writes what a refresh proposes, and what to do about it.
func RefreshStart(w io.Writer, p *refresh.Proposal, o Options) error {
	d := textDocument{o: o}
	plan, s, dir := p.Workflow.Plan, p.Summary(), printable(p.Workflow.Dir)
	d.sentences(fmt.Sprintf("refresh of %s %s to %s begun in %s: %s", printable(plan.From.Name), printable(plan.From.Version), printable(plan.To), dir, prose.Plural(plan.Replace, "query")+" of each side proposed"))
	d.table("", proposedTable(s), refreshLog(plan, s)...)
	d.add(strings.Join(cautionLines(startCautions(plan, s), o), "\n"))
	d.sentences(
		"What it can show: with 20 of 50 replaced an unchanged system moves by about ±.05 (nDCG@10, 95 %), and v2(B) − v1(A) has the wrong sign in a quarter of cases when B is better by .02. Read changes between versions from `testset refresh bridge` only (docs/refresh.md).",
	)
	d.sentences(
		"next: edit "+dir+"/leaving.csv (decision), "+dir+"/entering.csv (decision, need, query_type) and "+dir+"/guideline.md; then",
		"  rankduel testset refresh status "+dir,
	)
	return writeText(w, &d)
}

func proposedTable(s refresh.Summary) table {
	t := table{columns: []column{{head: "stratum", code: true}, {head: "leave", right: true}, {head: "of these at\nfloor or ceiling", right: true}, {head: "enter", right: true}, {head: "head", right: true}, {head: "torso", right: true}, {head: "tail", right: true}}}
	rows := s.Strata
	if s.Untyped.Entering > 0 {
		rows = append(slices.Clone(rows), s.Untyped)
		rows[len(rows)-1].Name = "(none yet)"
	}
	for _, row := range rows {
		name := cmp.Or(row.Name, "all")
		t.add(name, fmt.Sprint(row.Leaving), fmt.Sprint(row.Ends), fmt.Sprint(row.Entering), fmt.Sprint(row.Head), fmt.Sprint(row.Torso), fmt.Sprint(row.Tail))
	}
	return t
}

// refreshLog says what the log is like, and who was not drawn.
func refreshLog(plan *refresh.Plan, s refresh.Summary) []string {
	l := plan.Log
	lines := []string{
		fmt.Sprintf("log: %d searches%s, %d distinct; the first 5 make up %.0f %%, the first 20 %.0f %%; head, torso and tail, a third of the searches each, are %d, %d and %d queries",
			l.Searches, withoutText(l.Empty), l.Distinct, 100*s.First[0], 100*s.First[1], s.Bands["head"], s.Bands["torso"], s.Bands["tail"]),
		fmt.Sprintf("not drawn from: %d asked by fewer than %d clients, %d in the set already, %d of no stratum; %d more stand in reserve", l.TooFewClients, l.MinClients, l.InSet, l.NoStratum, s.Reserve),
	}
	if l.MinClients == 0 {
		lines[1] = fmt.Sprintf("not drawn from: %d in the set already, %d of no stratum; %d more stand in reserve", l.InSet, l.NoStratum, s.Reserve)
	}
	return lines
}

// withoutText says what of a log is no search: records that ask nothing.
func withoutText(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" (and %d without text, left out)", n)
}

// startCautions are what a person has to look at.
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

// RefreshPool writes what there is to grade.
func RefreshPool(w io.Writer, dir string, p *refresh.Pooled, labellers []string, o Options) error {
	d := textDocument{o: o}
	dir = printable(dir)
	d.sentences(
		fmt.Sprintf("pool: %s of %s, %.1f documents each, from the first %d hits of %s", prose.Plural(p.Pairs, "pair"), prose.Plural(p.Queries, "query"), p.PerQuery, p.Depth, prose.Plural(len(p.Systems), "system")),
		fmt.Sprintf("each of %s grades %s; nobody is shown %s/pool.key.jsonl, which says who found what", printable(strings.Join(labellers, ", ")), prose.Plural(p.Pairs, "pair"), dir),
	)
	d.add(strings.Join(cautionLines(p.Warnings, o), "\n"))
	d.sentences("next: rankduel testset refresh status " + dir)
	return writeText(w, &d)
}

// cautionLines marks warnings as every report does.
func cautionLines(texts []string, o Options) []string {
	var lines []string
	for _, text := range texts {
		lines = append(lines, o.paint(caution, wrap("!  "+printable(text), o.Width, "   ")))
	}
	return lines
}

func writeText(w io.Writer, d *textDocument) error {
	text, err := d.finish()
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}
