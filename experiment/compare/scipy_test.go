package compare_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
)

// The comparison of the two runs against SciPy 1.10.1.
func TestCompareAgainstSciPy(t *testing.T) {
	var file map[string]any
	wingtest.ReadJSON(t, "../testdata/trec/small.A-B.stats.json", &file)
	var want map[string]struct {
		MeanA  float64 `json:"mean_a"`
		MeanB  float64 `json:"mean_b"`
		Mean   float64 `json:"mean_delta"`
		SD     float64 `json:"sd_delta"`
		N      int
		T      float64
		P      float64 `json:"p_t"`
		DF     float64
		CI     [2]float64 `json:"ci95"`
		Dz     float64
		Wins   int
		Ties   int
		Losses int
		Sign   float64 `json:"sign_test_p"`
	}
	for _, key := range []string{"queries", "note", "scipy"} {
		delete(file, key)
	}
	if err := json.Unmarshal(wingtest.Marshal(t, file), &want); err != nil {
		t.Fatal(err)
	}
	profile := wingtest.ProfileNamed(t, "trec")
	var list []metrics.Measure
	for name := range want {
		list = append(list, wingtest.Measures(t, profile, name)...)
	}
	p := compared(t, wingtest.SmallScores(t, "A", list, scoring.Options{}), wingtest.SmallScores(t, "B", list, scoring.Options{}), compare.Settings{})
	if len(p.Measures) != 6 {
		t.Fatalf("%d measures, want 6", len(p.Measures))
	}
	const source = "SciPy 1.10.1"
	for i, m := range p.Measures {
		name := profile.Key(list[i])
		w := want[name]
		relative := func(what string, got *float64, want, tolerance float64) {
			t.Helper()
			wingtest.WantNumber(t, name+" "+what, got, want, tolerance*math.Max(math.Abs(want), 1e-300), source)
		}
		relative("mean of A", m.MeanA, w.MeanA, 1e-12)
		relative("mean of B", m.MeanB, w.MeanB, 1e-12)
		relative("mean difference", m.MeanDifference, w.Mean, 1e-11)
		relative("standard deviation", m.StdDifference, w.SD, 1e-11)
		relative("t", m.T.Statistic, w.T, 1e-10)
		relative("p", m.T.PValue, w.P, 1e-8)
		relative("df", m.T.DF, w.DF, 0)
		relative("low", &m.T.Interval.Low, w.CI[0], 1e-8)   // SciPy's own error is up to 9e-9
		relative("high", &m.T.Interval.High, w.CI[1], 1e-8) // relative to the half width
		relative("d_z", m.EffectSize.CohensDz, w.Dz, 1e-10)
		relative("sign p", m.Sign.PValue, w.Sign, 1e-9)
		if m.Wins != w.Wins || m.Losses != w.Losses || m.Ties != w.Ties || m.N != w.N || m.Changed != w.Wins+w.Losses {
			t.Errorf("%s: %d wins %d losses %d ties of %d, want %d %d %d of %d (%s)",
				name, m.Wins, m.Losses, m.Ties, m.N, w.Wins, w.Losses, w.Ties, w.N, source)
		}
	}
}
