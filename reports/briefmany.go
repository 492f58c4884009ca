package reports

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// A briefMany is a comparison of three systems and more on one screen: one table in place of a report a pair.
type briefMany struct {
	*document.Document
	c        *result.Comparison
	standing standing
	measures shortMeasures
	names    map[string]string // no longer than a line bears
}

// mostNames is how many systems a sentence lists.
const mostNames = 8

func writeBriefMany(doc *document.Document, c *result.Comparison, o Options) {
	d := briefMany{Document: doc, c: c, standing: newStanding(c)}
	d.measures = newShortMeasures(d.standing.measures)
	d.names = shortNames(d.standing, document.Printable)
	d.head()
	d.standings(o)
	if lines := silverLines(c, c.Comparisons[0]); len(lines) > 0 { // the second is of one candidate
		d.Lines(d.shortened(lines[0]))
	}
	findings := allFindings(c)
	d.Lines(append(append([]string{briefHealth(findings, d.shortened)}, d.labels()...), d.latency(), d.frontier())...)
	d.Lines(briefOrigin(c), retrieval(c.Retrieval), "next: the same with --details, or rankduel explain family")
}

// frontier names the systems that no other one dominates, "" where nothing is paid; --details has the table.
func (d *briefMany) frontier() string {
	f := d.c.Frontier
	if f == nil {
		return ""
	}
	on := ordered.Where(f.Systems, func(one result.FrontierSystem) bool { return len(one.DominatedBy) == 0 })
	names := ordered.Each(on, func(one result.FrontierSystem) string {
		return fmt.Sprintf("%s %.2f", d.names[one.Name], one.ShareRatio)
	})
	return frontier(f, d.measures.of, d.shortened).title + ": " + several(names) + " (share of draws of the queries in which nothing dominates it)" + strings.Join(append([]string{""}, ordered.Each(f.Unknown, d.shortened)...), "; ")
}

// labels says of each candidate how far labels could move its difference, where that was asked for.
func (d *briefMany) labels() []string {
	var lines []string
	for _, p := range d.c.Comparisons {
		for _, line := range []string{UnequalLine(d.c, Primary(d.c, p)), labelsLine(d.c, p)} {
			if line != "" {
				lines = append(lines, d.names[p.B.Name]+": "+d.shortened(line))
			}
		}
	}
	return lines
}

// latency says how long the systems take, "" where no one measured it.
func (d *briefMany) latency() string {
	var parts []string
	for i, p := range d.c.Comparisons {
		l := p.Latency
		if l == nil || l.A == nil || l.B == nil {
			continue
		}
		if i == 0 {
			parts = append(parts, d.names[d.c.A.Name]+" "+document.Millis(l.A.P50MS))
		}
		parts = append(parts, d.names[p.B.Name]+" "+document.Millis(l.B.P50MS))
	}
	if len(parts) == 0 {
		return ""
	}
	return "latency in ms, p50: " + several(parts)
}

// shortNames returns the names of all systems as sentences show them.
func shortNames(s standing, safe func(string) string) map[string]string {
	var names, whole []string
	for _, row := range s.systems {
		whole, names = append(whole, row.name), append(names, safe(row.name))
	}
	short := map[string]string{}
	for i, name := range document.Distinct(names, slices.Repeat([]int{longestName}, len(names))) {
		short[whole[i]] = name
	}
	return short
}

// allFindings returns those of all pairs, each once.
func allFindings(c *result.Comparison) []result.Finding {
	var all []result.Finding
	for _, p := range c.Comparisons {
		all = append(all, p.Health...)
	}
	return ordered.With(nil, all...)
}

func (d *briefMany) shortened(sentence string) string {
	return d.measures.within(sentence, d.standing.measures)
}

func (d *briefMany) head() {
	var lines []string
	if first := d.leads(); first != "" { // nothing without an order
		lines = append(lines, d.Wrap(first, "  "))
	}
	for _, line := range verdictsOf(d.c, d.names) {
		if line = d.Wrap(line, "  "); len(lines) > 0 {
			line = "  " + strings.TrimLeft(line, " ")
		}
		lines = append(lines, line)
	}
	if age := d.Recorded(recordedOf(systemsOf(d.c)), nil); age != "" {
		lines = append(lines, d.Wrap(age, "  "))
	}
	faulty := false
	for _, f := range document.BySeverity(allFindings(d.c)) {
		if f.Severity == result.SeverityFault {
			faulty = true
			lines = append(lines, d.Paint(document.Bad, d.Wrap("!! "+d.shortened(f.Text)+document.CodeOf(document.Printable, f.Code), "   ")))
		}
	}
	d.Add(strings.Join(append(lines, d.Wrap("what to do: "+d.advice(faulty), "  ")), "\n"))
}

