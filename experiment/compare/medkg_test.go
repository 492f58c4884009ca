package compare_test

import (
	"context"
	"math"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
)

func TestMedkgRunner(t *testing.T) {
	var file struct {
		Cases []struct {
			ID       string
			Expected wingtest.MedkgExpected
		}
	}
	wingtest.ReadJSON(t, "../testdata/seeds/medkg_runner.json", &file)
	want := file.Cases[0].Expected
	scores := map[string]*scoring.Table{"a": wingtest.MedkgScores(t, "run_a"), "b": wingtest.MedkgScores(t, "run_b")}

	for arm, perQuery := range map[string]map[string]map[string]float64{"a": want.PerQueryA, "b": want.PerQueryB} {
		checkPerQuery(t, scores[arm], perQuery)
	}
	for arm, s := range scores {
		checkAggregate(t, s.Summarize(false), want, arm)
	}
	checkAB(t, compared(t, scores["a"], scores["b"], compare.Settings{Correction: "none"}), want)
}

func checkPerQuery(t *testing.T, s *scoring.Table, want map[string]map[string]float64) {
	t.Helper()
	if len(s.Queries) != 50 || len(want) != 50 {
		t.Fatalf("%d queries, want 50 of 50 (%s)", len(s.Queries), wingtest.MedkgSource)
	}
	for _, row := range s.Summarize(true).PerQuery {
		for measure, got := range row.Scores {
			key := wingtest.MedkgKey(t, measure)
			w, ok := want[row.QueryID][key]
			if !ok {
				t.Fatalf("%s of %s is not in the vectors", key, row.QueryID)
			}
			wingtest.WantNumber(t, s.Name+" "+row.QueryID+" "+key, got, w, 1e-8, wingtest.MedkgSource)
		}
	}
}

func checkAggregate(t *testing.T, got result.RunEvaluation, want wingtest.MedkgExpected, arm string) {
	t.Helper()
	for _, m := range got.Measures {
		key := wingtest.MedkgKey(t, m.Measure)
		w := want.Aggregate[arm][key]
		wingtest.WantNumber(t, arm+" mean "+key, m.Mean, w.Mean, 1e-8, wingtest.MedkgSource)
		wingtest.WantNumber(t, arm+" median "+key, m.Median, w.Median, 1e-8, wingtest.MedkgSource)
		wingtest.WantNumber(t, arm+" std "+key, m.Std, w.Std, 1e-8, wingtest.MedkgSource)
	}
	if len(got.Strata) != 3 {
		t.Errorf("%d query types, want 3 (%s)", len(got.Strata), wingtest.MedkgSource)
	}
	for stratum, list := range got.Strata {
		for _, m := range list {
			key := wingtest.MedkgKey(t, m.Measure)
			wingtest.WantNumber(t, arm+" "+stratum+" "+key, m.Mean, want.PerQueryType[arm][stratum][key], 1e-8, wingtest.MedkgSource)
		}
	}
}

func checkAB(t *testing.T, p result.Pair, want wingtest.MedkgExpected) {
	t.Helper()
	if len(p.Measures) != len(want.AB) {
		t.Fatalf("%d measures compared, want %d", len(p.Measures), len(want.AB))
	}
	for _, m := range p.Measures {
		key := wingtest.MedkgKey(t, m.Measure)
		w := want.AB[key]
		wingtest.WantNumber(t, "mean difference "+key, m.MeanDifference, w.MeanDifference, 1e-8, "scipy ttest_rel, "+wingtest.MedkgSource)
		wingtest.WantNumber(t, "t "+key, m.T.Statistic, w.T, 1e-8, "scipy ttest_rel, "+wingtest.MedkgSource)
		wingtest.WantNumber(t, "p "+key, m.PValue, w.P, 1e-8, "scipy ttest_rel, "+wingtest.MedkgSource)
		wingtest.WantNumber(t, "df "+key, m.T.DF, w.DF, 0, wingtest.MedkgSource)
		wingtest.WantNumber(t, "low "+key, &m.T.Interval.Low, w.CI[0], 1e-8, wingtest.MedkgSource)
		wingtest.WantNumber(t, "high "+key, &m.T.Interval.High, w.CI[1], 1e-8, wingtest.MedkgSource)
		wingtest.WantNumber(t, "d_z "+key, m.EffectSize.CohensDz, w.Dz, 1e-8, wingtest.MedkgSource)
		if significant := *m.PValue < 0.05; significant != w.Significant {
			t.Errorf("%s significant = %v, want %v (%s)", key, significant, w.Significant, wingtest.MedkgSource)
		}
	}
	for key, w := range want.Bootstrap {
		for _, m := range p.Measures {
			if wingtest.MedkgKey(t, m.Measure) == key {
				wingtest.WantNumber(t, "bootstrap low "+key, &m.Bootstrap.Interval.Low, w.Lo, 0.006, wingtest.MedkgSource)
				wingtest.WantNumber(t, "bootstrap high "+key, &m.Bootstrap.Interval.High, w.Hi, 0.006, wingtest.MedkgSource)
			}
		}
	}
}

// The seed's scenario: reciprocal ranks 1, 1/2 and 1/3 have a mean of .611.
func TestMeanReciprocalRank(t *testing.T) {
	var file struct {
		Cases []struct {
			Given struct {
				Ranks []float64 `json:"reciprocal_ranks"`
			}
			Expected struct{ MRR float64 }
		}
	}
	wingtest.ReadJSON(t, "../testdata/seeds/medkg_mean.json", &file)
	c := file.Cases[0]
	rr := metrics.ReciprocalRank{}
	s, err := run.Evaluate(t.Context(), retrieval.Func(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		return wingtest.Answering(q, int(math.Round(1/c.Given.Ranks[q.ID[3]-'0']))), nil
	}), wingtest.SmallSet(t, len(c.Given.Ranks)), run.EvaluateOptions{Measures: []metrics.Measure{rr}})
	if err != nil {
		t.Fatal(err)
	}
	wingtest.WantNumber(t, "MRR", s.Summarize(false).Measures[0].Mean, c.Expected.MRR, 1e-9, "MR-O-01")
}

// A profile that refuses queries without a relevant document refuses them
// before anything is asked.
func TestMedkgRefusesUndefinedQueries(t *testing.T) {
	j := wingtest.JudgmentsFrom(t, "q1 0 a 1\nq2 0 a 0\n")
	if err := j.Check(wingtest.ProfileNamed(t, "medkg"), nil); err == nil {
		t.Error("Check = nil, want an error that names q2 (SEMANTICS, profile medkg)")
	}
	if err := j.Check(wingtest.ProfileNamed(t, "default"), nil); err != nil {
		t.Errorf("Check = %v, want nil under the default profile", err)
	}
}
