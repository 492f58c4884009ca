package stats_test

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// Fifty looks at a growing set, at populations with skewed and rare losses: the p that
// goes with the sequence is wrong once in a run with probability .05 at most. What is
// drawn has its true mean taken off, and the range grows by it.
func TestSequenceUnderFiftyLooks(t *testing.T) {
	if testing.Short() {
		t.Skip("computes in one goroutine for long under the race detector; without -short it runs")
	}
	for name, p := range map[string]struct {
		mean float64
		draw func(rng *rand.Rand) float64
	}{
		"outage":   {-.0012 * .8, func(rng *rand.Rand) float64 { return .01*rng.NormFloat64() - rarely(rng, .0012, .8) }},
		"reranker": {.95*.02 - .05*.4, func(rng *rand.Rand) float64 { return pick(rng, .05, -.1-.6*rng.Float64(), .02) }},
		"reindex":  {.99*.002 - .01*.5, func(rng *rand.Rand) float64 { return pick(rng, .01, -.5, .004*rng.Float64()) }},
		"2 % lost": {-.02 * .6, func(rng *rand.Rand) float64 { return max(-.4, min(.4, .1*rng.NormFloat64())) - rarely(rng, .02, .6) }},
	} {
		const rounds, step, last = 60, 10, 500
		wrong := 0
		for round := range rounds {
			rng := rand.New(rand.NewPCG(uint64(round), 50))
			var d []float64
			for n := step; n <= last; n += step {
				for len(d) < n {
					d = append(d, p.draw(rng)-p.mean)
				}
				got, err := stats.ConfidenceSequence{Range: 1 + math.Abs(p.mean)}.P(diffs(t, d))
				if err != nil {
					t.Fatal(err)
				}
				if got < .05 {
					wrong++
					break
				}
			}
		}
		// Three standard errors of .05 above it.
		if share := float64(wrong) / rounds; share > .05+3*math.Sqrt(.05*.95/rounds) {
			t.Errorf("%s: wrong in %v of the runs", name, share)
		}
	}
}

func pick(rng *rand.Rand, share, rare, usual float64) float64 {
	if rng.Float64() < share {
		return rare
	}
	return usual
}

func rarely(rng *rand.Rand, share, size float64) float64 { return pick(rng, share, size, 0) }

// The widths over that of t that docs/statistics.md prints, of normal differences.
func TestSequenceWidths(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	rng := rand.New(rand.NewPCG(5, 5))
	for _, c := range []struct {
		sd   float64
		n    int
		want float64
	}{
		{.2, 25, 3.0},
		{.2, 50, 2.5},
		{.2, 100, 2.0},
		{.2, 200, 1.75},
		{.2, 1000, 1.75},
		{.2, 3000, 1.75},
		{.1, 25, 5.8},
		{.1, 50, 4.6},
		{.1, 100, 3.4},
		{.1, 200, 2.6},
		{.1, 1000, 1.8},
		{.05, 200, 4.8},
	} {
		const rounds = 12
		var ratio float64
		for range rounds {
			d := make([]float64, c.n)
			for i := range d {
				d[i] = max(-1, min(1, c.sd*rng.NormFloat64()))
			}
			built := diffs(t, d)
			s, err := stats.ConfidenceSequence{Range: 1}.Interval(built)
			if err != nil {
				t.Fatal(err)
			}
			student, err := stats.TTest{}.Test(built)
			if err != nil {
				t.Fatal(err)
			}
			ratio += (s.High - s.Low) / (student.Interval.High - student.Interval.Low) / rounds
		}
		within(t, "width over t", ratio, c.want, .05+.04*c.want)
	}
}
