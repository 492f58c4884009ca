package stats_test

import (
	"math"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// R cor.test and scipy.
func TestCorrelationVectors(t *testing.T) {
	type testCase struct {
		Name     string
		Input    struct{ X, Y []float64 }
		Expected struct {
			Pearson      float64
			PearsonP     float64    `json:"pearson_p"`
			PearsonCI    [2]float64 `json:"pearson_ci95"`
			Spearman     float64
			SpearmanP    float64  `json:"spearman_p_tapprox"`
			Kendall      float64  `json:"kendall_tau_b"`
			KendallP     float64  `json:"kendall_p_asymptotic"`
			KendallExact *float64 `json:"kendall_p_exact"`
		}
	}
	for _, c := range vectors[testCase](t, "correlation.json") {
		t.Run(c.Name, func(t *testing.T) {
			want := c.Expected
			p, err := stats.Pearson(c.Input.X, c.Input.Y, 0.95)
			if err != nil {
				t.Fatal(err)
			}
			nearPtr(t, "Pearson", p.Value, want.Pearson, 1e-10)
			relative(t, "Pearson p", *p.P, want.PearsonP, 1e-8)
			near(t, "Pearson low", p.Interval.Low, want.PearsonCI[0], 1e-10)
			near(t, "Pearson high", p.Interval.High, want.PearsonCI[1], 1e-10)
			s, err := stats.Spearman(c.Input.X, c.Input.Y)
			if err != nil {
				t.Fatal(err)
			}
			nearPtr(t, "Spearman", s.Value, want.Spearman, 1e-10)
			relative(t, "Spearman p", *s.P, want.SpearmanP, 1e-8)
			k, err := stats.Kendall(c.Input.X, c.Input.Y)
			if err != nil {
				t.Fatal(err)
			}
			nearPtr(t, "Kendall", k.Value, want.Kendall, 1e-10)
			if want.KendallExact != nil {
				relative(t, "Kendall exact p", *k.P, *want.KendallExact, 1e-8)
			} else {
				relative(t, "Kendall p", *k.P, want.KendallP, 1e-8)
			}
			relative(t, "Kendall asymptotic p", stats.KendallNormalP(c.Input.X, c.Input.Y), want.KendallP, 1e-8)
		})
	}
}

func TestSpearmanSeedVectors(t *testing.T) {
	type seedCase struct {
		ID       string
		Given    struct{ X, Y []float64 }
		Expected struct {
			Rho float64
			P   *float64 `json:"p_student_t"`
		}
	}
	for _, c := range vectors[seedCase](t, "seeds/spearman.json") {
		got, err := stats.Spearman(c.Given.X, c.Given.Y)
		if err != nil {
			t.Fatal(err)
		}
		if c.Expected.P == nil { // no variance: the original says 0, we say undefined
			if got.Value != nil || got.P != nil {
				t.Errorf("%s: %+v", c.ID, got)
			}
			continue
		}
		within(t, c.ID+" rho", *got.Value, c.Expected.Rho, 2e-6)
		within(t, c.ID+" p", *got.P, *c.Expected.P, 2e-6)
	}
}

func TestCorrelationEdges(t *testing.T) {
	two, err := stats.Kendall([]float64{1, 2}, []float64{2, 1})
	if err != nil || *two.Value != -1 || *two.P != 1 {
		t.Errorf("two items: %+v, %v", two, err)
	}
	tied, err := stats.Kendall([]float64{1, 1, 1}, []float64{1, 2, 3})
	if err != nil || tied.Value != nil { // gonum says 1
		t.Errorf("ties: %+v, %v", tied, err)
	}
	if _, err := stats.Pearson([]float64{1, math.NaN()}, []float64{1, 2}, 0.95); err == nil {
		t.Error("NaN: no error")
	}
	one, err := stats.Pearson([]float64{1}, []float64{2}, 0.95)
	if err != nil || one.Value != nil || one.Warnings[0].Code != stats.WarnTooFewPairs {
		t.Errorf("one item: %+v, %v", one, err)
	}
}
