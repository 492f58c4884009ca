package reports

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// frontier lists the systems by all that they are compared by, and how sure it is that no other one dominates them.
func frontier(f *result.Frontier, name, safe func(string) string) titled {
	if f == nil {
		return titled{}
	}
	t := document.NewTable(document.Words(""), document.Names("system"))
	var axes, low []string
	for _, a := range f.Axes {
		axes = append(axes, safe(a.Measure))
		if t.Columns = append(t.Columns, document.Numbers(narrow(name(a.Measure)))...); a.LowerIsBetter {
			low = append(low, safe(a.Measure))
		}
	}
	t.Columns = append(t.Columns, append(document.Numbers("share"), document.Names("dominated by")...)...)
	for _, one := range f.Systems {
		cells := []string{map[bool]string{true: "*"}[len(one.DominatedBy) == 0], one.Name}
		for a, v := range one.Values {
			m := result.MeasureComparison{Measure: f.Axes[a].Measure, LowerIsBetter: f.Axes[a].LowerIsBetter}
			text := document.Written(&v, FormatOf(m, "", &v))
			if strings.HasSuffix(m.Measure, "_ms") {
				text = document.Millis(v)
			}
			cells = append(cells, text)
		}
		by := ordered.Each(one.DominatedBy, func(d result.Dominance) string { return fmt.Sprintf("%s (%.2f)", d.Name, d.ShareRatio) })
		if len(by) > 1 {
			by = []string{by[0], fmt.Sprintf("%d more", len(by)-1)}
		}
		t.Add(append(cells, fmt.Sprintf("%.2f", one.ShareRatio), strings.Join(by, ", "))...)
	}
	below := []string{
		"* on the frontier: none of the others is as good in all of these and better in one; lower is better: " + strings.Join(low, ", "),
		fmt.Sprintf("share: of %d draws of the %d %s, each for all systems and columns at once, in which nothing dominates it, or in brackets that one does", f.Resamples, f.N, cmp.Or(f.Unit, "queries")),
	}
	below[0] = strings.TrimSuffix(below[0], "; lower is better: ")
	return titled{"frontier of " + strings.Join(axes, ", "), t, append(below, ordered.Each(f.Unknown, safe)...)}
}
