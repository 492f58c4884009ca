package reports

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets/near"
	"github.com/rankduel/rankduel/testsets/parts"
)

// TestSetSplit writes how a test set was divided.
func TestSetSplit(w io.Writer, r *parts.Report, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text: func() (string, error) {
			d := textDocument{o: o}
			d.sentences(splitTitle(r, printable))
			d.table("", splitTable(r), splitNotes(r)...)
			d.table(leakTitle(r.Leaks), leakTable(r.Leaks, o.Verbose), leakNotes(r.Leaks, o.Verbose)...)
			d.sentences(splitWritten(r, printable))
			return d.finish()
		},
		Markdown: func() (string, error) {
			var d markdownDocument
			d.add("### " + splitTitle(r, escape))
			d.table("", splitTable(r), splitNotes(r)...)
			d.table(capital(cmp.Or(leakTitle(r.Leaks), "leaks")), leakTable(r.Leaks, true), leakNotes(r.Leaks, true)...)
			d.lines(splitWritten(r, escape))
			return d.finish()
		},
		JSON: func() (string, error) { return indented(r) },
	})
}

func splitTitle(r *parts.Report, safe func(string) string) string {
	name := safe(r.Name)
	if r.Version != "" {
		name += " " + safe(r.Version)
	}
	return fmt.Sprintf("%s: %s for evaluation, %d held out (seed %d, ratio %g)", name, prose.Plural(r.Evaluation, "query"), r.HeldOut, r.Draw.Seed, r.Draw.Ratio)
}

func splitTable(r *parts.Report) table {
	t := table{columns: []column{{head: "stratum", elastic: true}, {head: "queries", right: true}, {head: "evaluation", right: true}, {head: "held out", right: true}}}
	for _, s := range r.Strata {
		t.add(cmp.Or(s.Stratum, noStrata), strconv.Itoa(s.Queries), strconv.Itoa(s.Evaluation), strconv.Itoa(s.HeldOut))
	}
	return t
}

// noStrata stands for the queries of a set without types.
const noStrata = "(no strata)"

// splitNotes say what is not as it was asked for.
func splitNotes(r *parts.Report) []string {
	var notes []string
	if r.Bound > 0 {
		notes = append(notes, fmt.Sprintf("%d queries ask the same as another one and stay with it", r.Bound))
	}
	for _, s := range r.Strata {
		if s.HeldOut != s.Quota {
			notes = append(notes, fmt.Sprintf("! %s: %d held out, not %d: queries that stay together did not fit", printable(cmp.Or(s.Stratum, noStrata)), s.HeldOut, s.Quota))
		}
	}
	if r.Unjudged > 0 {
		notes = append(notes, fmt.Sprintf("held out are %d of %s that nobody judged yet, which are drawn apart from the others", r.UnjudgedHeldOut, prose.Plural(r.Unjudged, "query")))
	}
	if r.UnjudgedHeldOut != r.UnjudgedQuota {
		notes = append(notes, fmt.Sprintf("! unjudged: %d held out, not %d: queries that stay together did not fit", r.UnjudgedHeldOut, r.UnjudgedQuota))
	}
	return notes
}

func splitWritten(r *parts.Report, safe func(string) string) string {
	if r.File == "" {
		return "nothing is written; sha256 would be " + short(r.SHA256) + ", it is " + short(r.Before)
	}
	return "written to " + safe(r.File) + ", sha256 " + short(r.SHA256) + " (without parts " + short(r.Before) + ")"
}

// fewLeaks are as many as a screen has room for.
const fewLeaks = 5

func leakTitle(leaks []parts.LeakReport) string {
	list := make([]parts.Leak, len(leaks))
	for i, l := range leaks {
		list[i].Kind = l.Kind
	}
	return LeakTitle(list)
}

// LeakTitle counts near-duplicates across the parts, in words; "" for none.
func LeakTitle(leaks []parts.Leak) string {
	if len(leaks) == 0 {
		return ""
	}
	var kinds []string
	for _, kind := range []struct {
		kind  near.Kind
		words string
	}{
		{parts.Grouped, "in one group"},
		{near.Same, "with one text"},
		{near.Stems, "with the same words"},
		{near.Similar, "with most letters in common"},
	} {
		n := 0
		for _, l := range leaks {
			if l.Kind == kind.kind {
				n++
			}
		}
		if n > 0 {
			kinds = append(kinds, fmt.Sprintf("%d %s", n, kind.words))
		}
	}
	return "near-duplicates across the parts: " + strings.Join(kinds, ", ")
}

func leakTable(leaks []parts.LeakReport, all bool) table {
	t := table{columns: []column{
		{head: "evaluation", elastic: true, code: true},
		{head: "held out", elastic: true, code: true},
		{head: "near", right: true},
		{head: "text", elastic: true, prose: true, code: true},
		{head: "text", elastic: true, prose: true, code: true},
	}}
	if !all {
		leaks = leaks[:min(len(leaks), fewLeaks)]
	}
	for _, l := range leaks {
		nearness := string(l.Kind)
		if l.Kind == near.Similar {
			nearness = fmt.Sprintf("%.2f", l.Similarity)
		}
		t.add(l.Evaluation, l.HeldOut, nearness, l.EvaluationText, l.HeldOutText)
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
