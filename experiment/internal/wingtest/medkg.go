package wingtest

import (
	"context"
	"testing"

	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/testsets"
)

// MedkgExpected are the reference values of ME-O-01. They come from
// scipy.stats.ttest_rel and a run of the medical retrieval service's own rules.
type MedkgExpected struct {
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

// MedkgSource is where they come from.
const MedkgSource = "ME-O-01"

// medkgMeasures are the measures of the vectors.
const medkgMeasures = "R@5,R@10,R@20,nDCG(gain=exp)@10,nDCG(gain=linear)@10,RR"

// MedkgKey returns what the vectors call a measure.
func MedkgKey(t testing.TB, measure string) string {
	t.Helper()
	p := ProfileNamed(t, "medkg")
	m, err := p.Parse(measure)
	if err != nil {
		t.Fatal(err)
	}
	return p.Key(m)
}

// MedkgScores evaluates a recorded system as if it were live.
func MedkgScores(t testing.TB, name string) *scoring.Table {
	t.Helper()
	var recorded struct{ Results map[string][]string }
	ReadJSON(t, "../testdata/seeds/"+name+".json", &recorded)
	set, err := testsets.Load("../testdata/seeds/test_set_v1.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s, err := run.Evaluate(t.Context(), recordedLists(recorded.Results), set, run.EvaluateOptions{
		Name: name, Profile: ProfileNamed(t, "medkg"), Measures: Measures(t, ProfileNamed(t, "medkg"), medkgMeasures),
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
