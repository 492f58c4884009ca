package stats_test

import (
	"math"
	"os"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// Part F of the reference values: the cautious standard deviation of a pilot, the
// least number of queries, and detectable differences of a known one.
func TestPlanningVectors(t *testing.T) {
	for _, c := range rules[struct {
		Pilot  []float64
		Expect struct {
			SD, Kurtosis, DF float64
			Plan             float64 `json:"sd_plan"`
		}
		SD, Effect, Alpha, Power, Range, Detectable float64
		Least                                       int `json:"least_n"`
		N                                           int
	}](t, "F") {
		rule := stats.Rule{Range: 1, Alpha: c.Alpha, Power: c.Power}
		known := stats.Spread{SD: c.SD, Low: -1, High: 1, Changed: 1}
		switch {
		case c.Pilot != nil:
			s := stats.SpreadOf(diffs(t, c.Pilot))
			near(t, "sd", s.SD, c.Expect.SD, 1e-10)
			near(t, "kurtosis", s.Kurtosis, c.Expect.Kurtosis, 1e-10)
			near(t, "degrees of freedom", s.DF(), c.Expect.DF, 1e-10)
			near(t, "sd to plan by", s.Cautious().SD, c.Expect.Plan, 1e-8)
		case c.Least > 0:
			n, err := rule.QueriesFor(known, c.Effect)
			if err != nil || math.Abs(float64(n-c.Least)) > .01*float64(c.Least) {
				t.Errorf("sd %v, effect %v: %d queries, %v; want %d within 1 %%", c.SD, c.Effect, n, err, c.Least)
			}
		default:
			got, err := rule.Detectable(known, c.N)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "detectable difference", got, c.Detectable, 1e-9)
		}
	}
	if s := (stats.Spread{SD: .2}).Cautious(); s.SD != .2 {
		t.Errorf("assumed: %v", s.SD)
	}
}

// The bracketed differences of the rule's table, of the interval t, from 25 queries on.
// At 10 the table has the normal approximation (.353, .137 and .049) and the package
// the noncentral t of R's power.t.test: .361, .139 and .050.
func TestDetectableByT(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	for _, c := range []struct {
		sd     float64
		n      int
		effect float64
	}{
		{.36, 25, .209},
		{.36, 50, .145},
		{.36, 100, .102},
		{.14, 25, .081},
		{.14, 50, .056},
		{.14, 100, .040},
		{.05, 25, .029},
		{.05, 50, .020},
		{.05, 100, .014},
		{.05, 200, .010},
	} {
		got, err := stats.Rule{Range: 1, Interval: stats.HeadlineT}.Detectable(stats.Spread{SD: c.sd, Low: -1, High: 1, Changed: 1}, c.n)
		if err != nil {
			t.Fatal(err)
		}
		within(t, "detectable difference", got, c.effect, .0006+.005*c.effect)
	}
}

// Two comparisons of three queries: variances (.01 + .04)/2, fourth moments by hand.
func TestPooledSpread(t *testing.T) {
	s := stats.PooledSpread([]stats.Differences{diffs(t, []float64{.1, 0, -.1}), diffs(t, []float64{.2, 0, -.2})})
	within(t, "sd", s.SD, math.Sqrt(.025), 1e-12)
	// m₂ is 2/3 of the variance and m₄ 2/3 of the fourth power of the size, so that the
	// kurtosis of each is 1.5; pooled it is 1.5·(.01² + .04²)/2 over .025².
	within(t, "kurtosis", s.Kurtosis, 1.5*(.0001+.0016)/2/.000625, 1e-12)
	within(t, "size of a change", s.Size, (.1+.2)/2, 1e-12)
	within(t, "share that changes", s.Changed, 2./3, 1e-12)
	if s.N != 3 || s.Low != -.2 || s.High != .2 || s.Skewness != 0 {
		t.Errorf("%+v", s)
	}
}
