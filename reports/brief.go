package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// A brief is a comparison of two systems on one screen: read in ten seconds,
// then left or followed. What it leaves out stands in the long report.
type brief struct {
	textDocument
	c        *result.Comparison
	p        result.Pair
	a, b     string // names that are no longer than a line bears
	measures shortMeasures
}

const (
	// longestName is how much of a name the sentences of a brief show.
	longestName = 26
	// wholeName is more than any name has.
	wholeName = math.MaxInt
	// longestSet is how much of a test set's name.
	longestSet = 22
	// shownMoved is how many of the queries that moved most it shows.
	shownMoved = 3
)

func newBrief(c *result.Comparison, o Options) (string, error) {
	d := prepareBrief(c, o, longestName)
	d.head()
	notes := &footnotes{}
	main := d.main(notes)
	d.table("", main, append(append(d.legend(), asides(d.p, d.shortened)...), notes.tell(d.shortened)...)...)
	d.sentences(briefHealth(d.p.Health, d.shortened), d.shortened(labelsLine(c, d.p)), d.strata())
	d.moved()
	d.table(unjudgedTitle, unjudgedTable(d.p), unjudgedNote)
	d.sentences(briefOrigin(c), retrieval(c.Retrieval), next(d.p))
	return d.finish()
}

// prepareBrief has names of at most so many columns.
func prepareBrief(c *result.Comparison, o Options, limit int) *brief {
	d := &brief{textDocument: textDocument{o: o}, c: c, p: c.Comparisons[0]}
	names := distinct([]string{printable(cmp.Or(c.A.Name, "A")), printable(cmp.Or(d.p.B.Name, "B"))}, []int{limit, limit})
	d.a, d.b = names[0], names[1]
	d.measures = newShortMeasures(measuresOf(d.p))
	return d
}

// head is the verdict, its reason, what is broken and what to do.
func (d *brief) head() {
	h := d.headline()
	first := h.claim + h.on
	lines := []string{first, strings.TrimPrefix(h.tail, ": ")}
	if h.tail == "" || d.o.Width <= 0 || width(first+h.tail) <= d.o.Width {
		lines = []string{first + h.tail}
	}
	lines = append(d.wrapped(lines), d.wrapped([]string{d.shortened(reason(d.c, d.p))})...)
	for i := 1; i < len(lines); i++ {
		lines[i] = "  " + strings.TrimLeft(lines[i], " ")
	}
	lines[0] = strings.Replace(lines[0], h.claim, d.o.paint(mark(d.p.Verdict).tone, h.claim), 1)
	if age := recordedLine(d.c.A.Recorded, d.p.B.Recorded, d.o); age != "" {
		lines = append(lines, wrap(age, d.o.Width, "  "))
	}
	for _, f := range bySeverity(d.p.Health) {
		if f.Severity == result.SeverityFault {
			lines = append(lines, d.o.paint(bad, wrap("!! "+d.shortened(f.Text)+codeOf(printable, f.Code), d.o.Width, "   ")))
		}
	}
	d.add(strings.Join(append(lines, wrap("what to do: "+d.shortened(advice(d.c, d.p, d.a, d.b)), d.o.Width, "  ")), "\n"))
}

// headline has short names of systems and measures.
func (d *brief) headline() headline {
	c, p := *d.c, d.p
	c.A.Name, p.B.Name = d.a, d.b
	h := newHeadline(&c, p, printable)
	h.on = d.shortened(h.on)
	return h
}

// shortened makes a sentence fit to print, with the short names of measures.
func (d *brief) shortened(sentence string) string {
	return d.measures.within(sentence, measuresOf(d.p))
}

// main is the table of measures, the mark first.
func (d *brief) main(notes *footnotes) table {
	a, b := names(d.c, d.p)
	level := headLevel(d.c, d.p)
	t := table{columns: []column{
		{},
		{head: "measure", elastic: true},
		a, b,
		{head: "difference", right: true},
		{head: intervalHead(level), right: true},
		{head: "p", right: true},
	}}
	for _, m := range d.p.Measures {
		name := d.measures.of(m.Measure)
		decides := m.Primary || m.Measure == d.c.Settings.Primary
		if decides {
			name += "*"
		}
		sign := mark(shownVerdict(m))
		t.rows = append(t.rows, []cell{
			sign,
			{text: name + notes.marks(telling(append(noted(m.Inference, level), unlike(d.c, m)...), decides))},
			{text: score(m.MeanA)},
			{text: score(m.MeanB)},
			{signed(m.MeanDifference), sign.tone},
			{text: interval(m.Interval)},
			{text: pValue(m.PValue)},
		})
	}
	return t
}

// telling keeps the warnings that change what a reader would do: of the measure
// that decides nearly all, of the others what their marks do not say.
func telling(warnings []result.Warning, decides bool) []result.Warning {
	return slices.DeleteFunc(slices.Clone(warnings), func(w result.Warning) bool {
		switch w.Code {
		case "corrected", codeIntervalDiffers, codeMarginTooWide, "level", "undefined":
			return false
		case "low_n", "degenerate_bootstrap":
			return true
		}
		return !decides
	})
}

