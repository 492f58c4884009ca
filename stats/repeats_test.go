package stats_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// runsOf returns the mean of runs, and what is kept of them.
func runsOf(xs []float64) (float64, stats.Runs) {
	mean := 0.0
	for _, x := range xs {
		mean += x / float64(len(xs))
	}
	r := stats.Runs{N: len(xs)}
	for _, x := range xs {
		r.Squares += (x - mean) * (x - mean)
	}
	return mean, r
}

// The numbers are those of a transcription in numpy, rules.json.
func TestRepeatsVectors(t *testing.T) {
	var file struct {
		H []struct {
			Baseline, Candidate [][]float64
			Alpha               float64
			Expect              struct {
				Mean       float64
				VarOfMeans float64  `json:"var_of_means"`
				WithinA    *float64 `json:"within_a"`
				WithinB    *float64 `json:"within_b"`
				Noise      *float64
				Between    *float64
				THalf      float64 `json:"t_half"`
			}
		}
		Plan []struct {
			Between   float64
			Within    float64 `json:"within_sum"`
			CostQuery float64 `json:"cost_query"`
			CostRun   float64 `json:"cost_run"`
			Repeats   int
		} `json:"H_plan"`
	}
	text, err := os.ReadFile("testdata/rules.json")
	if err == nil {
		err = json.Unmarshal(text, &file)
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(file.H) == 0 || len(file.Plan) == 0 {
		t.Fatal("no vectors")
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-10*max(1, math.Abs(want)) {
			t.Errorf("%s is %.12g, want %.12g", what, got, want)
		}
	}
	for i, c := range file.H {
		var a, b []stats.Runs
		var d []float64
		for q := range c.Baseline {
			x, ra := runsOf(c.Baseline[q])
			y, rb := runsOf(c.Candidate[q])
			a, b, d = append(a, ra), append(b, rb), append(d, y-x)
		}
		differences, err := stats.DifferencesOf(d)
		if err != nil {
			t.Fatal(err)
		}
		got, err := stats.NewRepeats(differences, a, b, .95)
		if err != nil {
			t.Fatal(err)
		}
		near(fmt.Sprintf("%d: mean", i), differences.Mean, c.Expect.Mean)
		near(fmt.Sprintf("%d: variance of means", i), *differences.SD**differences.SD, c.Expect.VarOfMeans)
		if (got.Between == nil) != (c.Expect.Between == nil) {
			t.Fatalf("%d: between is %v, want %v", i, got.Between, c.Expect.Between)
		}
		if got.Between != nil {
			near(fmt.Sprintf("%d: between", i), *got.Between, *c.Expect.Between)
			near(fmt.Sprintf("%d: noise", i), got.Noise, *c.Expect.Noise)
			near(fmt.Sprintf("%d: within a", i), got.WithinA, *c.Expect.WithinA)
			near(fmt.Sprintf("%d: within b", i), got.WithinB, *c.Expect.WithinB)
		}
	}
	for _, c := range file.Plan {
		r := stats.Repeats{WithinA: c.Within / 2, WithinB: c.Within / 2, Between: &c.Between}
		if got := r.Cheapest(c.CostQuery / c.CostRun); got != c.Repeats {
			t.Errorf("between %v, within %v, costs %v to %v: %d runs, want %d", c.Between, c.Within, c.CostQuery, c.CostRun, got, c.Repeats)
		}
	}
}

// Pairs of query and repeat taken as independent find differences that are not there; the
// means of queries do not. Runs of a query share its true difference, which is 0 on average.
func TestRepeatsAreNotQueries(t *testing.T) {
	const samples, queries, runs = 2000, 20, 5
	r := rand.New(rand.NewPCG(5, 5))
	byMean, byPair := 0, 0
	for range samples {
		var means, pairs []float64
		for range queries {
			truth, sum := .1*r.NormFloat64(), 0.0
			for range runs {
				d := truth + .14*r.NormFloat64()
				pairs = append(pairs, d)
				sum += d / runs
			}
			means = append(means, sum)
		}
		for values, count := range map[*[]float64]*int{&means: &byMean, &pairs: &byPair} {
			d, err := stats.DifferencesOf(*values)
			if err != nil {
				t.Fatal(err)
			}
			test, err := stats.TTest{}.Test(d)
			if err != nil {
				t.Fatal(err)
			}
			if *test.P < .05 {
				*count++
			}
		}
	}
	if share := float64(byMean) / samples; share > .07 {
		t.Errorf("by means of queries %.3f of samples find a difference that is not there", share)
	}
	if share := float64(byPair) / samples; share < .12 {
		t.Errorf("by pairs only %.3f of samples do: the test shows nothing", share)
	}
}

// The intervals of both variances cover the truth, which the populations are made with: of
// normal scores, of runs whose spread differs from query to query, in unequal numbers, and of
// scores that are 0 or 1.
func TestRepeatsIntervalsCover(t *testing.T) {
	const samples, queries = 1500, 30
	r := rand.New(rand.NewPCG(7, 7))
	normal := func(sd func() float64) func() (effect float64, run [2]func() float64) {
		return func() (float64, [2]func() float64) {
			effect, spread := .1*r.NormFloat64(), sd()
			return effect, [2]func() float64{
				func() float64 { return spread * r.NormFloat64() }, func() float64 { return effect + spread*r.NormFloat64() },
			}
		}
	}
	binary := func() (float64, [2]func() float64) {
		p := [2]float64{.7 * r.Float64(), 0}
		p[1] = p[0] + .3*r.Float64()
		var run [2]func() float64
		for s := range run {
			run[s] = func() float64 { return map[bool]float64{true: 1}[r.Float64() < p[s]] }
		}
		return p[1] - p[0], run
	}
	for name, c := range map[string]struct {
		query           func() (float64, [2]func() float64)
		between, within float64
	}{
		"normal":  {normal(func() float64 { return .2 }), .01, .08},
		"unequal": {normal(func() float64 { return .1 + .2*r.Float64() }), .01, 2 * (.04 + .04/12)}, // E s² = mean² + variance
		// Of U from 0 to .7 and V from 0 to .3: E U(1−U) + E (U+V)(1−U−V), from E U = .35, E U² = .49/3, E V = .15, E V² = .03.
		"binary": {binary, .09 / 12, .35 - .49/3 + .5 - (.49/3 + 2*.35*.15 + .03)},
	} {
		between, within := 0, 0
		for range samples {
			var a, b []stats.Runs
			var d []float64
			for range queries {
				_, run := c.query()
				var mean [2]float64
				var of [2]stats.Runs
				for s := range run {
					for range 2 + r.IntN(4) {
						of[s].Add(&mean[s], run[s]())
					}
				}
				a, b, d = append(a, of[0]), append(b, of[1]), append(d, mean[1]-mean[0])
			}
			differences, err := stats.DifferencesOf(d)
			if err != nil {
				t.Fatal(err)
			}
			got, err := stats.NewRepeats(differences, a, b, .95)
			if err != nil {
				t.Fatal(err)
			}
			if got.BetweenInterval.Contains(c.between) {
				between++
			}
			if got.WithinInterval.Contains(c.within) {
				within++
			}
		}
		for what, n := range map[string]int{"between": between, "within": within} {
			if share := float64(n) / samples; share < .92 || share > .985 {
				t.Errorf("%s: the interval of the variance %s covers in %.3f of samples, want .95", name, what, share)
			}
		}
	}
}

func TestRepeatsRefused(t *testing.T) {
	d, err := stats.DifferencesOf([]float64{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stats.NewRepeats(d, []stats.Runs{{N: 1}}, []stats.Runs{{N: 1}, {N: 1}}, .95); err == nil {
		t.Error("runs of one query are taken for those of two")
	}
	once, err := stats.NewRepeats(d, []stats.Runs{{N: 1}, {N: 1}}, []stats.Runs{{N: 3, Squares: .2}, {N: 1}}, .95)
	if err != nil || once.Between != nil || once.WithinB != .1 || once.Cheapest(10) != 1 || once.Saved() != nil {
		t.Errorf("%+v, %v: a system without repeats says nothing of them", once, err)
	}
}
