package reports

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports/document"
)

// Gate writes what the rules of a gate said. Markdown is a comment on a pull
// request of at most 60,000 bytes, JUnit one test case a rule, and GitHub the
// annotations of a workflow, of which GitHub shows ten of a kind.
func Gate(w io.Writer, g *result.Gate, f Format, o Options) error {
	return Write(w, f, o, Forms{
		Text: func(d *document.Document) { GateText(d, g) },
		JSON: g,
		Other: map[Format]Builder{
			Markdown: func() (string, error) { return GateMarkdown(g) },
			JUnit:    func() (string, error) { return gateJUnit(g) },
			GitHub:   func() (string, error) { return gateAnnotations(g), nil },
		},
	})
}

// gateClaim returns the first line.
func gateClaim(g *result.Gate, safe func(string) string) string {
	claim := map[result.GateState]string{
		result.GatePassed:       "gate passed",
		result.GateFailed:       "gate failed",
		result.GateInconclusive: "gate inconclusive",
		result.GateFault:        "gate not decided",
	}[g.State] + ": " + safe(g.Current.Name)
	switch {
	case g.Baseline == nil:
		return claim
	case g.Baseline.Name == g.Current.Name:
		return claim + " against its baseline"
	}
	return claim + " against " + safe(g.Baseline.Name)
}

func gateTone(s result.GateState) document.Tone {
	return map[result.GateState]document.Tone{result.GatePassed: document.Good, result.GateFailed: document.Bad}[s]
}

// ruleMark returns one sign for what became of a rule.
func ruleMark(r result.GateRule) document.Cell {
	if beyondByChance(r) {
		return document.Cell{Text: "?", Tone: document.Caution}
	}
	return map[result.GateStatus]document.Cell{
		result.RulePassed:       {Text: "ok", Tone: document.Good},
		result.RuleFailed:       {Text: "FAIL", Tone: document.Bad},
		result.RuleInconclusive: {Text: "?", Tone: document.Caution},
		result.RuleNotMeasured:  {Text: "!!", Tone: document.Bad},
		result.RuleWaived:       {Text: "waived", Tone: document.Caution},
	}[r.Status]
}

// beyondByChance tells whether a rule passed although the means are beyond its limit.
func beyondByChance(r result.GateRule) bool {
	return r.Status == result.RulePassed && r.Outcome == "broken"
}

// GateText writes the rules of a gate for a terminal.
func GateText(d *document.Document, g *result.Gate) {
	d.Claim(gateTone(g.State), gateClaim(g, document.Printable), g.Reason)
	d.Lines(slices.Concat(GateSources(g.Sources, document.Printable), []string{gateAge(g, d.Screen), gateProtected(g, document.Printable)})...)
	if len(g.Health) > 0 {
		d.Add(d.Findings(g.Health)...)
	}
	measures := slices.DeleteFunc(gateMeasures(g), func(m string) bool {
		return !slices.ContainsFunc(g.Rules, func(r result.GateRule) bool { return strings.Contains(written(r), m) })
	})
	names := newShortMeasures(measures)
	short := func(text string) string { return names.within(text, measures) }
	shortly := func(rule string) string { return short(asWritten(g, rule)) }
	rules := ruleTable(g, ruleMark, short)
	d.Table("", rules, slices.Concat([]string{gateMarks(g)}, gateLegend(g), []string{names.legend(0), rulesInFull(g, rules, d.Width)})...)
	d.Lines(waivers(g, short, document.Printable)...)
	d.Table("by stratum", gateStrata(g))
	d.Table("queries that failed", failedTable(g, mostFailingText))
	title, fallen := ofOneRule(fallenTable(g, mostFailingText, shortly))
	d.Table(title, fallen)
	d.Lines(moreFailing(g, mostFailingText))
	d.Lines(gateOrigin(g, document.Printable))
}

// waivers say who answers for a rule that is not kept, and whose time to do so is up.
func waivers(g *result.Gate, rule, safe func(string) string) []string {
	var lines []string
	for _, r := range g.Rules {
		if r.Waiver == nil {
			continue
		}
		is := "is"
		if r.Waiver.Expired {
			is = "was"
		}
		lines = append(lines, fmt.Sprintf("%s %s waived until %s by %s: %s", rule(written(r)), is, safe(r.Waiver.Expires), safe(r.Waiver.Owner), safe(r.Waiver.Reason)))
	}
	return lines
}

