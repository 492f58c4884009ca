package reports

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

func summaryTable(r result.RunEvaluation) document.Table {
	t := document.NewTable(document.Words("measure"), document.Numbers("n", "undefined", "mean", "median", "std"))
	for _, m := range r.Measures {
		t.Add(m.Measure, strconv.Itoa(m.N), strconv.Itoa(m.Undefined), document.Score(m.Mean), document.Score(m.Median), document.Score(m.Std))
	}
	return t
}

// tiesTable shows how far the order of ties moves the means of one run; it is empty unless that was asked for.
func tiesTable(r result.RunEvaluation) document.Table {
	t := document.NewTable(document.Words("measure"), document.Numbers("mean", "min", "expected", "max", "method"))
	for _, m := range r.Measures {
		if v := m.Ties; v != nil {
			t.Add(m.Measure, document.Score(m.Mean), document.Score(&v.Min), document.Score(&v.Expected), document.Score(&v.Max), v.Method)
		}
	}
	return t
}

// assumedInMeans returns that of bounds of means; see assumedGrade.
func assumedInMeans(r result.RunEvaluation) string {
	for _, m := range r.Measures {
		if m.Bounds != nil {
			return gradeNote(m.Bounds.MaxGrade)
		}
	}
	return ""
}

// boundsTable shows how far judging the unjudged could move the means of one run; empty unless that was asked for.
func boundsTable(r result.RunEvaluation) document.Table {
	t := document.NewTable(document.Words("measure"), document.Numbers("mean", "low", "high", "method"))
	given := false
	for _, m := range r.Measures {
		given = given || m.Bounds != nil
	}
	for _, m := range r.Measures {
		if v := m.Bounds; v != nil {
			t.Add(m.Measure, document.Score(m.Mean), document.Score(&v.Low), document.Score(&v.High), v.Method)
		} else if given {
			t.Add(m.Measure, document.Score(m.Mean), document.Undefined, document.Undefined, "")
		}
	}
	return t
}

// meansTable has a row for each of several runs, and a column for each measure.
func meansTable(runs []result.RunEvaluation) document.Table {
	t := document.NewTable(document.Names("run"), document.Numbers("n"))
	measures := measureNames(runs)
	t.Columns = append(t.Columns, document.Numbers(ordered.Each(measures, narrow)...)...)
	for _, r := range runs {
		t.Add(append([]string{cmp.Or(r.Name, "run"), counts(r)}, means(r.Measures, measures)...)...)
	}
	return t
}

// counts writes over how many queries the means of a run are: "50", or "48–50"
// where some measures are undefined for some queries.
func counts(r result.RunEvaluation) string {
	if len(r.Measures) == 0 {
		return document.Undefined
	}
	least, most := r.Measures[0].N, r.Measures[0].N
	for _, m := range r.Measures[1:] {
		least, most = min(least, m.N), max(most, m.N)
	}
	if least == most {
		return strconv.Itoa(most)
	}
	return fmt.Sprintf("%d–%d", least, most)
}

// runStrata shows the means of one run within each stratum: a row for each, or
// a column where that alone makes a table no wider than limit (0: any).
func runStrata(r result.RunEvaluation, queries map[string]int, limit int) document.Table {
	t := runStrataTable(r, queries)
	if len(t.Rows) == 0 || limit <= 0 || t.Narrowest() <= limit {
		return t
	}
	turned := document.NewTable(document.Words("measure"))
	for _, row := range t.Rows {
		turned.Columns = append(turned.Columns, document.Column{Name: row[0].Text, Right: true, Elastic: true})
	}
	for i, head := range append([]string{"queries"}, measureNames([]result.RunEvaluation{r})...) {
		cells := ordered.Each(t.Rows, func(row []document.Cell) string { return row[i+1].Text })
		turned.Add(slices.Insert(cells, 0, head)...)
	}
	return turned
}

// runStrataTable shows the means of one run within each stratum.
func runStrataTable(r result.RunEvaluation, queries map[string]int) document.Table {
	t := document.NewTable(document.Names("stratum"), document.Numbers("queries"))
	measures := measureNames([]result.RunEvaluation{r})
	t.Columns = append(t.Columns, document.Numbers(ordered.Each(measures, narrow)...)...)
	for _, name := range slices.Sorted(maps.Keys(r.Strata)) {
		n := document.Undefined
		if count, ok := queries[name]; ok {
			n = strconv.Itoa(count)
		}
		t.Add(append([]string{stratum(name), n}, means(r.Strata[name], measures)...)...)
	}
	return t
}

// queryTable shows every query of one run. What went wrong with a query stands behind its scores.
func queryTable(r result.RunEvaluation) document.Table {
	t := document.NewTable(document.IDs("query"), document.Names("stratum"))
	measures := measureNames([]result.RunEvaluation{r})
	t.Columns = append(t.Columns, document.Numbers(ordered.Each(measures, narrow)...)...)
	t.Columns = append(t.Columns, document.Sentences("")...)
	for _, q := range r.PerQuery {
		row := []string{q.QueryID, q.Stratum}
		for _, m := range measures {
			row = append(row, document.Score(q.Scores[m]))
		}
		remark := string(q.Status)
		if q.Error != "" {
			remark += ": " + q.Error
		}
		t.Add(append(row, remark)...)
	}
	return t
}
