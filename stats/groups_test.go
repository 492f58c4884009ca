package stats_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// With groups of one size the t test of group means is the one with the
// cluster-robust error, which TestClusterVectors holds to R's sandwich::vcovCL.
func TestGroupedDifferencesBalanced(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	const needs, wordings = 12, 4
	var a, b []float64
	var groups []int
	for g := range needs {
		common := rng.NormFloat64() / 10
		for range wordings {
			a, b, groups = append(a, .5+rng.Float64()/10), append(b, .52+common+rng.Float64()/10), append(groups, 100-g)
		}
	}
	d, members, err := stats.GroupedDifferences(a, b, groups)
	if err != nil {
		t.Fatal(err)
	}
	if d.N != needs || len(members) != needs || members[1][0] != wordings || len(members[1]) != wordings {
		t.Fatalf("%d groups, members %v", d.N, members)
	}
	r, err := stats.TTest{}.Test(d)
	if err != nil {
		t.Fatal(err)
	}
	delta := make([]float64, len(a))
	for i := range a {
		delta[i] = b[i] - a[i]
	}
	want, err := stats.ClusteredMean(delta, groups, .95)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "mean", d.Mean, want.Mean, 1e-12)
	relative(t, "p", *r.P, *want.P, 1e-10)
	near(t, "low", r.Interval.Low, want.Interval.Low, 1e-10)
	near(t, "high", r.Interval.High, want.Interval.High, 1e-10)
	if *r.DF != needs-1 {
		t.Errorf("%v degrees of freedom", *r.DF)
	}
}

// Signs are flipped by group: all 2⁴ assignments to four groups, written out.
// The group means are 1/2, 1/4, 0 and −1/8; of the 8 assignments to the three
// that changed |sum| ≥ 5/8 holds for ±(1/2 + 1/4 − 1/8) and ±(1/2 + 1/4 + 1/8).
func TestGroupedSignFlip(t *testing.T) {
	groups := []string{"x", "y", "x", "y", "z", "w", "w"}
	a := []float64{0, 0, 0, 0, .3, .5, .5}
	b := []float64{1, .5, 0, 0, .3, .25, .5}
	d, _, err := stats.GroupedDifferences(a, b, groups)
	if err != nil {
		t.Fatal(err)
	}
	if d.N != 4 || d.Wins != 2 || d.Losses != 1 || d.Ties != 1 {
		t.Errorf("%+v", d)
	}
	r, err := stats.SignFlip{}.Test(d)
	if err != nil || *r.P != 4./8 {
		t.Errorf("p = %v, want 1/2, %v", *r.P, err)
	}
}

func TestGroupedDifferencesEdges(t *testing.T) {
	// Every pair on its own is not a grouping at all.
	a, b := []float64{.1, .2, .7}, []float64{.4, .2, .6}
	d, _, err := stats.GroupedDifferences(a, b, []int{3, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	plain, _ := stats.NewDifferences(a, b)
	if d.Mean != plain.Mean || *d.SD != *plain.SD || d.Changed != plain.Changed {
		t.Errorf("%+v, want %+v", d, plain)
	}
	// Wordings that cancel out: .1 + .2 − .3 is not a change.
	d, _, err = stats.GroupedDifferences([]float64{0, 0, .3}, []float64{.1, .2, 0}, []int{1, 1, 1})
	if err != nil || d.Changed != 0 || d.N != 1 {
		t.Errorf("%+v, %v", d, err)
	}
	var wrong *stats.GroupsError
	if _, _, err := stats.GroupedDifferences(a, b, []int{1}); !errors.As(err, &wrong) {
		t.Errorf("one group name: %v", err)
	}
	var bad *stats.NotFiniteError
	if _, _, err := stats.GroupedDifferences(a, []float64{.4, math.NaN(), .6}, []int{1, 1, 1}); !errors.As(err, &bad) || bad.B[0] != 1 {
		t.Errorf("NaN: %v", err)
	}
	if _, _, err := stats.GroupedDifferences[int](nil, nil, nil); !errors.Is(err, stats.ErrNoPairs) {
		t.Errorf("nothing: %v", err)
	}
}
