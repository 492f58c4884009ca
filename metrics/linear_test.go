package metrics_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// A measure that is taken apart adds up to its own score of any ranking.
func TestLinear(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{
		"P@5", "P(rel=2)@3", "DCG(gain=linear)@10", "nDCG(gain=exp)@10", "nDCG(gain=linear,rel=2)@5",
		"RBP(p=0.8)@10", "RBP(p=0.5,gain=scale,max=3)@4", "DCG(gain={1:1,2:1.5,3:5})@6",
		"DCG(gain={0:0.5,1:1,2:3,3:4})@5",
	} {
		m, err := metrics.Builtin().Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		linear, ok := metrics.LinearOf(m)
		if !ok {
			t.Errorf("%s is not linear", name)
			continue
		}
		for range 50 {
			j := &metrics.Judged{Retrieved: 12}
			sum := 0.0
			for rank := 1; rank <= 12; rank++ {
				grade := rng.IntN(5) - 1
				if grade < 0 {
					continue // no one judged it
				}
				j.Hits = append(j.Hits, metrics.Hit{Rank: rank, Grade: grade})
				if grade > 0 {
					j.Ideal = append(j.Ideal, grade)
				} else {
					j.NonRelevant++
				}
				if rank <= m.Cutoff() {
					sum += linear.Discount(rank) * linear.Gain(grade)
				}
			}
			slices.SortFunc(j.Ideal, func(a, b int) int { return b - a })
			if linear.Ideal != nil {
				ideal, defined := linear.Ideal.Score(j)
				if !defined {
					continue
				}
				sum /= ideal
			}
			if score, defined := m.Score(j); defined && math.Abs(score-sum) > 1e-12 {
				t.Errorf("%s: the parts add up to %g, want %g", name, sum, score)
			}
		}
	}
	for _, name := range []string{"AP@10", "RR@10", "ERR@10", "R@10", "RBP(p=0.8)", "nDCG", "P(judged=only)@5", "P(level=chunk)@5", "RBP(gain=query)@10", "Success@5"} {
		m, err := metrics.Builtin().Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := metrics.LinearOf(m); ok {
			t.Errorf("%s is said to be linear", name)
		}
	}
}
