package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// A standing is systems by measures, best first: what text, Markdown and LaTeX draw of three systems and more.
type standing struct {
	c        *result.Comparison
	measures []string // the one that decides first
	systems  []placed // best first on that measure
}

// A placed system is one row.
type placed struct {
	name  string
	best  bool // not told apart from the first
	cells []standingCell
}

// A standingCell is one system on one measure.
type standingCell struct {
	mean    *float64
	verdict result.Verdict // against the baseline, "" of the baseline
	beats   []int          // places of the systems that it is before and is told apart from
}

func newStanding(c *result.Comparison) standing {
	s := standing{c: c}
	for _, p := range c.Comparisons {
		s.measures = append(s.measures, measuresOf(p)...)
	}
	s.measures = ordered.With(nil, s.measures...)
	if i := slices.Index(s.measures, c.Settings.Primary); i > 0 {
		s.measures = slices.Insert(slices.Delete(s.measures, i, i+1), 0, c.Settings.Primary)
	}
	for _, name := range s.order() {
		s.systems = append(s.systems, placed{name: name, cells: ordered.Each(s.measures, func(m string) standingCell { return s.cell(name, m) })})
	}
	if by := s.by(c.Settings.Primary); by != nil {
		for i, system := range by.Systems {
			s.systems[i].best = system.Best
		}
	}
	return s
}

// order lists the systems by the measure that decides, or as they were given where nothing orders them.
func (s standing) order() []string {
	if by := s.by(s.c.Settings.Primary); by != nil {
		return ordered.Each(by.Systems, func(one result.SystemMean) string { return one.Name })
	}
	return ordered.Each(systemsOf(s.c), func(one result.System) string { return one.Name })
}

// by returns the order by one measure, nil where there is none.
func (s standing) by(measure string) *result.SystemsByMeasure {
	if s.c.AllPairs == nil {
		return nil
	}
	for i, m := range s.c.AllPairs.Measures {
		if m.Measure == measure {
			return &s.c.AllPairs.Measures[i]
		}
	}
	return nil
}

func (s standing) cell(name, measure string) standingCell {
	var cell standingCell
	for _, p := range s.c.Comparisons {
		for _, m := range p.Measures {
			switch {
			case m.Measure != measure:
			case name == p.B.Name:
				cell.mean, cell.verdict = m.MeanB, ShownVerdict(m)
			case name == s.c.A.Name:
				cell.mean = cmp.Or(cell.mean, m.MeanA)
			}
		}
	}
	by := s.by(measure)
	if by == nil {
		return cell
	}
	at := slices.IndexFunc(by.Systems, func(m result.SystemMean) bool { return m.Name == name })
	cell.mean = by.Systems[at].Mean // over the queries that all have in common
	order := s.order()
	for _, p := range by.Pairs {
		if p.A == at && p.Distinct {
			cell.beats = append(cell.beats, slices.Index(order, by.Systems[p.B].Name))
		}
	}
	slices.Sort(cell.beats)
	return cell
}

// superscripts writes places as letters, three and more in a row as a range.
func superscripts(places []int) string {
	var b strings.Builder
	letter := func(place int) string { return string(document.Letters[place]) }
	for i := 0; i < len(places); {
		last := i
		for last+1 < len(places) && places[last+1] == places[last]+1 {
			last++
		}
		b.WriteString(letter(places[i]))
		switch {
		case last > i+1:
			b.WriteString("⁻" + letter(places[last]))
		case last == i+1:
			b.WriteString(letter(places[last]))
		}
		i = last + 1
	}
	return b.String()
}

// bestGroup lists the first system and those that were not told apart from it.
func (s standing) bestGroup() (first placed, others []placed) {
	for _, row := range s.systems[1:] {
		if row.best {
			others = append(others, row)
		}
	}
	return s.systems[0], others
}

// pairCorrection says what tells the systems apart, "" where nothing does.
func (s standing) pairCorrection() string {
	by := s.by(s.c.Settings.Primary)
	if by == nil {
		return ""
	}
	name := correctionName(s.c.AllPairs.Correction)
	if name == "" {
		return "not corrected, " + document.Plural(len(by.Pairs), "pair", "pairs")
	}
	return name + " over all " + document.Plural(len(by.Pairs), "pair", "pairs")
}

