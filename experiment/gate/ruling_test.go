package gate_test

import (
	"math"
	"testing"

	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/result"
)

// t95 is R's qt(.95, 399).
const t95 = 1.648682

// lostAndWon returns the scores of 400 queries, of which the baseline finds half; of
// these so many are lost, and of the others so many won.
func lostAndWon(lost, won int) (current, baseline []float64) {
	baseline = repeat(200, 1, 200, 0)
	current = append(current, baseline...)
	for i := range lost {
		current[i] = 0
	}
	for i := range won {
		current[200+i] = 1
	}
	return current, baseline
}

// mirrored returns scores where less is better.
func mirrored(scores []float64) []float64 {
	out := make([]float64, len(scores))
	for i, x := range scores {
		out[i] = 1 - x
	}
	return out
}

// meanAndError returns the mean and its standard error, (Σ(x − m)²/(n − 1)/n)^½, of
// a function of both scores of each query.
func meanAndError(current, baseline []float64, of func(now, before float64) float64) (mean, se float64) {
	var sum, squares float64
	n := float64(len(current))
	for i := range current {
		sum += of(current[i], baseline[i])
	}
	for i := range current {
		d := of(current[i], baseline[i]) - sum/n
		squares += d * d
	}
	return sum / n, math.Sqrt(squares / (n - 1) / n)
}

// boundsOf returns the bounds of a contrast of 400 queries by the formulas of
// docs/statistics.md: t and Johnson's term, where the tail is long on that side half
// as large again, and the rule of three with a loss of 1 below and of
// .28·(400/50)^⅓ = .56 above.
func boundsOf(current, baseline []float64, of func(now, before float64) float64) (low, high float64) {
	m, se := meanAndError(current, baseline, of)
	var squares, cubes float64
	for i := range current {
		d := of(current[i], baseline[i]) - m
		squares, cubes = squares+d*d/400, cubes+d*d*d/400
	}
	johnson := func(skewness float64) float64 {
		return se * (t95 + 1.5*max(0, skewness)/(6*20)*(1+2*t95*t95))
	}
	skewness := cubes / math.Pow(squares, 1.5)
	return m - max(johnson(-skewness), math.Log(20)/400), m + max(johnson(skewness), 0.56*math.Log(20)/400)
}

// What becomes of an outcome in each mode, with evidence accepted and required:
// the tables of docs/ci.md.
var statuses = map[string]map[gate.Mode][2]result.GateStatus{
	"broken_shown": {gate.Point: {"failed", "failed"}, gate.NonInferior: {"failed", "failed"}, gate.Regression: {"failed", "failed"}},
	"broken":       {gate.Point: {"failed", "failed"}, gate.NonInferior: {"failed", "failed"}, gate.Regression: {"passed", "inconclusive"}},
	"kept":         {gate.Point: {"passed", "inconclusive"}, gate.NonInferior: {"inconclusive", "inconclusive"}, gate.Regression: {"passed", "inconclusive"}},
	"kept_shown":   {gate.Point: {"passed", "passed"}, gate.NonInferior: {"passed", "passed"}, gate.Regression: {"passed", "passed"}},
}

