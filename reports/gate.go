package reports

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// Gate writes what the rules of a gate said. Markdown is a comment on a pull
// request of at most 60,000 bytes, JUnit one test case a rule, and GitHub the
// annotations of a workflow, of which GitHub shows ten of a kind.
func Gate(w io.Writer, g *result.Gate, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text:     func() (string, error) { return gateText(g, o) },
		Markdown: func() (string, error) { return gateMarkdown(g) },
		JSON:     func() (string, error) { return indented(g) },
		JUnit:    func() (string, error) { return gateJUnit(g) },
		GitHub:   func() (string, error) { return gateAnnotations(g), nil },
	})
}

// gateClaim is the first line.
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

func gateTone(s result.GateState) tone {
	return map[result.GateState]tone{result.GatePassed: good, result.GateFailed: bad}[s]
}

// ruleMark is one sign for what became of a rule.
func ruleMark(r result.GateRule) cell {
	if r.Status == result.RulePassed && r.Outcome == "fail_literal" { // beyond the limit, and not proven
		return cell{"?", caution}
	}
	return map[result.GateStatus]cell{
		result.RulePassed:       {"ok", good},
		result.RuleFailed:       {"FAIL", bad},
		result.RuleInconclusive: {"?", caution},
		result.RuleNotMeasured:  {"!!", bad},
		result.RuleWaived:       {"waived", caution},
	}[r.Status]
}

