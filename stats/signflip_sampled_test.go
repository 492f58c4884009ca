package stats_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// flipTail returns P(S ≥ at) for S the sum of whole magnitudes with fair signs, by
// adding one magnitude after the other.
func flipTail(sizes []int, at int) float64 {
	total := 0
	for _, v := range sizes {
		total += v
	}
	p := make([]float64, 2*total+1) // P(S = i − total)
	p[total] = 1
	for _, v := range sizes {
		next := make([]float64, len(p))
		for i, x := range p {
			if x > 0 {
				next[i+v] += x / 2
				next[i-v] += x / 2
			}
		}
		p = next
	}
	tail := 0.0
	for i := len(p) - 1; i >= at+total; i-- {
		tail += p[i]
	}
	return tail
}

// TestSignFlipSampledSizes compares sampled p values with enumerated ones for
// numbers of distinct and of equal magnitudes around those that fill a word of
// 64 signs. A sign that is stuck, or the same as another, moves p by many
// standard errors.
func TestSignFlipSampledSizes(t *testing.T) {
	for _, c := range []struct {
		distinct int
		alike    []int // sizes of groups of equal magnitudes
	}{
		{63, nil},
		{64, nil},
		{65, nil},
		{100, nil},
		{130, nil},
		{9, nil},
		{0, []int{15, 15, 15}},
		{0, []int{16}},
		{0, []int{63}},
		{0, []int{64}},
		{0, []int{65}},
		{0, []int{130}},
		{70, []int{20, 80}},
	} {
		t.Run(fmt.Sprint(c.distinct, c.alike), func(t *testing.T) {
			var sizes []int
			for i := range c.distinct {
				sizes = append(sizes, 30+i)
			}
			for g, n := range c.alike {
				for range n {
					sizes = append(sizes, 50+g)
				}
			}
			square := 0
			for _, v := range sizes {
				square += v * v
			}
			sd := math.Sqrt(float64(square))
			d, observed := make([]float64, len(sizes)), 0
			for seed := uint64(0); float64(observed) < 0.8*sd || float64(observed) > 2*sd; seed++ {
				rng := rand.New(rand.NewPCG(seed, 0))
				observed = 0
				for i, v := range sizes {
					if rng.IntN(2) == 0 {
						v = -v
					}
					d[i] = float64(v) / 256
					observed += v
				}
			}
			diffs, err := stats.DifferencesOf(d)
			if err != nil {
				t.Fatal(err)
			}
			tail := flipTail(sizes, observed)
			for alt, want := range map[stats.Alternative]float64{
				stats.Greater: tail, stats.Less: flipTail(sizes, -observed), stats.TwoSided: 2 * tail,
			} {
				r, err := stats.SignFlip{Alternative: alt, Sampled: true, Seed: 5}.Test(diffs)
				if err != nil || r.Method != stats.Sampled {
					t.Fatalf("%s, %v", r.Method, err)
				}
				within(t, "p "+alt.String(), *r.P, want, 5*math.Sqrt(want*(1-want)/float64(r.Rounds)))
			}
		})
	}
}