// The outcomes follow from arithmetic that can be done by hand. With a baseline of
// .5 and p lost and q won, the contrast has the mean q − p + .025 under each of the
// rules. The bounds of the drop are the .025 that are allowed minus those of the
// contrast.
func TestModes(t *testing.T) {
	for _, form := range []struct {
		rule, measure string
		scores        func([]float64) []float64
		contrast      func(now, before float64) float64
	}{
		{"R@10: drop <= 5%", "R@10", func(x []float64) []float64 { return x }, func(now, before float64) float64 { return now - 0.95*before }},
		{"R@10: drop <= 0.025", "R@10", func(x []float64) []float64 { return x }, func(now, before float64) float64 { return now - before + 0.025 }},
		{"EmptyResultRate: rise <= 5%", "EmptyResultRate", mirrored, func(now, before float64) float64 { return 1.05*before - now }},
		{"EmptyResultRate: rise <= 0.025", "EmptyResultRate", mirrored, func(now, before float64) float64 { return before + 0.025 - now }},
	} {
		for _, test := range []struct {
			lost, won int
			outcome   string
		}{{80, 10, "broken_shown"}, {40, 25, "broken"}, {32, 28, "kept"}, {25, 60, "kept_shown"}} {
			c, b := lostAndWon(test.lost, test.won)
			c, b = form.scores(c), form.scores(b)
			low, high := boundsOf(c, b, form.contrast)
			for mode, want := range statuses[test.outcome] {
				for i, evidence := range []gate.Evidence{gate.EvidenceAccepted, gate.EvidenceRequired} {
					r := rules(t, form.rule)
					r.Mode, r.Evidence = mode, evidence
					rule := judge(t, scored("pr", form.measure, c...), scored("main", form.measure, b...), r).Rules[0]
					if rule.Outcome != test.outcome || rule.Status != want[i] || rule.Mode != string(mode) {
						t.Errorf("%s, %d lost, %d won, %s, %s: %s %s, want %s %s (%s)", form.rule, test.lost, test.won, mode, evidence, rule.Outcome, rule.Status, test.outcome, want[i], rule.Text)
					}
					checkBounds(t, rule, "tail", 0.025-high, 0.025-low)
				}
			}
		}
	}
}

func checkBounds(t *testing.T, rule result.GateRule, method string, low, high float64) {
	t.Helper()
	b := rule.Bounds
	if b == nil || b.Method != method || math.Abs(b.Level-0.9) > 1e-12 || math.Abs(b.Low-low) > 1e-6 || math.Abs(b.High-high) > 1e-6 {
		t.Errorf("%s: bounds %+v, want %s [%v, %v] of level .9", rule.Rule, b, method, low, high)
	}
}

// Fieller's bounds of a ratio ρ are where now − ρ·before is as many standard
// errors away from 0 as a bound of that level allows.
func TestRatioInterval(t *testing.T) {
	c, b := lostAndWon(40, 25)
	rule := judge(t, side("pr", c...), side("main", b...), rules(t, "R@10: drop <= 5%")).Rules[0]
	if rule.RatioInterval == nil || rule.RatioInterval.Method != "fieller" || math.Abs(rule.RatioInterval.Level-0.9) > 1e-12 {
		t.Fatalf("ratio %+v, want Fieller's at .9", rule.RatioInterval)
	}
	for ratio, sign := range map[float64]float64{rule.RatioInterval.Low: 1, rule.RatioInterval.High: -1} {
		m, se := meanAndError(c, b, func(now, before float64) float64 { return now - ratio*before })
		if off := sign*m/se - t95; math.Abs(off) > 1e-4 {
			t.Errorf("ratio %v is %v standard errors away, want %v", ratio, sign*m/se, t95)
		}
	}
	for _, text := range []string{"R@10: drop <= 0.05", "R@10: >= 0.1"} {
		if rule := judge(t, side("pr", c...), side("main", b...), rules(t, text)).Rules[0]; rule.RatioInterval != nil {
			t.Errorf("%s has a ratio: %+v", text, rule.RatioInterval)
		}
	}
}

// 320 of 400 queries: a mean of .8 and a standard error of (.16/399)^½ = .0200,
// so bounds of .765, where the tail is long, and .833; mirrored .167 and .235.
func TestFloors(t *testing.T) {
	scores := repeat(320, 1, 80, 0)
	low, high := boundsOf(scores, scores, func(now, _ float64) float64 { return now })
	for limit, outcome := range map[string]string{">= 0.7": "kept_shown", ">= 0.79": "kept", ">= 0.81": "broken", ">= 0.9": "broken_shown"} {
		rule := judge(t, side("pr", scores...), side("main", scores...), rules(t, "R@10: "+limit)).Rules[0]
		if rule.Outcome != outcome || rule.Drop != nil || rule.BaselineMean != nil || *rule.CurrentMean != 0.8 {
			t.Errorf("%s: %s %s", limit, rule.Outcome, rule.Text)
		}
		checkBounds(t, rule, "tail", low, high)
	}
	for limit, outcome := range map[string]string{"<= 0.3": "kept_shown", "<= 0.21": "kept", "<= 0.19": "broken", "<= 0.1": "broken_shown"} {
		rule := judge(t, scored("pr", "EmptyResultRate", mirrored(scores)...), side("main", 1), rules(t, "EmptyResultRate: "+limit)).Rules[0]
		if rule.Outcome != outcome {
			t.Errorf("%s: %s %s", limit, rule.Outcome, rule.Text)
		}
		checkBounds(t, rule, "tail", 1-high, 1-low)
	}
}