func gateText(g *result.Gate, o Options) (string, error) {
	d := textDocument{o: o}
	d.add(o.paint(gateTone(g.State), wrap(gateClaim(g, printable), o.Width, "  ")) + "\n" + wrap("  "+printable(g.Reason), o.Width, "  "))
	d.sentences(gateAge(g, o))
	if len(g.Health) > 0 {
		d.add(strings.Join(healthLines(g.Health, o), "\n"))
	}
	measures := gateMeasures(g)
	names := newShortMeasures(measures)
	short := func(text string) string { return names.within(text, measures) }
	shortly := func(rule string) string { return short(asWritten(g, rule)) }
	rules := ruleTable(g, ruleMark, short)
	d.table("", rules, append(gateLegend(g), names.legend(0), rulesInFull(g, rules, o))...)
	d.sentences(waivers(g, short, printable)...)
	d.table("by stratum", gateStrata(g))
	d.table("queries that failed", failedTable(g, mostFailingText))
	title, fallen := ofOneRule(fallenTable(g, mostFailingText, shortly))
	d.table(title, fallen)
	d.sentences(moreFailing(g, mostFailingText))
	d.sentences(gateOrigin(g, printable))
	return d.finish()
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
func rulesInFull(g *result.Gate, t table, o Options) string {
	drawn, err := t.text(Options{})
	if err != nil || o.Width <= 0 {
		return ""
	}
	for line := range strings.Lines(drawn) {
		if width(strings.TrimSuffix(line, "\n")) > o.Width {
			var full []string
			for _, r := range g.Rules {
				full = append(full, printable(written(r)))
			}
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

func ruleTable(g *result.Gate, mark func(result.GateRule) cell, short func(string) string) table {
	t := table{columns: []column{
		{head: ""},
		{head: "rule", elastic: true},
		{head: "baseline", right: true},
		{head: "current", right: true},
		{head: "drop", right: true},
		{head: fmt.Sprintf("%.4g %% bounds", 100*(1-g.Settings.Alpha)), right: true},
		{head: "n", right: true},
	}}
	for _, r := range g.Rules {
		rule := short(written(r))
		if !r.Required {
			rule += " (advisory)"
		}
		n := ""
		if r.N > 0 {
			n = fmt.Sprint(r.N)
		}
		t.rows = append(t.rows, []cell{
			mark(r),
			{text: rule},
			{text: gateNumber(r, r.BaselineMean)},
			{text: gateNumber(r, r.CurrentMean)},
			{text: gateDrop(r)},
			{text: gateBounds(r)},
			{text: n},
		})
	}
	return t
}

// written is a rule as people know it.
func written(r result.GateRule) string { return cmp.Or(r.Written, r.Rule) }

// asWritten is the rule of a canonical text as people know it.
func asWritten(g *result.Gate, rule string) string {
	for _, r := range g.Rules {
		if r.Rule == rule {
			return written(r)
		}
	}
	return rule
}

// about is a rule's measure, or what else it is about, as people know it.
func about(r result.GateRule) string {
	stratumAndLimit := strings.TrimPrefix(r.Rule, r.Subject)
	return strings.TrimSuffix(written(r), stratumAndLimit)
}

// called is a measure by the name that its rule gives it.
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
	case !given(v):
	case strings.HasSuffix(r.Subject, "_ms"):
		return millis(*v)
	case r.Subject == "failed_queries": // a count
		return fmt.Sprint(*v)
	}
	return score(v)
}

func gateDrop(r result.GateRule) string {
	switch {
	case r.Drop == nil:
		return ""
	case strings.HasSuffix(r.Subject, "_ms"):
		return signedMillis(*r.Drop)
	case relativeDrop(r):
		return fmt.Sprintf("%+.1f %%", 100**r.DropRatio)
	}
	return signed(r.Drop)
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
		return "[" + score(&r.Bounds.Low) + ", " + score(&r.Bounds.High) + "]"
	case relativeDrop(r):
		return fmt.Sprintf("[%+.1f, %+.1f] %%", 100*r.Bounds.Low / *r.BaselineMean, 100*r.Bounds.High / *r.BaselineMean)
	}
	return interval(r.Bounds)
}

// gateAge says how old the rankings of both sides are.
func gateAge(g *result.Gate, o Options) string {
	if g.Baseline == nil {
		return recordedLine(nil, g.Current.Recorded, o)
	}
	return recordedLine(g.Baseline.Recorded, g.Current.Recorded, o)
}

// gateLegend explains the columns, as far as they are there.
func gateLegend(g *result.Gate) []string {
	lines := []string{
		"drop: baseline − current, so positive is worse; of what should be low it is the rise",
		fmt.Sprintf("bounds: of the drop, or of the score where the rule has no drop; the true value lies above the lower one with %[1]s, and below the upper one with %[1]s", percent(1-g.Settings.Alpha)),
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
	return lines
}

// gateStrata sets both sides side by side by stratum, for the measures of the
// rules, or for all when there are strata and no measure has a rule.
func gateStrata(g *result.Gate) table {
	t := table{columns: []column{{head: "measure"}, {head: "stratum", elastic: true}, {head: "n", right: true}, {head: "baseline", right: true}, {head: "current", right: true}, {head: "difference", right: true}}}
	for _, m := range g.Means {
		if m.Stratum == "" || !ruled(g, m.Measure) {
			continue
		}
		t.add(called(g, m.Measure), m.Stratum, fmt.Sprint(m.N), score(m.Baseline), score(m.Current), signed(meanChange(m)))
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
func failedTable(g *result.Gate, most int) table {
	t := table{columns: []column{
		{head: "query", elastic: true, code: true},
		{head: "text", elastic: true, code: true},
		{head: "error", elastic: true},
	}}
	for _, q := range g.Failing {
		if q.Error != "" && len(t.rows) < most {
			t.add(q.QueryID, cut(printable(q.Text), longestText), cut(printable(q.Error), longestText))
		}
	}
	return withoutTexts(t)
}

// fallenTable lists the queries that fell below a rule.
func fallenTable(g *result.Gate, most int, short func(string) string) table {
	t := table{columns: []column{
		{head: "query", elastic: true, code: true},
		{head: "text", elastic: true, code: true},
		{head: "rule", elastic: true},
		{head: "before", right: true},
		{head: "now", right: true},
		{head: ranksHead(g), elastic: true, prose: true},
	}}
	for _, q := range g.Failing {
		if q.Error == "" && len(t.rows) < most {
			t.add(q.QueryID, cut(printable(q.Text), longestText), short(q.Rule), score(q.Baseline), score(q.Current), ranksOf(q))
		}
	}
	return withoutTexts(t)
}

// ofOneRule gives the table of queries a title, and what the rule took to the rest
// where there is one rule alone: a screen is narrow.
func ofOneRule(t table) (title string, _ table) {
	at := slices.IndexFunc(t.columns, func(c column) bool { return c.head == "rule" })
	for _, row := range t.rows {
		if row[at].text != t.rows[0][at].text {
			return "queries that fell below a rule", t
		}
	}
	if len(t.rows) == 0 {
		return "", t
	}
	title = "queries that fell below " + printable(t.rows[0][at].text)
	t.columns = slices.Delete(t.columns, at, at+1)
	for i := range t.rows {
		t.rows[i] = slices.Delete(t.rows[i], at, at+1)
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
func withoutTexts(t table) table {
	if slices.ContainsFunc(t.rows, func(row []cell) bool { return row[1].text != "" }) {
		return t
	}
	t.columns = slices.Delete(t.columns, 1, 2)
	for i := range t.rows {
		t.rows[i] = slices.Delete(t.rows[i], 1, 2)
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
		line += ", current sha256 " + short(g.Current.SHA256)
	}
	return line
}
