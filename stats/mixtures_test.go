package stats_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"testing"
)

// A mixture is a distribution of per-query differences of a measure.
type mixture struct {
	Values, Probs []float64
	Mean          float64
}

func (m mixture) draw(n int, rng *rand.Rand) []float64 {
	d := make([]float64, n)
	for i := range d {
		u := rng.Float64()
		for at, p := range m.Probs {
			if u -= p; u < 0 {
				d[i] = m.Values[at]
				break
			}
		}
	}
	return d
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 12)) }

func mixtures(t *testing.T) map[string]mixture {
	t.Helper()
	text, err := os.ReadFile("../tools/studies/calibrate/data/dgps_synthetic.json")
	if err != nil {
		t.Fatal(err)
	}
	var lists map[string][]mixture
	if err := json.Unmarshal(text, &lists); err != nil {
		t.Fatal(err)
	}
	out := make(map[string]mixture)
	for name, list := range lists {
		out[name] = list[0]
	}
	return out
}

// needsSoak skips a test that draws thousands of samples.
func needsSoak(t *testing.T) {
	t.Helper()
	if os.Getenv("RANKDUEL_SOAK") == "" {
		t.Skip("seconds of simulation; RANKDUEL_SOAK=1 does it")
	}
}
