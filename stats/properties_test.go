package stats_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/stats"
)

func scores(n int) *rapid.Generator[[]float64] {
	grid := rapid.Map(rapid.IntRange(0, 60), func(i int) float64 { return float64(i) / 60 })
	return rapid.SliceOfN(rapid.OneOf(grid, rapid.Float64Range(0, 1)), n, n)
}

func pairedTests() []stats.PairedTest {
	return []stats.PairedTest{
		stats.TTest{},
		stats.SignFlip{Rounds: 500},
		stats.SignFlip{Rounds: 500, Sampled: true},
		stats.Wilcoxon{},
		stats.Sign{},
	}
}

// same compares p values that went through different roundings.
func same(p, q *float64) bool {
	return (p == nil) == (q == nil) && (p == nil || math.Abs(*p-*q) <= 1e-9)
}

// Swapping the systems mirrors the effect and keeps p; the inputs stay as they
// were; p is in (0, 1].
func TestSwapMirrors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		a, b := scores(n).Draw(t, "a"), scores(n).Draw(t, "b")
		keepA, keepB := slices.Clone(a), slices.Clone(b)
		for _, test := range pairedTests() {
			r, err := stats.TestPairs(test, a, b)
			back, errBack := stats.TestPairs(test, b, a)
			if err != nil || errBack != nil {
				t.Fatal(err, errBack)
			}
			if r.Effect != -back.Effect || !same(r.P, back.P) {
				t.Fatalf("%s: effects %v and %v, p %v and %v", test.Name(), r.Effect, back.Effect, r.P, back.P)
			}
			if r.P != nil && !(*r.P > 0 && *r.P <= 1) {
				t.Fatalf("%s: p = %v", test.Name(), *r.P)
			}
			if (r.Interval == nil) != (back.Interval == nil) || r.Interval != nil && math.Abs(r.Interval.Low+back.Interval.High) > 1e-12 {
				t.Fatalf("%s: intervals %v and %v", test.Name(), r.Interval, back.Interval)
			}
			if r.P == nil && len(r.Warnings) == 0 {
				t.Fatalf("%s: undefined without a warning", test.Name())
			}
		}
		if !slices.Equal(a, keepA) || !slices.Equal(b, keepB) {
			t.Fatal("the input was changed")
		}
	})
}

// Adding the same to both systems changes nothing; scaling both scales the
// effect and keeps p.
func TestShiftAndScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "n")
		// Multiples of 1/64 stay exact under these shifts and scales.
		grid := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 64), func(i int) float64 { return float64(i) / 64 }), n, n)
		a, b := grid.Draw(t, "a"), grid.Draw(t, "b")
		shift := float64(rapid.IntRange(-8, 8).Draw(t, "shift"))
		scale := math.Ldexp(1, rapid.IntRange(-3, 9).Draw(t, "scale"))
		a2, b2 := make([]float64, n), make([]float64, n)
		for i := range a {
			a2[i], b2[i] = (a[i]+shift)*scale, (b[i]+shift)*scale
		}
		for _, test := range pairedTests() {
			r, err := stats.TestPairs(test, a, b)
			moved, errMoved := stats.TestPairs(test, a2, b2)
			if err != nil || errMoved != nil {
				t.Fatal(err, errMoved)
			}
			if math.Abs(moved.Effect-scale*r.Effect) > 1e-12*scale || !same(r.P, moved.P) {
				t.Fatalf("%s: effect %v and %v, p %v and %v", test.Name(), r.Effect, moved.Effect, *r.P, *moved.P)
			}
		}
	})
}

// The order of the queries does not matter where nothing is sampled.
func TestOrderOfQueries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "n")
		a, b := scores(n).Draw(t, "a"), scores(n).Draw(t, "b")
		order := rapid.Permutation(slices.Collect(func(yield func(int) bool) {
			for i := range n {
				if !yield(i) {
					return
				}
			}
		})).Draw(t, "order")
		a2, b2 := make([]float64, n), make([]float64, n)
		for to, from := range order {
			a2[to], b2[to] = a[from], b[from]
		}
		for _, test := range []stats.PairedTest{stats.TTest{}, stats.SignFlip{}, stats.Wilcoxon{}, stats.Sign{}} {
			r, err := stats.TestPairs(test, a, b)
			moved, errMoved := stats.TestPairs(test, a2, b2)
			if err != nil || errMoved != nil {
				t.Fatal(err, errMoved)
			}
			if !same(r.P, moved.P) {
				t.Fatalf("%s: p %v and %v", test.Name(), *r.P, *moved.P)
			}
		}
	})
}

// Adjusted p values are never smaller than raw ones (Hommel and Hochberg
// included), and keep the order.
func TestAdjustProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ps := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 20).Draw(t, "p")
		for _, c := range stats.Corrections() {
			adjusted, err := stats.Adjust(ps, c)
			if err != nil {
				t.Fatal(err)
			}
			for i := range ps {
				if adjusted[i] < ps[i]*(1-1e-12) || adjusted[i] > 1 {
					t.Fatalf("%s: %v became %v", c, ps[i], adjusted[i])
				}
				for j := range ps {
					if ps[i] < ps[j] && adjusted[i] > adjusted[j]*(1+1e-12) {
						t.Fatalf("%s: order of %v and %v not kept", c, ps[i], ps[j])
					}
				}
			}
		}
	})
}

// Intervals are ordered, finite and inside the range of the differences, and
// any number of workers gives the same bytes.
func TestBootstrapProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "n")
		d := rapid.SliceOfN(rapid.Float64Range(-1, 1), n, n).Draw(t, "d")
		keep := slices.Clone(d)
		kind := rapid.SampledFrom([]stats.BootstrapKind{stats.Percentile, stats.PercentileExpanded, stats.BCa}).Draw(t, "kind")
		b := stats.Bootstrap{Kind: kind, Resamples: 3000, Seed: rapid.Uint64().Draw(t, "seed"), Workers: 1}
		one, err := b.Interval(d)
		if err != nil {
			t.Fatal(err)
		}
		b.Workers = 3
		three, err := b.Interval(d)
		if err != nil {
			t.Fatal(err)
		}
		if (one.Interval == nil) != (three.Interval == nil) || one.Interval != nil && *one.Interval != *three.Interval {
			t.Fatalf("workers: %v and %v", one.Interval, three.Interval)
		}
		if one.Interval == nil {
			if len(one.Warnings) == 0 {
				t.Fatal("undefined without a warning")
			}
			return
		}
		if !(one.Interval.Low <= one.Interval.High) || one.Interval.Low < slices.Min(d)-1e-9 || one.Interval.High > slices.Max(d)+1e-9 {
			t.Fatalf("interval %v of %v", *one.Interval, d)
		}
		if !slices.Equal(d, keep) {
			t.Fatal("the input was changed")
		}
	})
}
