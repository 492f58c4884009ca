package stats_test

import (
	"math"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// BCa counts how many replicates are below the mean, and rounding noise must
// not decide that: scipy 1.10.1 gives [-.198, .202] for these differences and
// [-18.2, 21.8] for a hundred times these.
func TestBCaScales(t *testing.T) {
	differences := []float64{-.29, -.07, .13, -.17, .35}
	for _, sampled := range []bool{false, true} {
		b := stats.Bootstrap{Kind: stats.BCa, Seed: 7, Sampled: sampled}
		small, err := b.Interval(differences)
		if err != nil {
			t.Fatal(err)
		}
		hundredfold := make([]float64, len(differences))
		for i, d := range differences {
			hundredfold[i] = 100 * d
		}
		large, err := b.Interval(hundredfold)
		if err != nil {
			t.Fatal(err)
		}
		for _, end := range [][2]float64{{small.Interval.Low, large.Interval.Low}, {small.Interval.High, large.Interval.High}} {
			if math.Abs(end[1]-100*end[0]) > 1e-9 {
				t.Errorf("sampled %v: an end of %v became %v, want a hundred times it", sampled, end[0], end[1])
			}
		}
	}
}
