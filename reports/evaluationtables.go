package reports

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

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

// meansTable sets the means of several runs side by side.
func meansTable(runs []result.RunEvaluation) table {
	t := table{columns: []column{{head: "measure"}, {head: "n", right: true}}}
	for _, r := range runs {
		t.columns = append(t.columns, column{name: cmp.Or(r.Name, "run"), right: true, elastic: true})
	}
	for _, name := range measureNames(runs) {
		row := []string{name, counts(runs, name)}
		for _, r := range runs {
			row = append(row, score(mean(r.Measures, name)))
		}
		t.add(row...)
	}
	return t
}

// counts writes over how many queries the means are: "50", or "50/48" when
// the runs differ.
func counts(runs []result.RunEvaluation, measure string) string {
	var ns []string
	for _, r := range runs {
		n := undefined
		for _, m := range r.Measures {
			if m.Measure == measure {
				n = strconv.Itoa(m.N)
			}
		}
		ns = append(ns, n)
	}
	if len(slices.Compact(slices.Clone(ns))) == 1 {
		return ns[0]
	}
	return strings.Join(ns, "/")
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
