package querylog_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/testsets/querylog"
)

// Every query comes as often as its probability says. By hand: of 5, 3, 1, 1 two
// are drawn; 2·5 ≥ 10, so that the first is certain, and the second is one of 3,
// 1, 1 with 3/5, 1/5, 1/5.
func TestDrawProbabilities(t *testing.T) {
	frequencies := []int{5, 3, 1, 1}
	want := []float64{1, .6, .2, .2}
	const draws = 40_000
	count := make([]int, len(frequencies))
	rng := rand.New(rand.NewPCG(1, 2))
	for range draws {
		drawn := querylog.Draw(frequencies, 2, rng)
		if len(drawn) != 2 || drawn[0].Index >= drawn[1].Index {
			t.Fatalf("%v", drawn)
		}
		for _, d := range drawn {
			count[d.Index]++
			if math.Abs(d.Probability-want[d.Index]) > 1e-15 {
				t.Fatalf("probability of %d = %v, want %v", d.Index, d.Probability, want[d.Index])
			}
		}
	}
	for i, n := range count {
		sd := math.Sqrt(want[i] * (1 - want[i]) * draws)
		if off := math.Abs(float64(n) - want[i]*draws); off > 5*sd {
			t.Errorf("query %d came %d times of %d, want %.0f ± %.0f", i, n, draws, want[i]*draws, 5*sd)
		}
	}
}

// The number asked for comes out whatever the frequencies, and probabilities add
// up to it (a property of every design of fixed size).
func TestDrawSize(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		frequencies := make([]int, rng.IntN(30))
		for i := range frequencies {
			frequencies[i] = 1 + int(math.Exp(rng.Float64()*8))
		}
		n := rng.IntN(35)
		drawn := querylog.Draw(frequencies, n, rng)
		if want := min(n, len(frequencies)); len(drawn) != want {
			t.Fatalf("%d drawn of %v, want %d", len(drawn), frequencies, want)
		}
		for _, d := range drawn {
			if !(d.Probability > 0 && d.Probability <= 1) {
				t.Fatalf("probability %v", d.Probability)
			}
		}
	}
}

// The mean of what is drawn estimates the mean over traffic: here the scores are
// 1 for half of the searches, which one query makes up.
func TestDrawEstimatesTraffic(t *testing.T) {
	frequencies, n := []int{30, 4, 5, 6, 7, 8}, 1
	scores := []float64{1, 0, 0, 0, 0, 0}
	rng := rand.New(rand.NewPCG(5, 6))
	const draws = 20_000
	sum := 0.0
	for range draws {
		for _, d := range querylog.Draw(frequencies, n, rng) {
			sum += scores[d.Index]
		}
	}
	if mean := sum / draws; math.Abs(mean-.5) > 5*.5/math.Sqrt(draws) {
		t.Errorf("mean %v, want .5", mean)
	}
}
