package stats_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// bigSum returns the sum in as many bits as doubles span, rounded once.
func bigSum(xs []float64) float64 {
	total := new(big.Float).SetPrec(2300)
	for _, x := range xs {
		total.Add(total, new(big.Float).SetFloat64(x))
	}
	nearest, _ := total.Float64()
	return nearest
}

// wideNumbers returns numbers of any magnitude, some of which cancel, or are half a digit of others.
func wideNumbers(r *rand.Rand) []float64 {
	spread := []int{1, 60, 2000}[r.IntN(3)]
	xs := make([]float64, 1+r.IntN(400))
	for i := range xs {
		xs[i] = math.Ldexp(2*r.Float64()-1, max(-1074, r.IntN(spread)-spread/2-r.IntN(60)))
		if i > 0 && r.IntN(4) == 0 {
			xs[i] = -xs[r.IntN(i)] * []float64{1, 0x1p-53, -0x1p-53, 1 + 0x1p-52}[r.IntN(4)]
		}
	}
	return xs
}

// inParts adds the numbers up in some order, in up to 70 parts that are put together two by two.
func inParts[S any](r *rand.Rand, xs []float64, add func(S, float64) S, plus func(S, S) S) S {
	parts := make([]S, 1+r.IntN(70))
	for _, i := range r.Perm(len(xs)) {
		p := r.IntN(len(parts))
		parts[p] = add(parts[p], xs[i])
	}
	for len(parts) > 1 {
		i := r.IntN(len(parts) - 1)
		parts[i] = plus(parts[i], parts[i+1])
		parts = slices.Delete(parts, i+1, i+2)
	}
	return parts[0]
}

// Every order, partition and tree of parts gives the nearest double of the true sum, to the bit. Ordinary
// sums of the same numbers differ in most of them, which shows that the test would see it.
func TestExactSum(t *testing.T) {
	r := rand.New(rand.NewPCG(26, 1))
	ordinary := func(x, y float64) float64 { return x + y }
	differ, trials := 0, 2000
	for range trials {
		xs := wideNumbers(r)
		want := bigSum(xs)
		if got := inParts(r, xs, stats.ExactSum.Add, stats.ExactSum.Plus).Value(); got != want {
			t.Fatalf("%v add up to %v, want %v", xs, got, want)
		}
		if inParts(r, xs, ordinary, ordinary) != want {
			differ++
		}
	}
	if differ < trials/2 {
		t.Errorf("ordinary sums differ in %d of %d: the numbers are too easy", differ, trials)
	}
}

// Half way between two doubles the last digit is even, and any rest beyond decides.
func TestExactSumHalfWay(t *testing.T) {
	for _, xs := range [][]float64{
		{1, 0x1p-53},
		{1, 0x1p-53, 0x1p-200},
		{1, 0x1p-53, -0x1p-200},
		{1, 0x1p-52, 0x1p-53},
		{1, 0x1p-52, 0x1p-53, -0x1p-1000},
		{-1, -0x1p-53, -0x1p-1074},
		{0x1p-1074, 0x1p-1074},
		{1e100, 1, -1e100},
		{0.1, 0.2, -0.3},
		{},
		{0},
		{5e-324, -5e-324},
	} {
		var s stats.ExactSum
		for _, x := range xs {
			s = s.Add(x)
		}
		if got, want := s.Value(), bigSum(xs); got != want {
			t.Errorf("%v add up to %v, want %v", xs, got, want)
		}
	}
}

// The mean, the spread and the covariance of pairs are the same to the bit in any order.
func TestOrderOfPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(26, 2))
	for range 300 {
		n := 2 + r.IntN(300)
		a, b := make([]float64, n), make([]float64, n)
		for i := range a {
			a[i], b[i] = r.Float64(), r.Float64()*r.Float64()
		}
		figures := func() []float64 {
			d, err := stats.NewDifferences(a, b)
			if err != nil {
				t.Fatal(err)
			}
			c, err := stats.Pearson(a, b, 0.95)
			if err != nil {
				t.Fatal(err)
			}
			tail, err := stats.Tail{Range: 1}.Interval(d, 0.95)
			if err != nil {
				t.Fatal(err)
			}
			s := stats.SpreadOf(d)
			return []float64{stats.Mean(a), d.Mean, *d.SD, *c.Value, tail.Low, tail.High, s.Skewness, s.Kurtosis, s.Size}
		}
		want := figures()
		r.Shuffle(n, func(i, j int) { a[i], a[j], b[i], b[j] = a[j], a[i], b[j], b[i] })
		if got := figures(); !slices.Equal(got, want) {
			t.Fatalf("%d pairs in another order have %v, want %v", n, got, want)
		}
	}
}

func BenchmarkExactSum(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	xs := make([]float64, 1_000_000)
	for i := range xs {
		xs[i] = r.Float64() - r.Float64()
	}
	for b.Loop() {
		s := make(stats.ExactSum, 0, 16)
		for _, x := range xs {
			s = s.Add(x)
		}
		s.Value()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(xs)), "ns/number")
}
