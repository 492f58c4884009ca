package compare_test

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/testsets"
)

func TestMedkgRunner(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	var file struct {
		Cases []struct {
			ID       string
			Expected medkgExpected
		}
	}
	wingtest.ReadJSON(t, "../testdata/seeds/medkg_runner.json", &file)
	want := file.Cases[0].Expected
	scores := map[string]*scoring.Table{"a": medkgScores(t, "run_a"), "b": medkgScores(t, "run_b")}

	for arm, perQuery := range map[string]map[string]map[string]float64{"a": want.PerQueryA, "b": want.PerQueryB} {
		checkPerQuery(t, scores[arm], perQuery)
	}
	for arm, s := range scores {
		checkAggregate(t, s.Summarize(false), want, arm)
	}
	checkAB(t, compared(t, scores["a"], scores["b"], compare.Settings{Correction: "none", Interval: "t"}), want)
}

func checkPerQuery(t *testing.T, s *scoring.Table, want map[string]map[string]float64) {
	t.Helper()
	if s.Len() != 50 || len(want) != 50 {
		t.Fatalf("%d queries, want 50 of 50 (%s)", s.Len(), medkgSource)
	}
	for _, row := range s.Summarize(true).PerQuery {
		for measure, got := range row.Scores {
			key := medkgKey(t, measure)
			w, ok := want[row.QueryID][key]
			if !ok {
				t.Fatalf("%s of %s is not in the vectors", key, row.QueryID)
			}
			wingtest.WantNumber(t, s.Name+" "+row.QueryID+" "+key, got, w, 1e-8, medkgSource)
		}
	}
}

func checkAggregate(t *testing.T, got result.RunEvaluation, want medkgExpected, arm string) {
	t.Helper()
	for _, m := range got.Measures {
		key := medkgKey(t, m.Measure)
		w := want.Aggregate[arm][key]
		wingtest.WantNumber(t, arm+" mean "+key, m.Mean, w.Mean, 1e-8, medkgSource)
		wingtest.WantNumber(t, arm+" median "+key, m.Median, w.Median, 1e-8, medkgSource)
		wingtest.WantNumber(t, arm+" std "+key, m.Std, w.Std, 1e-8, medkgSource)
	}
	if len(got.Strata) != 3 {
		t.Errorf("%d query types, want 3 (%s)", len(got.Strata), medkgSource)
	}
	for stratum, list := range got.Strata {
		for _, m := range list {
			key := medkgKey(t, m.Measure)
			wingtest.WantNumber(t, arm+" "+stratum+" "+key, m.Mean, want.PerQueryType[arm][stratum][key], 1e-8, medkgSource)
		}
	}
}