// What shows that a limit is kept allows for queries that lose the range M of the
// measure, and of one without bounds the largest contrast: of two queries with the
// mean m, p is exp(−2m/M), or that of t where it is larger. With one degree of
// freedom the t distribution is Cauchy's, so that one is ½ − arctan(t)/π.
func TestRange(t *testing.T) {
	for _, test := range []struct {
		rule, measure string
		scores        []float64 // of both sides
		k             [2]float64
		m             float64
	}{
		{"R@10: drop <= 5%", "R@10", []float64{0.8, 1}, [2]float64{0.04, 0.05}, 1},
		{"R@10: drop <= 0.2", "R@10", []float64{0.8, 1}, [2]float64{0.2, 0.2}, 1},
		{"R@10: >= 0.5", "R@10", []float64{0.8, 1}, [2]float64{0.3, 0.5}, 1},
		{"EmptyResultRate: rise <= 50%", "EmptyResultRate", []float64{0.4, 0.2}, [2]float64{0.2, 0.1}, 1},
		{"EmptyResultRate: rise <= 0.2", "EmptyResultRate", []float64{0.4, 0.2}, [2]float64{0.2, 0.2}, 1},
		{"EmptyResultRate: <= 0.5", "EmptyResultRate", []float64{0.4, 0.2}, [2]float64{0.1, 0.3}, 1},
		{"DCG(gain=exp)@10: drop <= 10%", "DCG(gain=exp)@10", []float64{2, 4}, [2]float64{0.2, 0.4}, 0.4},
	} {
		mean := (test.k[0] + test.k[1]) / 2
		want := max(math.Exp(-2*mean/test.m), 0.5-math.Atan(mean/math.Abs((test.k[0]-test.k[1])/2))/math.Pi)
		rule := judge(t, scored("pr", test.measure, test.scores...), scored("main", test.measure, test.scores...), rules(t, test.rule)).Rules[0]
		if rule.PKept == nil || math.Abs(*rule.PKept-want) > 1e-9 {
			t.Errorf("%s: p = %s, want %v", test.rule, shown(rule.PKept), want)
		}
	}
}

// Few queries show little, but no mean of a measure in 0–1 is beyond 0 or 1: a
// mean of .75 cannot drop by more, and one of .25 cannot rise by more than .75.
func TestBoundsWithinTheMeasure(t *testing.T) {
	current, baseline := side("pr", 1, 0.5), side("main", 1, 0.5)
	empty := scored("pr", "EmptyResultRate", 0, 0.5)
	for _, test := range []struct {
		rule      string
		worst     float64
		got       *result.Interval
		worstHigh bool
	}{
		{"drop", 0.75, judge(t, current, baseline, rules(t, "R@10: drop <= 5%")).Rules[0].Bounds, true},
		{"floor", 0, judge(t, current, baseline, rules(t, "R@10: >= 0.7")).Rules[0].Bounds, false},
		{"rise", 0.75, judge(t, empty, empty, rules(t, "EmptyResultRate: rise <= 0.1")).Rules[0].Bounds, true},
		{"ceiling", 1, judge(t, empty, empty, rules(t, "EmptyResultRate: <= 0.3")).Rules[0].Bounds, true},
	} {
		worst := test.got.Low
		if test.worstHigh {
			worst = test.got.High
		}
		if worst != test.worst || test.got.Method != "tail" || test.got.Low > test.got.High {
			t.Errorf("%s: %+v, want %v at worst", test.rule, test.got, test.worst)
		}
	}
}

