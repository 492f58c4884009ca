package stats_test

import (
	"math"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// R p.adjust, statsmodels for the Šidák kinds.
func TestAdjustVectors(t *testing.T) {
	type testCase struct {
		Name     string
		Input    struct{ P []float64 }
		Expected map[string][]float64
	}
	names := map[string]stats.Correction{
		"bonferroni": stats.Bonferroni, "holm": stats.Holm, "hochberg": stats.Hochberg, "hommel": stats.Hommel,
		"BH": stats.BH, "BY": stats.BY, "sidak": stats.Sidak, "holm_sidak": stats.HolmSidak,
	}
	for _, c := range vectors[testCase](t, "multiplicity.json") {
		for name, want := range c.Expected {
			got, err := stats.Adjust(c.Input.P, names[name])
			if err != nil {
				t.Fatal(err)
			}
			for i := range want {
				// 1−(1−p)^m cancels in the reference below 1e-4 of p.
				rel := 1e-12
				if (name == "sidak" || name == "holm_sidak") && want[i] < 1e-4 {
					rel = 1e-9
				}
				relative(t, c.Name+" "+name, got[i], want[i], rel)
			}
		}
	}
}

func TestAdjustEdges(t *testing.T) {
	for _, c := range stats.Corrections() {
		got, err := stats.Adjust(nil, c)
		if err != nil || len(got) != 0 {
			t.Errorf("%s of nothing: %v, %v", c, got, err)
		}
		for _, bad := range []float64{math.NaN(), -0.1, 1.1, math.Inf(1)} {
			if _, err := stats.Adjust([]float64{0.1, bad}, c); err == nil {
				t.Errorf("%s accepts %v", c, bad)
			}
		}
	}
	if _, err := stats.Adjust([]float64{0.1}, "tukey"); err == nil {
		t.Error("unknown correction accepted")
	}
}
