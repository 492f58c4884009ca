package compare_test

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// repeat makes n differences that go round the given ones.
func repeat(n int, of ...float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = of[i%len(of)]
	}
	return out
}

// fewOf makes n differences, zero but for the given ones.
func fewOf(n int, of ...float64) []float64 {
	return append(slices.Clone(of), make([]float64, n-len(of))...)
}

// Every verdict rule of the semantics, on differences whose t-test, interval
// and equivalence interval are computed here a second time.
func TestVerdicts(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	for _, c := range []struct {
		name     string
		d        []float64
		settings compare.Settings
		want     result.Verdict
		reason   string
		premise  func(r reference) bool // what makes it this case
	}{
		{
			"better", repeat(60, .08, .12),
			compare.Settings{},
			result.Better, "difference +0.1000",
			func(r reference) bool { return r.p < .05 && r.tail.low > .02 },
		},
		{
			"worse", repeat(60, -.08, -.12),
			compare.Settings{},
			result.Worse, "difference -0.1000",
			func(r reference) bool { return r.p < .05 && r.tail.high < -.02 },
		},
		{
			"better by less than the margin", repeat(400, .009, .011),
			compare.Settings{},
			result.Better, "smaller than the margin of 0.02",
			func(r reference) bool { return r.p < .05 && r.tail.low > 0 && r.tail.high < .02 },
		},
		{
			"equivalent by the whole range", repeat(200, .01, -.01),
			compare.Settings{},
			result.Equivalent, "is inside ±0.02",
			func(r reference) bool { return r.p > .05 && r.whole.low > -.02 && r.whole.high < .02 },
		},
		{
			"alike, as far as was seen", repeat(60, .01, -.01),
			compare.Settings{},
			result.Inconclusive, "alike on these 60 queries, but too few to show that they are equivalent",
			func(r reference) bool { return r.p > .05 && r.narrow.high < .02 && r.whole.high > .02 },
		},
		{
			"equivalent as observed", repeat(60, .01, -.01),
			compare.Settings{Equivalence: compare.EquivalenceObserved},
			result.Equivalent, "if none of the queries differs by more",
			func(r reference) bool { return r.p > .05 && r.narrow.low > -.02 && r.narrow.high < .02 },
		},
		{
			"equivalent needs the margin", repeat(60, .01, -.01),
			compare.Settings{Margin: .001},
			result.Inconclusive, "too wide",
			func(r reference) bool { return r.narrow.high > .001 },
		},
		{
			"equivalent at the level 1 - 2 alpha", repeat(50, .05, -.05),
			compare.Settings{Margin: .013, Equivalence: compare.EquivalenceObserved},
			result.Equivalent, "90 % interval",
			func(r reference) bool { return r.tail.high > .013 && r.narrow.high < .013 },
		},
		{
			"five changed queries are too few", fewOf(60, .5, .5, .5, .5, .5),
			compare.Settings{Interval: "t"},
			result.Inconclusive, "too few changed queries: 5 of 60",
			func(r reference) bool { return r.p < .05 }, // and so the t interval is above 0
		},
		{
			"six are not", fewOf(60, .5, .5, .5, .5, .5, .5),
			compare.Settings{},
			result.Better, "",
			func(r reference) bool { return r.p < .05 && r.tail.low > 0 },
		},
		{
			"too wide", repeat(24, .3, -.2, -.25, .35),
			compare.Settings{},
			result.Inconclusive, "too wide",
			func(r reference) bool { return r.p > .05 && r.narrow.high > .02 },
		},
		{
			"t alone would find it", repeat(30, .07, -.01),
			compare.Settings{},
			result.Inconclusive, "paired t alone: p = 0.0004; not enough against a rare loss",
			func(r reference) bool { return r.p < .05 && r.tail.low < 0 },
		},
		{
			"nothing changed, few queries", make([]float64, 50),
			compare.Settings{},
			result.Inconclusive, "alike on these 50 queries, but too few to show that they are equivalent",
			func(r reference) bool { return r.whole.high > .02 },
		},
		{
			"nothing changed, many queries", make([]float64, 250),
			compare.Settings{},
			result.Equivalent, "is inside",
			func(r reference) bool { return r.whole.high < .02 },
		},
		{
			"nothing changed, t asked for", make([]float64, 250),
			compare.Settings{Interval: "t"},
			result.Equivalent, "is inside",
			func(r reference) bool { return r.whole.high < .02 },
		},
		{
			"nothing changed, percentile asked for", make([]float64, 2),
			compare.Settings{Interval: "percentile"},
			result.Inconclusive, "alike on these 2 queries",
			nil,
		},
		{
			"one pair",
			[]float64{.5},
			compare.Settings{},
			result.Inconclusive, "too few pairs: 1 measured",
			nil,
		},
		{
			"all changed alike", repeat(60, .1),
			compare.Settings{},
			result.Better, "",
			nil, // the exact sign-flip p is 2/2⁶⁰
		},
		{
			"all changed alike, randomization", repeat(60, .1),
			compare.Settings{Test: "randomization"},
			result.Better, "",
			nil, // p = 2·exp(−60·.1/.298)
		},
		{
			"all changed alike, randomization and t interval", repeat(60, .1),
			compare.Settings{Test: "randomization", Interval: "t"},
			result.Better, "",
			nil, // the exact sign-flip p is 2/2⁶⁰
		},
		{
			"all changed alike, randomization and BCa", repeat(60, .1),
			compare.Settings{Test: "randomization", Interval: "bca"},
			result.Better, "",
			nil, // the exact sign-flip p is 2/2⁶⁰
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.premise != nil && !c.premise(refer(c.d)) {
				t.Fatalf("the case is not what it says: %+v", refer(c.d))
			}
			p := compared(t, tableOf(t, "a", "RR", make([]float64, len(c.d))), tableOf(t, "b", "RR", c.d), c.settings)
			m := p.Measures[0]
			if m.Verdict != c.want || !strings.Contains(m.VerdictReason, c.reason) {
				t.Errorf("verdict = %s (%s), want %s with %q", m.Verdict, m.VerdictReason, c.want, c.reason)
			}
			if p.Verdict != c.want || p.VerdictReason != "RR: "+m.VerdictReason {
				t.Errorf("the pair is %s (%s), want the primary measure's", p.Verdict, p.VerdictReason)
			}
			checkNumbers(t, c.d, m)
		})
	}
}

