package selection_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/sweep/selection"
)

// enumeratedP is, for each setting that is still in, the share of all 2ⁿ signs
// whose largest lead over it is at least the observed one.
func enumeratedP(scores [][]float64, in []bool) []float64 {
	n := len(scores[0])
	means, best := make([]float64, len(scores)), math.Inf(-1)
	for s, column := range scores {
		for _, v := range column {
			means[s] += v / float64(n)
		}
		best = max(best, means[s])
	}
	p := make([]float64, len(scores))
	for signs := range 1 << n {
		z, largest := make([]float64, len(scores)), math.Inf(-1)
		for s, column := range scores {
			for q, v := range column {
				if signs>>q&1 == 1 {
					z[s] -= (v - means[s]) / math.Sqrt(float64(n*(n-1)))
				} else {
					z[s] += (v - means[s]) / math.Sqrt(float64(n*(n-1)))
				}
			}
			if in[s] {
				largest = max(largest, z[s])
			}
		}
		for s := range p {
			if largest-z[s] >= best-means[s]-1e-9 {
				p[s] += 1 / float64(int(1)<<n)
			}
		}
	}
	return p
}

// The candidates are those of the two steps over all signs there are, wherever
// random ones can tell: p is further from the bound than five of its errors.
func TestCandidatesByEnumeration(t *testing.T) {
	const n, rounds, alpha = 9, 4000, 0.2
	rng := rand.New(rand.NewPCG(11, 12))
	left := map[int]int{} // by step: settings taken out; 0: none
	for table := range 80 {
		scores := make([][]float64, 4)
		for s := range scores {
			for range n {
				scores[s] = append(scores[s], rng.NormFloat64()-float64((s+table)%4)*float64(table%5)/2)
			}
		}
		in, clear := []bool{true, true, true, true}, true
		for step, bound := range []float64{0.1 * alpha, 0.9 * alpha} { // as Candidates says
			out := []int{}
			for s, p := range enumeratedP(scores, in) {
				if !in[s] || p > 1-1e-9 { // the best itself
					continue
				}
				clear = clear && math.Abs(p-bound) > 5*math.Sqrt(bound*(1-bound)/rounds)
				if p <= bound {
					out = append(out, s)
				}
			}
			for _, s := range out {
				in[s] = false
				left[step+1]++
			}
		}
		if !clear {
			continue
		}
		left[0]++
		got, err := selection.Candidates{Alpha: alpha, Rounds: rounds, Seed: uint64(table)}.Find(scores)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, in) {
			t.Errorf("table %d: candidates %v, want %v (all signs)", table, got, in)
		}
	}
	if left[0] < 20 || left[1] < 10 || left[2] < 10 {
		t.Errorf("%d tables that can tell, %d settings out in the first step and %d in the second; want more", left[0], left[1], left[2])
	}
}

// A setting that is behind by the same everywhere has no noise of its own: its p
// is the least that so many rounds can give, 1/(1 + rounds), however many
// queries and rounds fill the bytes of the signs. A tenth of alpha is spent in
// the first step, the rest in the second.
func TestCandidatesOfAnySize(t *testing.T) {
	for n := 2; n <= 20; n++ {
		ahead, behind := make([]float64, n), make([]float64, n)
		for q := range n {
			ahead[q], behind[q] = float64(q%3)+1, float64(q%3) // 1 everywhere: no sign turns it
		}
		for _, rounds := range []int{19, 20, 1001} { // p: .05, .048, .001
			for alpha, want := range map[float64]bool{0.49: false, 0.04: rounds < 1000} {
				got, err := selection.Candidates{Alpha: alpha, Rounds: rounds}.Find([][]float64{behind, ahead})
				if err != nil {
					t.Fatal(err)
				}
				if got[0] != want || !got[1] {
					t.Errorf("%d queries, %d rounds, alpha %v: %v, want %v for the one behind", n, rounds, alpha, got, want)
				}
			}
		}
	}
}
