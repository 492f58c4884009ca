package reports

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
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
			lines = append(lines, safeLines(d, "", file.Says)...)
			if file.Kind == result.FileUnknown && d.Width > 0 { // what each reader said first; JSON has all of it
				lines = ordered.Each(lines, func(line string) string { return document.Truncate(line, d.Width) })
			}
			d.Lines(lines...)
			if len(file.Scores) > 0 {
				d.Table("", scoresTable(file.Scores), "detect: a true difference that another system on these samples is shown to have in 80 % of cases, if the scores of both correlate by a half")
			}
			d.Lines(safeLines(d, "cannot show ", file.Lacks)...)
			d.Add(safeLines(d, "next: ", file.Next)...) // not broken into lines, so that it can be copied
		}
		if len(r.Pairs) > 0 {
			var faults prose.Notes
			for _, p := range r.Pairs {
				faults.If(p.Fault != "", "%s", p.Fault)
				faults.If(len(p.OnlyA) > 0, "%s alone has %s", p.A, prose.FirstFew(p.OnlyA))
				faults.If(len(p.OnlyB) > 0, "%s alone has %s", p.B, prose.FirstFew(p.OnlyB))
				if p.Overlap != nil {
					faults.If(true, "%s", overlapLine(p))
				}
			}
			d.Table(d.Safe("what others have in common with "+r.Pairs[0].A), pairsTable(r.Pairs), safeLines(d, "", faults)...)
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

func scoresTable(list []result.ScoresDiagnosis) document.Table {
	t := document.NewTable(document.Names("system", "measure", "better"), document.Numbers("samples", "scored", "runs", "lowest", "mean", "highest", "these\ndetect"))
	runs := 1
	for _, s := range list {
		runs = max(runs, s.Runs)
		t.Add(s.System, s.Measure, cmp.Or(s.Better, "?"), fmt.Sprint(s.Samples), fmt.Sprint(s.Scored), fmt.Sprint(s.Runs), decimals(s.Min), decimals(s.Mean), decimals(s.Max), decimalsOf(s.Detectable))
	}
	t.Only(runs > 1, "runs")
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

// overlapLine says how alike two runs rank, and which queries least.
func overlapLine(p result.PairDiagnosis) string {
	o := p.Overlap
	text := fmt.Sprintf("%s and %s rank alike by %s", p.B, o.With, decimals(o.Mean))
	if o.Interval != nil {
		text += fmt.Sprintf(" [%s, %s]", decimals(o.Interval.Low), decimals(o.Interval.High))
	}
	least := ordered.Each(o.PerQuery[:min(3, len(o.PerQuery))], func(q result.QueryOverlap) string { return q.QueryID + " " + decimals(q.Overlap) })
	return fmt.Sprintf("%s (mean rank-biased overlap, p = %g, of %d hits at most); least: %s", text, o.Persistence, o.Depth, strings.Join(least, ", "))
}

func pairsTable(list []result.PairDiagnosis) document.Table {
	t := document.NewTable(document.Names("system"), document.Numbers("in\nboth", "not in\nit", "in it\nalone"))
	const judged = "first hits\njudged"
	t.Columns = append(t.Columns, document.Numbers(judged)...)
	measures := slices.Sorted(maps.Keys(list[0].Detectable))
	measures = measures[:min(3, len(measures))]
	for _, m := range measures {
		t.Columns = append(t.Columns, document.Numbers(m+"\ndetects")...)
	}
	for _, p := range list {
		row := []string{p.B, fmt.Sprint(p.Common), fmt.Sprint(len(p.OnlyA)), fmt.Sprint(len(p.OnlyB)), document.Undefined}
		if p.Judged != nil {
			row[4] = prose.Percent(math.Round(100**p.Judged) / 100)
		}
		t.Add(append(row, ordered.Each(measures, func(m string) string { return decimalsOf(p.Detectable[m]) })...)...)
	}
	t.Only(slices.ContainsFunc(list, func(p result.PairDiagnosis) bool { return p.Judged != nil }), judged)
	return t
}
