package compare_test

import (
	"bytes"
	"math"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
)

// drawArms makes the scores of two systems by two measures, with many ties and
// now and then an undefined score.
func drawArms(rt *rapid.T) (a, b map[string][]float64) {
	n := rapid.IntRange(1, 70).Draw(rt, "queries")
	steps := rapid.SampledFrom([]float64{2, 10, 997}).Draw(rt, "steps")
	score := rapid.Custom(func(rt *rapid.T) float64 {
		return float64(rapid.IntRange(0, int(steps)).Draw(rt, "score")) / steps
	})
	arm := func(name string) map[string][]float64 {
		return map[string][]float64{
			"RR":  rapid.SliceOfN(score, n, n).Draw(rt, name+" RR"),
			"R@5": rapid.SliceOfN(score, n, n).Draw(rt, name+" R@5"),
		}
	}
	a, b = arm("a"), arm("b")
	if rapid.Bool().Draw(rt, "same") {
		b = a
	}
	if n > 3 && rapid.Bool().Draw(rt, "undefined") {
		a, b = map[string][]float64{"RR": slices.Clone(a["RR"]), "R@5": a["R@5"]}, map[string][]float64{"RR": slices.Clone(b["RR"]), "R@5": b["R@5"]}
		a["RR"][0], b["RR"][0] = math.NaN(), math.NaN()
	}
	return a, b
}

// Swapping the arms turns every sign around and keeps every p value: which
// system is called the baseline is not evidence.
func TestSwappingArmsMirrors(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	rapid.Check(t, func(rt *rapid.T) {
		x, y := drawArms(rt)
		settings := compare.Settings{
			Resamples: 200, PerQuery: true, Guardrails: []metrics.Measure{scoring.Named("R@5")}, Primary: scoring.Named("RR"),
			Test:     rapid.SampledFrom([]string{"t", "randomization"}).Draw(rt, "test"),
			Interval: rapid.SampledFrom([]string{"auto", "t", "percentile", "bca"}).Draw(rt, "interval"),
			Margin:   rapid.SampledFrom([]float64{.001, .02, .5}).Draw(rt, "margin"),
		}
		a, b := tablesOf(t, "a", x), tablesOf(t, "b", y)
		there, back := compared(t, a, b, settings), compared(t, b, a, settings)
		for i, m := range there.Measures {
			if verdict := mirrored(m.Verdict); back.Measures[i].Verdict != verdict {
				rt.Fatalf("%s: verdict of the swapped arms = %s (%s), want %s (%s)", m.Measure,
					back.Measures[i].Verdict, back.Measures[i].VerdictReason, verdict, m.VerdictReason)
			}
			checkMirror(rt, m.Inference, back.Measures[i].Inference)
		}
	})
}

func mirrored(v result.Verdict) result.Verdict {
	switch v {
	case result.Better:
		return result.Worse
	case result.Worse:
		return result.Better
	}
	return v
}

func checkMirror(rt *rapid.T, x, y result.Inference) {
	if x.N != y.N || x.Undefined != y.Undefined || x.Wins != y.Losses || x.Losses != y.Wins || x.Ties != y.Ties || x.Changed != y.Changed {
		rt.Fatalf("counts %d %d %d-%d-%d, swapped %d %d %d-%d-%d", x.N, x.Undefined, x.Wins, x.Losses, x.Ties, y.N, y.Undefined, y.Wins, y.Losses, y.Ties)
	}
	same := func(what string, p, q *float64, sign float64) {
		if (p == nil) != (q == nil) {
			rt.Fatalf("%s: %v, swapped %v", what, p, q)
		}
		if p != nil && math.Abs(*p-sign**q) > 1e-9*max(1, math.Abs(*p)) {
			rt.Fatalf("%s = %v, swapped %v", what, *p, *q)
		}
	}
	interval := func(what string, i, j *result.Interval) {
		if (i == nil) != (j == nil) {
			rt.Fatalf("%s: %v, swapped %v", what, i, j)
		}
		if i != nil {
			same(what+" low", &i.Low, &j.High, -1)
			same(what+" high", &i.High, &j.Low, -1)
		}
	}
	same("mean", x.MeanA, y.MeanB, 1)
	same("mean difference", x.MeanDifference, y.MeanDifference, -1)
	same("standard deviation", x.StdDifference, y.StdDifference, 1)
	same("p", x.PValue, y.PValue, 1)
	same("adjusted p", x.PAdjusted, y.PAdjusted, 1)
	interval("headline", x.Interval, y.Interval)
	interval("equivalence", x.Equivalence, y.Equivalence)
	if x.T == nil {
		return // no pair at all
	}
	same("t", x.T.Statistic, y.T.Statistic, -1)
	same("randomization p", x.Randomization.PValue, y.Randomization.PValue, 1)
	same("Wilcoxon p", x.Wilcoxon.PValue, y.Wilcoxon.PValue, 1)
	same("sign p", x.Sign.PValue, y.Sign.PValue, 1)
	interval("tail", &x.Tail.Interval, &y.Tail.Interval)
	interval("percentile", x.Bootstrap.Interval, y.Bootstrap.Interval)
	interval("BCa", x.BCa.Interval, y.BCa.Interval)
	for what, p := range map[string]*float64{"p": x.PValue, "randomization p": x.Randomization.PValue, "sign p": x.Sign.PValue} {
		if p != nil && !(*p > 0 && *p <= 1) {
			rt.Fatalf("%s = %v, want it in (0, 1]", what, *p)
		}
	}
}

// The number of workers and the order of the queries change not one byte.
func TestWorkersAndOrderChangeNothing(t *testing.T) {
	x, y := make([]float64, 300), make([]float64, 300)
	for i := range x {
		x[i], y[i] = math.Abs(math.Sin(float64(i))), math.Abs(math.Sin(1.1*float64(i)))
	}
	a, b := tableOf(t, "a", "nDCG@10", x), tableOf(t, "b", "nDCG@10", y)
	var want []byte
	for _, workers := range []int{1, 2, 3, 16} {
		c, err := compare.Against(a, []*scoring.Table{b}, compare.Settings{Workers: workers, PerQuery: true})
		if err != nil {
			t.Fatal(err)
		}
		got := wingtest.Marshal(t, c)
		if want == nil {
			want = got
		}
		if !bytes.Equal(got, want) {
			t.Errorf("with %d workers the comparison differs from that with one", workers)
		}
	}
	for _, seed := range []uint64{0, 1} {
		c, err := compare.Against(a, []*scoring.Table{b}, compare.Settings{Seed: &seed, PerQuery: true})
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(wingtest.Marshal(t, c), want) || c.Settings.Seed != seed {
			t.Errorf("seed %d: the same bytes as seed 42, or not recorded (%d)", seed, c.Settings.Seed)
		}
	}
}
