package stats_test

import (
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// R binom.test and prop.test.
func TestSignVectors(t *testing.T) {
	type testCase struct {
		Name     string
		Input    struct{ K, N int }
		Expected struct {
			Two, Greater, Less float64
			ClopperPearson     [2]float64 `json:"clopper_pearson95"`
		}
	}
	for _, c := range vectors[testCase](t, "sign_test.json") {
		t.Run(c.Name, func(t *testing.T) {
			b := make([]float64, c.Input.N)
			for i := range b {
				b[i] = -0.5
				if i < c.Input.K {
					b[i] = 0.25
				}
			}
			for alt, want := range map[stats.Alternative]float64{
				stats.TwoSided: c.Expected.Two, stats.Greater: c.Expected.Greater, stats.Less: c.Expected.Less,
			} {
				r, err := stats.TestPairs(stats.Sign{Alternative: alt}, make([]float64, len(b)), b)
				if err != nil {
					t.Fatal(err)
				}
				relative(t, "p "+alt.String(), *r.P, want, 1e-10)
			}
			exact, err := stats.ClopperPearson(c.Input.K, c.Input.N, 0.95)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "exact low", exact.Low, c.Expected.ClopperPearson[0], 1e-10)
			near(t, "exact high", exact.High, c.Expected.ClopperPearson[1], 1e-10)
		})
	}
}

func TestProportionRefuses(t *testing.T) {
	for _, kn := range [][2]int{{0, 0}, {-1, 5}, {6, 5}} {
		if _, err := stats.ClopperPearson(kn[0], kn[1], 0.95); err == nil {
			t.Errorf("ClopperPearson(%d, %d): no error", kn[0], kn[1])
		}
	}
}