// rulesInFull repeats the rules where the table has no room for them, "" where it
// has: what was promised must not end in the middle.
func rulesInFull(g *result.Gate, t document.Table, limit int) string {
	drawn, err := t.Text(document.Screen{})
	if err != nil || limit <= 0 {
		return ""
	}
	for line := range strings.Lines(drawn) {
		if document.Width(strings.TrimSuffix(line, "\n")) > limit {
			full := document.Each(g.Rules, func(r result.GateRule) string { return document.Printable(written(r)) })
			return "rules in full: " + strings.Join(full, "; ")
		}
	}
	return ""
}

// Queries that are listed, worst first.
const (
	mostFailingText     = 10
	mostFailingMarkdown = 50
)

func ruleTable(g *result.Gate, mark func(result.GateRule) document.Cell, short func(string) string) document.Table {
	t := document.NewTable(document.Words(""), document.Names("rule"), document.Numbers("baseline", "current", "drop", fmt.Sprintf("%.4g %% interval", 100*(1-2*g.Settings.Alpha)), "n"))
	for _, r := range g.Rules {
		rule := short(written(r))
		if !r.Required {
			rule += " (advisory)"
		}
		n := ""
		if r.N > 0 {
			n = fmt.Sprint(r.N)
		}
		sign := mark(r)
		t.Add(sign.Text, rule, gateNumber(r, r.BaselineMean), gateNumber(r, r.CurrentMean), gateDrop(r), gateBounds(r), n)[0].Tone = sign.Tone
	}
	return t
}

// written returns a rule as people know it.
func written(r result.GateRule) string { return cmp.Or(r.Written, r.Rule) }

// asWritten returns the rule of a canonical text as people know it.
func asWritten(g *result.Gate, rule string) string {
	for _, r := range g.Rules {
		if r.Rule == rule {
			return written(r)
		}
	}
	return rule
}

// about returns a rule's measure, or what else it is about, as people know it.
func about(r result.GateRule) string {
	stratumAndLimit := strings.TrimPrefix(r.Rule, r.Subject)
	return strings.TrimSuffix(written(r), stratumAndLimit)
}

// called returns a measure by the name that its rule gives it.
func called(g *result.Gate, measure string) string {
	for _, r := range g.Rules {
		if r.Subject == measure {
			return about(r)
		}
	}
	return measure
}

func gateNumber(r result.GateRule, v *float64) string {
	switch {
	case !document.Given(v):
	case strings.HasSuffix(r.Subject, "_ms"):
		return document.Millis(*v)
	case r.Subject == "failed_queries": // a count
		return fmt.Sprint(*v)
	}
	return document.Score(v)
}

func gateDrop(r result.GateRule) string {
	switch {
	case r.Drop == nil:
		return ""
	case strings.HasSuffix(r.Subject, "_ms"):
		return document.SignedMillis(*r.Drop)
	case relativeDrop(r):
		drop := prose.SideOfLimit(100**r.DropRatio, limitInPercent(r), 1) + " %"
		if *r.DropRatio >= 0 {
			drop = "+" + drop
		}
		return drop
	}
	return document.Signed(r.Drop)
}

// limitInPercent returns the limit of a rule that counts in percent.
func limitInPercent(r result.GateRule) float64 {
	_, limit, _ := strings.Cut(strings.TrimPrefix(r.Rule, r.Subject), "<= ")
	x, err := strconv.ParseFloat(strings.TrimSuffix(limit, "%"), 64)
	if err != nil {
		return 0 // not a rule of ours
	}
	return x
}

// relativeDrop tells whether the rule counts in percent of the baseline.
func relativeDrop(r result.GateRule) bool {
	return r.DropRatio != nil && strings.HasSuffix(r.Rule, "%")
}

func gateBounds(r result.GateRule) string {
	switch {
	case r.Bounds == nil:
		return ""
	case r.Drop == nil:
		return "[" + document.Score(&r.Bounds.Low) + ", " + document.Score(&r.Bounds.High) + "]"
	case relativeDrop(r):
		return fmt.Sprintf("[%+.1f, %+.1f] %%", 100*r.Bounds.Low / *r.BaselineMean, 100*r.Bounds.High / *r.BaselineMean)
	}
	return document.Interval(r.Bounds)
}

// gateAge says how old the rankings of both sides are.
func gateAge(g *result.Gate, s document.Screen) string {
	if g.Baseline == nil {
		return s.Recorded(nil, g.Current.Recorded)
	}
	return s.Recorded(g.Baseline.Recorded, g.Current.Recorded)
}

