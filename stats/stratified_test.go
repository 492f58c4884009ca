package stats_test

import (
	"errors"
	"slices"
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
		out = append(out, stats.Stratum{Name: s.Stratum, Differences: s.Delta})
	}
	return out
}

// differences returns those weighted by the shares of the strata, and those that count alike.
func (c stratifiedCase) differences(t *testing.T) (weighted, pooled stats.Differences) {
	t.Helper()
	var w stats.Weights
	var delta []float64
	for h, s := range c.Input.Strata {
		w.Shares = append(w.Shares, s.Weight)
		delta = append(delta, s.Delta...)
		w.Strata = append(w.Strata, slices.Repeat([]int{h}, len(s.Delta))...)
	}
	w.Values = slices.Repeat([]float64{1}, len(delta))
	weighted, err := w.Differences(make([]float64, len(delta)), delta)
	if err != nil {
		t.Fatal(err)
	}
	pooled, err = stats.DifferencesOf(delta)
	if err != nil {
		t.Fatal(err)
	}
	return weighted, pooled
}

// R survey::svymean, oneway.test and the definitions.
func TestStratifiedVectors(t *testing.T) {
	for _, c := range vectors[stratifiedCase](t, "stratified.json") {
		t.Run(c.Name, func(t *testing.T) {
			want := c.Expected
			d, pooled := c.differences(t)
			near(t, "mean", d.Mean, want.Mean, 1e-9)
			near(t, "pooled mean", pooled.Mean, want.Pooled, 1e-9)
			near(t, "se", standardError(d), want.SE, 1e-9)
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
		})
	}
}

func TestStrataThatCannotBeCompared(t *testing.T) {
	strata := []stats.Stratum{
		{Name: "head", Differences: []float64{-0.1, -0.2, -0.15}},
		{Name: "tail", Differences: []float64{0.5}},
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
	if _, err := stats.CompareStrata(nil); !errors.Is(err, stats.ErrNoPairs) {
		t.Errorf("no strata: %v", err)
	}
}

// R sandwich::vcovCL; statsmodels alongside. A cluster is one unit, with the mean of its queries and
// their number as its weight.
func TestClusterVectors(t *testing.T) {
	type testCase struct {
		Name  string
		Input struct {
			Cluster []int
			Delta   []float64
		}
		Expected struct {
			Mean     float64
			SE       float64 `json:"se_cluster_HC1"`
			Clusters int
		}
	}
	for _, c := range vectors[testCase](t, "cluster.json") {
		var w stats.Weights
		var means []float64
		place := map[int]int{}
		for i, cluster := range c.Input.Cluster {
			at, known := place[cluster]
			if !known {
				at = len(means)
				place[cluster] = at
				w.Values, means = append(w.Values, 0), append(means, 0)
			}
			w.Values[at]++
			means[at] += (c.Input.Delta[i] - means[at]) / w.Values[at]
		}
		d, err := w.Differences(make([]float64, len(means)), means)
		if err != nil {
			t.Fatal(err)
		}
		near(t, c.Name+" mean", d.Mean, c.Expected.Mean, 1e-9)
		near(t, c.Name+" se", standardError(d), c.Expected.SE, 1e-9)
		boot, err := stats.Bootstrap{Seed: 1, Kind: stats.Basic}.Clustered(c.Input.Delta, c.Input.Cluster)
		if err != nil {
			t.Fatal(err)
		}
		if d.N != c.Expected.Clusters || (d.N < 10) != (len(boot.Warnings) > 0) {
			t.Errorf("%s: %d clusters, warnings %v", c.Name, d.N, boot.Warnings)
		}
		within(t, c.Name+" bootstrap width / 3.92 se", boot.Interval.Width()/(3.92*c.Expected.SE), 1, 0.15)
	}
}

func TestClustersAreRefused(t *testing.T) {
	if _, err := (stats.Bootstrap{}).Clustered([]float64{0.1}, nil); !errors.Is(err, stats.ErrOutOfRange) {
		t.Errorf("lengths: %v", err)
	}
	if _, err := (stats.Bootstrap{}).Clustered(nil, nil); !errors.Is(err, stats.ErrNoPairs) {
		t.Errorf("no pairs: %v", err)
	}
	if _, err := (stats.Bootstrap{Kind: stats.BCa}).Clustered([]float64{1, 2}, []int{1, 2}); !errors.Is(err, stats.ErrOutOfRange) {
		t.Errorf("BCa of clusters: %v", err)
	}
}