func TestFigures(t *testing.T) {
	current, baseline := side("pr", 1, 1, 1), side("main", 1, 1, 1)
	current.Rows[1].Status, current.Rows[2].Status = result.Failed, result.Failed
	baseline.Rows[2].Status = result.Failed
	current.Latency = &result.Latency{MeanMS: 110, P50MS: 100, P95MS: 250, P99MS: 400, MaxMS: 500.5}
	baseline.Latency = &result.Latency{MeanMS: 100, P50MS: 120, P95MS: 250, P99MS: 320, MaxMS: 480}
	for text, want := range map[string]struct {
		status result.GateStatus
		text   string
	}{
		"latency_p95_ms: <= 250":       {"passed", `latency_p95_ms is 250 ms, which keeps "<= 250"`},
		"latency_p95_ms: <= 249.9":     {"failed", `latency_p95_ms is 250 ms, which breaks "<= 249.9"`},
		"latency_p95_ms: rise <= 0%":   {"passed", `latency_p95_ms is 250 ms as in the baseline, which keeps "rise <= 0%"`},
		"latency_mean_ms: rise <= 10%": {"passed", `latency_mean_ms rose from 100 ms to 110 ms, by 10.0 %, which keeps "rise <= 10%"`},
		"latency_p50_ms: rise <= 10%":  {"passed", `latency_p50_ms fell from 120 ms to 100 ms, by 16.7 %, which keeps "rise <= 10%"`},
		"latency_p99_ms: rise <= 20%":  {"failed", `latency_p99_ms rose from 320 ms to 400 ms, by 25.0 %, which breaks "rise <= 20%"`},
		"latency_max_ms: rise <= 20":   {"failed", `latency_max_ms rose from 480 ms to 500.5 ms, by 20.5 ms, which breaks "rise <= 20"`},
		"failed_queries: <= 2":         {"passed", `failed_queries is 2, which keeps "<= 2"`},
		"failed_queries: rise <= 0":    {"failed", `failed_queries rose from 1 to 2, by 1, which breaks "rise <= 0"`},
		"coverage: >= 0.33":            {"passed", `coverage is 0.3333, which keeps ">= 0.33"`},
		"coverage: >= 0.34":            {"failed", `coverage is 0.3333, which breaks ">= 0.34"`},
	} {
		r := rules(t, text)
		r.Mode, r.Evidence = gate.NonInferior, gate.EvidenceRequired // no number alone has any
		rule := judge(t, current, baseline, r).Rules[0]
		if rule.Status != want.status || rule.Text != want.text || rule.Mode != "point" || rule.N != 0 {
			t.Errorf("%s: %s %s: %s", text, rule.Mode, rule.Status, rule.Text)
		}
	}
}

