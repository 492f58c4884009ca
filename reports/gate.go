package reports

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports/document"
)

// Gate writes what the rules of a gate said. Markdown is a comment on a pull request of at most 60,000 bytes, JUnit one
// test case a rule, and GitHub the annotations of a workflow, of which GitHub shows ten of a kind.
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
			full := ordered.Each(g.Rules, func(r result.GateRule) string { return document.Printable(written(r)) })
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
