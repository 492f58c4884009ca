package reports

import (
	"strconv"

	"github.com/rankduel/rankduel/experiment/result"
)

// A titled table explains itself.
type titled struct {
	title string
	table table
}

// diagnostics are the numbers beside the headline: none of them decides.
func diagnostics(p result.Pair) []titled {
	return []titled{
		{"diagnostics: size of the difference", sizeTable(p)},
		{"diagnostics: p values, not corrected", testTable(p)},
		{"diagnostics: intervals", intervalTable(p)},
	}
}

// evidenceTitle heads what is to say beyond p.
const evidenceTitle = "evidence beyond p (decides nothing)"

// evidenceTable has the posterior of the mean difference under the weak prior,
// and the standardized difference. It is empty where neither is known.
func evidenceTable(c *result.Comparison, p result.Pair) table {
	margin := plain(c.Settings.Margin)
	t := numbers("measure", "mean", "credible\ninterval", "P better\nby > "+margin, "P within\n±"+margin, "P worse\nby > "+margin, "d_z", "g_z")
	for _, m := range p.Measures {
		if m.Posterior == nil && m.EffectSize == nil {
			continue
		}
		row := []string{m.Measure, undefined, undefined, undefined, undefined, undefined, undefined, undefined}
		if post := m.Posterior; post != nil {
			copy(row[1:], []string{signed(&post.Mean), interval(&post.Interval), probability(post.BetterByMore), probability(post.WithinMargin), probability(post.WorseByMore)})
		}
		if e := m.EffectSize; e != nil {
			copy(row[6:], []string{signed(e.CohensDz), signed(e.HedgesGz)})
		}
		t.add(row...)
	}
	return t
}

// evidenceNote names the prior, which is the same for all measures of a pair.
func evidenceNote(p result.Pair) string {
	for _, m := range p.Measures {
		if post := m.Posterior; post != nil {
			worth := plain(post.PriorQueries) + " queries"
			if post.PriorQueries == 1 {
				worth = "one query"
			}
			return "P: posterior probability; prior: a difference of 0 give or take " + plain(post.PriorSpread) + ", worth " + worth
		}
	}
	return ""
}

func sizeTable(p result.Pair) table {
	t := numbers("measure", "n", "undefined", "changed", "sd of d", "ratio", "d_z", "g_z", "detectable")
	for _, m := range p.Measures {
		var d, g, least *float64
		if m.EffectSize != nil {
			d, g = m.EffectSize.CohensDz, m.EffectSize.HedgesGz
		}
		if m.MinimumDetectable != nil {
			least = m.MinimumDetectable.Effect
		}
		t.add(m.Measure, strconv.Itoa(m.N), strconv.Itoa(m.Undefined), strconv.Itoa(m.Changed),
			score(m.StdDifference), signed(m.RelativeDifference), signed(d), signed(g), score(least))
	}
	return t
}

func testTable(p result.Pair) table {
	t := numbers("measure", "deciding", "t", "randomization", "Wilcoxon", "sign")
	for _, m := range p.Measures {
		t.add(m.Measure, pValue(m.PValue), testP(m.T), testP(m.Randomization), testP(m.Wilcoxon), testP(m.Sign))
	}
	return t
}

func testP(r *result.TestResult) string {
	if r == nil {
		return undefined
	}
	return pValue(r.PValue)
}

func intervalTable(p result.Pair) table {
	t := numbers("measure", "t", "robust", "percentile", "BCa")
	for _, m := range p.Measures {
		var student, robust *result.Interval
		if m.T != nil {
			student = m.T.Interval
		}
		if m.Robust != nil {
			robust = &m.Robust.Interval
		}
		t.add(m.Measure, interval(student), interval(robust), bootstrapped(m.Bootstrap), bootstrapped(m.BCa))
	}
	return t
}

func bootstrapped(b *result.Bootstrapped) string {
	if b == nil {
		return undefined
	}
	return interval(b.Interval)
}

// numbers is an empty table of numbers with a name in the first column.
func numbers(first string, heads ...string) table {
	t := table{columns: []column{{head: first}}}
	for _, head := range heads {
		t.columns = append(t.columns, column{head: head, right: true})
	}
	return t
}
