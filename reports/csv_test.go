package reports_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
)

// Ids keep their bytes even if a spreadsheet would take them for a formula,
// and numbers read back to the same float64.
func TestCSVReadsBack(t *testing.T) {
	ids := []string{"=cmd|' /C calc'!A0", "+1", "-1", "@x", "007", " 7", `"`, "a,b", "a\nb", "tab\t", "日本語", "\xff", ""}
	c := better()
	for i, id := range ids {
		c.Comparisons[0].PerQuery = append(c.Comparisons[0].PerQuery, pair(id, id, num(1/float64(i+3)), num(0.1), nil))
	}
	rows, err := csv.NewReader(strings.NewReader(report(t, comparisonOf(c), reports.CSV, reports.Options{}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows = rows[1:]
	for i, id := range ids {
		row := rows[i*5+3] // five measures a query, nDCG is the fourth
		if row[0] != id || row[1] != id || row[2] != ndcg {
			t.Errorf("row %d is %q, want id %q and measure %s", i, row, id, ndcg)
		}
		if a, err := strconv.ParseFloat(row[3], 64); err != nil || a != 1/float64(i+3) {
			t.Errorf("query %q: a reads back as %v, want %v", id, a, 1/float64(i+3))
		}
		if row[5] != "" {
			t.Errorf("query %q: undefined difference is %q, want an empty cell", id, row[5])
		}
	}
}

func TestCSVSeveralCandidates(t *testing.T) {
	c := several()
	for i := range c.Comparisons {
		c.Comparisons[i].PerQuery = []result.QueryDifference{pair("q1", "s", num(0), num(1), num(1))}
	}
	rows, err := csv.NewReader(strings.NewReader(report(t, comparisonOf(c), reports.CSV, reports.Options{}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(rows[0], ","), "candidate,query_id,stratum,measure,a,b,difference"; got != want {
		t.Errorf("heading %s, want %s", got, want)
	}
	seen := map[string]bool{}
	for _, row := range rows[1:] {
		seen[row[0]] = true
	}
	for _, name := range []string{"weighted", "weighted+rerank", "linear"} {
		if !seen[name] {
			t.Errorf("no row of candidate %s", name)
		}
	}
}

func TestCSVWithoutQueries(t *testing.T) {
	var b bytes.Buffer
	if err := reports.Comparison(&b, better(), reports.CSV, reports.Options{}); !errors.Is(err, reports.ErrNoQueries) {
		t.Errorf("comparison: %v, want ErrNoQueries", err)
	}
	e := evaluation(1)
	e.Runs[0].PerQuery = nil
	if err := reports.Evaluation(&b, e, reports.CSV, reports.Options{PerQuery: true}); !errors.Is(err, reports.ErrNoQueries) {
		t.Errorf("evaluation: %v, want ErrNoQueries", err)
	}
	if b.Len() > 0 {
		t.Errorf("wrote %q", b.String())
	}
}
