package reports

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports/document"
)

// Diagnosis writes what files are, and what can be concluded from them.
func Diagnosis(w io.Writer, r *result.Diagnosis, f Format, o Options) error {
	return Write(w, f, o, Forms{JSON: r, Document: func(d *document.Document) {
		for _, file := range r.Files {
			d.Heading(d.Safe(file.File + " is " + file.Is))
			var lines []string
			for _, name := range slices.Sorted(maps.Keys(file.Of)) {
				lines = append(lines, d.Safe(name+": "+file.Of[name]))
			}
			d.Lines(append(lines, safeLines(d, "", file.Says)...)...)
			for _, s := range file.Systems {
				d.Table(d.Safe(systemTitle(s)), scoresTable(s), detectableNote(s)...)
			}
			d.Lines(safeLines(d, "cannot show ", file.Lacks)...)
			d.Add(safeLines(d, "next: ", file.Next)...) // not broken into lines, so that it can be copied
		}
		for _, p := range r.Pairs {
			d.Heading(d.Safe(fmt.Sprintf("%s and %s have %s in common", p.A, p.B, prose.Plural(p.Common, "sample"))))
			d.Lines(safeLines(d, "", pairLines(p))...)
		}
		if len(r.Next) > 0 {
			d.Add(safeLines(d, "next: ", r.Next)...)
		}
	}})
}

// safeLines makes sentences of data fit for the form.
func safeLines(d *document.Document, head string, list []string) []string {
	return ordered.Each(list, func(line string) string { return head + d.Safe(line) })
}

func systemTitle(s result.SystemDiagnosis) string {
	title := fmt.Sprintf("%s: %s", s.Name, prose.Plural(s.Samples, "sample"))
	if few, many := s.Repeats[0], s.Repeats[1]; few != many {
		title += fmt.Sprintf(", %d to %d runs of each", few, many)
	} else if many > 1 {
		title += fmt.Sprintf(", %d runs of each", many)
	}
	if s.Silent > 0 {
		title += fmt.Sprintf(", %d of them without any score", s.Silent)
	}
	return title
}

func scoresTable(s result.SystemDiagnosis) document.Table {
	t := document.NewTable(document.Names("measure", "better"), document.Numbers("scored", "unscored", "lowest", "mean", "highest", "these\ndetect"))
	for _, m := range s.Measures {
		better := m.Better
		if better == "" {
			better = "?"
		}
		t.Add(m.Measure, better, fmt.Sprint(m.Scored), fmt.Sprint(s.Samples-m.Scored), decimals(m.Min), decimals(m.Mean), decimals(m.Max), decimalsOf(m.Detectable))
	}
	return t
}

// decimals writes a number of any unit.
func decimals(v float64) string { return fmt.Sprintf("%.4g", v) }

func decimalsOf(v *float64) string {
	if v == nil {
		return document.Undefined
	}
	return decimals(*v)
}

func detectableNote(s result.SystemDiagnosis) []string {
	if !slices.ContainsFunc(s.Measures, func(m result.MeasureDiagnosis) bool { return m.Detectable != nil }) {
		return nil
	}
	return []string{"detect: a true difference that another system on these samples is shown to have in 80 % of cases, if the scores of both correlate by a half"}
}

func pairLines(p result.PairDiagnosis) []string {
	var lines []string
	if p.Fault != "" {
		lines = append(lines, p.Fault)
	}
	for _, alone := range []struct {
		of  string
		ids []string
	}{{p.A, p.OnlyA}, {p.B, p.OnlyB}} {
		if len(alone.ids) > 0 {
			lines = append(lines, fmt.Sprintf("%s in %s alone: %s", prose.Plural(len(alone.ids), "sample"), alone.of, prose.FirstFew(alone.ids)))
		}
	}
	var least []string
	for _, measure := range slices.Sorted(maps.Keys(p.Detectable)) {
		if v := p.Detectable[measure]; v != nil {
			least = append(least, fmt.Sprintf("%s of %s", decimals(*v), measure))
		}
	}
	if len(least) > 0 {
		lines = append(lines, "a true difference that these show in 80 % of cases, by how the two differ: "+strings.Join(least, ", "))
	}
	return lines
}
