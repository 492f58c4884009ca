package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// hedgedCapital returns the largest capital that was reached by betting against the
// mean m of x in [0, 1], as Waudby-Smith and Ramdas (2024) define it: half of
// the money on x above m, half below,
//
//	K⁺ = Π (1 + min(λᵢ, ½/m) (xᵢ − m)),  K⁻ = Π (1 − min(λᵢ, ½/(1−m)) (xᵢ − m))
//	λᵢ = √(2 ln(2/α) / (n σ̂²ᵢ₋₁)),  σ̂²ᵢ = (¼ + Σ_{j≤i} (xⱼ − μ̂ⱼ)²)/(i+1),  μ̂ᵢ = (½ + Σ_{j≤i} xⱼ)/(i+1)
//
// with products and sums as they stand.
func hedgedCapital(x []float64, m, alpha float64) (most float64) {
	variance := func(i int) float64 {
		total := 0.25
		for j := 1; j <= i; j++ {
			mean := 0.5
			for _, v := range x[:j] {
				mean += v
			}
			total += math.Pow(x[j-1]-mean/float64(j+1), 2)
		}
		return total / float64(i+1)
	}
	up, down := 1.0, 1.0
	for i, v := range x {
		bet := math.Sqrt(2 * math.Log(2/alpha) / (float64(len(x)) * variance(i)))
		up *= 1 + min(bet, 0.5/m)*(v-m)
		down *= 1 - min(bet, 0.5/(1-m))*(v-m)
		most = max(most, up/2, down/2)
	}
	return most
}

// TestBettingDefinition: the ends of the interval are the means at which the
// capital just reaches 1/α, and everything between them is never refuted.
func TestBettingDefinition(t *testing.T) {
	for _, c := range []struct {
		n            int
		shift, level float64
	}{{20, 0, 0.95}, {60, 0.3, 0.95}, {60, -0.4, 0.8}, {120, 0.1, 0.99}} {
		rng := rand.New(rand.NewPCG(11, uint64(c.n)))
		d, x := make([]float64, c.n), make([]float64, c.n)
		for i := range d {
			d[i] = min(1, max(-1, c.shift+0.3*rng.NormFloat64()))
			x[i] = (1 + d[i]) / 2
		}
		got, err := stats.BettingInterval(d, c.level)
		if err != nil {
			t.Fatal(err)
		}
		low, high, ruin := (1+got.Low)/2, (1+got.High)/2, 1/(1-c.level)
		if !(0 < low && low < high && high < 1) {
			t.Fatalf("%+v: the ends %v and %v are not inside the range", c, got.Low, got.High)
		}
		relative(t, "capital at the low end", hedgedCapital(x, low, 1-c.level), ruin, 1e-9)
		relative(t, "capital at the high end", hedgedCapital(x, high, 1-c.level), ruin, 1e-9)
		for step := 1; step < 20; step++ {
			m := low + (high-low)*float64(step)/20
			if capital := hedgedCapital(x, m, 1-c.level); capital >= ruin {
				t.Errorf("%+v: the mean %v is inside, but the capital reached %v", c, 2*m-1, capital)
			}
		}
	}
}