// checkNumbers compares p and intervals with those computed here.
func checkNumbers(t *testing.T, d []float64, m result.MeasureComparison) {
	t.Helper()
	if len(d) < 2 || d[0] == d[len(d)-1] && d[0] == d[1] {
		for _, p := range []*float64{m.PValue, m.T.PValue, m.Randomization.PValue} {
			if p != nil && (math.IsNaN(*p) || *p <= 0) {
				t.Errorf("p = %v, want null or above 0", *p)
			}
		}
		if len(m.Warnings) == 0 {
			t.Error("no warning, want one that says what cannot be computed")
		}
		return
	}
	r := refer(d)
	const source = "Student's density integrated in the test"
	wingtest.WantNumber(t, "p", m.T.PValue, r.p, 1e-9, source)
	if r.tailP > 1e-9 && r.tailP < .99 {
		wingtest.WantNumber(t, "p of the rule", &m.Tail.PValue, r.tailP, 1e-7, source)
	}
	wingtest.WantNumber(t, "low", &m.Tail.Interval.Low, r.tail.low, 1e-9, source)
	wingtest.WantNumber(t, "high", &m.Tail.Interval.High, r.tail.high, 1e-9, source)
}

// The pair's verdict is the primary measure's unless a guardrail is worse.
func TestGuardrails(t *testing.T) {
	up, down, still := repeat(60, .08, .12), repeat(60, -.08, -.12), repeat(60, .01, -.01)
	for _, c := range []struct {
		name       string
		primary    []float64
		other      []float64
		guardrails []metrics.Measure
		want       result.Verdict
		reason     string
	}{
		{"no guardrail", up, down, nil, result.Better, ""},
		{"a guardrail is worse", up, down, []metrics.Measure{scoring.Named("R@5")}, result.Inconclusive, "worse on the guardrail R@5"},
		{"the guardrail holds", up, still, []metrics.Measure{scoring.Named("R@5")}, result.Better, ""},
		{"worse stays worse", down, down, []metrics.Measure{scoring.Named("R@5")}, result.Worse, ""},
		{"equivalent stays equivalent", still, down, []metrics.Measure{scoring.Named("R@5")}, result.Equivalent, ""},
	} {
		zeros := make([]float64, 60)
		a := tablesOf(t, "a", map[string][]float64{"RR": zeros, "R@5": zeros})
		b := tablesOf(t, "b", map[string][]float64{"RR": c.primary, "R@5": c.other})
		p := compared(t, a, b, compare.Settings{Primary: scoring.Named("RR"), Guardrails: c.guardrails, Equivalence: compare.EquivalenceObserved})
		if p.Verdict != c.want || !strings.Contains(p.VerdictReason, c.reason) {
			t.Errorf("%s: verdict = %s (%s), want %s with %q", c.name, p.Verdict, p.VerdictReason, c.want, c.reason)
		}
	}
}

