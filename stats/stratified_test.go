package stats_test

import (
	"errors"
	"math"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

type stratifiedCase struct {
	Name  string
	Input struct {
		Strata []struct {
			Stratum string
			Weight  float64
			Delta   []float64
		}
	}
	Expected struct {
		Mean    float64 `json:"stratified_mean"`
		SE      float64 `json:"stratified_se"`
		Q       float64
		QP      float64 `json:"Q_p"`
		I2      float64
		WelchF  float64 `json:"welch_anova_F"`
		WelchDF float64 `json:"welch_anova_df2"`
		WelchP  float64 `json:"welch_anova_p"`
		Pooled  float64 `json:"pooled_mean"`
		Fixed   float64 `json:"fixed_effect_mean"`
	}
}

func (c stratifiedCase) strata() []stats.Stratum {
	var out []stats.Stratum
	for _, s := range c.Input.Strata {
		out = append(out, stats.Stratum{Name: s.Stratum, Weight: s.Weight, Differences: s.Delta})
	}
	return out
}

// R survey::svymean, oneway.test and the definitions.
func TestStratifiedVectors(t *testing.T) {
	for _, c := range vectors[stratifiedCase](t, "stratified.json") {
		t.Run(c.Name, func(t *testing.T) {
			want := c.Expected
			s, err := stats.StratifiedMean(c.strata(), 0.95)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "mean", s.Mean, want.Mean, 1e-9)
			near(t, "pooled mean", s.Pooled, want.Pooled, 1e-9)
			nearPtr(t, "se", s.SE, want.SE, 1e-9)
			h, err := stats.CompareStrata(c.strata())
			if err != nil {
				t.Fatal(err)
			}
			nearPtr(t, "Q", h.Q, want.Q, 1e-9)
			nearPtr(t, "Q p", h.QP, want.QP, 1e-9)
			nearPtr(t, "I²", h.I2, want.I2, 1e-9)
			nearPtr(t, "Welch F", h.WelchF, want.WelchF, 1e-9)
			near(t, "Welch df", h.WelchDF[1], want.WelchDF, 1e-9)
			nearPtr(t, "Welch p", h.WelchP, want.WelchP, 1e-9)
			nearPtr(t, "fixed mean", h.FixedMean, want.Fixed, 1e-9)

			// The bootstrap's spread is the standard error but for √((n−1)/n).
			boot, err := stats.Bootstrap{Seed: 1}.Stratified(c.strata())
			if err != nil {
				t.Fatal(err)
			}
			within(t, "bootstrap width / 3.92 se", boot.Interval.Width()/(3.92*want.SE), 1, 0.12)
		})
	}
}

func TestStratifiedEdges(t *testing.T) {
	strata := []stats.Stratum{
		{Name: "head", Weight: 3, Differences: []float64{-0.1, -0.2, -0.15}},
		{Name: "tail", Weight: 1, Differences: []float64{0.9, 0.8, 1, 0.7, 0.9, 0.8}},
	}
	s, err := stats.StratifiedMean(strata, 0.95)
	if err != nil || len(s.Warnings) != 1 || s.Warnings[0].Code != stats.WarnOpposedStrata { // 75 % of the traffic loses
		t.Errorf("opposed: %+v, %v", s.Warnings, err)
	}
	strata[0].Weight = 9
	if s, err = stats.StratifiedMean(strata, 0.95); err != nil || s.Mean >= 0 || s.Pooled <= 0 {
		t.Errorf("mix shift: %v, %v, %v", s.Mean, s.Pooled, err)
	}
	strata[1].Differences = []float64{0.5}
	if s, err = stats.StratifiedMean(strata, 0.95); err != nil || s.SE != nil || s.Interval != nil {
		t.Errorf("singleton: %+v, %v", s, err)
	}
	if h, err := stats.CompareStrata(strata); err != nil || h.WelchP != nil || h.Warnings[0].Code != stats.WarnSingletonStratum {
		t.Errorf("singleton: %+v, %v", h, err)
	}
	strata[1].Differences = []float64{0.5, 0.5}
	if h, err := stats.CompareStrata(strata); err != nil || h.Q != nil || h.Warnings[0].Code != stats.WarnZeroVariance {
		t.Errorf("constant stratum: %+v, %v", h, err)
	}
	if h, err := stats.CompareStrata(strata[:1]); err != nil || h.Q != nil {
		t.Errorf("one stratum: %+v, %v", h, err)
	}
	strata[1].Weight = 0
	if _, err := stats.StratifiedMean(strata, 0.95); !errors.Is(err, stats.ErrOutOfRange) {
		t.Errorf("weight 0: %v", err)
	}
	if _, err := stats.StratifiedMean(nil, 0.95); !errors.Is(err, stats.ErrNoPairs) {
		t.Errorf("no strata: %v", err)
	}
}

// R sandwich::vcovCL; statsmodels alongside.
func TestClusterVectors(t *testing.T) {
	type testCase struct {
		Name  string
		Input struct {
			Cluster []int
			Delta   []float64
		}
		Expected struct {
			Mean     float64
			Naive    float64 `json:"se_hc1"`
			SE       float64 `json:"se_cluster_HC1"`
			Clusters int
		}
	}
	for _, c := range vectors[testCase](t, "cluster.json") {
		got, err := stats.ClusteredMean(c.Input.Delta, c.Input.Cluster, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		near(t, c.Name+" mean", got.Mean, c.Expected.Mean, 1e-9)
		nearPtr(t, c.Name+" se", got.SE, c.Expected.SE, 1e-9)
		nearPtr(t, c.Name+" naive se", got.Naive, c.Expected.Naive, 1e-9)
		if got.Clusters != c.Expected.Clusters || (got.Clusters < 10) != (len(got.Warnings) > 0) {
			t.Errorf("%s: %d clusters, warnings %v", c.Name, got.Clusters, got.Warnings)
		}
		boot, err := stats.Bootstrap{Seed: 1, Kind: stats.Basic}.Clustered(c.Input.Delta, c.Input.Cluster)
		if err != nil {
			t.Fatal(err)
		}
		within(t, c.Name+" bootstrap width / 3.92 se", boot.Interval.Width()/(3.92*c.Expected.SE), 1, 0.15)
	}
}

func TestClusterEdges(t *testing.T) {
	one, err := stats.ClusteredMean([]float64{0.1, 0.2}, []string{"q", "q"}, 0.95)
	if err != nil || one.SE != nil || math.Abs(one.Mean-0.15) > 1e-15 {
		t.Errorf("one cluster: %+v, %v", one, err)
	}
	same, err := stats.ClusteredMean([]float64{0.1, 0.1, 0.1}, []string{"a", "b", "c"}, 0.95)
	if err != nil || same.Interval != nil || same.P != nil || *same.SE != 0 {
		t.Errorf("constant: %+v, %v", same, err)
	}
	if _, err := stats.ClusteredMean([]float64{0.1}, []string{}, 0.95); err == nil {
		t.Error("lengths: no error")
	}
	if _, err := (stats.Bootstrap{Kind: stats.BCa}).Clustered([]float64{1, 2}, []int{1, 2}); !errors.Is(err, stats.ErrOutOfRange) {
		t.Errorf("BCa of clusters: %v", err)
	}
}
