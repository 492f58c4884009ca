package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports/document"
)

// silverLines say what labels of a model add to people's, on the deciding measure; nothing without such labels.
func silverLines(c *result.Comparison, p result.Pair) []string {
	m := Primary(c, p)
	if p.Silver == nil || m == nil || m.Silver == nil {
		return nil
	}
	s := m.Silver
	about := "queries like these"
	if p.Silver.Target == "this_set" {
		about = fmt.Sprintf("these %d queries", s.Queries)
	}
	lines := []string{fmt.Sprintf("labels: people's of %d %s, %s of all %d (%s); means are over the %d, differences are those of %s",
		s.Labelled, unitsOf(m), p.Silver.Name, s.Queries, sampling(p.Silver.Sampling.State), s.Labelled, about)}
	alone := fmt.Sprintf("people's alone: %s; the model's alone: %s (not evidence)", estimated(s.HumanOnly, true), estimated(s.SilverOnly, false))
	if s.Worth != nil && s.WidthRatio != nil && !has(p.Health, result.FindingSilverWorth) {
		alone += fmt.Sprintf("; together %.2f as wide as people's, as good as %.0f %s labelled by people", *s.WidthRatio, *s.Worth, unitsOf(m))
	}
	if o := p.Silver.Asked; o != nil {
		lines = append(lines, fmt.Sprintf("%s: %s %s was asked until %s (sha256 %.12s); %d of %d documents have a grade",
			p.Silver.Name, o.Judge, o.Model, o.Last.Format(time.DateOnly), o.Identity, o.Graded, o.Documents))
	}
	return append(lines, alone)
}

// unitsOf returns what counts once.
func unitsOf(m *result.MeasureComparison) string { return cmp.Or(m.Unit, "queries") }

// silverHealth says what the labels are, and how far both agree on the measure that decides.
func silverHealth(c *result.Comparison, p result.Pair) []string {
	m := Primary(c, p)
	if p.Silver == nil || m == nil || m.Silver == nil {
		return nil
	}
	l, s := p.Silver, m.Silver
	judge := fmt.Sprintf("%s, sha256 %.12s", l.Name, l.SHA256)
	if l.Judge != "" {
		judge += ", by " + l.Judge
	}
	lines := []string{fmt.Sprintf("model's labels: %s; people's: %s whole, %d in part, %d after a gap in the order; %d of %d %s changed, both ways alike for %d of %d that changed by either",
		judge, prose.Plural(l.Complete, "query"), l.Incomplete, l.Beyond, m.Changed, m.N, unitsOf(m), s.SameSign, s.Changed)}
	above := fmt.Sprintf("on %s the model scores above people by %s for %s and %s for %s, over the labelled %s",
		m.Measure, document.Signed(s.BiasA), c.A.Name, document.Signed(s.BiasB), p.B.Name, unitsOf(m))
	if l.Tau != nil {
		above += fmt.Sprintf("; of all %d systems both orders have Kendall's tau %s, which says little of a pair", len(c.Comparisons)+1, correlation(l.Tau))
	}
	return append(lines, above, labelsNeeded(m, c.Settings.Margin))
}

// labelsNeeded says how many labels of people half an interval of the margin takes.
func labelsNeeded(m *result.MeasureComparison, margin float64) string {
	text := func(n *int) string {
		if n == nil {
			return fmt.Sprintf("more than all %d %s", m.Silver.Queries, unitsOf(m))
		}
		return fmt.Sprintf("%d %s", *n, unitsOf(m))
	}
	return fmt.Sprintf("half an interval of %g takes people's labels of %s; without the model's, of %s", margin, text(m.Silver.QueriesForMargin), text(m.Silver.QueriesForMarginAlone))
}

// silverCaveats says why the labels count for less than it seems, but for what the health of a brief begins with.
func silverCaveats(p result.Pair) (lines []string) {
	for i, f := range document.BySeverity(p.Health) {
		if (i > 0 || f.Severity != result.SeverityWarning) && slices.Contains([]string{result.FindingIncomplete, result.FindingSilverAlone, result.FindingSilverWorth, result.FindingCopied, result.FindingCircular}, f.Code) {
			lines = append(lines, f.Text)
		}
	}
	return lines
}