// Holm's factors: of three measures the smallest p counts three times.
func TestFamilyOfMeasures(t *testing.T) {
	d := map[string][]float64{
		"RR":  repeat(40, .3, -.14), // p just below .05 alone
		"R@5": repeat(40, .3, -.2), "P@5": repeat(40, .3, -.25),
	}
	zeros := map[string][]float64{}
	var ps []float64
	for name, values := range d {
		zeros[name] = make([]float64, 40)
		ps = append(ps, refer(values).p)
	}
	slices.Sort(ps)
	if !(ps[0] < .05 && 3*ps[0] > .05) {
		t.Fatalf("p values %v are not what the case says", ps)
	}
	p := compared(t, tablesOf(t, "a", zeros), tablesOf(t, "b", d), compare.Settings{Primary: scoring.Named("RR"), Family: compare.FamilyComparison})
	m := measureOf(t, p, "RR")
	wingtest.WantNumber(t, "adjusted p", m.PAdjusted, 3*ps[0], 1e-9, "Holm by hand")
	wingtest.WantNumber(t, "adjusted p of R@5", measureOf(t, p, "R@5").PAdjusted, max(3*ps[0], 2*ps[1]), 1e-9, "Holm by hand")
	wingtest.WantNumber(t, "adjusted p of P@5", measureOf(t, p, "P@5").PAdjusted, max(3*ps[0], 2*ps[1], ps[2]), 1e-9, "Holm by hand")
	if m.Verdict != result.Inconclusive || !strings.Contains(m.VerdictReason, "not after the correction") {
		t.Errorf("verdict = %s (%s), want inconclusive because of the correction", m.Verdict, m.VerdictReason)
	}
}

// A reference is what a case rests on, computed without package stats.
type reference struct {
	p, tailP      float64
	tail          struct{ low, high float64 } // 95 %, in a range of 1
	narrow, whole struct{ low, high float64 } // t-plus-two: 90 %, and 90 % over the whole range of ±1
}

func refer(d []float64) reference {
	n := float64(len(d))
	mean, sd := meanSD(d)
	var r reference
	r.p = 2 * studentTail(math.Abs(mean)/(sd/math.Sqrt(n)), n-1)
	referTail(&r, d, mean, sd/math.Sqrt(n))
	largest := 0.0
	for _, x := range d {
		largest = max(largest, math.Abs(x))
	}
	if largest == 0 {
		largest = 1
	}
	mean, sd = meanSD(append(slices.Clone(d), largest, -largest))
	half := func(tail float64) float64 { return studentQuantile(tail, n-1) * sd / math.Sqrt(n+2) }
	r.narrow.low, r.narrow.high = mean-half(.05), mean+half(.05)
	mean, sd = meanSD(append(slices.Clone(d), 1, -1))
	r.whole.low, r.whole.high = mean-half(.05), mean+half(.05)
	return r
}

