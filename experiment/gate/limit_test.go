package gate_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

func limitOf(t *testing.T, text string) gate.Rule {
	t.Helper()
	r, err := gate.ParseLimit(text, profile(t, "default").Parse)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A limit of a mean is the same rule as in a gate, in mode noninferior.
func TestHoldIsTheRuleOfAGate(t *testing.T) {
	var before, now []float64
	for q := range 90 {
		x := .5 + .4*math.Sin(float64(q))
		before, now = append(before, x), append(now, x-.004+.03*math.Cos(float64(3*q)))
	}
	for _, text := range []string{"R@10 drop <= 5%", "R@10: drop <= 0.004", "R@10: drop <= 0.2"} {
		limit := limitOf(t, text)
		held := limit.Hold(gate.Pairs{Before: before, Now: now, Alpha: .05})
		in := rules(t, limit.String())
		in.Mode = gate.NonInferior
		want := judge(t, scored("pr", "R@10", now...), scored("main", "R@10", before...), in).Rules[0]
		if held.Status != want.Status || held.Text != want.Text || *held.Bounds != *want.Bounds || *held.PKept != *want.PKept {
			t.Errorf("%s:\n%+v, want as in a gate\n%+v", text, held, want)
		}
	}
}

// The bounds of a quantile are those of stats, and it passes where the limit is above them.
func TestHoldQuantile(t *testing.T) {
	var before, now []float64
	for q := range 200 {
		x := 20 * math.Exp(float64((q*71)%200)/80)
		before, now = append(before, x), append(now, x*(1.03+.02*math.Sin(float64(q))))
	}
	b := stats.Bootstrap{Seed: 3, Resamples: 2000}
	for text, want := range map[string]result.GateStatus{
		"latency_p95_ms rise <= 1%": result.RuleFailed, "latency_p95_ms rise <= 4.5%": result.RuleInconclusive, "latency_p95_ms: rise <= 30%": result.RulePassed,
		"latency_p50_ms rise <= 30": result.RulePassed, "latency_p50_ms rise <= 0.1": result.RuleFailed, "latency_mean_ms rise <= 10%": result.RulePassed,
	} {
		limit := limitOf(t, text)
		got := limit.Hold(gate.Pairs{Before: before, Now: now, Alpha: .05, Bootstrap: b})
		if got.Status != want {
			t.Errorf("%s: %s (%s), want %s", text, got.Status, got.Text, want)
		}
	}
	main, pr := sideOf("main"), sideOf("pr")
	for q := range before {
		main.Rows = append(main.Rows, result.Row{QueryID: fmt.Sprint(q), Status: result.Scored, LatencyMS: &before[q]})
		pr.Rows = append(pr.Rows, result.Row{QueryID: fmt.Sprint(q), Status: result.Scored, LatencyMS: &now[q]})
	}
	for _, n := range []int{len(now), 120} { // a gate judges by pairs too, and not where few have times
		for q := n; q < len(now); q++ {
			pr.Rows[q].Status = result.Failed // its time counts for nothing
		}
		pr.Latency, main.Latency = &result.Latency{P95MS: 100}, &result.Latency{P95MS: 99}
		in := rules(t, "latency_p95_ms: rise <= 4.5%")
		in.Mode = gate.NonInferior
		got, want := judge(t, pr, main, in).Rules[0], result.RuleInconclusive
		if n < 200 {
			want = result.RuleNotMeasured
		}
		if got.Status != want || got.Mode != "noninferior" || got.N != n {
			t.Errorf("%d times: %+v, want %s", n, got, want)
		}
	}
	limit := limitOf(t, "latency_p95_ms rise <= 7")
	got := limit.Hold(gate.Pairs{Before: before, Now: now, Alpha: .05, Bootstrap: b})
	b.Level = .9
	direct, err := b.QuantileChanges(before, now, []float64{.95})
	if err != nil {
		t.Fatal(err)
	}
	if i := direct[0].Interval; math.Abs(got.Bounds.Low-i.Low) > 1e-6 || math.Abs(got.Bounds.High-i.High) > 1e-6 {
		t.Errorf("bounds %+v of a rise, and directly %+v", got.Bounds, i)
	}
	slices.Sort(now)
	if q := stats.Quantile7(now, .95); *got.CurrentMean != q {
		t.Errorf("p95 %v, want %v", *got.CurrentMean, q)
	}
	few := limit.Hold(gate.Pairs{Before: before[:9], Now: now[:9], Alpha: .05, Bootstrap: b})
	none := limit.Hold(gate.Pairs{Alpha: .05})
	if few.Status != result.RuleInconclusive || !strings.Contains(few.Text, "9 values are too few") || none.Status != result.RuleNotMeasured {
		t.Errorf("nine queries: %s, %q; none: %s, %q; want inconclusive, and not measured", few.Status, few.Text, none.Status, none.Text)
	}
	beyond := limitOf(t, "latency_p95_ms rise <= 0")
	if few := beyond.Hold(gate.Pairs{Before: now[:9], Now: before[:9], Alpha: .05, Bootstrap: b}); few.Status != result.RuleFailed {
		t.Errorf("nine queries beyond the limit: %s, %q; want failed, as by means", few.Status, few.Text)
	}
}

func TestParseLimit(t *testing.T) {
	for text, want := range map[string]string{
		"R@100 drop <= 0.01": "R@100: drop <= 0.01", " latency_p99_ms: rise <= 5% ": "latency_p99_ms: rise <= 5%", "latency_mean_ms rise <= 10": "latency_mean_ms: rise <= 10",
	} {
		if r := limitOf(t, text); r.String() != want {
			t.Errorf("%q is read as %s", text, &r)
		}
	}
	low := func(string) (metrics.Measure, error) {
		return metrics.Foreign{Name: "cost", Better: metrics.LowerIsBetter, Declared: true}, nil
	}
	if r, err := gate.ParseLimit("cost drop <= 5%", low); err == nil {
		t.Errorf("a drop of a cost is read as %s", &r)
	}
	for _, text := range []string{"R@10", "R@10 >= 0.7", "coverage drop <= 5%", "latency_p95_ms drop <= 5%", "latency_p95_ms rise <= -1", "GMAP drop <= 5%"} {
		if r, err := gate.ParseLimit(text, profile(t, "default").Parse); err == nil {
			t.Errorf("%q is read as %s", text, &r)
		}
	}
}

// What a sample allows for does not depend on the question: the bound is that of the mean difference.
func TestBoundsOfLimitsAgree(t *testing.T) {
	before, now := []float64{}, []float64{}
	for q := range 40 {
		before, now = append(before, float64(q%5)), append(now, float64(q%5)+.1*float64(q%3))
	}
	var high []float64
	for _, text := range []string{"price rise <= 0.2", "price rise <= 1", "price rise <= 30"} {
		r, err := gate.ParseLimit(text, func(string) (metrics.Measure, error) { return metrics.Foreign{Name: "price"}, nil })
		if err != nil {
			t.Fatal(err)
		}
		high = append(high, r.Hold(gate.Pairs{Before: before, Now: now, Alpha: .05}).Bounds.High)
	}
	if slices.Max(high)-slices.Min(high) > 1e-9 {
		t.Errorf("a rise of at most %v by several limits", high)
	}
}
