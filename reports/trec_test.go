package reports_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
)

// trecEvaluation returns one run with three queries, of which c is missing and was
// left out.
func trecEvaluation() *result.Evaluation {
	v := func(x float64) *float64 { return &x }
	e := &result.Evaluation{
		Profile: "trec",
		Runs: []result.RunEvaluation{{
			Name: "bm25", Tag: "BM25",
			Measures: []result.MeasureSummary{
				{Measure: "P@10", N: 2, Mean: v(0.25), Overall: v(0.25)},
				{Measure: "NumRet", N: 2, Mean: v(10), Overall: v(20)},
				{Measure: "GMAP", N: 2, Mean: v(0.3), Overall: v(0.28)},
				{Measure: "P@5", N: 2, Mean: v(0.03125), Overall: v(0.03125)},
			},
			PerQuery: []result.QueryScores{
				{QueryID: "b", Scores: map[string]*float64{"P@10": v(0.2), "NumRet": v(10), "GMAP": v(0.3), "P@5": v(0)}, RelString: "10-"},
				{QueryID: "a", Scores: map[string]*float64{"P@10": v(0.3), "NumRet": v(10), "GMAP": v(0.3), "P@5": v(0.0625)}, RelString: "01-2"},
				{QueryID: "c", Status: result.Missing, Scores: map[string]*float64{"P@10": nil, "NumRet": nil, "GMAP": nil, "P@5": nil}},
			},
		}},
	}
	for i := range e.Runs[0].Measures {
		m := &e.Runs[0].Measures[i]
		m.Of, _ = metrics.Parse(m.Measure)
	}
	return e
}

// The form is that of trec_eval 10.0's sources: %-22s\t%s\t%6.4f, %ld for
// counts, queries first. 0.03125 is halfway and goes to the even digit.
func TestTrec(t *testing.T) {
	const (
		a = "num_ret               \ta\t10\nP_5                   \ta\t0.0625\nP_10                  \ta\t0.3000\n"
		b = "num_ret               \tb\t10\nP_5                   \tb\t0.0000\nP_10                  \tb\t0.2000\n"
		s = "runid                 \tall\tBM25\nnum_ret               \tall\t20\ngm_map                \tall\t0.2800\n" +
			"P_5                   \tall\t0.0312\nP_10                  \tall\t0.2500\n"
	)
	for _, c := range []struct {
		name string
		o    reports.Options
		want string
	}{
		{"summary", reports.Options{}, s},
		{"queries", reports.Options{PerQuery: true}, a + b + s},
		{"no summary", reports.Options{PerQuery: true, Trec: reports.TrecOptions{NoSummary: true}}, a + b},
		{"nothing", reports.Options{Trec: reports.TrecOptions{NoSummary: true}}, ""},
		{
			"items",
			reports.Options{PerQuery: true, Trec: reports.TrecOptions{Items: []metrics.TrecItem{
				{Name: "num_ret_x", Measure: metrics.NumRet{}, Total: metrics.Precision{Top: metrics.Top{K: 10}}},
				{Name: "relstring_3", Length: 3},
			}}},
			"num_ret_x             \ta\t10\nrelstring_3           \ta\t'01-'\n" +
				"num_ret_x             \tb\t10\nrelstring_3           \tb\t'10-'\n" +
				"num_ret_x             \tall\t0.2500\n",
		},
	} {
		var got bytes.Buffer
		if err := reports.Evaluation(&got, trecEvaluation(), reports.Trec, c.o); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if got.String() != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got.String(), c.want)
		}
	}
}

func TestTrecRefused(t *testing.T) {
	var b bytes.Buffer
	two := trecEvaluation()
	two.Runs = append(two.Runs, two.Runs[0])
	if err := reports.Evaluation(&b, two, reports.Trec, reports.Options{}); err == nil || !strings.Contains(err.Error(), "one run, not 2") {
		t.Errorf("two runs: %v", err)
	}
	without := trecEvaluation()
	without.Runs[0].PerQuery = nil
	if err := reports.Evaluation(&b, without, reports.Trec, reports.Options{PerQuery: true}); !errors.Is(err, reports.ErrNoQueries) {
		t.Errorf("without queries: %v, want ErrNoQueries", err)
	}
	for name, change := range map[string]func(*result.Evaluation){
		"profile": func(e *result.Evaluation) { e.Profile = "nope" },
		"measure": func(e *result.Evaluation) { e.Runs[0].Measures[0].Of = nil }, // as read back
	} {
		e := trecEvaluation()
		change(e)
		if err := reports.Evaluation(&b, e, reports.Trec, reports.Options{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for name, err := range map[string]error{
		"Comparison":  reports.Comparison(&b, better(), reports.Trec, reports.Options{}),
		"Runs":        reports.Runs(&b, listed(storedRuns()), reports.Trec, reports.Options{}),
		"ParseFormat": func() error { _, err := reports.ParseFormat("trec"); return err }(),
	} {
		if err == nil || !strings.Contains(err.Error(), "only evaluations have it") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if b.Len() > 0 {
		t.Errorf("wrote %q", b.String())
	}
}
