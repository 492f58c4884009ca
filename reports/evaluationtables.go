package reports

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/rankduel/rankduel/experiment/result"
)

// summaryTable describes the measures of one run.
func summaryTable(r result.RunEvaluation) table {
	t := numbers("measure", "n", "undefined", "mean", "median", "std")
	for _, m := range r.Measures {
		t.add(m.Measure, strconv.Itoa(m.N), strconv.Itoa(m.Undefined), score(m.Mean), score(m.Median), score(m.Std))
	}
	return t
}

// tiesTable shows how far the order of ties moves the means of one run; it is
// empty unless that was asked for.
func tiesTable(r result.RunEvaluation) table {
	t := numbers("measure", "mean", "min", "expected", "max", "method")
	for _, m := range r.Measures {
		if v := m.Ties; v != nil {
			t.add(m.Measure, score(m.Mean), score(&v.Min), score(&v.Expected), score(&v.Max), v.Method)
		}
	}
	return t
}

// boundsTable shows how far judging the unjudged could move the means of one
// run; it is empty unless that was asked for.
func boundsTable(r result.RunEvaluation) table {
	t := numbers("measure", "mean", "low", "high", "method")
	given := false
	for _, m := range r.Measures {
		given = given || m.Bounds != nil
	}
	for _, m := range r.Measures {
		if v := m.Bounds; v != nil {
			t.add(m.Measure, score(m.Mean), score(&v.Low), score(&v.High), v.Method)
		} else if given {
			t.add(m.Measure, score(m.Mean), undefined, undefined, "")
		}
	}
	return t
}

// meansTable has a row for each of several runs, and a column for each measure.
func meansTable(runs []result.RunEvaluation) table {
	t := table{columns: []column{{head: "run", elastic: true}, {head: "n", right: true}}}
	measures := measureNames(runs)
	for _, m := range measures {
		t.columns = append(t.columns, column{head: narrow(m), right: true})
	}
	for _, r := range runs {
		row := []string{cmp.Or(r.Name, "run"), counts(r)}
		for _, m := range measures {
			row = append(row, score(mean(r.Measures, m)))
		}
		t.add(row...)
	}
	return t
}

// counts writes over how many queries the means of a run are: "50", or "48–50"
// where some measures are undefined for some queries.
func counts(r result.RunEvaluation) string {
	if len(r.Measures) == 0 {
		return undefined
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
func runStrata(r result.RunEvaluation, queries map[string]int, limit int) table {
	t := runStrataTable(r, queries)
	if len(t.rows) == 0 || limit <= 0 || t.narrowest() <= limit {
		return t
	}
	turned := table{columns: []column{{head: "measure"}}}
	for _, row := range t.rows {
		turned.columns = append(turned.columns, column{name: row[0].text, right: true, elastic: true})
	}
	heads := []string{"queries"}
	heads = append(heads, measureNames([]result.RunEvaluation{r})...)
	for i, head := range heads {
		cells := []string{head}
		for _, row := range t.rows {
			cells = append(cells, row[i+1].text)
		}
		turned.add(cells...)
	}
	return turned
}

// runStrataTable shows the means of one run within each stratum.
func runStrataTable(r result.RunEvaluation, queries map[string]int) table {
	t := table{columns: []column{{head: "stratum", elastic: true}, {head: "queries", right: true}}}
	measures := measureNames([]result.RunEvaluation{r})
	for _, m := range measures {
		t.columns = append(t.columns, column{head: narrow(m), right: true})
	}
	for _, name := range slices.Sorted(maps.Keys(r.Strata)) {
		n := undefined
		if count, ok := queries[name]; ok {
			n = strconv.Itoa(count)
		}
		row := []string{stratum(name), n}
		for _, m := range measures {
			row = append(row, score(mean(r.Strata[name], m)))
		}
		t.add(row...)
	}
	return t
}

// queryTable shows every query of one run. What went wrong with a query
// stands behind its scores.
func queryTable(r result.RunEvaluation) table {
	t := table{columns: []column{{head: "query", elastic: true, code: true}, {head: "stratum", elastic: true}}}
	measures := measureNames([]result.RunEvaluation{r})
	for _, m := range measures {
		t.columns = append(t.columns, column{head: narrow(m), right: true})
	}
	t.columns = append(t.columns, column{head: "", elastic: true, prose: true})
	for _, q := range r.PerQuery {
		row := []string{q.QueryID, q.Stratum}
		for _, m := range measures {
			row = append(row, score(q.Scores[m]))
		}
		remark := string(q.Status)
		if q.Error != "" {
			remark += ": " + q.Error
		}
		t.add(append(row, remark)...)
	}
	return t
}
