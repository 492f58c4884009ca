package gate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/result"
)

// Without a mode rules are held to what the queries show; the source's own rule, its
// profile and means alone are decided by the means.
func TestDefaultModes(t *testing.T) {
	means := gate.Side{System: result.System{Name: "main"}, Means: map[string]float64{"R@10": 1}}
	for _, test := range []struct {
		what, profile string
		rules         []string
		mode          gate.Mode
		baseline      gate.Side
		want          string
	}{
		{"a user's rule", "default", []string{"R@10: drop <= 5%"}, "", side("main", 1, 1), "regression"},
		{"a floor", "default", []string{"R@10: >= 0.5"}, "", side("main", 1, 1), "regression"},
		{"no rule", "default", nil, "", side("main", 1, 1), "point"},
		{"no rule, and a mode", "default", nil, gate.NonInferior, side("main", 1, 1), "noninferior"},
		{"medkg", "medkg", []string{"R@10: drop <= 5%"}, "", side("main", 1, 1), "point"},
		{"medkg, and a mode", "medkg", []string{"R@10: drop <= 5%"}, gate.Regression, side("main", 1, 1), "regression"},
		{"means", "default", []string{"R@10: drop <= 5%"}, "", means, "point"},
	} {
		r := rules(t, test.rules...)
		r.Mode = test.mode
		current := side("pr", 1, 0.9)
		current.Profile = test.profile
		if test.baseline.Profile != "" {
			test.baseline.Profile = test.profile
		}
		g, err := gate.Judge(current, &test.baseline, r, profile(t, test.profile), today)
		if err != nil || g.Rules[0].Mode != test.want {
			t.Errorf("%s: %+v, %v; want %s", test.what, g, err, test.want)
		}
	}
}

// The same rankings pass every rule about a change in every mode, with no bound;
// the same scores of other rankings do not, nor do rankings that are not known.
func TestUnchangedRankings(t *testing.T) {
	for _, mode := range gate.Modes() {
		for _, test := range []struct {
			current, baseline string
			same              bool
		}{{"1f", "1f", true}, {"1f", "2f", false}, {"", "", false}} {
			current, baseline := side("pr", 1, 0.5), side("main", 1, 0.5)
			current.System.Rankings, baseline.System.Rankings = test.current, test.baseline
			r := rules(t, "R@10: drop <= 0")
			r.Mode, r.Evidence = mode, gate.EvidenceRequired
			g := judge(t, current, baseline, r)
			rule := g.Rules[0]
			if passed := rule.Status == result.RulePassed; passed != test.same || (rule.Bounds == nil) != test.same || strings.Contains(rule.Text, "no ranking changed") != test.same || (g.Reason == "every rule is kept: no ranking changed") != test.same {
				t.Errorf("%s, %q and %q: %s, %+v, %s", mode, test.current, test.baseline, g.Reason, rule.Bounds, rule.Text)
			}
		}
	}
}

// A failed query is a miss under kebab, and so a pair: of four recalls of 1 one is
// 0, which is a drop of 25 % and full coverage. Where less is better it has the worst.
func TestFailedQueriesCountUnderKebab(t *testing.T) {
	for _, test := range []struct {
		rule, measure string
		score         float64
		want          result.GateStatus
		current       float64
	}{
		{"R@10: drop <= 24%", "R@10", 1, result.RuleFailed, 0.75},
		{"R@10: drop <= 25%", "R@10", 1, result.RulePassed, 0.75},
		{"EmptyResultRate: <= 0.24", "EmptyResultRate", 0, result.RuleFailed, 0.25},
	} {
		current, baseline := scored("pr", test.measure, repeat(4, test.score, 0, 0)...), scored("main", test.measure, repeat(4, test.score, 0, 0)...)
		current.Rows[2] = failedQuery("q2")
		unjudged := failedQuery("q4") // has no score of the measure, because it has no judgments
		unjudged.Scores = map[string]*float64{test.measure: nil}
		current.Rows, baseline.Rows = append(current.Rows, unjudged), append(baseline.Rows, result.Row{QueryID: "q4", Scores: unjudged.Scores})
		current.Profile, baseline.Profile = "kebab", "kebab"
		g, err := gate.Judge(current, &baseline, rules(t, test.rule, "coverage: >= 1"), profile(t, "kebab"), today)
		if err != nil || g.Rules[0].Status != test.want || *g.Rules[0].CurrentMean != test.current || g.Rules[0].N != 4 || g.Rules[1].Status != result.RulePassed {
			t.Errorf("%s: %v, %+v", test.rule, err, g)
		}
	}
}

// Rules about scores that another program computed, of which a rule says what is
// good.
func TestForeignMeasures(t *testing.T) {
	p, err := gate.Conventions(gate.ScoresProfile)
	if err != nil {
		t.Fatal(err)
	}
	for text, fails := range map[string]bool{
		"cost: drop <= 0.1": false, "cost: rise <= 0.1": true, "cost: >= 1.5": false, "cost: <= 1.5": true, "cost: >= 0": false,
	} {
		rule, err := gate.ParseRule(text, p)
		if err != nil {
			t.Fatal(err)
		}
		current, baseline := scored("pr", "cost", 2, 2), scored("main", "cost", 1, 1)
		current.Profile, baseline.Profile = gate.ScoresProfile, "default"
		g, err := gate.Judge(current, &baseline, gate.Rules{Rules: []gate.Rule{rule}, Mode: gate.Point}, p, today)
		if err != nil || (g.State == result.GateFailed) != fails {
			t.Errorf("%s: %v, %+v", text, err, g)
		}
	}
	if _, err := gate.ParseRule("cost: drop <= 0.1", profile(t, "default")); err == nil {
		t.Error("a profile knows a foreign measure")
	}
}

