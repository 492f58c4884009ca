package sets

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

// WriteJudges writes how labels of judges compare with people's and with each other.
func WriteJudges(w io.Writer, j *result.Judges, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{JSON: j, Document: func(d *document.Document) {
		for i, p := range j.Pairs {
			judgePair(d, j, p, i == 0)
		}
	}})
}

func judgePair(d *document.Document, j *result.Judges, p result.JudgePair, first bool) {
	judge, reference := d.Safe(p.Judge), d.Safe(p.Reference)
	tones := map[string]document.Tone{result.JudgesDiffer: document.Bad, result.JudgesSame: document.Good, result.JudgesEqual: document.Good}
	d.Claim(tones[p.Verdict], judge+" against "+reference, judgesClaim(p, j.Margin))
	lines := prose.Notes{fmt.Sprintf("%s of %s: %s equal, kappa %s %s, with quadratic weights %s",
		document.Plural(p.Documents, "document", "documents"), document.Plural(p.Queries, "query", "queries"), partOf(p.Equal, p.Documents), shortScore(p.Kappa), unsigned(p.Interval), shortScore(p.Quadratic))}
	lines.If(p.Lacking > 0, "! %s that one of both did not label, left out", document.Plural(p.Lacking, "document", "documents"))
	last := len(p.Grades) - 1
	lines.If(!slices.ContainsFunc(p.Confusion, func(row []int) bool { return row[last] > 0 }), "! %s never gives a %d: is it another scale?", judge, p.Grades[last])
	d.Lines(append(lines, biasClaim(d, j, p)...)...)
	notes := []string{
		"change: mean over queries of what their documents say, with Student's 95 % interval, since documents of a query are not independent; p: for all shares (Holm)",
		"groups are shown and decide nothing",
		"more than others: bias − the mean bias of the other systems, p for all systems (Holm); corrected: mean grade of the first hits as people would give it, by the grades that they gave to hits of the same system; the interval holds what few labels leave open",
	}
	if !first {
		notes = make([]string, len(notes))
	}
	d.Table("", shiftsTable(p), notes[0])
	d.Table(d.Bold(fmt.Sprintf("grades of %s (rows) and %s (columns)", reference, judge), ""), gradesByBoth(p.Grades, p.Confusion))
	d.Table("", judgeGroups(p), notes[1])
	d.Table("", judgedSystems(j, p), notes[2])
}

// judgesClaim says whether the labels are of one kind.
func judgesClaim(p result.JudgePair, margin float64) string {
	switch p.Verdict {
	case result.JudgesEqual:
		return "every document has the same grade"
	case result.JudgesSame:
		return fmt.Sprintf("the same labels, within ±%g of every share of grades", margin)
	case result.JudgesFew:
		return "fewer than 10 queries say nothing of others"
	case result.JudgesUnclear:
		return fmt.Sprintf("no change is shown, nor that there is none; about %d queries would show shares within ±%g, if they are", *p.Needed, margin)
	}
	least := p.Levels[0]
	for _, s := range p.Levels {
		if *s.Adjusted < *least.Adjusted {
			least = s
		}
	}
	how := map[bool]string{true: "higher", false: "lower"}[*least.Change.Mean > 0]
	return fmt.Sprintf("it grades %s: the share graded %d or more changes by %s, p %s", how, least.Grade, changed(least.Change), document.P(least.Adjusted))
}

// biasClaim says which systems the judge favours.
func biasClaim(d *document.Document, j *result.Judges, p result.JudgePair) []string {
	var named []string
	for _, s := range p.Systems {
		if s.Adjusted != nil && *s.Adjusted < j.Alpha {
			named = append(named, d.Safe(s.Name)+" "+signedShort(s.Excess.Mean))
		}
	}
	switch p.Bias {
	case result.JudgesDiffer:
		return []string{fmt.Sprintf("! its bias is not the same for all systems, so that their order is not: %s of %s against the others", strings.Join(named, ", "), j.Measure)}
	case result.JudgesUnclear:
		return []string{"no system is shown to be favoured, which does not prove that none is"}
	case result.JudgesFew:
		return []string{"too few queries to say whether its bias is the same for all systems"}
	}
	return nil
}

func signedShort(v *float64) string {
	if !document.Given(v) {
		return document.Undefined
	}
	return document.Fixed(*v, "%+.3f")
}

func changed(e result.Estimated) string {
	if e.Interval == nil {
		return signedShort(e.Mean)
	}
	return fmt.Sprintf("%s [%+.3f, %+.3f]", signedShort(e.Mean), e.Interval.Low, e.Interval.High)
}

func shiftsTable(p result.JudgePair) document.Table {
	t := document.NewTable(document.Words("share graded"), document.Numbers(p.Reference, p.Judge, "change", "p"))
	for _, s := range append(p.Levels[:len(p.Levels):len(p.Levels)], p.Mean) {
		name, adjusted := fmt.Sprintf("%d or more", s.Grade), document.P(s.Adjusted)
		if s.Grade == 0 {
			name, adjusted = "mean grade", ""
		}
		t.Add(name, shortScore(&s.Reference), shortScore(&s.Judge), changed(s.Change), adjusted)
	}
	return t
}

// gradesByBoth counts documents by both grades, with how many are equal and the mean of the second one.
func gradesByBoth(grades []int, counts [][]int) document.Table {
	t := document.NewTable(document.Numbers(""), document.Numbers(ordered.Each(grades, strconv.Itoa)...), document.Numbers("equal", "mean"))
	for i, row := range counts {
		cells, n, sum, mean := []string{strconv.Itoa(grades[i])}, 0, 0, document.Undefined
		for k, count := range row {
			cells, n, sum = append(cells, strconv.Itoa(count)), n+count, sum+count*grades[k]
		}
		if n > 0 {
			mean = fmt.Sprintf("%.2f", float64(sum)/float64(n))
		}
		t.Add(append(cells, partOf(row[i], n), mean)...)
	}
	return t
}

func judgeGroups(p result.JudgePair) document.Table {
	t := document.NewTable(document.Words("by"), document.Names("group"), document.Numbers("queries", "documents", "equal", "quadratic\nkappa", "change of\nmean grade"))
	for _, g := range p.Groups {
		t.Add(g.By, g.Name, strconv.Itoa(g.Queries), strconv.Itoa(g.Documents), partOf(g.Equal, g.Documents), shortScore(g.Quadratic), changed(g.Mean.Change))
	}
	return t
}

func judgedSystems(j *result.Judges, p result.JudgePair) document.Table {
	t := document.NewTable(document.Names("system"), document.Numbers(j.Measure+"\nby "+p.Reference, "by\n"+p.Judge, "bias", "more than\nothers", "p", "mean\ngrade", "corrected"))
	for _, s := range p.Systems {
		grade, corrected := document.Undefined, document.Undefined
		if s.Corrected != nil { // people labelled the first hits of enough queries
			grade, corrected = shortScore(s.TopGrade), shortScore(s.Corrected.Mean)+" "+unsigned(s.Corrected.Interval)
		}
		t.Add(s.Name, shortScore(&s.Reference), shortScore(&s.Judge), signedShort(s.Bias.Mean), changed(s.Excess), document.P(s.Adjusted), grade, corrected)
	}
	t.Only(slices.ContainsFunc(p.Systems, func(s result.JudgedSystem) bool { return s.Corrected != nil }), "mean\ngrade", "corrected")
	return t
}
