package sets

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
	"github.com/rankduel/rankduel/testsets/near"
	"github.com/rankduel/rankduel/testsets/parts"
)

// WriteSplit writes how a test set was divided.
func WriteSplit(w io.Writer, r *parts.Report, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{JSON: r, Document: func(d *document.Document) {
		all := o.Verbose || d.Form == document.Markdown
		d.Heading(splitTitle(r, d.Safe))
		d.Table("", splitTable(r), splitNotes(r)...)
		d.Table(d.Capital(leakTitle(r.Leaks)), leakTable(r.Leaks, all), leakNotes(r.Leaks, all)...)
		d.Lines(splitWritten(r, d.Safe))
	}})
}

func splitTitle(r *parts.Report, safe func(string) string) string {
	name := safe(r.Name)
	if r.Version != "" {
		name += " " + safe(r.Version)
	}
	return fmt.Sprintf("%s: %s for evaluation, %d held out (seed %d, ratio %g)", name, prose.Plural(r.Evaluation, "query"), r.HeldOut, r.Draw.Seed, r.Draw.Ratio)
}

func splitTable(r *parts.Report) document.Table {
	t := document.NewTable(document.Names("stratum"), document.Numbers("queries", "evaluation", "held out"))
	for _, s := range r.Strata {
		t.Add(cmp.Or(s.Stratum, noStrata), strconv.Itoa(s.Queries), strconv.Itoa(s.Evaluation), strconv.Itoa(s.HeldOut))
	}
	return t
}

// noStrata stands for the queries of a set without types.
const noStrata = "(no strata)"

// splitNotes say what is not as it was asked for.
func splitNotes(r *parts.Report) []string {
	var notes prose.Notes
	if len(r.Together) == 2 {
		notes = append(notes, document.Printable(r.Together[0])+" and "+document.Printable(r.Together[1])+" ask the same and stay in one part")
	} else if r.Bound > 0 {
		notes = append(notes, fmt.Sprintf("%d queries ask the same as another one and stay with it", r.Bound))
	}
	for _, s := range r.Strata {
		notes.If(s.HeldOut != s.Quota, "! %s: %d held out, not %d: queries that stay together did not fit", document.Printable(cmp.Or(s.Stratum, noStrata)), s.HeldOut, s.Quota)
	}
	notes.If(r.Unjudged > 0, "held out are %d of %s not judged yet, which are drawn apart from the others", r.UnjudgedHeldOut, prose.Plural(r.Unjudged, "query"))
	notes.If(r.UnjudgedHeldOut != r.UnjudgedQuota, "! unjudged: %d held out, not %d: queries that stay together did not fit", r.UnjudgedHeldOut, r.UnjudgedQuota)
	return notes
}

func splitWritten(r *parts.Report, safe func(string) string) string {
	if r.File == "" {
		return "nothing is written; sha256 would be " + document.Short(r.SHA256) + ", it is " + document.Short(r.Before)
	}
	return "written to " + safe(r.File) + ", sha256 " + document.Short(r.SHA256) + " (without parts " + document.Short(r.Before) + ")"
}

// fewLeaks are as many as a screen has room for.
const fewLeaks = 5

func leakTitle(leaks []parts.LeakReport) string {
	return LeakTitle(ordered.Each(leaks, func(l parts.LeakReport) parts.Leak { return parts.Leak{Kind: l.Kind} }))
}

// LeakTitle counts near-duplicates across the parts, in words; "" for none.
func LeakTitle(leaks []parts.Leak) string {
	if len(leaks) == 0 {
		return ""
	}
	var kinds prose.Notes
	for _, kind := range []struct {
		kind  near.Kind
		words string
	}{
		{parts.Grouped, "in one group"},
		{near.Same, "with one text"},
		{near.Stems, "with the same words"},
		{near.Similar, "with most letters in common"},
	} {
		n := ordered.Count(leaks, func(l parts.Leak) bool { return l.Kind == kind.kind })
		kinds.If(n > 0, "%d %s", n, kind.words)
	}
	return "near-duplicates across the parts: " + strings.Join(kinds, ", ")
}

func leakTable(leaks []parts.LeakReport, all bool) document.Table {
	t := document.NewTable(document.IDs("evaluation", "held out"), document.Numbers("near"), document.Texts("text", "text"))
	if !all {
		leaks = leaks[:min(len(leaks), fewLeaks)]
	}
	for _, l := range leaks {
		nearness := string(l.Kind)
		if l.Kind == near.Similar {
			nearness = fmt.Sprintf("%.2f", l.Similarity)
		}
		t.Add(l.Evaluation, l.HeldOut, nearness, l.EvaluationText, l.HeldOutText)
	}
	return t
}

func leakNotes(leaks []parts.LeakReport, all bool) []string {
	var notes []string
	if n := len(leaks) - fewLeaks; n > 0 && !all {
		notes = append(notes, fmt.Sprintf("and %d more: -v", n))
	}
	if slices.ContainsFunc(leaks, func(l parts.LeakReport) bool { return l.Kind != near.Similar }) {
		return append(notes, "what is learnt on the one is known of the other: --by group keeps them together, and so does a common `family`")
	}
	return append(notes, "look whether they ask the same; a common `family` keeps them together")
}