func checkAB(t *testing.T, p result.Pair, want medkgExpected) {
	t.Helper()
	if len(p.Measures) != len(want.AB) {
		t.Fatalf("%d measures compared, want %d", len(p.Measures), len(want.AB))
	}
	for _, m := range p.Measures {
		key := medkgKey(t, m.Measure)
		w := want.AB[key]
		wingtest.WantNumber(t, "mean difference "+key, m.MeanDifference, w.MeanDifference, 1e-8, "scipy ttest_rel, "+medkgSource)
		wingtest.WantNumber(t, "t "+key, m.T.Statistic, w.T, 1e-8, "scipy ttest_rel, "+medkgSource)
		wingtest.WantNumber(t, "p "+key, m.PValue, w.P, 1e-8, "scipy ttest_rel, "+medkgSource)
		wingtest.WantNumber(t, "df "+key, m.T.DF, w.DF, 0, medkgSource)
		wingtest.WantNumber(t, "low "+key, &m.T.Interval.Low, w.CI[0], 1e-8, medkgSource)
		wingtest.WantNumber(t, "high "+key, &m.T.Interval.High, w.CI[1], 1e-8, medkgSource)
		wingtest.WantNumber(t, "d_z "+key, m.EffectSize.CohensDz, w.Dz, 1e-8, medkgSource)
		if significant := *m.PValue < 0.05; significant != w.Significant {
			t.Errorf("%s significant = %v, want %v (%s)", key, significant, w.Significant, medkgSource)
		}
	}
	for key, w := range want.Bootstrap {
		for _, m := range p.Measures {
			if medkgKey(t, m.Measure) == key {
				wingtest.WantNumber(t, "bootstrap low "+key, &m.Bootstrap.Interval.Low, w.Lo, 0.006, medkgSource)
				wingtest.WantNumber(t, "bootstrap high "+key, &m.Bootstrap.Interval.High, w.Hi, 0.006, medkgSource)
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

// The sum of a run under medkg has the names of the medical evaluation: mean,
// median and spread over its 50 queries.
func TestMedkgAggregate(t *testing.T) {
	var file struct {
		Cases []struct{ Expected medkgExpected }
	}
	wingtest.ReadJSON(t, "../testdata/seeds/medkg_runner.json", &file)
	for arm, want := range file.Cases[0].Expected.Aggregate {
		var got map[string]map[string]float64
		if err := json.Unmarshal(medkgScores(t, "run_"+arm).Summarize(false).Aggregate, &got); err != nil {
			t.Fatal(err)
		}
		if len(got) != len(want) {
			t.Errorf("%d names, want %d (%s)", len(got), len(want), medkgSource)
		}
		for name, w := range want {
			g := got[name]
			mean, median, std := g["mean"], g["median"], g["std"]
			wingtest.WantNumber(t, "mean "+name, &mean, w.Mean, 1e-8, medkgSource)
			wingtest.WantNumber(t, "median "+name, &median, w.Median, 1e-8, medkgSource)
			wingtest.WantNumber(t, "std "+name, &std, w.Std, 1e-8, medkgSource)
		}
	}
}

// medkgExpected are the reference values of ME-O-01. They come from
// scipy.stats.ttest_rel and a run of the medical retrieval service's own rules.
type medkgExpected struct {
	PerQueryA map[string]map[string]float64 `json:"per_query_a"`
	PerQueryB map[string]map[string]float64 `json:"per_query_b"`
	Aggregate map[string]map[string]struct {
		Mean, Median, Std float64
	} `json:"aggregate"`
	PerQueryType map[string]map[string]map[string]float64 `json:"per_query_type"`
	AB           map[string]struct {
		MeanDifference float64    `json:"mean_difference"`
		T              float64    `json:"t_statistic"`
		P              float64    `json:"p_value"`
		DF             float64    `json:"df"`
		Significant    bool       `json:"significant_at_0.05"`
		CI             [2]float64 `json:"t_ci95"`
		Dz             float64    `json:"cohens_dz"`
	} `json:"ab"`
	Bootstrap map[string]struct{ Mean, Lo, Hi float64 } `json:"paired_bootstrap_10000"`
}

// medkgSource is where they come from.
const medkgSource = "ME-O-01"

// medkgMeasures are the measures of the vectors.
const medkgMeasures = "R@5,R@10,R@20,nDCG(gain=exp)@10,nDCG(gain=linear)@10,RR"

// medkgKey returns what the vectors call a measure.
func medkgKey(t testing.TB, measure string) string {
	t.Helper()
	p := wingtest.ProfileNamed(t, "medkg")
	m, err := p.Parse(measure)
	if err != nil {
		t.Fatal(err)
	}
	return p.Key(m)
}

// medkgScores evaluates a recorded system as if it were live.
func medkgScores(t testing.TB, name string) *scoring.Table {
	t.Helper()
	var recorded struct{ Results map[string][]string }
	wingtest.ReadJSON(t, "../testdata/seeds/"+name+".json", &recorded)
	set, err := testsets.Load("../testdata/seeds/test_set_v1.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s, err := run.Evaluate(t.Context(), recordedLists(recorded.Results), set, run.EvaluateOptions{
		Name: name, Profile: wingtest.ProfileNamed(t, "medkg"), Measures: wingtest.Measures(t, wingtest.ProfileNamed(t, "medkg"), medkgMeasures),
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// recordedLists answers with lists of document ids, best first.
func recordedLists(lists map[string][]string) retrieval.Func {
	return func(_ context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
		var hits []retrieval.Hit
		for i, id := range lists[q.ID] {
			hits = append(hits, retrieval.Hit{ID: id, Score: 1 / float64(i+1)})
		}
		return hits[:min(k, len(hits))], nil
	}
}
