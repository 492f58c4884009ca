package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// Anyone who compares two equal systems after every ten new queries, and stops at the
// first verdict, finds one sooner or later by t. With the sequence the share of
// false findings over all looks stays below alpha.
func TestRepeatedLooks(t *testing.T) {
	needsSoak(t)
	const samples, most = 600, 1000
	ever := map[stats.HeadlineKind]int{}
	for _, kind := range []stats.HeadlineKind{stats.HeadlineT, stats.HeadlineSequence} {
		rng := rand.New(rand.NewPCG(5, 5))
		rule := stats.Rule{Interval: kind, Range: 1}
		for range samples {
			d := make([]float64, most)
			for i := range d {
				d[i] = min(1, max(-1, .2*rng.NormFloat64()))
			}
			for n := 50; n <= most; n += 50 {
				seen, err := stats.DifferencesOf(d[:n])
				if err != nil {
					t.Fatal(err)
				}
				t1, err := stats.TTest{}.Test(seen)
				if err != nil {
					t.Fatal(err)
				}
				evidence, err := rule.Weigh(seen, stats.Computed{T: &t1, Randomization: &t1})
				if err != nil {
					t.Fatal(err)
				}
				verdict, _, err := rule.Verdict(evidence, t1.P)
				if err != nil {
					t.Fatal(err)
				}
				if verdict == stats.Better || verdict == stats.Worse {
					ever[kind]++
					break
				}
			}
		}
	}
	// Twenty looks at .05: between .05 and 1 − .95²⁰; Armitage, McPherson and Rowe
	// (1969), doi:10.2307/2343787, table 2, have .248 for 20 looks.
	if share := float64(ever[stats.HeadlineT]) / samples; math.Abs(share-.248) > .06 {
		t.Errorf("by t %v find something, want .248 ± .06", share)
	}
	if share := float64(ever[stats.HeadlineSequence]) / samples; share > .05 {
		t.Errorf("by the sequence %v find something, want at most .05", share)
	}
}

// So many queries as are named find a difference of the margin in .8 of samples.
func TestQueriesForASequence(t *testing.T) {
	if testing.Short() {
		t.Skip("simulates")
	}
	rule := stats.Rule{Interval: stats.HeadlineSequence, Range: 1}
	n, err := rule.QueriesFor(stats.Spread{SD: .2, Low: -.6, High: .6, Changed: 1}, .05)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(6, 6))
	found := 0
	const samples = 1000
	d := make([]float64, n)
	for range samples {
		for i := range d {
			d[i] = max(-1, min(1, .05+.2*rng.NormFloat64()))
		}
		seen, err := stats.DifferencesOf(d)
		if err != nil {
			t.Fatal(err)
		}
		i, err := stats.ConfidenceSequence{Range: 1}.Interval(seen)
		if err != nil {
			t.Fatal(err)
		}
		if i.Low > 0 {
			found++
		}
	}
	if share := float64(found) / samples; math.Abs(share-.8) > .05 {
		t.Errorf("%d queries show it in %v, want .8", n, share)
	}
}
