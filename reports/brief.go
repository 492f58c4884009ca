package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports/document"
)

// A brief is a comparison of two systems on one screen: read in ten seconds,
// then left or followed. What it leaves out is in the long report.
type brief struct {
	*document.Document
	c        *result.Comparison
	p        result.Pair
	a, b     string // names that are no longer than a line bears
	measures shortMeasures
}

const (
	// longestName is how much of a name the sentences of a brief show.
	longestName = 26
	// maxName is more than any name has.
	maxName = math.MaxInt
	// longestSet is how much of a test set's name.
	longestSet = 22
	// shownMoved is how many of the queries that moved most it shows.
	shownMoved = 3
)

func writeBrief(doc *document.Document, c *result.Comparison) {
	d := prepareBrief(doc, c, longestName)
	d.head()
	notes := &document.Footnotes{}
	main := d.main(notes)
	d.Table("", main, append(append(d.legend(), asides(d.p, d.shortened)...), notes.Tell(d.shortened)...)...)
	d.Lines(ordered.Each(append(silverLines(c, d.p), silverCaveats(d.p)...), d.shortened)...)
	d.Lines(d.shortened(UnequalLine(c, Primary(c, d.p))), d.shortened(mcNemarLine(c, d.p)), d.shortened(repeatsLine(c, d.p)))
	d.Lines(briefHealth(d.p.Health, d.shortened), d.shortened(labelsLine(c, d.p)), d.strata(), briefLatency(d.p))
	if d.p.Silver == nil { // which takes its place on the screen
		d.moved()
	}
	d.Table(unjudgedTitle, unjudgedTable(d.p), unjudgedNote)
	d.Lines(briefOrigin(c), retrieval(c.Retrieval), next(d.p))
}

// prepareBrief has names of at most so many columns.
func prepareBrief(doc *document.Document, c *result.Comparison, limit int) *brief {
	d := &brief{Document: doc, c: c, p: c.Comparisons[0]}
	names := document.Distinct([]string{document.Printable(cmp.Or(c.A.Name, "A")), document.Printable(cmp.Or(d.p.B.Name, "B"))}, []int{limit, limit})
	d.a, d.b = names[0], names[1]
	d.measures = newShortMeasures(measuresOf(d.p))
	return d
}

// head says the verdict, its reason, what is broken and what to do.
func (d *brief) head() {
	d.Lines(ordered.Each(unreadLines(d.p), d.shortened)...)
	h := d.headline()
	first := h.Claim + h.On
	lines := []string{first, strings.TrimPrefix(h.Tail, ": ")}
	if h.Tail == "" || d.Width <= 0 || document.Width(first+h.Tail) <= d.Width {
		lines = []string{first + h.Tail}
	}
	if why := Reason(d.c, d.p); why != "" {
		lines = append(lines, d.shortened(why))
	}
	lines = ordered.Each(lines, func(line string) string { return d.Wrap(line, "  ") })
	for i := 1; i < len(lines); i++ {
		lines[i] = "  " + strings.TrimLeft(lines[i], " ")
	}
	lines[0] = strings.Replace(lines[0], h.Claim, d.Paint(Mark(d.p.Verdict).Tone, h.Claim), 1)
	if age := d.Recorded(d.c.A.Recorded, d.p.B.Recorded); age != "" {
		lines = append(lines, d.Wrap(age, "  "))
	}
	for _, f := range document.BySeverity(d.p.Health) {
		if f.Severity == result.SeverityFault {
			lines = append(lines, d.Paint(document.Bad, d.Wrap("!! "+d.shortened(f.Text)+document.CodeOf(document.Printable, f.Code), "   ")))
		}
	}
	d.Add(strings.Join(append(lines, d.Wrap("what to do: "+d.shortened(advice(d.c, d.p, d.a, d.b)), "  ")), "\n"))
}

// headline has short names of systems and measures.
func (d *brief) headline() headline {
	c, p := *d.c, d.p
	c.A.Name, p.B.Name = d.a, d.b
	h := NewHeadline(&c, p, document.Printable)
	h.On = d.shortened(h.On)
	return h
}

// shortened makes a sentence fit to print, with the short names of measures.
func (d *brief) shortened(sentence string) string {
	return d.measures.within(sentence, measuresOf(d.p))
}

func (d *brief) main(notes *document.Footnotes) document.Table {
	return measureTable(d.c, d.p, notes, measureForm{name: d.measures.of, telling: telling})
}

// telling keeps the warnings that change what a reader would do: of the measure
// that decides nearly all, of the others what their marks do not say.
func telling(warnings []result.Warning, decides bool) []result.Warning {
	return slices.DeleteFunc(slices.Clone(warnings), func(w result.Warning) bool {
		switch w.Code {
		case "corrected", codeIntervalDiffers, codeMarginTooWide, codeRareLoss, codeFewChanged, "level", "undefined":
			return false
		case "low_n", "degenerate_bootstrap":
			return true
		}
		return !decides
	})
}

// legend explains the signs of the table, as far as it uses them.
func (d *brief) legend() []string {
	signs := prose.Notes(ordered.Each(usedVerdicts(d.p), func(v result.Verdict) string { return Mark(v).Text + " " + Meaning(v) }))
	signs.If(Primary(d.c, d.p) != nil, "* decides the verdict")
	return joined(d.Width, strings.Join(signs, "; "), adjusted(d.c, d.p), d.measures.legend(d.c.TopGrade), d.shortened(Relevance(measuresOf(d.p), d.c.TopGrade)))
}

