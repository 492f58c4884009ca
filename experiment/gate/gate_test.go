package gate_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
)

var today = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func profile(t *testing.T, name string) metrics.Profile {
	t.Helper()
	p, err := metrics.ProfileByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func rules(t *testing.T, texts ...string) gate.Rules {
	t.Helper()
	var r gate.Rules
	for _, text := range texts {
		rule, err := gate.ParseRule(text, profile(t, "default"))
		if err != nil {
			t.Fatal(err)
		}
		r.Rules = append(r.Rules, rule)
	}
	return r
}

// A side with the given scores of R@10, queries q0, q1, …
func side(name string, scores ...float64) gate.Side {
	s := gate.Side{
		System: result.System{Name: name}, Profile: "default",
		TestSet: result.TestSetInfo{Name: "set", SHA256: "1f", Queries: len(scores)},
	}
	for q, x := range scores {
		s.Rows = append(s.Rows, result.StoredRow{QueryID: fmt.Sprintf("q%d", q), Scores: map[string]*float64{"R@10": &x}})
	}
	return s
}

func judge(t *testing.T, current, baseline gate.Side, r gate.Rules) *result.Gate {
	t.Helper()
	g, err := gate.Judge(current, &baseline, r, profile(t, "default"), today)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The vectors of the source: a drop of exactly 5 % passes, in spite of the noise
// of floating point.
func TestSourceVectors(t *testing.T) {
	data, err := os.ReadFile("testdata/ci_gate.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			ID    string
			Given struct {
				Baseline  float64 `json:"baseline_recall_at_10"`
				Current   float64 `json:"current_recall_at_10"`
				Tolerance float64
			}
			Expected struct {
				Relative string
				Points   string `json:"absolute_points"`
			}
		}
	}
	if err := json.Unmarshal(data, &file); err != nil || len(file.Cases) == 0 {
		t.Fatal("no cases", err)
	}
	state := map[string]result.GateState{"pass": result.GatePassed, "fail": result.GateFailed}
	for _, c := range file.Cases {
		for rule, want := range map[string]string{
			fmt.Sprintf("R@10: drop <= %g%%", 100*c.Given.Tolerance): c.Expected.Relative,
			fmt.Sprintf("R@10: drop <= %g", c.Given.Tolerance):       c.Expected.Points,
		} {
			for kind, baseline := range map[string]gate.Side{
				"queries": side("main", c.Given.Baseline, c.Given.Baseline),
				"means":   {System: result.System{Name: "main"}, Means: map[string]float64{"R@10": c.Given.Baseline}},
			} {
				g := judge(t, side("pr", c.Given.Current, c.Given.Current), baseline, rules(t, rule))
				if g.State != state[want] {
					t.Errorf("%s, %s, %s: %s, want %s (%s)", c.ID, rule, kind, g.State, want, g.Reason)
				}
			}
		}
	}
}

// repeat lists n scores of x and m of y.
func repeat(n int, x float64, m int, y float64) []float64 {
	var out []float64
	for range n {
		out = append(out, x)
	}
	for range m {
		out = append(out, y)
	}
	return out
}

// The outcomes follow from arithmetic that can be done by hand: 400 queries of
// which so many are lost and so many won. With a baseline of .5 and p lost and q
// won, the contrast has the mean q − p + .025 and, since n ≥ 200 and 50 changed,
// bounds of 1.6487 standard errors (t, 399 degrees of freedom, R's qt(.95, 399)).
func TestModes(t *testing.T) {
	build := func(lost, won int) (current, baseline gate.Side) {
		b := repeat(200, 1, 200, 0)
		c := append([]float64{}, b...)
		for i := range lost {
			c[i] = 0
		}
		for i := range won {
			c[200+i] = 1
		}
		return side("pr", c...), side("main", b...)
	}
	for _, test := range []struct {
		lost, won int
		outcome   string
		point     result.GateStatus
		noninf    result.GateStatus
		regress   result.GateStatus
		required  result.GateStatus
	}{
		{80, 10, "fail_proven", "failed", "failed", "failed", "failed"},
		{40, 25, "fail_literal", "failed", "failed", "passed", "failed"},
		{32, 28, "pass_unproven", "passed", "inconclusive", "passed", "inconclusive"},
		{25, 60, "pass_proven", "passed", "passed", "passed", "passed"},
	} {
		current, baseline := build(test.lost, test.won)
		// By hand: the contrast of a query is now − .95·before.
		var k []float64
		for q := range current.Rows {
			k = append(k, *current.Rows[q].Scores["R@10"]-0.95**baseline.Rows[q].Scores["R@10"])
		}
		var sum, squares float64
		for _, x := range k {
			sum += x
		}
		m := sum / 400
		for _, x := range k {
			squares += (x - m) * (x - m)
		}
		half := 1.648682 * math.Sqrt(squares/399/400)
		for mode, want := range map[gate.Mode]result.GateStatus{gate.Point: test.point, gate.NonInferior: test.noninf, gate.Regression: test.regress} {
			r := rules(t, "R@10: drop <= 5%")
			r.Mode = mode
			rule := judge(t, current, baseline, r).Rules[0]
			if rule.Outcome != test.outcome || rule.Status != want {
				t.Errorf("%d lost, %d won, %s: %s %s, want %s %s (%s)", test.lost, test.won, mode, rule.Outcome, rule.Status, test.outcome, want, rule.Text)
			}
			// The drop is .475 − now − (before − now) …: allowed minus contrast.
			wantLow, wantHigh := 0.025-(m+half), 0.025-(m-half)
			if math.Abs(rule.Bounds.Low-wantLow) > 1e-6 || math.Abs(rule.Bounds.High-wantHigh) > 1e-6 {
				t.Errorf("%d lost, %d won: bounds of the drop %v, want [%v, %v]", test.lost, test.won, *rule.Bounds, wantLow, wantHigh)
			}
		}
		r := rules(t, "R@10: drop <= 5%")
		r.Evidence = gate.EvidenceRequired
		if rule := judge(t, current, baseline, r).Rules[0]; rule.Status != test.required {
			t.Errorf("%d lost, %d won, evidence required: %s, want %s", test.lost, test.won, rule.Status, test.required)
		}
	}
}

func TestRulesParseBack(t *testing.T) {
	p := profile(t, "default")
	for _, text := range []string{
		"R@10: drop <= 5%", "nDCG(gain=exp)@10: drop <= 0.01", "R@10{stratum=paraphrase}: >= 0.7", "latency_p95_ms: <= 250",
		"latency_mean_ms: rise <= 10%", "coverage: >= 0.98", "failed_queries: <= 0", "EmptyResultRate: rise <= 0.02",
		"nDCG(gain={0:0,1:1,2:3})@10: drop <= 0.1%", "R@10{stratum=a: b}: >= 0.5",
	} {
		rule, err := gate.ParseRule(text, p)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if rule.String() != text {
			t.Errorf("%q prints as %q", text, rule.String())
		}
	}
	for text, want := range map[string]string{
		"R@10":                          "no colon",
		"R@10: drop <= x":               "no number",
		"R@10: drop >= 5%":              "wrong way round",
		"R@10: rise <= 5%":              "say drop",
		"latency_p95_ms: drop <= 5%":    "say rise",
		"R@10: drop <= 100%":            "allows everything",
		"R@10: >= 70%":                  "share of nothing",
		"R@10: <= 0.7":                  "good side",
		"NumRet: >= 5":                  "no direction",
		"GMAP: drop <= 5%":              "cannot be in a rule",
		"recal@10: drop <= 5%":          "recal@10",
		"coverage{stratum=a}: >= 0.9":   "no strata",
		"R@10{stratum=}: >= 0.9":        "no stratum",
		"R@10: drop <= -1%":             "from 0 on",
		"R@10: drop <= 5% or something": "not understood",
	} {
		if _, err := gate.ParseRule(text, p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// What is not measured never passes.
func TestMissingDataIsNoPass(t *testing.T) {
	baseline := side("main", 1, 1, 1, 1)
	t.Run("a failed query counts when it would break the rule", func(t *testing.T) {
		current := side("pr", 1, 1, 1, 1)
		current.Rows[0].Status, current.Rows[0].Error, current.Rows[0].Scores = result.Failed, "timeout", nil
		r := rules(t, "R@10: drop <= 5%")
		least := 0.5
		r.MinCoverage = &least
		g := judge(t, current, baseline, r)
		if g.State != result.GateFault || g.Rules[0].Status != result.RuleNotMeasured || len(g.Failing) != 1 || g.Failing[0].Error != "timeout" {
			t.Errorf("%+v", g)
		}
	})
	t.Run("coverage", func(t *testing.T) {
		current := side("pr", 1, 1, 1)
		current.TestSet.Queries = 4
		if g := judge(t, current, baseline, rules(t, "R@10: drop <= 5%")); g.State != result.GateFault {
			t.Errorf("%s: %s", g.State, g.Reason)
		}
	})
	for _, rule := range []string{"nDCG@10: >= 0.1", "R@10{stratum=none}: >= 0.1", "latency_p95_ms: <= 250"} {
		if g := judge(t, baseline, baseline, rules(t, rule)); g.State != result.GateFault {
			t.Errorf("%s: %s: %s", rule, g.State, g.Reason)
		}
	}
}

func TestNotComparable(t *testing.T) {
	current := side("pr", 1)
	for name, change := range map[string]func(*gate.Side){
		"test set": func(s *gate.Side) { s.TestSet.SHA256 = "2f" },
		"part":     func(s *gate.Side) { s.TestSet.Part = "heldout" },
		"profile":  func(s *gate.Side) { s.Profile = "kebab" },
		"no R@10":  func(s *gate.Side) { s.Rows[0].Scores = map[string]*float64{} },
	} {
		baseline := side("main", 1)
		change(&baseline)
		_, err := gate.Judge(current, &baseline, rules(t, "R@10: drop <= 5%"), profile(t, "default"), today)
		var not *gate.NotComparableError
		if !errors.As(err, &not) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWaivers(t *testing.T) {
	baseline, current := side("main", 1, 1), side("pr", 0, 0)
	for _, test := range []struct {
		rule, expires string
		want          result.GateState
	}{
		{"R@10", "2026-11-22", result.GatePassed}, // the last day counts
		{"R@10: drop <= 5%", "2027-01-01", result.GatePassed},
		{"R@10", "2026-11-21", result.GateFailed},
		{"R@5", "2027-01-01", result.GateFailed},
	} {
		day, err := time.Parse(time.DateOnly, test.expires)
		if err != nil {
			t.Fatal(err)
		}
		r := rules(t, "R@10: drop <= 5%")
		r.Waivers = []gate.Waiver{{Rule: test.rule, Owner: "jane", Reason: "reindexing", Expires: day}}
		g := judge(t, current, baseline, r)
		if g.State != test.want {
			t.Errorf("%s until %s: %s, want %s", test.rule, test.expires, g.State, test.want)
		}
		if test.expires == "2026-11-21" && !strings.Contains(g.Reason, "the waiver of jane expired on 2026-11-21") {
			t.Errorf("an expired waiver is not named: %s", g.Reason)
		}
	}
}

// Among several regressions each has to be proven at its share: Holm of .03 and
// .04 is .06 for both.
func TestSeveralRules(t *testing.T) {
	r := rules(t, "R@10: drop <= 5%", "coverage: >= 0.5")
	g := judge(t, side("pr", 1, 1), side("main", 1, 1), r)
	if !strings.Contains(g.Settings.Several, "intersection-union") {
		t.Errorf("several: %q", g.Settings.Several)
	}
	advisory := rules(t, "R@10: >= 0.9", "R@10: drop <= 5%")
	advisory.Rules[0].Advisory = true
	if g := judge(t, side("pr", 0.8, 0.8), side("main", 0.8, 0.8), advisory); g.State != result.GatePassed || g.Rules[0].Status != result.RuleFailed {
		t.Errorf("an advisory rule decided: %s %s", g.State, g.Reason)
	}
}

// Twenty wordings of two needs are two units and not twenty.
func TestGroups(t *testing.T) {
	current, baseline := side("pr", repeat(10, 1, 10, 0.9)...), side("main", repeat(10, 1, 10, 0.9)...)
	for q := range current.Rows {
		current.Rows[q].Group = fmt.Sprint("need", q/10)
	}
	rule := judge(t, current, baseline, rules(t, "R@10: drop <= 5%")).Rules[0]
	if rule.N != 2 || rule.Unit != "groups" {
		t.Errorf("n = %d %s, want 2 groups", rule.N, rule.Unit)
	}
}

func TestBaselineFile(t *testing.T) {
	s := side("main", 1, 0.5)
	s.Rows[1].Status, s.Rows[1].Error, s.Rows[1].Scores = result.Failed, "x<y", nil
	s.Rows[0].QueryID, s.Rows[1].QueryID = "b", "a"
	var first, second strings.Builder
	if err := gate.WriteBaseline(&first, s, false); err != nil {
		t.Fatal(err)
	}
	back, err := gate.ReadDocument("baseline.json", []byte(first.String()), "", true, profile(t, "default"))
	if err != nil {
		t.Fatal(err)
	}
	if err := gate.WriteBaseline(&second, back, false); err != nil {
		t.Fatal(err)
	}
	if first.String() != second.String() {
		t.Errorf("read back and written again:\n%s\n%s", first.String(), second.String())
	}
	if !strings.Contains(first.String(), `{"query_id":"a","status":"failed","error":"x\u003cy","scores":[null]},`+"\n") {
		t.Errorf("one line a query:\n%s", first.String())
	}
}

func TestReadRules(t *testing.T) {
	text := `
mode: noninferior
max_age: 7d
rules:
  R@10: ["drop <= 5%", ">= 0.7"]
  nDCG@10: {limit: "drop <= 0.01", mode: point, tier: advisory}
waivers:
  - {rule: "R@10", owner: jane, reason: reindexing, expires: 2026-12-31}
`
	r, err := gate.ReadRules("rules.yaml", []byte(text), profile(t, "default"))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Rules) != 3 || r.MaxAge != 7*24*time.Hour || r.Rules[2].Mode != gate.Point || !r.Rules[2].Advisory || r.Waivers[0].Expires.Day() != 31 {
		t.Errorf("%+v", r)
	}
	_, err = gate.ReadRules("rules.yaml", []byte(`
mode: strict
max_age: soon
rules:
  R@10: "drop <= 5%"
  R@10: "drop <= 4%"
  R@5: {limit: "drop <= 5%", tier: maybe, oops: 1}
  bogus@1: "drop <= 5%"
  nDCG@10: []
waivers:
  - {rule: "R@10", owner: "", reason: r, expires: tomorrow}
`), profile(t, "default"))
	for _, want := range []string{
		`mode "strict"`, `max_age: "soon"`, `rules.yaml:6: "R@10" stands twice`, `rules.yaml:7: unknown key "oops"`,
		`tier "maybe"`, `rules.yaml:8: `, `has no limit`, `has no owner`, `expires on "tomorrow"`,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in:\n%v", want, err)
		}
	}
}

// A file that has rules alone is read at sight, with settings beside them or not,
// and so is a list.
func TestReadRulesWithoutKey(t *testing.T) {
	for name, text := range map[string]string{
		"flat":      "R@10: \"drop <= 5%\"\nR@10{stratum=paraphrase}: \">= 0.70\"\nlatency_p95_ms: \"<= 250\"\nmode: regression\n",
		"list":      "mode: regression\nrules:\n  - R@10: \"drop <= 5%\"\n  - R@10{stratum=paraphrase}: \">= 0.70\"\n  - latency_p95_ms: \"<= 250\"\n",
		"under key": "mode: regression\nrules:\n  R@10: \"drop <= 5%\"\n  R@10{stratum=paraphrase}: \">= 0.70\"\n  latency_p95_ms: \"<= 250\"\n",
	} {
		r, err := gate.ReadRules("rules.yaml", []byte(text), profile(t, "default"))
		var got []string
		for _, rule := range r.Rules {
			got = append(got, rule.String())
		}
		if want := "R@10: drop <= 5%, R@10{stratum=paraphrase}: >= 0.7, latency_p95_ms: <= 250"; err != nil || strings.Join(got, ", ") != want || r.Mode != gate.Regression {
			t.Errorf("%s: %v in mode %s, %v; want %s", name, got, r.Mode, err, want)
		}
	}
	for text, want := range map[string]string{
		"min_coverag: 0.9\n": `rules.yaml:1: `,
		"rules: {R@10: \"drop <= 5%\"}\nmin_coverag: 0.9\n": "rules.yaml:2: unknown key \"min_coverag\"; rules stand under `rules`",
		"rules:\n  - \"drop <= 5%\"\n":                      `rules.yaml:2: "drop <= 5%" is no rule`,
	} {
		if _, err := gate.ReadRules("rules.yaml", []byte(text), profile(t, "default")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Without ranks before, what the measure does not see stands first. A rule that is
// broken is no reason to be silent about one that was not measured.
func TestFailingQuerySaysWhy(t *testing.T) {
	current, baseline := side("pr", 0.5), side("main", 1)
	baseline.Rows[0].Relevant = []result.RankedRelevant{{DocID: "a", Grade: 1, Rank: 2}, {DocID: "b", Grade: 1, Rank: 10}, {DocID: "c", Grade: 3, Rank: 90}, {DocID: "d", Grade: 3}}
	current.Rows[0].Relevant = []result.RankedRelevant{{DocID: "a", Grade: 1, Rank: 3}, {DocID: "b", Grade: 1, Rank: 11}, {DocID: "c", Grade: 3}, {DocID: "d", Grade: 3}}
	order := func(g *result.Gate) (ids string) {
		for _, d := range g.Failing[0].Relevant {
			ids += d.DocID
		}
		return ids
	}
	g := judge(t, current, baseline, rules(t, "R@10: drop <= 5%", "latency_p95_ms: <= 250"))
	if got := order(g); got != "abcd" {
		t.Errorf("documents of the query that fell: %s, want them as the system has them, beside the ranks before", got)
	}
	if g.State != result.GateFailed || !strings.Contains(g.Reason, "latency_p95_ms was not measured") {
		t.Errorf("%s: %s, want failed, and what was not measured", g.State, g.Reason)
	}
	if floor := judge(t, current, baseline, rules(t, "R@10: >= 0.7")); floor.Failing[0].Baseline == nil || *floor.Failing[0].Baseline != 1 {
		t.Errorf("below a floor: %+v, want the score before", floor.Failing[0])
	}
	baseline.Rows[0].Relevant = nil
	if got := order(judge(t, current, baseline, rules(t, "R@10: drop <= 5%"))); got != "cdba" {
		t.Errorf("without ranks before: %s, want what was missed, the best first", got)
	}
}

func TestStaleRecordings(t *testing.T) {
	r := rules(t, "R@10: drop <= 5%")
	r.MaxAge = 24 * time.Hour
	current := side("pr", 1)
	for age, stale := range map[time.Duration]bool{23 * time.Hour: false, 25 * time.Hour: true} {
		at := today.Add(-age)
		current.RecordedAt = &at
		baseline := side("main", 1)
		_, err := gate.Judge(current, &baseline, r, profile(t, "default"), today)
		var old *gate.StaleError
		if errors.As(err, &old) != stale {
			t.Errorf("%s old: %v", age, err)
		}
	}
}

// Nothing may pass or fail by the scores of that benchmark.
func TestNoGateForCSB(t *testing.T) {
	if _, err := gate.Judge(side("pr", 1), nil, gate.Rules{}, profile(t, "csb"), today); err == nil || !strings.Contains(err.Error(), "forbids a gate") {
		t.Errorf("%v", err)
	}
}