// sampling says whether the labelled queries are a random sample.
func sampling(state string) string {
	return map[string]string{
		result.SamplingVerified: "a random sample, verified",
		result.SamplingAsserted: "said to be a random sample",
		result.SamplingUnknown:  "not known to be a random sample",
		result.SamplingRefuted:  "not a random sample",
	}[state]
}

// estimated returns a difference with its interval and, where it is evidence, its p.
func estimated(e result.Estimated, tested bool) string {
	text := document.Signed(e.Mean)
	if e.Interval != nil {
		text += " " + document.Interval(e.Interval)
	}
	if tested && e.PValue != nil {
		text += ", p " + document.P(e.PValue)
	}
	return text
}

const (
	silverTitle = "labels of people and of the model"
	silverNote  = "alone: no evidence of the model's; bias: the model's difference − people's on the labelled queries, which the estimate corrects for; r: correlation of both; worth: queries labelled by people that would say as much"
	gradesTitle = "documents with both labels"
)

// silverTable shows, by measure, what each kind of labels says.
func silverTable(p result.Pair) document.Table {
	t := document.NewTable(document.Words("measure"), document.Numbers("people alone", "model alone", "together", "bias", "slope", "r", "worth"))
	for _, m := range p.Measures {
		if s := m.Silver; s != nil {
			worth := document.Undefined
			if s.Worth != nil {
				worth = strconv.FormatFloat(*s.Worth, 'f', 0, 64)
			}
			t.Add(m.Measure, estimated(s.HumanOnly, false), document.Signed(s.SilverOnly.Mean), document.Signed(m.MeanDifference), estimated(s.Bias, false),
				fmt.Sprintf("%.2f", s.Slope), correlation(s.Correlation)+" "+interval2(s.CorrelationInterval), worth)
		}
	}
	return t
}

// gradesTable counts documents by both labels, and has people's mean of those that one system or both ranked first.
func gradesTable(l *result.SilverLabels) document.Table {
	if l == nil {
		return document.NewTable(document.Words("model's grade"))
	}
	var human []int
	for _, pair := range l.Confusion {
		human = ordered.With(human, pair.Human)
	}
	slices.Sort(human)
	people := ordered.Each(human, func(grade int) string { return "people: " + strconv.Itoa(grade) })
	t := document.NewTable(document.Words("model's grade"), document.Numbers("documents"), document.Numbers(people...), document.Numbers("people's mean", "only A", "only B", "both"))
	for _, g := range l.ByGrade {
		cells := []string{strconv.Itoa(g.Silver), strconv.Itoa(g.Documents)}
		for _, grade := range human {
			n := 0
			for _, pair := range l.Confusion {
				if pair.Human == grade && pair.Silver == g.Silver {
					n = pair.Documents
				}
			}
			cells = append(cells, strconv.Itoa(n))
		}
		t.Add(append(cells, fmt.Sprintf("%.2f", g.HumanMean), meanOf(l, "only_a", g.Silver), meanOf(l, "only_b", g.Silver), meanOf(l, "both", g.Silver))...)
	}
	return t
}

// meanOf returns people's mean of the documents of a grade that one system or both ranked first, with their number.
func meanOf(l *result.SilverLabels, by string, grade int) string {
	for _, r := range l.Retrieved {
		for _, g := range r.ByGrade {
			if r.By == by && g.Silver == grade {
				return fmt.Sprintf("%.2f (%d)", g.HumanMean, g.Documents)
			}
		}
	}
	return document.Undefined
}

// gradesNote says how far both labels agree.
func gradesNote(c *result.Comparison, p result.Pair) string {
	l := p.Silver
	if l == nil || l.Documents == 0 {
		return ""
	}
	parts := []string{fmt.Sprintf("only A, only B, both: people's mean of documents that these rank first, with their number; kappa %s, with quadratic weights %s", document.Score(l.Kappa), document.Score(l.QuadraticKappa))}
	for _, r := range l.Retrieved {
		by := map[string]string{"only_a": "only " + c.A.Name, "only_b": "only " + p.B.Name, "both": "both"}[r.By]
		parts = append(parts, fmt.Sprintf("%+.2f on the %d in the top of %s", r.Excess, r.Documents, by))
	}
	if len(parts) > 1 {
		parts[1] = "the model's grades are above people's by " + parts[1]
	}
	return strings.Join(parts, "; ")
}
