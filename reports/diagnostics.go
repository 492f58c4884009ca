package reports

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// A titled table is one with its title and what is to say below it.
type titled struct {
	title string
	table document.Table
	below []string
}

// diagnostics returns the numbers next to the headline: none of them decides.
func diagnostics(p result.Pair) []titled {
	return []titled{
		{"diagnostics: size of the difference", sizeTable(p), nil},
		{"diagnostics: p values, not corrected", testTable(p), limits(p, false)},
		{"diagnostics: intervals", intervalTable(p), nil},
	}
}

// evidenceTitle heads what is to say beyond p.
const evidenceTitle = "evidence beyond p (decides nothing)"

// evidenceTable has the posterior of the mean difference under the weak prior,
// and the standardized difference. It is empty where neither is known.
func evidenceTable(c *result.Comparison, p result.Pair) document.Table {
	margin := Plain(c.Settings.Margin)
	t := document.NewTable(document.Words("measure"), document.Numbers("mean", "credible\ninterval", "P better\nby > "+margin, "P within\n±"+margin, "P worse\nby > "+margin, "d_z", "g_z"))
	for _, m := range p.Measures {
		if m.Posterior == nil && m.EffectSize == nil {
			continue
		}
		row := []string{m.Measure, document.Undefined, document.Undefined, document.Undefined, document.Undefined, document.Undefined, document.Undefined, document.Undefined}
		if post := m.Posterior; post != nil {
			copy(row[1:], []string{document.Signed(&post.Mean), document.Interval(&post.Interval), document.Probability(post.BetterByMore), document.Probability(post.WithinMargin), document.Probability(post.WorseByMore)})
		}
		if e := m.EffectSize; e != nil {
			copy(row[6:], []string{document.Signed(e.CohensDz), document.Signed(e.HedgesGz)})
		}
		t.Add(row...)
	}
	return t
}

// evidenceNote names the prior, which is the same for all measures of a pair.
func evidenceNote(p result.Pair) string {
	for _, m := range p.Measures {
		if post := m.Posterior; post != nil {
			worth := Plain(post.PriorQueries) + " queries"
			if post.PriorQueries == 1 {
				worth = "one query"
			}
			return "P: posterior probability; prior: a difference of 0 give or take " + Plain(post.PriorSpread) + ", worth " + worth +
				"; it takes a loss that no query showed for impossible, which the verdict does not"
		}
	}
	return ""
}

func sizeTable(p result.Pair) document.Table {
	t := document.NewTable(document.Words("measure"), document.Numbers("n", "undefined", "changed", "sd of d", "ratio", "d_z", "g_z", "detectable"))
	for _, m := range p.Measures {
		var d, g, least *float64
		if m.EffectSize != nil {
			d, g = m.EffectSize.CohensDz, m.EffectSize.HedgesGz
		}
		if m.MinimumDetectable != nil {
			least = m.MinimumDetectable.Effect
		}
		t.Add(m.Measure, strconv.Itoa(m.N), strconv.Itoa(m.Undefined), strconv.Itoa(m.Changed),
			document.Score(m.StdDifference), document.Signed(m.RelativeDifference), document.Signed(d), document.Signed(g), document.Score(least))
	}
	return t
}

// limits says of which measures the sign-flip p is a limit, of all or of those on which it decides.
func limits(p result.Pair, deciding bool) []string {
	var names []string
	for _, m := range p.Measures {
		if r := m.Randomization; r != nil && r.Method == "asymptotic" && r.PValue != nil && (!deciding || m.Decides == "randomization") {
			names = append(names, m.Measure)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []string{"randomization: p of " + strings.Join(names, ", ") + " is the limit of many sign flips (asymptotic), none was drawn"}
}

func testTable(p result.Pair) document.Table {
	t := document.NewTable(document.Words("measure"), document.Numbers("deciding", "t", "randomization", "Wilcoxon", "sign"))
	for _, m := range p.Measures {
		t.Add(m.Measure, document.P(m.PValue), testP(m.T), testP(m.Randomization), testP(m.Wilcoxon), testP(m.Sign))
	}
	return t
}

// mcNemarLine says which scores of 0 or 1 differ on the measure that decides, "" of other scores.
func mcNemarLine(c *result.Comparison, p result.Pair) string {
	m := Primary(c, p)
	if m == nil || m.McNemar == nil {
		return ""
	}
	return fmt.Sprintf("McNemar, exact: 1 in %s alone %s, in %s alone %d; %s (as the sign test; it decides nothing)",
		c.A.Name, document.Plural(m.McNemar.OnlyA, "time", "times"), p.B.Name, m.McNemar.OnlyB, document.PSentence(m.McNemar.PValue))
}

func testP(r *result.TestResult) string {
	if r == nil {
		return document.Undefined
	}
	return document.P(r.PValue)
}

func intervalTable(p result.Pair) document.Table {
	t := document.NewTable(document.Words("measure"), document.Numbers("tail", "t", "percentile", "BCa"))
	for _, m := range p.Measures {
		var student, tail *result.Interval
		if m.T != nil {
			student = m.T.Interval
		}
		if m.Tail != nil {
			tail = &m.Tail.Interval
		}
		t.Add(m.Measure, document.Interval(tail), document.Interval(student), bootstrapped(m.Bootstrap), bootstrapped(m.BCa))
	}
	return t
}

func bootstrapped(b *result.Bootstrapped) string {
	if b == nil {
		return document.Undefined
	}
	return document.Interval(b.Interval)
}

// heterogeneity says in one line whether the strata were seen to differ, "" where the test does not exist.
func heterogeneity(h *result.Heterogeneity) string {
	if h == nil || h.PValue == nil || h.Statistic == nil {
		return ""
	}
	line := fmt.Sprintf("do the strata differ? Welch's F = %s, p = %s", document.Fixed(*h.Statistic, "%.2f"), document.P(h.PValue))
	if h.I2Ratio != nil {
		line += fmt.Sprintf(", I² %.0f %%", 100**h.I2Ratio)
	}
	return line
}

// repeatsLine says what repeated runs show on the measure that decides, "" of one run.
func repeatsLine(c *result.Comparison, p result.Pair) string {
	m := Primary(c, p)
	if m == nil || m.Repeats == nil {
		return ""
	}
	r := m.Repeats
	text := fmt.Sprintf("repeats: %.3g runs of a query and system; ", r.Runs)
	if r.Flipped != nil {
		text += fmt.Sprintf("a run of each alone ends in another verdict %.0f %% of the time; ", 100**r.Flipped)
	}
	if r.Between == nil {
		return text + "one system was run once, so that how much of its scores is chance is not known"
	}
	if r.Reliability != nil {
		text += fmt.Sprintf("of the variance of a difference of single runs %.0f %% is between queries (%s) and %.0f %% chance of the run (%s)",
			100**r.Reliability, variance(*r.Between, r.BetweenInterval), 100*(1-*r.Reliability), variance(r.WithinA+r.WithinB, r.WithinInterval))
	}
	if r.SavedAtMost != nil {
		text += fmt.Sprintf("; more runs would save at most %.0f %% of the queries", 100**r.SavedAtMost)
	}
	if r.Cheapest != nil {
		text += fmt.Sprintf("; at these costs %s of a query cost least", document.Plural(*r.Cheapest, "run", "runs"))
	}
	return text
}

func variance(v float64, i *result.Interval) string {
	if i == nil {
		return fmt.Sprintf("%.3g", v)
	}
	return fmt.Sprintf("%.3g, %.0f %% interval %.3g to %.3g", v, 100*i.Level, i.Low, i.High)
}
