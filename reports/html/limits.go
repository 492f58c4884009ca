package html

import (
	"fmt"
	"math"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

// fewInStratum is the number of queries below which a stratum's interval says
// little: a t interval needs about so many differences to settle.
const fewInStratum = 20

// limits returns what a result cannot tell, each in a sentence. The numbers are those of the comparison.
func limits(c *result.Comparison, p result.Pair, co *cohort, candidate int) []string {
	m := reports.Primary(c, p)
	if m == nil {
		return []string{"No measure decides: there is a table, and no verdict."}
	}
	name := document.Printable(m.Measure)
	var list prose.Notes
	if d := m.MinimumDetectable; d != nil && d.Effect != nil {
		list = append(list, fmt.Sprintf("Differences smaller than %s on %s: with these %s a true difference of that size would be noticed in %s of repetitions, a smaller one less often.",
			document.Score(d.Effect), name, counted(m.N, "1 pair", "%d pairs"), document.Percent(d.Power)))
	}
	if co != nil {
		list = append(list, holes(c, p, co, candidate)...)
	}
	if b := m.Bounds; b != nil && b.Documents > 0 {
		list = append(list, fmt.Sprintf("What %s would change if they were judged: the mean difference could be anywhere from %s to %s.",
			counted(b.Documents, "1 unjudged document", "%d unjudged documents"), document.Signed(&b.Low), document.Signed(&b.High)))
	}
	list.If(m.Ties > 0, "Queries on which both score the same: %d of %d. They may still rank differently where %s does not look.", m.Ties, m.N, name)
	if few := fewStrata(m); few != "" {
		list = append(list, few)
	}
	n := len(c.Comparisons)
	list.If(n > 1, "How much of the best candidate's lead is luck: it was picked among %d, and its lead is likely to shrink on new queries.", n)
	list = append(list, "Other queries, documents and users than those of the test set, and what people do with the results.")
	return list
}

// holes says how much of what was retrieved no one has judged.
func holes(c *result.Comparison, p result.Pair, co *cohort, candidate int) []string {
	a, knownA := co.judged(0)
	b, knownB := co.judged(candidate)
	if !knownA || !knownB {
		return []string{"Judgment holes: how much of what was retrieved is judged is not known."}
	}
	if a > 0.9995 && b > 0.9995 {
		return nil
	}
	return []string{fmt.Sprintf("What unjudged documents are worth: %s of the first 10 of %s and %s of %s are judged; the rest counts as not relevant.",
		share(a), document.Printable(c.A.Name), share(b), document.Printable(p.B.Name))}
}

func share(v float64) string { return fmt.Sprintf("%g %%", math.Round(1000*v)/10) }

func fewStrata(m *result.MeasureComparison) string {
	var few []string
	for _, s := range m.Strata {
		if s.N < fewInStratum {
			few = append(few, fmt.Sprintf("%s (%d)", document.Printable(s.Stratum), s.N))
		}
	}
	if len(few) == 0 || len(m.Strata) < 2 {
		return ""
	}
	return fmt.Sprintf("Anything about strata with fewer than %d queries: %s.", fewInStratum, strings.Join(few, ", "))
}
