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
