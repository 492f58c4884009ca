package stats_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// recallLike returns differences of recall: 80 % zeros, the rest multiples of
// 1/60, as in the figures that peers are compared with.
func recallLike(n int, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 60))
	values := []float64{-1, -0.5, -1. / 3, -0.25, -0.2, 0.2, 0.25, 1. / 3, 0.5, 1}
	d := make([]float64, n)
	for i := range d {
		if rng.Float64() < 0.2 {
			d[i] = values[rng.IntN(len(values))]
		}
	}
	return d
}

// ndcgLike returns differences of nDCG: 30 % zeros, the rest irrational.
func ndcgLike(n int, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 61))
	d := make([]float64, n)
	for i := range d {
		if rng.Float64() < 0.7 {
			d[i] = rng.NormFloat64() * 0.15
		}
	}
	return d
}

// rrLike returns differences of reciprocal rank at 10: 69 % zeros, the rest on a
// lattice of 1/2520.
func rrLike(n int, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 62))
	rr := func() float64 {
		if r := rng.IntN(12); r > 0 && r <= 10 {
			return 1 / float64(r)
		}
		return 0
	}
	d := make([]float64, n)
	for i := range d {
		if rng.Float64() < 0.31 {
			d[i] = rr() - rr()
		}
	}
	return d
}

func BenchmarkBootstrapExact(b *testing.B) {
	for _, c := range []struct {
		name string
		d    []float64
	}{
		{"recall/n=1000", recallLike(1000, 2)},
		{"recall/n=7000", recallLike(7000, 2)},
		{"RR/n=50", rrLike(50, 1)},
		{"RR/n=1000", rrLike(1000, 1)},
		{"RR/n=7000", rrLike(7000, 1)},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				r, err := stats.Bootstrap{}.Interval(c.d)
				if err != nil || !r.Exact {
					b.Fatal(r.Exact, err)
				}
			}
		})
	}
}

func BenchmarkNewDifferences(b *testing.B) {
	d := ndcgLike(100_000, 1)
	a := make([]float64, len(d))
	for b.Loop() {
		if _, err := stats.NewDifferences(a, d); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMaxT(b *testing.B) {
	ds := [][]float64{ndcgLike(1000, 1), recallLike(1000, 2), ndcgLike(1000, 3), rrLike(1000, 4)}
	for b.Loop() {
		if _, err := (stats.MaxT{Rounds: 10_000, Workers: 1}).Adjust(ds); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBootstrapFourMeasures(b *testing.B) {
	for _, n := range []int{50, 1000, 7000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			ds := [][]float64{ndcgLike(n, 1), recallLike(n, 2), ndcgLike(n, 3), recallLike(n, 4)}
			for b.Loop() {
				reps, err := stats.Bootstrap{Workers: 1, Sampled: true}.Replicates(ds)
				if err != nil {
					b.Fatal(err)
				}
				for _, r := range reps {
					for _, kind := range []stats.BootstrapKind{stats.Percentile, stats.BCa} {
						if _, err := r.Interval(kind, 0.95); err != nil {
							b.Fatal(err)
						}
					}
				}
			}
		})
	}
}

func BenchmarkBootstrapOneMeasure(b *testing.B) {
	for name, d := range map[string][]float64{"recall": recallLike(1000, 2), "nDCG": ndcgLike(1000, 1)} {
		for _, sampled := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/sampled=%v", name, sampled), func(b *testing.B) {
				for b.Loop() {
					if _, err := (stats.Bootstrap{Workers: 1, Sampled: sampled}).Interval(d); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkSignFlip(b *testing.B) {
	for _, c := range []struct {
		name    string
		d       []float64
		sampled bool
	}{
		{"exact/recall/n=1000", recallLike(1000, 1), false},
		{"exact/recall/n=7000", recallLike(7000, 1), false},
		{"exact/nDCG/n=50", ndcgLike(50, 1), false},
		{"sampled/recall/n=1000", recallLike(1000, 1), true},
		{"sampled/nDCG/n=1000", ndcgLike(1000, 1), true},
		{"sampled/nDCG/n=7000", ndcgLike(7000, 1), true},
		{"sampled/nDCG/n=1000000", ndcgLike(1_000_000, 1), true},
	} {
		b.Run(c.name, func(b *testing.B) {
			d, err := stats.DifferencesOf(c.d)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := (stats.SignFlip{Workers: 1, Sampled: c.sampled}).Test(d); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
