package silver_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/stats/silver"
)

func repeat(counts map[string]int, order ...string) (out []string) {
	for _, name := range order {
		out = append(out, strings.Split(strings.Repeat(name+" ", counts[name]), " ")[:counts[name]]...)
	}
	return out
}

// The p values are those of scipy 1.10.1: ttest_ind(equal_var=False),
// ks_2samp(method="exact") and chi2_contingency(correction=False).
func TestCheckSample(t *testing.T) {
	ramp := func(from, to int, by float64) (out []float64) {
		for i := from; i < to; i++ {
			out = append(out, float64(i)+by)
		}
		return out
	}
	small := silver.Covariates{
		Differences: []float64{.1, .2, -.1, .05, .3, .12, .02, -.3, .21, .17, .33, .4}, Means: ramp(0, 12, .5),
		Strata: repeat(map[string]int{"a": 8, "b": 3, "c": 1}, "a", "b", "c"),
	}
	others := silver.Covariates{
		Differences: []float64{.0, -.2, .01, .07, -.05, -.12, .15, -.22, .03, -.01, .06, -.3, .08, .11, -.09, .16, -.14, -.02, .04, -.07}, Means: ramp(0, 20, 0),
		Strata: repeat(map[string]int{"a": 5, "b": 10, "c": 5}, "a", "b", "c"),
	}
	check := func(x, y silver.Covariates, want map[string][2]float64) {
		t.Helper()
		got, err := silver.CheckSample(x, y)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]float64{}
		for _, g := range got {
			seen[g.Name] = g.P
		}
		for name, w := range want {
			if p, ok := seen[name]; !ok || math.Abs(p-w[0]) > w[1] {
				t.Errorf("%s: p %v (%t), want %v within %v", name, p, ok, w[0], w[1])
			}
		}
	}
	check(small, others, map[string][2]float64{
		"mean difference":             {0.027756302746082637, 1e-12},
		"distribution of differences": {0.024885625248347115, 0.012}, // ours is asymptotic
		"strata":                      {0.06489123391495902, 1e-12},
	})
	check(silver.Covariates{Differences: ramp(0, 30, .5), Means: ramp(0, 30, .5)}, silver.Covariates{Differences: ramp(8, 60, 0), Means: ramp(8, 60, 0)}, map[string][2]float64{
		"mean difference":             {7.345545257464856e-10, 1e-18},
		"distribution of differences": {1.9939561252541e-06, 2e-6},
		"distribution of scores":      {1.9939561252541e-06, 2e-6},
	})
	if _, err := silver.CheckSample(silver.Covariates{Differences: []float64{1}}, others); err == nil {
		t.Error("one labelled query is checked")
	}
}

func plan(correlation float64, target silver.Target) silver.Plan {
	return silver.Plan{SD: .1, Correlation: correlation, Target: target, Level: .95}
}

// Labels of people alone have the width of t; the correlation takes the share of the
// spread that it explains down to what all silver labels leave.
func TestHalfWidth(t *testing.T) {
	for _, c := range []struct {
		n, m        int
		correlation float64
		low, high   float64 // of the ratio to people's labels alone
		description string
	}{
		// measured with DL21 and the labels of real judges
		{50, 1000, .79, .63, .68, "GPT-4o, 50 of 1000: .65"},
		{50, 200, .79, .70, .76, "GPT-4o, 50 of 200: .74"},
		{20, 200, .43, .92, .98, "Llama 3.2, 20 of 200: .94"},
	} {
		ratio := plan(c.correlation, silver.Queries).HalfWidth(c.n, c.m) / plan(0, silver.Queries).HalfWidth(c.n, c.m)
		if ratio < c.low || ratio > c.high {
			t.Errorf("%s: ratio %.3f, want %v to %v", c.description, ratio, c.low, c.high)
		}
	}
	const half = .02
	p := plan(.6, silver.Queries)
	if n := p.Needed(5000, half); p.HalfWidth(n, 5000) > half || p.HalfWidth(n-1, 5000) <= half {
		t.Errorf("%d queries are not the least for %v", n, half)
	}
	if n := p.Needed(100, .001); n != 0 {
		t.Errorf("%d queries of 100 are said to do", n)
	}
	if n := plan(.6, silver.ThisSet).Needed(100, .001); n < 90 || n > 100 { // labels of all leave nothing open about them
		t.Errorf("%d queries of 100 are said to do for these 100", n)
	}
}

