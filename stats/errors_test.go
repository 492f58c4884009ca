package stats_test

import (
	"math"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

func TestErrorTexts(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for name, c := range map[string]struct {
		a, b []float64
		want string
	}{
		"length": {[]float64{1}, []float64{1, 2}, "1 baseline scores but 2 candidate scores"},
		"NaN":    {[]float64{1, nan, nan}, []float64{inf, 0, 0}, "scores are not finite: 2 in baseline (first at index 1), 1 in candidate (first at index 0)"},
		"huge":   {[]float64{-1e308}, []float64{1e308}, "scores are not finite: 1 in difference (first at index 0)"},
	} {
		_, err := stats.NewDifferences(c.a, c.b)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// √(p(1−p)/rounds), only of what was sampled.
func TestSamplingError(t *testing.T) {
	p := 0.2
	sampled := stats.Result{P: &p, Method: stats.Sampled, Rounds: 1600}
	nearPtr(t, "sampling error", sampled.SamplingError(), 0.01, 1e-15)
	if exact := (stats.Result{P: &p, Method: stats.Exact}); exact.SamplingError() != nil {
		t.Error("an exact p has no sampling error")
	}
}