// What is not measured never passes, and the sentence says what is missing.
func TestNotMeasured(t *testing.T) {
	plain := side("pr", 1, 1, 1, 1)
	fast, undefined, failed, others, foreign := side("pr", 1), side("pr", 1, 1), sideOf("pr", failedQuery("q0")), side("pr", 1, 1, 1), side("pr", 1)
	fast.Latency = &result.Latency{P95MS: 10}
	undefined.Rows[0].Scores = nil
	undefined.Rows[1].Scores = nil
	others.Rows[0], others.Rows[1].QueryID, others.Rows[2].Scores = failedQuery("q0"), "new", nil
	foreign.Unmatched = []result.UnmatchedIDs{{Level: "chunk"}, {Level: "document", RunIDs: []string{"D1"}, JudgedIDs: []string{"d1", "d2"}}}
	for _, test := range []struct {
		rule              string
		current, baseline gate.Side
		want              string
	}{
		{"latency_p95_ms: <= 250", plain, plain, "latency_p95_ms was not measured in the current system"},
		{"latency_p95_ms: rise <= 10%", fast, plain, "latency_p95_ms was not measured in the baseline"},
		{"failed_queries: rise <= 0", plain, gate.Side{Means: map[string]float64{"R@10": 1}}, "failed_queries was not measured in the baseline"},
		{"coverage: >= 0.1", sideOf("pr"), plain, "coverage was not measured in the current system"},
		{"R@10: >= 0.5", sideOf("pr"), plain, "R@10 was not measured in the current system"},
		{"R@10{stratum=none}: >= 0.1", plain, plain, `R@10: no query is of stratum "none"`},
		{"R@10: drop <= 5%", failed, plain, "R@10 is defined for no query (1 query failed, 0 not in the baseline, for 0 it is undefined)"},
		{"R@10: >= 0.5", undefined, plain, "R@10 is defined for no query (0 queries failed, 0 not in the baseline, for 2 it is undefined)"},
		{"R@10: drop <= 5%", sideOf("pr", query("new", "R@10", 1)), plain, "R@10 is defined for no query (0 queries failed, 1 not in the baseline, for 0 it is undefined)"},
		{"R@10: drop <= 5%", others, plain, "R@10 is defined for no query (1 query failed, 1 not in the baseline, for 1 it is undefined)"},
		{"R@10: drop <= 5%", foreign, plain, `R@10 was not measured in pr: no document that it returned is judged: it has "D1", the judgments have "d1", "d2"`},
		{"R@10: drop <= 5%", plain, foreign, `R@10 was not measured in pr: no document that it returned is judged: it has "D1", the judgments have "d1", "d2"`},
		{"R@10: drop <= 5%", side("pr", math.NaN()), plain, ""},
		{"R@10: drop <= 5%", side("pr", 7), plain, ""},
	} {
		g := judge(t, test.current, test.baseline, rules(t, test.rule))
		rule := g.Rules[0]
		if g.State != result.GateFault || rule.Status != result.RuleNotMeasured || test.want != "" && rule.Text != test.want || rule.Drop != nil {
			t.Errorf("%s: %s, %s: %s", test.rule, g.State, rule.Status, rule.Text)
		}
	}
}

// A pass that rests on failed queries being left out is none: of 40 queries two
// may fail, for .95 is what the rule allows, and not three.
func TestFailedQueriesThatDecide(t *testing.T) {
	build := func(measure string, score float64, failed int, before float64) (current, baseline gate.Side) {
		current, baseline = scored("pr", measure, repeat(40, score, 0, 0)...), scored("main", measure, repeat(40, before, 0, 0)...)
		for q := range failed {
			current.Rows[q] = failedQuery(current.Rows[q].QueryID)
		}
		return current, baseline
	}
	check := func(what string, current, baseline gate.Side, text string, status result.GateStatus, n int) {
		t.Helper()
		r := rules(t, text)
		var none float64
		r.MinCoverage = &none
		if rule := judge(t, current, baseline, r).Rules[0]; rule.Status != status || rule.N != n {
			t.Errorf("%s: %s of %d, want %s of %d (%s)", what, rule.Status, rule.N, status, n, rule.Text)
		}
	}
	current, baseline := build("R@10", 1, 2, 1)
	check("two failed", current, baseline, "R@10: drop <= 5%", result.RulePassed, 38)
	check("the baseline failed", baseline, current, "R@10: drop <= 5%", result.RulePassed, 38)
	current, baseline = build("R@10", 1, 3, 1)
	check("three failed", current, baseline, "R@10: drop <= 5%", result.RuleNotMeasured, 37)
	check("three failed, and a floor", current, baseline, "R@10: >= 0.95", result.RuleNotMeasured, 37)
	check("the baseline failed on three", baseline, current, "R@10: drop <= 5%", result.RulePassed, 37)
	current, baseline = build("EmptyResultRate", 0.1, 3, 0.1)
	check("what failed is empty", current, baseline, "EmptyResultRate: rise <= 5%", result.RuleNotMeasured, 37)
	current, baseline = build("R@10", 0, 3, 1)
	check("broken without them, too", current, baseline, "R@10: drop <= 5%", result.RuleFailed, 37)
	current, baseline = build("R@10", 1, 3, 1)
	for q := range 3 { // where a profile gives a failed query a score, it has that one
		current.Rows[q] = query(current.Rows[q].QueryID, "R@10", 0)
		current.Rows[q].Status = result.Failed
	}
	check("failed and scored", current, baseline, "R@10: drop <= 5%", result.RuleFailed, 40)
	check("the baseline failed and scored", baseline, current, "R@10: drop <= 5%", result.RulePassed, 40)
}
