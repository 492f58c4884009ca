package stats_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// Leaving each query out and testing again, against the shortcut.
func TestDiagnoseFragile(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	found := 0
	for range 200 {
		d := make([]float64, 8)
		for i := range d {
			d[i] = rng.NormFloat64() + 0.8
		}
		decide := func(d []float64) int {
			r, err := stats.TestPairs(stats.TTest{}, make([]float64, len(d)), d)
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case *r.P >= 0.05:
				return 0
			case r.Effect > 0:
				return 1
			}
			return -1
		}
		var want []int
		for i := range d {
			if decide(slices.Delete(slices.Clone(d), i, i+1)) != decide(d) {
				want = append(want, i)
			}
		}
		diffs, _ := stats.DifferencesOf(d)
		got, err := stats.Diagnose(diffs, 0.05)
		if err != nil || !slices.Equal(got.Fragile, want) {
			t.Errorf("fragile = %v, want %v, %v", got.Fragile, want, err)
		}
		found += len(want)
	}
	if found == 0 {
		t.Error("nothing fragile: the test tests nothing")
	}
}

// Skewness by hand: mean .25, deviations −.25 three times and .75; m3 = .09375,
// m2 = .1875, so 2/√3. One in four at 1 moves the mean by .75/(4·.25) = .75 se.
func TestDiagnoseByHand(t *testing.T) {
	d, _ := stats.DifferencesOf([]float64{0, 0, 0, 1})
	got, err := stats.Diagnose(d, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	nearPtr(t, "skewness", got.Skewness, 1.1547005383792515, 1e-14)
	near(t, "influence", got.Influence.Shift, 0.75, 1e-14)
	if got.Influence.Index != 3 || got.MinimumP != 1 {
		t.Errorf("%+v", got)
	}
	zeros, _ := stats.DifferencesOf([]float64{0, 0})
	if got, err := stats.Diagnose(zeros, 0.05); err != nil || got.Skewness != nil || got.Influence != nil {
		t.Errorf("zeros: %+v, %v", got, err)
	}
	if _, err := stats.Diagnose(d, 0); err == nil {
		t.Error("alpha 0: no error")
	}
}

func TestCompareDecisions(t *testing.T) {
	p := func(x float64) *float64 { return &x }
	low, high := stats.Result{Test: "t", P: p(0.01)}, stats.Result{Test: "randomization", P: p(0.2)}
	for _, c := range []struct {
		results []stats.Result
		want    string // "" means agreement
	}{
		{[]stats.Result{low, high}, "different by t p 0.01; not by randomization p 0.2"},
		{[]stats.Result{high, low}, "different by t p 0.01; not by randomization p 0.2"},
		{[]stats.Result{high, {Test: "t", P: p(0.05)}}, ""}, // at alpha is not below it
		{[]stats.Result{low, low, {Test: "none"}}, ""},
		{[]stats.Result{high, {Test: "none"}}, ""},
	} {
		w := stats.CompareDecisions(0.05, c.results...)
		switch {
		case (w == nil) != (c.want == ""):
			t.Errorf("%+v: %+v", c.results, w)
		case w != nil && (w.Code != stats.WarnMethodsDisagree || w.Text != "CAUTION: methods disagree at alpha 0.05: "+c.want):
			t.Errorf("%+v", *w)
		}
	}
}

// Harter (1961), doi:10.1093/biomet/48.1-2.151; 1/√π and 3/(2√π) in closed form.
func TestExpectedMaximum(t *testing.T) {
	for k, want := range map[int]float64{1: 0, 2: 0.5641895835477563, 3: 0.8462843753216345} {
		near(t, "expected maximum", stats.ExpectedMaximum(k), want, 1e-12)
	}
	for k, want := range map[int]float64{5: 1.16296, 10: 1.53875, 20: 1.86748, 50: 2.24907, 100: 2.50759} {
		within(t, "expected maximum", stats.ExpectedMaximum(k), want, 0.00001)
	}
	got, err := stats.ExpectedOptimism(0.356, 200, 20)
	if err != nil {
		t.Fatal(err)
	}
	within(t, "optimism", got, 0.047, 0.0005)
	if _, err := stats.ExpectedOptimism(-1, 10, 5); err == nil {
		t.Error("sd −1: no error")
	}
}