// manyRules returns sides with that number of measures whose changes have this
// correlation: standard normal changes of sd .1 on 50 queries.
func manyRules(t *testing.T, n, measures int, share float64, seed uint64) (current, baseline gate.Side, r gate.Rules) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	current, baseline = sideOf("pr"), sideOf("main")
	for q := range n {
		now, before := map[string]*float64{}, map[string]*float64{}
		common := rng.NormFloat64()
		for m := range measures {
			x := .5 + .1*(math.Sqrt(share)*common+math.Sqrt(1-share)*rng.NormFloat64())
			now[fmt.Sprintf("R@%d", m+1)], before[fmt.Sprintf("R@%d", m+1)] = &x, new(.5)
		}
		id := fmt.Sprintf("q%d", q)
		current.Rows, baseline.Rows = append(current.Rows, result.Row{QueryID: id, Scores: now}), append(baseline.Rows, result.Row{QueryID: id, Scores: before})
	}
	current.TestSet.Queries, baseline.TestSet.Queries = n, n
	var texts []string
	for m := range measures {
		texts = append(texts, fmt.Sprintf("R@%d: drop <= 0.02", m+1))
	}
	return current, baseline, rules(t, texts...)
}

// Ten rules whose means decide, drawn together: were they independent, each would
// fail with p = Φ(−.02·50^½/.1) = .0786 when nothing changed, and one of ten with
// 1 − (1 − p)¹⁰ = .559; were they one, with p. Where every rule is at its limit each
// fails half the time. So the figures are between these, for draws of normal
// changes, within what 50 queries say of their spread.
func TestOddsOfSeveralRules(t *testing.T) {
	fails := func(share float64) (none, all float64) {
		for seed := range uint64(10) {
			current, baseline, r := manyRules(t, 50, 10, share, seed)
			g := judge(t, current, baseline, r)
			none, all = none+g.Odds.NoChange.Fails/10, all+g.Odds.AllAtLimit.Fails/10
			if g.Odds.N != 50 || g.Odds.Draws != 1000 || math.Abs(g.Odds.NoChange.Fails+g.Odds.NoChange.Inconclusive+g.Odds.NoChange.Passes-1) > 1e-9 {
				t.Errorf("%+v", g.Odds)
			}
		}
		return none, all
	}
	independent, independentAll := fails(0)
	one, oneAll := fails(1)
	if math.Abs(independent-.559) > .06 || independentAll < .98 {
		t.Errorf("independent: %.3f, and %.3f at the limits; want .559 and 1 − ½¹⁰", independent, independentAll)
	}
	if math.Abs(one-.0786) > .03 || math.Abs(oneAll-.5) > .05 {
		t.Errorf("ten times the same: %.3f, and %.3f at the limits; want .079 and .5", one, oneAll)
	}
}

// The odds are the same each time, name what the gate lets pass, and leave out what
// does not decide.
func TestOddsOfAGate(t *testing.T) {
	current, baseline, r := manyRules(t, 60, 3, .5, 1)
	first, second := judge(t, current, baseline, r), judge(t, current, baseline, r)
	if *first.Odds != *second.Odds {
		t.Errorf("%+v, then %+v", first.Odds, second.Odds)
	}
	r.Rules[0].Advisory, r.Rules[1].Advisory = true, true
	alone := judge(t, current, baseline, r)
	if c := alone.Rules[2].Chances; alone.Odds.Rule != r.Rules[2].String() || len(c) != 2 || alone.Odds.NoChange.Fails != c[0].PointFails || alone.Odds.OneAtLimit.Fails != c[1].PointFails || len(alone.Rules[0].Chances) != 2 {
		t.Errorf("%+v of %+v", alone.Odds, alone.Rules[2].Chances)
	}
	warned := func(g *result.Gate) bool {
		return slices.ContainsFunc(g.Health, func(f result.Finding) bool { return f.Code == result.FindingPointGate })
	}
	if often := alone.Rules[2].Chances[0].PointFails > .1; warned(alone) != often {
		t.Errorf("%+v warned: %v", alone.Rules[2].Chances, warned(alone))
	}
	r.Mode = gate.Regression
	if g := judge(t, current, baseline, r); warned(g) || g.Odds.NoChange.Fails != g.Rules[2].Chances[0].RegressionFails {
		t.Errorf("%+v of %+v", g.Odds, g.Rules[2].Chances)
	}
	r.Rules[2].Advisory = true
	if g := judge(t, current, baseline, r); g.Odds != nil || g.OddsUnknown != "" {
		t.Errorf("nothing decides: %+v, %s", g.Odds, g.OddsUnknown)
	}
	if g := judge(t, baseline, baseline, rules(t, "R@1: drop <= 0.02")); g.Odds != nil || !strings.HasPrefix(g.OddsUnknown, "no score changed") {
		t.Errorf("nothing changed: %+v, %s", g.Odds, g.OddsUnknown)
	}
}
