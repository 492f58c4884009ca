package stats_test

import (
	"fmt"

	"github.com/rankduel/rankduel/stats"
)

// Ten queries, nDCG of a baseline and a candidate.
var (
	baseline  = []float64{0.45, 0.50, 0.48, 0.46, 0.61, 0.39, 0.70, 0.52, 0.44, 0.58}
	candidate = []float64{0.52, 0.55, 0.47, 0.53, 0.66, 0.45, 0.69, 0.60, 0.50, 0.61}
)

// The usual path: pair, test, and bound the effect.
func Example() {
	d, err := stats.NewDifferences(baseline, candidate)
	if err != nil {
		fmt.Println(err)
		return
	}
	t, _ := stats.TTest{}.Test(d)
	flips, _ := stats.SignFlip{}.Test(d)
	fmt.Printf("%+.4f [%.4f, %.4f], %d wins, %d losses\n", t.Effect, t.Interval.Low, t.Interval.High, d.Wins, d.Losses)
	fmt.Printf("t(%g) = %.3f, p = %.4f\n", *t.DF, *t.Statistic, *t.P)
	fmt.Printf("randomization p = %.4f, %s\n", *flips.P, flips.Method)
	for _, w := range t.Warnings {
		fmt.Println(w.Text)
	}
	// Output:
	// +0.0450 [0.0221, 0.0679], 8 wins, 2 losses
	// t(9) = 4.439, p = 0.0016
	// randomization p = 0.0078, exact
	// 10 pairs: fewer than 50, coverage depends on the shape of the differences
}

// What is undefined is nil, and a warning says why.
func ExampleTTest() {
	r, _ := stats.TestPairs(stats.TTest{}, []float64{0.1, 0.2, 0.3}, []float64{0.2, 0.3, 0.4})
	fmt.Println(r.P == nil, r.Warnings[0].Code)
	// Output: true zero_variance
}

// Four gains among fifty queries cannot be significant, however large.
func ExampleSignFlip() {
	b := make([]float64, 50)
	b[3], b[11], b[12], b[40] = 1, 1, 0.5, 1
	r, _ := stats.TestPairs(stats.SignFlip{}, make([]float64, 50), b)
	fmt.Println(*r.P, r.Method)
	fmt.Println(r.Warnings[0].Text)
	// Output:
	// 0.125 exact
	// 4 changed of 50 queries: the smallest attainable p is 0.125
}

// No change among 50 queries still leaves an effect of two points possible.
func ExampleTail() {
	d, _ := stats.DifferencesOf(make([]float64, 50))
	i, _ := stats.Tail{Range: 1}.Interval(d, 0.95)
	fmt.Printf("[%.4f, %.4f]\n", i.Low, i.High)
	// Output: [-0.0207, 0.0207]
}

// Differences of recall are on a lattice: the interval is exact.
func ExampleBootstrap_Interval() {
	recall := []float64{0, 0, 0.5, 0, -0.5, 0, 1, 0, 0, 0.5, 0, 0, 0, 0.5, 0, 0}
	p, _ := stats.Bootstrap{}.Interval(recall)
	fmt.Printf("[%.5f, %.5f] exact=%v\n", p.Interval.Low, p.Interval.High, p.Exact)
	// Output: [-0.03125, 0.28125] exact=true
}

// Three measures decided together.
func ExampleAdjust() {
	adjusted, _ := stats.Adjust([]float64{0.01, 0.04, 0.03}, stats.Holm)
	fmt.Printf("%.2f\n", adjusted)
	// Output: [0.03 0.06 0.06]
}

func ExampleEffectSizesOf() {
	d, _ := stats.NewDifferences(baseline, candidate)
	e, _, _ := stats.EffectSizesOf(d, 0.95)
	fmt.Printf("%.2f [%.2f, %.2f]\n", *e.Value, e.Interval.Low, e.Interval.High)
	// Output: 1.40 [0.50, 2.28]
}

// "At most 5 % worse" as a test of b − 0.95·a, with the ratio for printing.
func ExampleCompareRelative() {
	r, _ := stats.CompareRelative(baseline, candidate, 0.05, 0.90)
	t, _ := stats.TTest{Alternative: stats.Greater}.Test(r.Contrast)
	fmt.Printf("ratio %.3f [%.3f, %.3f], not inferior: p = %.1e\n", *r.Ratio, r.Interval.Low, r.Interval.High, *t.P)
	// Output: ratio 1.088 [1.048, 1.133], not inferior: p = 1.8e-05
}

func ExampleHeldOut_Compare() {
	tuning := []float64{0.08, 0.10, 0.05, 0.12, 0.09, 0.07, 0.11, 0.06, 0.08, 0.10, 0.09, 0.07}
	heldOut := []float64{-0.02, 0.03, 0.00, -0.04, 0.01, -0.01, 0.02, -0.03}
	s, _ := stats.HeldOut{}.Compare(tuning, heldOut)
	fmt.Printf("overfitted: %v, lost %.2f of the gain\n", s.Overfit, *s.Lost)
	// Output: overfitted: true, lost 1.06 of the gain
}