// legend explains the signs of the table, as far as it uses them.
func (d *brief) legend() []string {
	var signs []string
	for _, v := range usedVerdicts(d.p) {
		signs = append(signs, mark(v).text+" "+meaning(v))
	}
	if primary(d.c, d.p) != nil {
		signs = append(signs, "* decides the verdict")
	}
	return joined(d.o.Width, strings.Join(signs, "; "), d.measures.legend(d.c.TopGrade))
}

// joined puts two sentences on one line where there is room for both, and on two
// lines otherwise.
func joined(limit int, first, second string) []string {
	if both := first + "; " + second; second != "" && (limit <= 0 || width(both) <= limit) {
		return []string{both}
	}
	return []string{first, second}
}

// briefHealth says in one line how far the inputs can be trusted: the gravest
// warning in full, the others by their codes. Faults stand above the table.
func briefHealth(findings []result.Finding, safe func(string) string) string {
	if len(findings) == 0 {
		return healthy
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
			text = "health: ! " + safe(f.Text) + codeOf(printable, f.Code)
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
		n := 0
		for _, other := range codes {
			if other == code {
				n++
			}
		}
		part := printable(code)
		if n > 1 {
			part = fmt.Sprintf("%d × %s", n, part)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// strata says in one line between which strata the difference lies, and whether
// they were seen to differ.
func (d *brief) strata() string {
	m := primary(d.c, d.p)
	if m == nil {
		return ""
	}
	strata := slices.DeleteFunc(slices.Clone(m.Strata), func(s result.StratumResult) bool { return !given(s.MeanDifference) })
	if len(strata) < 2 {
		return ""
	}
	slices.SortStableFunc(strata, func(x, y result.StratumResult) int { return cmp.Compare(*x.MeanDifference, *y.MeanDifference) })
	low, high := strata[0], strata[len(strata)-1]
	both := distinct([]string{printable(stratum(low.Stratum)), printable(stratum(high.Stratum))}, []int{longestName, longestName})
	line := fmt.Sprintf("strata: %s %s to %s %s", both[0], signed(low.MeanDifference), both[1], signed(high.MeanDifference))
	if h := m.Heterogeneity; h != nil && given(h.PValue) {
		line += "; differ? " + pSentence(h.PValue)
	}
	return line
}

// moved lists the queries that moved most.
func (d *brief) moved() {
	m := primary(d.c, d.p)
	if m == nil || len(d.p.Moved) == 0 {
		return
	}
	moved := d.p.Moved[:min(shownMoved, len(d.p.Moved))]
	ids := make([]string, len(moved))
	room := 0
	for i, q := range moved {
		ids[i] = printable(q.QueryID)
	}
	ids = distinct(ids, slices.Repeat([]int{longestName}, len(ids)))
	for _, id := range ids {
		room = max(room, width(id))
	}
	lines := []string{"moved most on " + d.shortened(m.Measure) + ":"}
	for i, q := range moved {
		text := printable(cmp.Or(q.Text, moves(q.Documents, true)))
		line := "  " + leftPad(signed(&q.Difference), 7) + gap + ids[i] + strings.Repeat(" ", room-width(ids[i])) + gap
		if d.o.Width > 0 {
			text = cut(text, max(leastElastic, d.o.Width-width(line)))
		}
		lines = append(lines, strings.TrimRight(line+text, " "))
	}
	d.add(strings.Join(lines, "\n"))
}

func leftPad(s string, columns int) string {
	return strings.Repeat(" ", max(0, columns-width(s))) + s
}

// briefOrigin says in one line what the numbers rest on.
func briefOrigin(c *result.Comparison) string {
	t := c.TestSet
	name := versioned(t)
	name = middle(printable(name[strings.LastIndexByte(name, '/')+1:]), longestSet) // of qrels the file's
	if t.SHA256 != "" {
		name += " " + short(t.SHA256)[:min(8, len(short(t.SHA256)))]
	}
	parts := []string{"test set " + name}
	if t.Part != "" {
		parts = append(parts, "part "+printable(t.Part))
	}
	queries := plural(t.Queries, "query", "queries")
	if groups := groupsOf(c); groups > 0 {
		queries += fmt.Sprintf(" in %d groups, which are the unit", groups)
	}
	return strings.Join(append(parts, queries, "profile "+printable(c.Profile)), ", ")
}

// groupsOf is the number of groups of wordings that the primary measure is
// decided by, 0 where queries are the unit.
func groupsOf(c *result.Comparison) int {
	for _, p := range c.Comparisons {
		if m := primary(c, p); m != nil && m.Unit == "groups" {
			return m.N
		}
	}
	return 0
}

// next says where the rest stands.
func next(p result.Pair) string {
	return "next: the same with --details, or rankduel explain " + cmp.Or(faultOf(p.Health), string(p.Verdict), string(result.Inconclusive))
}

// faultOf is the code of the first fault, "" without one.
func faultOf(findings []result.Finding) string {
	for _, f := range findings {
		if f.Severity == result.SeverityFault {
			return f.Code
		}
	}
	return ""
}
