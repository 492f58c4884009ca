package sets

import (
	"fmt"
	"io"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
	"github.com/rankduel/rankduel/testsets/lint"
)

// WriteLint writes what was found in a test set.
func WriteLint(w io.Writer, r *lint.Report, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{JSON: r, Document: func(d *document.Document) {
		d.Heading(lintTitle(r, d.Safe))
		for _, found := range r.Findings {
			if d.Form == document.Text {
				d.Add(lintLines(d.Screen, found, o.Long())...)
				continue
			}
			d.Lines(d.Bold(string(found.Severity), " "+document.Escape(found.Text)+remedy(found, document.Escape)))
			items := ordered.Each(found.Items, func(item lint.Item) string { return "- " + lintItem(item, document.Code) })
			d.Add(items...)
		}
	}})
}

func lintTitle(r *lint.Report, safe func(string) string) string {
	name := safe(r.Name)
	if r.Version != "" {
		name += " " + safe(r.Version)
	}
	counts := map[lint.Severity]int{}
	for _, f := range r.Findings {
		counts[f.Severity]++
	}
	var parts []string
	for _, s := range []lint.Severity{lint.Fault, lint.Warning, lint.Note} {
		if counts[s] > 0 {
			parts = append(parts, prose.Plural(counts[s], string(s)))
		}
	}
	if len(parts) == 0 {
		parts = []string{"nothing found"}
	}
	return fmt.Sprintf("%s, %s: %s", name, prose.Plural(r.Queries, "query"), strings.Join(parts, ", "))
}

// fewItems are as many places of a finding as a screen has room for.
const fewItems = 3

func lintLines(screen document.Screen, f lint.Finding, all bool) []string {
	sign, t := "·  ", document.Neutral
	switch f.Severity {
	case lint.Fault:
		sign, t = "!! ", document.Bad
	case lint.Warning:
		sign, t = "!  ", document.Caution
	}
	lines := []string{screen.Paint(t, screen.Wrap(sign+document.Printable(f.Text)+remedy(f, document.Printable), "   "))}
	items := f.Items
	if !all && f.Severity != lint.Fault {
		items = items[:min(len(items), fewItems)]
	}
	for _, item := range items {
		lines = append(lines, screen.Wrap("   "+lintItem(item, document.Printable), "     "))
	}
	if n := len(f.Items) - len(items); n > 0 {
		lines = append(lines, fmt.Sprintf("   and %d more: --details", n))
	}
	return lines
}

func remedy(f lint.Finding, safe func(string) string) string {
	if f.Remedy == "" {
		return ""
	}
	return "; " + safe(f.Remedy)
}

// lintItem returns one place: q1 and q2, document D1: text.
func lintItem(i lint.Item, safe func(string) string) string {
	var names []string
	if i.QueryID != "" {
		name := safe(i.QueryID)
		if i.Other != "" {
			name += " and " + safe(i.Other)
		}
		names = append(names, name)
	}
	if i.Stratum != "" {
		names = append(names, safe(i.Stratum))
	}
	if i.DocID != "" {
		names = append(names, "document "+safe(i.DocID))
	}
	line := strings.Join(names, ", ")
	if i.Text != "" {
		line += ": " + safe(i.Text)
	}
	return line
}
