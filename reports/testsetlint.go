package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets/lint"
)

// TestSetLint writes what was found in a test set.
func TestSetLint(w io.Writer, r *lint.Report, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text: func() (string, error) {
			d := textDocument{o: o}
			d.sentences(lintTitle(r, printable))
			for _, found := range r.Findings {
				d.add(strings.Join(o.lintLines(found), "\n"))
			}
			return d.finish()
		},
		Markdown: func() (string, error) {
			var d markdownDocument
			d.add("### " + lintTitle(r, escape))
			for _, found := range r.Findings {
				d.add("**" + string(found.Severity) + "** " + escape(found.Text) + remedy(found, escape))
				var items []string
				for _, item := range found.Items {
					items = append(items, "- "+lintItem(item, code))
				}
				d.add(strings.Join(items, "\n"))
			}
			return d.finish()
		},
		JSON: func() (string, error) { return indented(r) },
	})
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

func (o Options) lintLines(f lint.Finding) []string {
	sign, t := "·  ", neutral
	switch f.Severity {
	case lint.Fault:
		sign, t = "!! ", bad
	case lint.Warning:
		sign, t = "!  ", caution
	}
	lines := []string{o.paint(t, wrap(sign+printable(f.Text)+remedy(f, printable), o.Width, "   "))}
	items := f.Items
	if !o.long() && f.Severity != lint.Fault {
		items = items[:min(len(items), fewItems)]
	}
	for _, item := range items {
		lines = append(lines, wrap("   "+lintItem(item, printable), o.Width, "     "))
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

// lintItem is one place: q1 and q2, document D1: text.
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
