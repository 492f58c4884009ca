package reports

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// silverLines say in sentences what labels of a model add to people's, on the measure that
// decides; nothing without such labels.
func silverLines(c *result.Comparison, p result.Pair) []string {
	m := primary(c, p)
	if p.Silver == nil || m == nil || m.Silver == nil {
		return nil
	}
	s := m.Silver
	about := "queries like these"
	if p.Silver.Target == "this_set" {
		about = fmt.Sprintf("these %d queries", s.Queries)
	}
	lines := []string{fmt.Sprintf("labels: people's of %d queries, %s of all %d (%s); means are over the %d, differences are those of %s",
		s.Labelled, p.Silver.Name, s.Queries, sampling(p.Silver.Sampling.State), s.Labelled, about)}
	alone := fmt.Sprintf("people's alone: %s; the model's alone: %s (not evidence)", estimated(s.HumanOnly, true), estimated(s.SilverOnly, false))
	if s.Worth != nil && !has(p.Health, result.FindingSilverWorth) {
		alone += fmt.Sprintf("; together as good as %.0f queries labelled by people", *s.Worth)
	}
	return append(lines, alone)
}

// silverCaveats says why the labels count for less than it seems.
func silverCaveats(p result.Pair) (lines []string) {
	for _, f := range p.Health {
		if slices.Contains([]string{result.FindingIncomplete, result.FindingSilverAlone, result.FindingSilverWorth, result.FindingCopied}, f.Code) {
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
				fmt.Sprintf("%.2f", s.Slope), document.Score(s.Correlation), worth)
		}
	}
	return t
}

// gradesTable counts documents by both labels.
func gradesTable(l *result.SilverLabels) document.Table {
	t := document.NewTable(document.Numbers("model's grade", "documents", "people's mean"))
	if l == nil {
		return t
	}
	for _, g := range l.ByGrade {
		t.Add(strconv.Itoa(g.Silver), strconv.Itoa(g.Documents), fmt.Sprintf("%.2f", g.HumanMean))
	}
	return t
}

// gradesNote says how far both labels agree.
func gradesNote(c *result.Comparison, p result.Pair) string {
	l := p.Silver
	if l == nil || l.Documents == 0 {
		return ""
	}
	parts := []string{fmt.Sprintf("kappa %s, with quadratic weights %s", document.Score(l.Kappa), document.Score(l.QuadraticKappa))}
	for _, r := range l.Retrieved {
		by := map[string]string{"only_a": "only " + c.A.Name, "only_b": "only " + p.B.Name, "both": "both"}[r.By]
		parts = append(parts, fmt.Sprintf("%+.2f on the %d in the top of %s", r.Excess, r.Documents, by))
	}
	if len(parts) > 1 {
		parts[1] = "the model's grades are above people's by " + parts[1]
	}
	return strings.Join(parts, "; ")
}
