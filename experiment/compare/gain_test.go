package compare_test

import (
	"errors"
	"math"
	"os"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/stats"
)

func gain(t *testing.T, measure string, d []float64, standardError float64, settings compare.Settings) result.GainInference {
	t.Helper()
	a, b := make([]float64, len(d)), make([]float64, len(d))
	for i := range d {
		a[i] = .25
		b[i] = a[i] + d[i]
	}
	g, err := compare.Gain(scoring.Named(measure), b, a, standardError, false, settings.WithDefaults())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// stretched keeps the mean of d and multiplies what is around it.
func stretched(d []float64, by float64) []float64 {
	mean, _ := meanSD(d)
	out := make([]float64, len(d))
	for i, x := range d {
		out[i] = mean + by*(x-mean)
	}
	return out
}

// Twice the standard error that the spread of the differences gives makes every
// difference stand twice as far from the mean: p and intervals are those of the
// stretched differences, counts those of the differences themselves.
func TestGainByTheStandardErrorItIsGiven(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	const n = 40
	d := append(repeat(n-4, .17, .01, -.03), 0, 0, 0, 0)
	_, sd := meanSD(d)
	usual := sd / math.Sqrt(n)
	const source = "Student's density integrated in the test"
	for _, by := range []float64{1, 2} {
		want := refer(stretched(d, by))
		g := gain(t, "RR", d, by*usual, compare.Settings{})
		if g.N != n || g.Wins != 24 || g.Losses != 12 || g.Ties != 4 || g.StandardError != by*usual {
			t.Errorf("%+v, want 24-12-4 of 40 (by hand)", g)
		}
		wingtest.WantNumber(t, "p", g.PValue, want.tailP, 1e-7, source)
		wingtest.WantNumber(t, "low", &g.Interval.Low, want.tail.low, 1e-9, source)
		wingtest.WantNumber(t, "high", &g.Interval.High, want.tail.high, 1e-9, source)
		wingtest.WantNumber(t, "equivalence low", &g.Equivalence.Low, want.whole.low, 1e-9, source)
		wingtest.WantNumber(t, "equivalence high", &g.Equivalence.High, want.whole.high, 1e-9, source)
		if wanted := map[float64]result.Verdict{1: result.Better, 2: result.Inconclusive}[by]; g.Verdict != wanted || (want.tailP < .05) != (by == 1) {
			t.Errorf("stretched by %v: %s (%s), p %v; want %s", by, g.Verdict, g.VerdictReason, want.tailP, wanted)
		}
	}
	observed := gain(t, "RR", d, 2*usual, compare.Settings{Equivalence: compare.EquivalenceObserved})
	wingtest.WantNumber(t, "high, as observed", &observed.Equivalence.High, refer(stretched(d, 2)).narrow.high, 1e-9, source)
	plain := gain(t, "RR", d, 2*usual, compare.Settings{Interval: "t"})
	mean, _ := meanSD(d)
	wingtest.WantNumber(t, "t interval, high", &plain.Interval.High, mean+2*usual*studentQuantile(.025, n-1), 1e-9, source)
}

// A bootstrap interval is not to be had: resamples of smoothed differences would
// say too much.
func TestGainByT(t *testing.T) {
	d := repeat(200, .03, -.02)
	mean, sd := meanSD(d)
	se := 3 * sd / math.Sqrt(200)
	const source = "Student's density integrated in the test"
	g := gain(t, "RR", d, se, compare.Settings{Interval: "t"})
	wingtest.WantNumber(t, "low", &g.Interval.Low, mean-se*studentQuantile(.025, 199), 1e-9, source)
	g = gain(t, "RR", d, se, compare.Settings{})
	wingtest.WantNumber(t, "low by the rule", &g.Interval.Low, refer(stretched(d, 3)).tail.low, 1e-9, source)
}

// What a gain has of a measure: a direction, and a range or none.
func TestGainOfOtherMeasures(t *testing.T) {
	d := repeat(60, .3, .1)
	if g := gain(t, "EmptyResultRate", d, .02, compare.Settings{}); g.Verdict != result.Worse {
		t.Errorf("more empty results: %s (%s), want worse", g.Verdict, g.VerdictReason)
	}
	if g := gain(t, "mine", d, .02, compare.Settings{}); g.Verdict != result.Better || g.Equivalence != nil {
		t.Errorf("%s, equivalence %v; want better, and none without a range", g.Verdict, g.Equivalence)
	}
	// Stretched to a standard error of .2, differences reach .2 ± .2·√59: beyond
	// the range, which is then no bound for them.
	g := gain(t, "RR", d, .2, compare.Settings{})
	wide := stretched(d, .2/(.1*math.Sqrt(60./59)/math.Sqrt(60)))
	wingtest.WantNumber(t, "equivalence high", &g.Equivalence.High, refer(wide).narrow.high, 1e-9, "Student's density integrated in the test")
}

// Few pairs, and differences that are all alike, have no shape to stretch.
func TestGainOfLittle(t *testing.T) {
	if g := gain(t, "RR", []float64{.5}, .1, compare.Settings{}); g.Verdict != result.Inconclusive || g.PValue != nil || g.Interval != nil || g.N != 1 {
		t.Errorf("one pair: %+v, want inconclusive without numbers", g)
	}
	if g := gain(t, "RR", repeat(250, 0), .001, compare.Settings{}); g.Verdict != result.Equivalent {
		t.Errorf("nothing changed in 250: %s (%s), want equivalent", g.Verdict, g.VerdictReason)
	}
	few := gain(t, "RR", repeat(50, 0), .001, compare.Settings{Equivalence: compare.EquivalenceObserved}) // nothing observed bounds nothing
	wingtest.WantNumber(t, "equivalence high, nothing observed", &few.Equivalence.High, refer(make([]float64, 50)).whole.high, 1e-9, "Student's density integrated in the test")
	if _, err := compare.Gain(scoring.Named("RR"), nil, nil, .1, false, compare.Settings{}.WithDefaults()); !errors.Is(err, stats.ErrNoPairs) {
		t.Errorf("no pair: %v", err)
	}
}

// What a fusion adds to one of its components, over what both answered.
func TestFusionGain(t *testing.T) {
	component := tablesOf(t, "bm25", map[string][]float64{"RR": {.2, .5, nan, .4, 1}, "AP": {1, 1, 1, 1, 1}})
	config := tablesOf(t, "fused", map[string][]float64{"RR": {.4, .5, .3, .1, 1}, "AP": {0, 0, 0, 0, 0}})
	got, err := compare.FusionGainOf(component, config, scoring.Named("RR"))
	if err != nil {
		t.Fatal(err)
	}
	want := result.FusionGain{Config: "fused", Component: "bm25", Measure: "RR", N: 4, MeanDifference: got.MeanDifference, Wins: 1, Losses: 1, Ties: 2}
	if *got != want {
		t.Errorf("%+v, want %+v (by hand)", *got, want)
	}
	wingtest.WantNumber(t, "mean difference", &got.MeanDifference, (.2+0-.3+0)/4, 1e-15, "by hand")
	none := tableOf(t, "none", "RR", repeat(5, nan))
	if got, err := compare.FusionGainOf(none, tableOf(t, "fused", "RR", repeat(5, .5)), scoring.Named("RR")); got != nil || err != nil {
		t.Errorf("nothing measured in both: %+v, %v; want neither", got, err)
	}
	if _, err := compare.FusionGainOf(tableOf(t, "bm25", "RR", []float64{1}), config, scoring.Named("RR")); err == nil {
		t.Error("other measures are compared")
	}
}