// The interval of 95 % holds the truth in 95 % of samples whatever the model's bias:
// 4,000 samples of 30 labelled among 200 queries, whose silver differences are shifted
// and noisy. A tenth of a point of coverage is 0.3 standard errors.
func TestCoverage(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for _, target := range []silver.Target{silver.Queries, silver.ThisSet} {
		held, naive := 0, 0
		const samples, n, m, truth = 4000, 30, 200, .05
		for range samples {
			y, f := make([]float64, m), make([]float64, m)
			mean := 0.0
			for i := range y {
				y[i] = truth + .2*r.NormFloat64()
				f[i] = .06 + .7*y[i] + .1*r.NormFloat64()
				mean += y[i] / m
			}
			e, err := silver.New([]silver.Stratum{{Human: y[:n], Silver: f[:n], Others: f[n:]}}, target, .95)
			if err != nil {
				t.Fatal(err)
			}
			about := truth
			if target == silver.ThisSet {
				about = mean
			}
			if e.Interval().Contains(about) {
				held++
			}
			d, err := stats.DifferencesOf(f)
			if err != nil {
				t.Fatal(err)
			}
			alone, err := stats.TTest{}.Test(d)
			if err != nil {
				t.Fatal(err)
			}
			if alone.Interval.Contains(about) {
				naive++
			}
		}
		if share := float64(held) / samples; share < .938 || share > .962 {
			t.Errorf("%s: %.4f of intervals hold the truth, want .95 within 3.5 standard errors", target, share)
		}
		if share := float64(naive) / samples; share > .6 {
			t.Errorf("%s: silver labels alone hold the truth in %.3f, and were biased", target, share)
		}
	}
}

// Strata with the same differences in each are one stratum with a slope within; a shift of
// a whole stratum in both kinds of labels changes no width.
func TestStrata(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	draw := func(n, m int, shift float64) (s silver.Stratum) {
		for i := range m {
			y := shift + .1*r.NormFloat64()
			f := y + .05*r.NormFloat64()
			if i < n {
				s.Human, s.Silver = append(s.Human, y), append(s.Silver, f)
			} else {
				s.Others = append(s.Others, f)
			}
		}
		return s
	}
	held := 0
	const samples = 3000
	for range samples { // 8 + 10 + 12 labelled, for which numpy gave a coverage of .944
		e, err := silver.New([]silver.Stratum{draw(8, 60, 0), draw(10, 60, .3), draw(12, 60, -.2)}, silver.Queries, .95)
		if err != nil {
			t.Fatal(err)
		}
		if e.Interval().Contains(.1 / 3) {
			held++
		}
	}
	if share := float64(held) / samples; share < .93 || share > .965 {
		t.Errorf("%.4f of intervals over three strata hold the truth", share)
	}
}

// Equivalence is never shown by silver labels: with 12 labelled queries that agree wholly
// the interval still allows two that were not seen to differ by all that they can.
func TestSafe(t *testing.T) {
	s := silver.Stratum{Others: make([]float64, 988)}
	for i := range 12 {
		s.Human, s.Silver = append(s.Human, .001*float64(i-6)), append(s.Silver, .001*float64(i-6))
	}
	for i := range s.Others {
		s.Others[i] = .001 * float64(i%12-6)
	}
	e, err := silver.New([]silver.Stratum{s}, silver.Queries, .95)
	if err != nil {
		t.Fatal(err)
	}
	// two residuals of 1·(1 + 1) among 12: s² = 8/12, a standard error of √(8/12/12) and
	// t of 10 degrees at 95 % one-sided is 1.8125 (any table)
	want := 1.8125 * math.Sqrt(8.0/12/12)
	if i := e.Safe(.9, 1); math.Abs((i.High-i.Low)/2-want) > 1e-3 {
		t.Errorf("half width %.5f, want %.5f", (i.High-i.Low)/2, want)
	}
}

func TestRefusals(t *testing.T) {
	one := []float64{1}
	for _, c := range []struct {
		strata []silver.Stratum
		level  float64
	}{
		{[]silver.Stratum{{Human: one, Silver: one}}, .95},
		{[]silver.Stratum{{Human: []float64{1, 2}, Silver: one}}, .95},
		{[]silver.Stratum{{Human: []float64{1, 2}, Silver: []float64{1, 2}}}, 1},
	} {
		if e, err := silver.New(c.strata, silver.Queries, c.level); err == nil {
			t.Errorf("%v is estimated as %v", c.strata, e.Mean)
		}
	}
}