// table draws some of the measures. With letters the means carry those of the systems that each is better
// than, otherwise the mark of the verdict against the baseline.
func (s standing) table(measures []string, short func(string) string, withLetters bool) document.Table {
	t := document.NewTable(document.Words(""), document.Names("system"))
	if withLetters {
		t.Columns = append(t.Columns, document.Words("")...)
	}
	for _, m := range measures {
		t.Columns = append(t.Columns, document.Numbers(narrow(short(m)))...)
	}
	grid := make([][]string, len(s.systems)) // what is behind the means
	for r, row := range s.systems {
		for _, m := range measures {
			cell := row.cells[slices.Index(s.measures, m)]
			behind := Mark(cell.verdict).Text
			if withLetters {
				behind = superscripts(cell.beats)
			} else if behind != "" {
				behind = " " + behind
			}
			grid[r] = append(grid[r], behind)
		}
	}
	for r, row := range s.systems {
		cells := []document.Cell{{Text: ""}, {Text: row.name}}
		if row.best {
			cells[0].Text = "*"
		}
		if withLetters {
			cells = append(cells, document.Cell{Text: string(document.PlainLetters[r])})
		}
		for i, m := range measures {
			in := row.cells[slices.Index(s.measures, m)]
			room := 0
			for _, other := range grid {
				room = max(room, document.Width(other[i]))
			}
			text := document.Score(in.mean) + grid[r][i] + strings.Repeat(" ", room-document.Width(grid[r][i]))
			cells = append(cells, document.Cell{Text: text, Tone: Mark(in.verdict).Tone})
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// legend explains the signs of the table.
func (s standing) legend(safe func(string) string, withLetters bool) []string {
	var lines []string
	if apart := s.pairCorrection(); apart != "" {
		line := "* not told apart from the first on " + safe(s.c.Settings.Primary) + " (" + apart + ")"
		if withLetters {
			line += "; behind a mean the letters of the systems that it is better than"
		}
		lines = append(lines, line)
		if by := s.by(s.c.Settings.Primary); by.N != s.c.TestSet.Queries {
			lines = append(lines, fmt.Sprintf("means over the %d %s on which every system has a score", by.N, cmp.Or(by.Unit, "queries")))
		}
	}
	relevance := safe(Relevance(s.measures, s.c.TopGrade))
	if withLetters {
		return append(lines, "verdicts, against "+safe(s.c.A.Name)+" alone, are of this family", relevance)
	}
	lines = append(lines, s.signs()+" against "+safe(s.c.A.Name)+", which decides"+s.decided())
	if s.starredWorse() {
		lines = append(lines, "* next to -: worse than "+safe(s.c.A.Name)+" among its candidates, and not told apart from the first among all pairs, of which there are more")
	}
	return append(lines, relevance)
}

// starredWorse tells whether a system is worse than the baseline on the measure that decides and yet in the
// group of the best: the two corrections are over different numbers of tests.
func (s standing) starredWorse() bool {
	at := slices.Index(s.measures, s.c.Settings.Primary)
	return at >= 0 && slices.ContainsFunc(s.systems, func(row placed) bool {
		return row.best && row.cells[at].verdict == result.Worse
	})
}

// signs returns the marks that the table uses.
func (s standing) signs() string {
	var signs []string
	for _, v := range []result.Verdict{result.Better, result.Worse, result.Equivalent, result.Inconclusive} {
		if slices.ContainsFunc(s.systems, func(row placed) bool {
			return slices.ContainsFunc(row.cells, func(c standingCell) bool { return c.verdict == v })
		}) {
			signs = append(signs, Mark(v).Text+" "+Meaning(v))
		}
	}
	return strings.Join(signs, ", ")
}

// decided names the correction of the verdicts.
func (s standing) decided() string {
	for _, p := range s.c.Comparisons {
		if m := Primary(s.c, p); m != nil {
			return " (" + correction(s.c, *m) + ")"
		}
	}
	return ""
}

// orders returns the table of how far the measures order the systems alike.
func orders(c *result.Comparison) document.Table {
	if c.AllPairs == nil {
		return document.Table{}
	}
	t := document.NewTable(document.Words("measures"), document.Numbers("n", "tau", "interval over queries"))
	for _, o := range c.AllPairs.Correlations {
		t.Add(o.A+", "+o.B, fmt.Sprint(o.N), correlation(o.Tau), interval2(o.Interval))
	}
	return t
}

// withLetters tells whether letters were asked for and can be given.
func (s standing) withLetters(o Options) bool {
	return o.AllPairs && len(s.systems) <= len(document.Letters) && s.c.AllPairs != nil
}

// forms returns the ways in which a whole report shows the table: the marks of the
// verdicts, and the letters of all pairs where they were asked for.
func (s standing) forms(o Options) []bool {
	if s.withLetters(o) {
		return []bool{false, true}
	}
	return []bool{false}
}

// readableName is how much of a name a table shows before it drops a measure.
const readableName = 20

// fitting returns how many of the measures there is room for in one table, at least one.
func (s standing) fitting(measures []string, short func(string) string, withLetters bool, limit int) int {
	shown := len(measures)
	for limit > 0 && shown > 1 {
		t := s.table(measures[:shown], short, withLetters)
		heads, rows := t.Printable()
		widths := t.Fit(heads, rows, 0)
		widths[1] = min(widths[1], readableName) // names give way first, but not to nothing
		if document.Total(widths) <= limit {
			break
		}
		shown--
	}
	return shown
}

// tables returns as many tables as all measures need.
func (s standing) tables(withLetters bool, limit int) []document.Table {
	whole := func(measure string) string { return measure }
	var list []document.Table
	for rest := s.measures; len(rest) > 0; {
		shown := s.fitting(rest, whole, withLetters, limit)
		list, rest = append(list, s.table(rest[:shown], whole, withLetters)), rest[shown:]
	}
	return list
}

// standingTitle heads the table.
const standingTitle = "systems, best first"

// ordersNote says what the interval is about.
const ordersNote = "1: the same order, 0: no relation, -1: the reverse; the interval is over queries drawn again"

// ordersTitle heads it.
const ordersTitle = "do the measures order the systems alike? Kendall's tau"

// correlation writes one with two decimals: "+0.67".
func correlation(v *float64) string {
	if !document.Given(v) {
		return document.Undefined
	}
	return fmt.Sprintf("%+.2f", *v)
}

func interval2(i *result.Interval) string {
	if i == nil {
		return document.Undefined
	}
	return "[" + correlation(&i.Low) + ", " + correlation(&i.High) + "]"
}
