package compare_test

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/metrics"
)

// priced returns two systems with scores, costs and times of 120 queries; b's are a's, so much more.
func priced(t *testing.T, gain, costs, slower float64) (a, b *scoring.Table) {
	t.Helper()
	scores := map[string][][]float64{}
	for q := range 120 {
		noise := float64((q*37)%23)/23 - .5
		x, cost, ms := .3+.2*noise, 2+float64(q%7), 40*math.Exp(float64((q*53)%120)/60)
		scores["nDCG@10"] = append(scores["nDCG@10"], []float64{x, x + gain + .05*float64(q%3-1)})
		scores["price"] = append(scores["price"], []float64{cost, cost*costs + .02*float64(q%5-2)})
		scores["latency_ms"] = append(scores["latency_ms"], []float64{ms, ms * slower * (1 + .02*float64((q*29)%7-3))})
	}
	side := func(name string, at int) *scoring.Table {
		of := map[string][]float64{}
		for m, pairs := range scores {
			for _, p := range pairs {
				of[m] = append(of[m], p[at])
			}
		}
		return tablesOf(t, name, of)
	}
	return side("a", 0), side("b", 1)
}

// aiming returns settings with an objective about scores of a table.
func aiming(t *testing.T, of *scoring.Table, objective string) compare.Settings {
	t.Helper()
	var s compare.Settings
	err := compare.Roles{Objective: []string{objective}}.Take(&s, func(text string) ([]metrics.Measure, error) {
		m, err := scorefile.Find(of, text)
		return []metrics.Measure{m}, err
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What is certain by far: each part alone makes the objective met, missed or open.
func TestObjective(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	const both = "better nDCG@10; price rise <= 5%; latency_p95_ms rise <= 15%"
	for _, test := range []struct {
		name, objective     string
		gain, costs, slower float64
		want                result.ObjectiveState
		says                string
	}{
		{"all hold", both, .05, 1.01, 1.02, result.ObjectiveMet, "difference +0.0500"},
		{"parted by commas", "better nDCG(gain=linear,judged=all)@10,price rise <= 5%, latency_p95_ms rise <= 15%", .05, 1.01, 1.02, result.ObjectiveMet, "difference +0.0500"},
		{"no better", both, 0, 1.01, 1.02, result.ObjectiveOpen, "nDCG(gain=linear)@10"},
		{"worse", both, -.05, 1.01, 1.02, result.ObjectiveMissed, "difference -0.0500"},
		{"dear", both, .05, 1.2, 1.02, result.ObjectiveMissed, "price rose from 4.9"},
		{"slow", both, .05, 1.01, 1.3, result.ObjectiveMissed, "latency_p95_ms rose from"},
		{"perhaps slow", both, .05, 1.01, 1.1, result.ObjectiveOpen, "but the queries allow for a rise"},
		{"absolute", "better nDCG@10; price rise <= 0.5; latency_mean_ms: rise <= 20", .05, 1.01, 1.02, result.ObjectiveMet, ""},
		{"written otherwise", "better nDCG@10; price rise ≤ 5 %; ", .05, 1.01, 1.02, result.ObjectiveMet, "which keeps \"rise <= 5%\""},
		{"absolute, too dear", "better nDCG@10; price rise <= 0.5", .05, 1.2, 1, result.ObjectiveMissed, "price"},
		{"a fair price", "better nDCG@10; 0.05 nDCG@10 = 50 ms", .05, 1, 1.02, result.ObjectiveMet, ""},
		{"too high a price", "better nDCG@10; 0.05 nDCG@10 = 5 ms", .05, 1, 1.3, result.ObjectiveMissed, "differs by -"},
	} {
		a, b := priced(t, test.gain, test.costs, test.slower)
		p := compared(t, a, b, aiming(t, a, test.objective))
		o := p.Objective
		if o == nil || o.State != test.want || !strings.Contains(o.Text, test.says) {
			t.Errorf("%s: %+v, want %s with %q", test.name, o, test.want, test.says)
		}
	}
}

func TestObjectiveNetByHand(t *testing.T) {
	a, b := priced(t, .05, 1, 1.5)
	p := compared(t, a, b, aiming(t, a, "better nDCG@10; 0.01 nDCG@10 = 10 ms; 0.1 nDCG@10 = 2 price"))
	want := 0.0
	for q := range 120 {
		ms := 40 * math.Exp(float64((q*53)%120)/60)
		want += (.05 + .05*float64(q%3-1) - .01/10*(1.5*(1+.02*float64((q*29)%7-3))-1)*ms - .1/2*.02*float64(q%5-2)) / 120
	}
	net := p.Objective.Net
	if net == nil || net.N != 120 || net.Formula != "nDCG(gain=linear)@10 - 0.001 per ms - 0.05 per price" {
		t.Fatalf("%+v", net)
	}
	wingtest.WantNumber(t, "net difference", net.MeanDifference, want, 1e-12, "summed in the test")
	if net.Interval == nil || !(net.Interval.Low < want && want < net.Interval.High) {
		t.Errorf("interval %+v does not hold %v", net.Interval, want)
	}
	if p.Objective.Verdict != net.Verdict || p.Objective.Verdict == p.Verdict {
		t.Errorf("net %s, objective %s, on the measure alone %s; want the net's", net.Verdict, p.Objective.Verdict, p.Verdict)
	}
}

// Of three candidates each limit has a third of alpha, so that its bounds are wider.
func TestObjectiveOfSeveralCandidates(t *testing.T) {
	a, b := priced(t, .05, 1.01, 1.02)
	s := aiming(t, a, "better nDCG@10; price rise <= 5%; latency_p50_ms rise <= 5%")
	one := compared(t, a, b, s).Objective
	_, c := priced(t, .05, 1.01, 1.02)
	_, d := priced(t, .05, 1.01, 1.02)
	c.Name, d.Name = "c", "d"
	all, err := compare.Against(a, []*scoring.Table{b, c, d}, s)
	if err != nil {
		t.Fatal(err)
	}
	for i, limit := range all.Comparisons[0].Objective.Limits {
		if got, want := 1-limit.Bounds.Level, (1-one.Limits[i].Bounds.Level)/3; math.Abs(got-want) > 1e-12 || limit.Bounds.High <= one.Limits[i].Bounds.High {
			t.Errorf("%s: bounds %+v of three candidates, %+v of one", limit.Rule, limit.Bounds, one.Limits[i].Bounds)
		}
	}
}

// A limit about times of half the queries is not known, whatever these are like.
func TestObjectiveNotMeasured(t *testing.T) {
	a, b := priced(t, .05, 1, 1)
	a.Keep(a.Measures[1:2])
	b.Keep(b.Measures[1:2])
	for q := range 60 {
		ms := 10.0
		a.Edit(q).LatencyMS, b.Edit(q).LatencyMS = &ms, &ms
	}
	o := compared(t, a, b, aiming(t, a, "better nDCG@10; latency_p95_ms rise <= 5%")).Objective
	if o.State != result.ObjectiveOpen || o.Limits[0].Status != result.RuleNotMeasured || o.Limits[0].Outcome != "" || !strings.Contains(o.Text, "known of 60 of 120 queries") {
		t.Errorf("%+v, want it open: 60 of 120", o)
	}
}

// Of a mean below 0, such as that of a profit written as a negative cost, no share is a limit; the change itself is.
func TestLimitOfANegativeMean(t *testing.T) {
	a, b := priced(t, .05, 1.01, 1)
	price, err := scorefile.Find(a, "price")
	if err != nil {
		t.Fatal(err)
	}
	for _, side := range []*scoring.Table{a, b} {
		for q := range 120 {
			side.Set(price, q, -side.Value(metrics.Index(side.Measures, price), q))
		}
	}
	for objective, want := range map[string]result.GateStatus{
		"better nDCG@10; price rise <= 5%":  result.RuleNotMeasured,
		"better nDCG@10; price rise <= 0.5": result.RulePassed,
	} {
		o := compared(t, a, b, aiming(t, a, objective)).Objective
		if g := o.Limits[0]; g.Status != want || want == result.RuleNotMeasured && !strings.Contains(g.Text, "below 0 means nothing") {
			t.Errorf("%s: %+v, want %s", objective, g, want)
		}
	}
}

// A comparison without a verdict meets no objective.
func TestObjectiveWithoutVerdict(t *testing.T) {
	a, b := priced(t, .05, 1, 1)
	for q := range 30 {
		b.Edit(q).Status = result.Failed
	}
	c, err := compare.Against(a, []*scoring.Table{b}, aiming(t, a, "better nDCG@10; 0.01 nDCG@10 = 2000 ms"))
	if !compare.NoVerdict(err) || c.Comparisons[0].Objective.State != result.ObjectiveOpen {
		t.Errorf("%v, %+v; want it open", err, c.Comparisons[0].Objective)
	}
}

func TestObjectiveIsRefused(t *testing.T) {
	a, _ := priced(t, 0, 1, 1)
	for objective, want := range map[string]string{
		"price rise <= 5%":                                         "says nothing to be better by",
		"better nDCG@10":                                           "neither a limit nor a rate",
		"better nDCG@10; better price":                             "second measure",
		"better nDCG@10; price within 5%":                          "neither drop nor rise",
		"better nDCG@10; speed rise <= 5%":                         "speed",
		"better nDCG@10; latency_max_ms rise <= 5%":                "latency_max_ms",
		"better nDCG@10; nDCG@10 rise <= 5%":                       "is about a rise",
		"0.01 nDCG@10 = 20 ms; better nDCG@10":                     "comes before it",
		"better nDCG@10; 0.01 price = 20 ms":                       "not what is to be better",
		"better nDCG@10; 0 nDCG@10 = 20 ms":                        "no amounts above 0",
		"better nDCG@10; 0.01 nDCG@10 = x ms":                      "no amounts above 0",
		"better nDCG@10; 0.01 nDCG@10 = 2 ms and price rise":       "no amounts above 0",
		"better nDCG@10; 0.01 nDCG@10 = 2 nDCG@10":                 "nothing that is paid",
		"better nDCG@10; price rise <= 5%; primary does rise":      "does",
		"better nDCG@10; 0.01 nDCG@10 = 2 ms; 0.02 nDCG@10 = 2 ms": "second rate of ms",
	} {
		var s compare.Settings
		err := compare.Roles{Objective: []string{objective}}.Take(&s, func(text string) ([]metrics.Measure, error) {
			m, err := scorefile.Find(a, text)
			return []metrics.Measure{m}, err
		})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", objective, err, want)
		}
	}
	s := aiming(t, a, "better nDCG@10; price rise <= 5%")
	other := aiming(t, a, "better nDCG@10; price rise <= 5%")
	other.Looks = 2
	kept, _ := priced(t, 0, 1, 1)
	kept.Keep(kept.Measures[:2])
	for name, err := range map[string]error{
		"primary about latency_ms": s.Objective.Check(a.Measures, compare.Settings{Primary: a.Measures[0]}), "looks": againstItself(a, other), "add -m price": againstItself(kept, aiming(t, a, "better nDCG@10; price rise <= 5%")),
	} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v, want %q", err, name)
		}
	}
}

func againstItself(a *scoring.Table, s compare.Settings) error {
	_, err := compare.Against(a, []*scoring.Table{a}, s)
	return err
}

// Worse on a guardrail vetoes a rate, as it vetoes better.
func TestGuardrailVetoesARate(t *testing.T) {
	a, b := priced(t, .05, 1.2, 1)
	for i := range a.Measures {
		if f, foreign := a.Measures[i].(metrics.Foreign); foreign && f.Name == "price" {
			f.Better = metrics.LowerIsBetter
			a.Measures[i], b.Measures[i] = f, f
		}
	}
	s := aiming(t, a, "better nDCG@10; 0.01 nDCG@10 = 2000 ms")
	if o := compared(t, a, b, s).Objective; o.State != result.ObjectiveMet {
		t.Errorf("without a guardrail: %+v", o)
	}
	price, err := scorefile.Find(a, "price")
	if err != nil {
		t.Fatal(err)
	}
	s.Guardrails = []metrics.Measure{price}
	if o := compared(t, a, b, s).Objective; o.State != result.ObjectiveOpen || !strings.Contains(o.Text, "worse on the guardrail price") {
		t.Errorf("with one: %+v", o)
	}
}
