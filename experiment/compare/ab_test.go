package compare_test

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/retrieval"
)

// The A/B vectors of the medical service, through Compare. Its original calls
// a test that cannot be computed "t = 0, p = 1"; here t is null, p is null (or
// 1, when nothing changed at all) and a warning says why. Neither is ever
// significant.
func TestABVectors(t *testing.T) {
	var file struct {
		Cases []struct {
			ID, Title string
			Given     struct {
				A, B  []float64
				Alpha float64
			}
			Expected struct {
				OK             *bool
				MeanDifference float64 `json:"mean_difference"`
				T              float64 `json:"t_statistic"`
				P              float64 `json:"p_value"`
				Significant    bool
			}
		}
	}
	wingtest.ReadJSON(t, "../testdata/seeds/ab_ttest.json", &file)
	undefined := map[string]struct {
		p       float64 // NaN: null
		warning string
	}{
		"AB-O-02": {math.NaN(), "zero_variance"},
		"AB-O-03": {1, "no_change"},
		"AB-O-04": {math.NaN(), "too_few_pairs"},
	}
	for _, c := range file.Cases {
		t.Run(c.ID, func(t *testing.T) {
			a, b := tableOf(t, "a", "nDCG@10", c.Given.A), tableOf(t, "b", "nDCG@10", c.Given.B)
			got, err := compare.Against(a, []*scoring.Table{b}, compare.Settings{Alpha: c.Given.Alpha})
			if c.Expected.OK != nil {
				var unpaired *compare.UnpairedError
				if !errors.As(err, &unpaired) || got != nil {
					t.Fatalf("Compare = %v, want an *UnpairedError (%s: %s)", err, c.ID, c.Title)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			m := got.Comparisons[0].Measures[0]
			wingtest.WantNumber(t, "mean difference", m.MeanDifference, c.Expected.MeanDifference, 1e-9, c.ID)
			if significant := m.T.PValue != nil && *m.T.PValue < c.Given.Alpha; significant != c.Expected.Significant {
				t.Errorf("significant = %v, want %v (%s)", significant, c.Expected.Significant, c.ID)
			}
			special, ok := undefined[c.ID]
			if !ok {
				wingtest.WantNumber(t, "t", m.T.Statistic, c.Expected.T, 1e-9, c.ID)
				wingtest.WantNumber(t, "p", m.T.PValue, c.Expected.P, 1e-9, c.ID)
				return
			}
			if m.T.Statistic != nil {
				t.Errorf("t = %v, want null", *m.T.Statistic)
			}
			if p := m.T.PValue; math.IsNaN(special.p) && p != nil || !math.IsNaN(special.p) && (p == nil || *p != special.p) {
				t.Errorf("p of t = %v, want %v (NaN: null)", p, special.p)
			}
			if !warned(m, special.warning) {
				t.Errorf("warnings = %v, want %s", m.Warnings, special.warning)
			}
		})
	}
}

func warned(m result.MeasureComparison, code string) bool {
	for _, w := range m.Warnings {
		if w.Code == code {
			return true
		}
	}
	return false
}

// Latency impact is B − A by query; times come from the clock, not from the
// retriever.
func TestABLatency(t *testing.T) {
	var file struct {
		Cases []struct {
			ID    string
			Given struct {
				A []float64 `json:"latency_ms_a"`
				B []float64 `json:"latency_ms_b"`
			}
			Expected struct {
				A      float64 `json:"mean_a"`
				B      float64 `json:"mean_b"`
				Impact float64 `json:"mean_impact_ms"`
			}
		}
	}
	wingtest.ReadJSON(t, "../testdata/seeds/ab_latency.json", &file)
	c := file.Cases[0]
	l := compared(t, wingtest.Timed(t, c.Given.A), wingtest.Timed(t, c.Given.B), compare.Settings{}).Latency
	wingtest.WantNumber(t, "mean of A", &l.A.MeanMS, c.Expected.A, 1e-9, c.ID)
	wingtest.WantNumber(t, "mean of B", &l.B.MeanMS, c.Expected.B, 1e-9, c.ID)
	wingtest.WantNumber(t, "impact", l.MeanDifferenceMS, c.Expected.Impact, 1e-9, c.ID)
	// Type 7 quantiles of 110, 120, 130 by hand: .5 → 120, .95 → 120 + .9·10.
	wingtest.WantNumber(t, "median of A", &l.A.P50MS, 120, 1e-9, "by hand")
	wingtest.WantNumber(t, "p95 of A", &l.A.P95MS, 129, 1e-9, "by hand")
	wingtest.WantNumber(t, "maximum of A", &l.A.MaxMS, 130, 1e-9, "by hand")
}

// What a retriever needed for queries that failed says nothing about answers,
// and a system without times has none.
func TestLatencyLeavesOutFailures(t *testing.T) {
	j := wingtest.JudgmentsFrom(t, "q1 0 a 1\nq2 0 a 1\n")
	s := wingtest.Scored(t, "run", "q1 Q0 a 1 1 t\nq2 Q0 a 1 1 t\n", j, "RR")
	if l := s.Summarize(false).Latency; l != nil {
		t.Errorf("Latency = %+v, want null for a run file", l)
	}
	if l := compared(t, s, s, compare.Settings{}).Latency; l != nil {
		t.Errorf("Latency = %+v, want null when it was not measured", l)
	}
	now := time.Unix(0, 0)
	failing, err := run.Evaluate(t.Context(), retrieval.Func(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		if q.ID == "q000" {
			now = now.Add(time.Hour)
			return nil, errors.New("down")
		}
		now = now.Add(7 * time.Millisecond)
		return wingtest.Answering(q, 1), nil
	}), wingtest.SmallSet(t, 3), run.EvaluateOptions{Clock: func() time.Time { return now }, Retrieve: recording.Settings{Concurrency: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if l := failing.Summarize(false).Latency; l == nil || l.N != 2 || l.MaxMS != 7 {
		t.Errorf("Latency = %+v, want 2 queries of 7 ms", l)
	}
}
