package stats_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// sequenceEnd finds the lower end by a scan from below over a grid, straight from
// the formula of the test martingale.
func sequenceEnd(d []float64, width, alpha float64) float64 {
	const step = 1e-4
	for mu := -width + step; mu < width; mu += step {
		var capital float64
		for j := 1; j <= 10; j++ {
			g, product := 1.8*math.Pow(2, -float64(j)), 1.0
			for _, x := range d {
				product *= 1 + g*((x+width)/(mu+width)-1)
			}
			capital += product / 10
		}
		if capital < 2/alpha {
			return mu
		}
	}
	return width
}

func TestConfidenceSequence(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for _, n := range []int{1, 2, 10, 80} {
		d, back := make([]float64, n), make([]float64, n)
		for i := range d {
			d[i] = max(-1, min(1, .1+.3*rng.NormFloat64()))
			back[i] = -d[i]
		}
		for _, alpha := range []float64{.05, .2} {
			got, err := stats.ConfidenceSequence{Level: 1 - alpha, Range: 1}.Interval(diffs(t, d))
			if err != nil {
				t.Fatal(err)
			}
			within(t, "low", got.Low, sequenceEnd(d, 1, alpha), 1e-4)
			within(t, "high", got.High, -sequenceEnd(back, 1, alpha), 1e-4)
			// p is below alpha where the interval excludes 0.
			p, err := stats.ConfidenceSequence{Range: 1}.P(diffs(t, d))
			if err != nil || (p < alpha) == got.Contains(0) {
				t.Errorf("n = %d: p %v with %+v, %v", n, p, got, err)
			}
		}
	}
}

func TestConfidenceSequenceRefuses(t *testing.T) {
	d := diffs(t, []float64{.5, -.2})
	for name, c := range map[string]stats.ConfidenceSequence{"no range": {}, "a range below a difference": {Range: .4}, "level": {Level: 1, Range: 1}} {
		if _, err := c.Interval(d); !errors.Is(err, stats.ErrOutOfRange) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := (stats.ConfidenceSequence{Range: 1}).Interval(stats.Differences{}); !errors.Is(err, stats.ErrNoPairs) {
		t.Errorf("empty: %v", err)
	}
}
