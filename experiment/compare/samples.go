package compare

import (
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
)

// unitOfGroups is the unit of an inference where wordings of one need count once.
const unitOfGroups = "groups"

// A Sample is the paired differences of one measure of a comparison, and what it takes to plan by them.
type Sample struct {
	Measure      string
	Stratum      string // empty: all queries
	Unit         string // groups, where wordings of one need are one unit
	Differences  []float64
	BaselineMean float64 // 0 within a stratum
	Range        float64 // the largest difference that two scores can have; 0 when it is not known
}

// Samples returns the differences to the first candidate of every measure that decides, and of the primary
// one by stratum too. The comparison lists its queries: see Settings.PerQuery.
func Samples(c *result.Comparison) []Sample {
	var out []Sample
	pair := c.Comparisons[0]
	for _, m := range pair.Measures {
		if m.Verdict == result.NoVerdict {
			continue
		}
		width, known := metrics.WidthOf(scoring.Named(m.Measure))
		if !known && m.Tail != nil && !slices.ContainsFunc(m.Warnings, func(w result.Warning) bool { return w.Code == rangeAssumed }) {
			width = m.Tail.Range // as it was declared, or a log says
		}
		strata := []string{""}
		if m.Primary {
			for _, s := range m.Strata {
				strata = append(strata, s.Stratum)
			}
		}
		for _, stratum := range strata {
			s := Sample{Measure: m.Measure, Stratum: stratum, Unit: m.Unit, Range: width, Differences: UnitDifferences(pair.PerQuery, m, stratum)}
			if stratum == "" && m.MeanA != nil {
				s.BaselineMean = *m.MeanA
			}
			if len(s.Differences) > 0 {
				out = append(out, s)
			}
		}
	}
	return out
}

// UnitDifferences returns the differences of a measure in a stratum, "" being all, one a unit of the inference: of
// groups of wordings their means where groups are the unit, in the order in which units come first.
func UnitDifferences(rows []result.QueryDifference, m result.MeasureComparison, stratum string) []float64 {
	var sums []float64
	var counts []int
	at := map[string]int{}
	for _, q := range rows {
		d := q.Difference[m.Measure]
		if d == nil || stratum != "" && q.Stratum != stratum {
			continue
		}
		i, known := at[q.Group]
		if q.Group == "" || m.Unit != unitOfGroups || !known {
			i = len(sums)
			at[q.Group] = i
			sums, counts = append(sums, 0), append(counts, 0)
		}
		sums[i] += *d
		counts[i]++
	}
	for i := range sums {
		sums[i] /= float64(counts[i])
	}
	return sums
}