// recordedOf returns when the rankings of all systems were first and last recorded; nil where all are run files.
func recordedOf(systems []result.System) *result.Recorded {
	var all *result.Recorded
	for _, s := range systems {
		switch {
		case s.Recorded == nil:
		case all == nil:
			all = &result.Recorded{From: s.Recorded.From, To: s.Recorded.To}
		default:
			if s.Recorded.From.Before(all.From) {
				all.From = s.Recorded.From
			}
			if s.Recorded.To.After(all.To) {
				all.To = s.Recorded.To
			}
		}
	}
	return all
}

// leads says who is first, and who was not told apart from it.
func (d *briefMany) leads() string {
	if d.standing.pairCorrection() == "" {
		return ""
	}
	first, others := d.standing.bestGroup()
	text := d.names[first.name] + " is first on " + d.measures.of(d.c.Settings.Primary) + ", " + document.Score(first.cells[0].mean)
	if len(others) == 0 {
		return text + ", told apart from all others"
	}
	names := ordered.Each(others, func(row placed) string { return d.names[row.name] })
	return text + "; not told apart from it: " + several(names)
}

// several joins names, and counts those that are too many.
func several(names []string) string {
	if len(names) > mostNames {
		rest := len(names) - mostNames
		names = append(slices.Clone(names[:mostNames]), strconv.Itoa(rest)+" more")
	}
	return strings.Join(names, ", ")
}

// verdictsOf lists the candidates by their verdicts against the baseline.
func verdictsOf(c *result.Comparison, names map[string]string) []string {
	var lines []string
	for _, v := range []result.Verdict{result.Better, result.Worse, result.Equivalent, result.Inconclusive} {
		var of []string
		for _, p := range c.Comparisons {
			if p.Verdict == v {
				of = append(of, names[p.B.Name])
			}
		}
		if len(of) > 0 {
			word := map[result.Verdict]string{
				result.Better: "better than ", result.Worse: "worse than ", result.Equivalent: "equivalent to ", result.Inconclusive: "inconclusive against ",
			}[v]
			lines = append(lines, word+names[c.A.Name]+": "+several(of))
		}
	}
	return lines
}

func (d *briefMany) advice(faulty bool) string {
	first, others := d.standing.bestGroup()
	better, open := []string{}, false
	aimed := aimed(d.c, d.names[d.c.A.Name], func(p result.Pair) string { return d.names[p.B.Name] })
	for _, p := range d.c.Comparisons {
		open = open || p.Verdict == result.Inconclusive
		if p.Verdict == result.Better {
			better = append(better, p.B.Name)
		}
	}
	switch {
	case faulty:
		return "mend the fault and run again; until then nothing is decided"
	case aimed != "":
		return aimed
	case slices.Contains(better, first.name) && len(others) == 0:
		return "use " + d.names[first.name]
	case slices.Contains(better, first.name):
		return "use " + d.names[first.name] + ", or the cheapest of those not told apart from it"
	case len(better) > 0:
		return "use what is better than " + d.names[d.c.A.Name]
	case open:
		return "keep " + d.names[d.c.A.Name] + ", or judge more queries"
	}
	return "keep " + d.names[d.c.A.Name]
}

// standings returns the table, with as many measures as there is room for.
func (d *briefMany) standings(o Options) {
	withLetters := d.standing.withLetters(o)
	shown := d.standing.fitting(d.standing.measures, d.measures.of, withLetters, d.Width)
	below := d.standing.legend(d.shortened, withLetters)
	if more := len(d.standing.measures) - shown; more > 0 {
		below = append(below, document.Plural(more, "more measure", "more measures")+" with --details")
	}
	d.Table("", d.standing.table(d.standing.measures[:shown], d.measures.of, withLetters), append(below, d.measures.legend(d.c.TopGrade))...)
}