// referTail follows docs/statistics.md line by line: Johnson's term half as large
// again, the rule of three with a loss of ρ, and p from the t at which
// the end of the interval is 0, by bisection.
func referTail(r *reference, d []float64, mean, se float64) {
	n, rho := float64(len(d)), min(.6, .28*max(1, math.Cbrt(float64(len(d))/50)))
	var second, third float64
	for _, x := range d {
		second += (x - mean) * (x - mean) / n
		third += (x - mean) * (x - mean) * (x - mean) / n
	}
	low := func(alpha, side float64) float64 {
		c := 1.5 * max(0, -side*third/math.Pow(second, 1.5)) / (6 * math.Sqrt(n))
		t := studentQuantile(alpha, n-1)
		return max(-1, min(side*mean-se*(t+c*(1+2*t*t)), side*mean-rho*math.Log(1/alpha)/n))
	}
	r.tail.low, r.tail.high = low(.025, 1), -low(.025, -1)
	side := math.Copysign(1, mean)
	c := 1.5 * max(0, -side*third/math.Pow(second, 1.5)) / (6 * math.Sqrt(n))
	from, to := -10., 1000. // of t
	for range 80 {
		if mid := (from + to) / 2; side*mean-se*(mid+c*(1+2*mid*mid)) > 0 && mid > 0 || mid < 0 && side*mean-se*(mid+c) > 0 {
			from = mid
		} else {
			to = mid
		}
	}
	p := studentTail(math.Abs(from), n-1)
	if from < 0 {
		p = 1 - p
	}
	r.tailP = min(1, 2*max(p, math.Exp(-n*side*mean/rho)))
}

func meanSD(d []float64) (mean, sd float64) {
	for _, x := range d {
		mean += x / float64(len(d))
	}
	for _, x := range d {
		sd += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(sd / float64(len(d)-1))
}

// studentTail returns P(T > t) for t ≥ 0, by Simpson's rule over the angle
// x = √df·tan θ, in which the integrand is cos^(df−1) θ.
func studentTail(t, df float64) float64 {
	const steps = 600
	from, to := math.Atan(t/math.Sqrt(df)), math.Pi/2
	integrate := func(from, to float64) float64 {
		h := (to - from) / steps
		total := 0.0
		for i := 0; i <= steps; i++ {
			weight := 2.0
			switch {
			case i == 0 || i == steps:
				weight = 1
			case i%2 == 1:
				weight = 4
			}
			total += weight * math.Pow(math.Max(0, math.Cos(from+float64(i)*h)), df-1)
		}
		return total * h / 3
	}
	return integrate(from, to) / (2 * integrate(0, to))
}

// studentQuantile returns the t with P(T > t) = tail, by bisection.
func studentQuantile(tail, df float64) float64 {
	low, high := 0.0, 100.0
	for range 50 {
		if mid := (low + high) / 2; studentTail(mid, df) > tail {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// Four wins among 60 queries: a resample misses all of them with probability
// (56/60)^60 = .016 < .025, so the percentile interval excludes 0, while the
// exact sign-flip p is 2/2^4 and t = 1.957 is below 2.001. The interval is a
// diagnostic, and raises no caution.
func TestBootstrapRaisesNoCaution(t *testing.T) {
	d := fewOf(60, .5, .5, .5, .2)
	p := compared(t, tableOf(t, "a", "RR", make([]float64, len(d))), tableOf(t, "b", "RR", d), compare.Settings{})
	m := measureOf(t, p, "RR")
	if m.Bootstrap.Interval.Low <= 0 {
		t.Fatalf("the case is not what it says: %+v", m.Bootstrap.Interval)
	}
	for _, w := range m.Warnings {
		if w.Code == stats.WarnMethodsDisagree {
			t.Errorf("caution: %s", w.Text)
		}
	}
}