// GateSources says where rankings are from.
func GateSources(sources []result.GateSource, safe func(string) string) (lines []string) {
	for _, s := range sources {
		line := safe(s.Input) + ": "
		switch {
		case s.Asked+s.Reused == 0 && !s.Scored: // of run files alone
			continue
		case s.Scored:
			line += "nothing was asked; its scores are those that " + safe(s.Store) + " keeps"
		case s.Reused > 0:
			line += fmt.Sprintf("%s from %s, %d asked for now", prose.Plural(s.Reused, "recorded ranking"), safe(s.Store), s.Asked)
		default:
			line += prose.Plural(s.Asked, "ranking") + " asked for now, none from a store"
		}
		lines = append(lines, line)
	}
	return lines
}

// gateProtected names the files that decide and are those of the base.
func gateProtected(g *result.Gate, safe func(string) string) string {
	var same []string
	for _, f := range g.Protected {
		if f.State == result.ProtectedSame {
			same = append(same, safe(f.File))
		}
	}
	if same == nil {
		return ""
	}
	return "as in the base: " + strings.Join(same, ", ")
}

// gateMarks explains those marks of the table that need it.
func gateMarks(g *result.Gate) string {
	marks := []string{"? inconclusive, or passed with means that are beyond the limit, which the queries do not show", "!! not measured"}
	return strings.Join(slices.DeleteFunc(marks, func(mark string) bool {
		return !slices.ContainsFunc(g.Rules, func(r result.GateRule) bool { return strings.HasPrefix(mark, ruleMark(r).Text+" ") })
	}), "; ")
}

// gateLegend explains the columns, as far as they are there.
func gateLegend(g *result.Gate) []string {
	lines := []string{"drop: baseline − current, so positive is worse; of what should be low it is the rise"}
	if slices.ContainsFunc(g.Rules, func(r result.GateRule) bool { return r.Bounds != nil }) {
		lines = append(lines, fmt.Sprintf("interval: two one-sided %s bounds of the drop, or of the score where the rule has no drop; that on the worse side allows for queries that lose everything and of which none was seen", document.Percent(1-g.Settings.Alpha)))
	}
	for _, r := range g.Rules {
		if r.Unit == "groups" {
			lines = append(lines, "n counts groups: wordings of one need are one unit")
			break
		}
	}
	if len(g.Rules) > 1 {
		lines = append(lines, g.Settings.Several)
	}
	return append(lines, pointOdds(g), gateOdds(g))
}

// gateOdds says how often the gate as a whole decides by chance.
func gateOdds(g *result.Gate) string {
	switch {
	case g.OddsUnknown != "":
		return "the gate as a whole: " + g.OddsUnknown
	case g.Odds == nil:
		return ""
	}
	return "the gate as a whole: " + wholeOdds(*g.Odds)
}

func wholeOdds(o result.GateOdds) string {
	text := "fails " + odds(o.NoChange.Fails)
	if o.NoChange.Inconclusive > 0 {
		text += ", and is inconclusive " + odds(o.NoChange.Inconclusive) + ","
	}
	return text + " of the time when nothing changed; passes " + odds(o.OneAtLimit.Passes) + " of the time when one rule is at its limit"
}

// odds returns a share as the field writes probabilities.
func odds(x float64) string {
	switch {
	case x < 0.005:
		return "less than .01"
	case x > 0.995:
		return "more than .99"
	}
	return strings.TrimPrefix(fmt.Sprintf("%.2f", x), "0")
}

// pointOdds says how often the rules that the means decide block an unchanged system.
func pointOdds(g *result.Gate) string {
	var often []string
	for _, r := range g.Rules {
		if r.Mode == "point" && len(r.Chances) > 0 {
			often = append(often, fmt.Sprintf("%s %s", document.Printable(written(r)), odds(r.Chances[0].PointFails)))
		}
	}
	if often == nil {
		return ""
	}
	return "mode point blocks an unchanged system on these queries this share of the time: " + strings.Join(often, "; ")
}

// gateStrata sets both sides side by side by stratum, for the measures of the
// rules, or for all when there are strata and no measure has a rule.
func gateStrata(g *result.Gate) document.Table {
	t := document.NewTable(document.Words("measure"), document.Names("stratum"), document.Numbers("n", "baseline", "current", "difference"))
	for _, m := range g.Means {
		if m.Stratum == "" || !ruled(g, m.Measure) {
			continue
		}
		t.Add(called(g, m.Measure), m.Stratum, fmt.Sprint(m.N), document.Score(m.Baseline), document.Score(m.Current), document.Signed(meanChange(m)))
	}
	return t
}