// joined puts sentences on one line as long as there is room, and else on the next.
func joined(limit int, sentences ...string) []string {
	var lines []string
	for _, s := range slices.DeleteFunc(sentences, func(s string) bool { return s == "" }) {
		if last := len(lines) - 1; last >= 0 && (limit <= 0 || document.Width(lines[last]+"; "+s) <= limit) {
			lines[last] += "; " + s
		} else {
			lines = append(lines, s)
		}
	}
	return lines
}

// briefHealth says in one line how far the inputs can be trusted: the gravest
// warning in full, the others by their codes. Faults stand above the table.
func briefHealth(findings []result.Finding, safe func(string) string) string {
	if len(findings) == 0 {
		return document.Healthy
	}
	var warnings, notes []string
	text := "health: no warning"
	if faultOf(findings) != "" {
		text = "health: see the fault above"
	}
	first := text
	for _, f := range findings {
		switch {
		case f.Severity == result.SeverityNote:
			notes = append(notes, f.Code)
		case f.Severity == result.SeverityWarning && text == first:
			text = "health: ! " + safe(f.Text) + document.CodeOf(document.Printable, f.Code)
		case f.Severity == result.SeverityWarning:
			warnings = append(warnings, f.Code)
		}
	}
	if len(warnings) > 0 {
		text += "; also " + counted(warnings)
	}
	if len(notes) > 0 {
		text += "; noted: " + counted(notes)
	}
	return text
}

// counted lists codes, each once and with how often it came.
func counted(codes []string) string {
	var parts []string
	for i, code := range codes {
		if slices.Index(codes, code) < i {
			continue
		}
		n := ordered.Count(codes, func(other string) bool { return other == code })
		part := document.Printable(code)
		if n > 1 {
			part = fmt.Sprintf("%d × %s", n, part)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// strata says in one line between which strata the difference is, and whether they were seen to differ.
func (d *brief) strata() string {
	m := Primary(d.c, d.p)
	if m == nil {
		return ""
	}
	strata := slices.DeleteFunc(slices.Clone(m.Strata), func(s result.StratumResult) bool { return !document.Given(s.MeanDifference) })
	if len(strata) < 2 {
		return ""
	}
	ordered.Stable(strata, func(x, y result.StratumResult) int { return cmp.Compare(*x.MeanDifference, *y.MeanDifference) })
	low, high := strata[0], strata[len(strata)-1]
	both := document.Distinct([]string{document.Printable(stratum(low.Stratum)), document.Printable(stratum(high.Stratum))}, []int{longestName, longestName})
	line := fmt.Sprintf("strata: %s %s to %s %s", both[0], document.Signed(low.MeanDifference), both[1], document.Signed(high.MeanDifference))
	if h := m.Heterogeneity; h != nil && document.Given(h.PValue) {
		line += "; differ? " + document.PSentence(h.PValue)
	}
	return line
}

// moved lists the queries that moved most.
func (d *brief) moved() {
	m := Primary(d.c, d.p)
	if m == nil || len(d.p.Moved) == 0 {
		return
	}
	moved := d.p.Moved[:min(shownMoved, len(d.p.Moved))]
	ids := ordered.Each(moved, func(q result.MovedQuery) string { return document.Printable(q.QueryID) })
	ids = document.Distinct(ids, slices.Repeat([]int{longestName}, len(ids)))
	room := 0
	for _, id := range ids {
		room = max(room, document.Width(id))
	}
	title := "moved most on " + d.shortened(m.Measure)
	lines := []string{title + ":"}
	for i, q := range moved {
		text := document.Printable(cmp.Or(q.Text, moves(q.Documents, true)))
		if text != "" && q.Text == "" {
			lines[0] = d.Wrap(title+", "+movedDocuments+" (–: not found):", "  ")
		}
		line := fmt.Sprintf("  %7s", document.Signed(&q.Difference)) + document.Gap + ids[i] + strings.Repeat(" ", room-document.Width(ids[i])) + document.Gap
		if d.Width > 0 {
			text = document.Truncate(text, max(document.LeastElastic, d.Width-document.Width(line)))
		}
		lines = append(lines, strings.TrimRight(line+text, " "))
	}
	d.Add(strings.Join(lines, "\n"))
}

// briefOrigin says in one line what the numbers rest on.
func briefOrigin(c *result.Comparison) string {
	t := c.TestSet
	name := versioned(t)
	name = document.Middle(document.Printable(name[strings.LastIndexByte(name, '/')+1:]), longestSet) // of qrels the file's
	if t.SHA256 != "" {
		name += " " + document.Short(t.SHA256)[:min(8, len(document.Short(t.SHA256)))]
	}
	parts := prose.Notes{"test set " + name}
	parts.If(t.Part != "", "part %s", document.Printable(t.Part))
	queries := document.Plural(t.Queries, "query", "queries")
	if groups := groupsOf(c); groups > 0 {
		queries += fmt.Sprintf(" in %d groups, which are the unit", groups)
	}
	return strings.Join(append(parts, queries, "profile "+document.Printable(c.Profile)), ", ")
}

// groupsOf returns how many groups of wordings the primary measure is decided by, 0 where queries are the unit.
func groupsOf(c *result.Comparison) int {
	for _, p := range c.Comparisons {
		if m := Primary(c, p); m != nil && m.Unit == "groups" {
			return m.N
		}
	}
	return 0
}

// next says where the rest is.
func next(p result.Pair) string {
	return "next: the same with --details, or rankduel explain " + cmp.Or(faultOf(p.Health), string(p.Verdict), string(result.Inconclusive))
}

// faultOf returns the code of the first fault, "" without one.
func faultOf(findings []result.Finding) string {
	for _, f := range findings {
		if f.Severity == result.SeverityFault {
			return f.Code
		}
	}
	return ""
}