func ruled(g *result.Gate, measure string) bool {
	return slices.ContainsFunc(g.Rules, func(r result.GateRule) bool { return r.Subject == measure })
}

func meanChange(m result.GateMean) *float64 {
	if m.Baseline == nil || m.Current == nil {
		return nil
	}
	d := *m.Current - *m.Baseline
	return &d
}

// failedTable lists the queries that could not be run.
func failedTable(g *result.Gate, most int) document.Table {
	t := document.NewTable(document.IDs("query", "text"), document.Names("error"))
	for _, q := range g.Failing {
		if q.Error != "" && len(t.Rows) < most {
			t.Add(q.QueryID, document.Truncate(document.Printable(q.Text), longestText), document.Truncate(document.Printable(q.Error), longestText))
		}
	}
	return withoutTexts(t)
}

// fallenTable lists the queries that fell below a rule.
func fallenTable(g *result.Gate, most int, short func(string) string) document.Table {
	t := document.NewTable(document.IDs("query", "text"), document.Names("rule"), document.Numbers("before", "now"), document.Sentences(ranksHead(g)))
	for _, q := range g.Failing {
		if q.Error == "" && len(t.Rows) < most {
			t.Add(q.QueryID, document.Truncate(document.Printable(q.Text), longestText), short(q.Rule), document.Score(q.Baseline), document.Score(q.Current), ranksOf(q))
		}
	}
	return withoutTexts(t)
}

// ofOneRule gives the table of queries a title, and what the rule took to the rest
// where there is one rule alone: a screen is narrow.
func ofOneRule(t document.Table) (title string, _ document.Table) {
	at := slices.IndexFunc(t.Columns, func(c document.Column) bool { return c.Head == "rule" })
	for _, row := range t.Rows {
		if row[at].Text != t.Rows[0][at].Text {
			return "queries that fell below a rule", t
		}
	}
	if len(t.Rows) == 0 {
		return "", t
	}
	title = "queries that fell below " + document.Printable(t.Rows[0][at].Text)
	t.Columns = slices.Delete(t.Columns, at, at+1)
	for i := range t.Rows {
		t.Rows[i] = slices.Delete(t.Rows[i], at, at+1)
	}
	return title, t
}

// ranksHead heads the ranks of relevant documents; a baseline of means or scores
// has none.
func ranksHead(g *result.Gate) string {
	if slices.ContainsFunc(g.Failing, func(q result.GateQuery) bool { return q.Before != nil }) {
		return "relevant (grade): rank before→now"
	}
	return "relevant (grade): rank now"
}

// withoutTexts takes the second column out where no query has a text.
func withoutTexts(t document.Table) document.Table {
	if slices.ContainsFunc(t.Rows, func(row []document.Cell) bool { return row[1].Text != "" }) {
		return t
	}
	t.Columns = slices.Delete(t.Columns, 1, 2)
	for i := range t.Rows {
		t.Rows[i] = slices.Delete(t.Rows[i], 1, 2)
	}
	return t
}

func moreFailing(g *result.Gate, most int) string {
	failed := 0
	for _, q := range g.Failing {
		if q.Error != "" {
			failed++
		}
	}
	more := max(0, failed-most) + max(0, len(g.Failing)-failed-most)
	if more == 0 {
		return ""
	}
	return fmt.Sprintf("%d more in the JSON report", more)
}

// ranksOf writes where a query's relevant documents stood before and now.
func ranksOf(q result.GateQuery) string {
	before := map[string]int{}
	for _, d := range q.Before {
		before[d.DocID] = d.Rank
	}
	documents := make([]result.MovedRanked, len(q.Relevant))
	for i, d := range q.Relevant {
		documents[i] = result.MovedRanked{DocID: d.DocID, Grade: d.Grade, RankA: before[d.DocID], RankB: d.Rank}
	}
	return moves(documents, q.Before != nil)
}

func gateOrigin(g *result.Gate, safe func(string) string) string {
	line := "profile " + safe(g.Profile) + ", test set not known"
	if g.TestSet.Name != "" {
		line = testSet(g.TestSet, g.Profile, safe)
	}
	if g.Current.SHA256 != "" {
		line += ", current sha256 " + document.Short(g.Current.SHA256)
	}
	return line
}
