package gate_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/result"
)

// What a gate's document says besides its rules.
func TestDocument(t *testing.T) {
	current, baseline := side("pr", 1, 1), side("main", 1, 1)
	g := judge(t, current, baseline, rules(t, "R@10: drop <= 5%"))
	want := result.GateSettings{Alpha: 0.05, Evidence: "accepted", MinCoverage: 0.95, Several: "one rule decides"}
	if g.Schema != "rankduel/gate/v1" || g.Profile != "default" || g.Current.Name != "pr" || g.Baseline == nil || g.Baseline.Name != "main" || g.Settings != want {
		t.Errorf("%+v", g)
	}
	if g.Health == nil || len(g.Health) > 0 || g.Failing == nil || len(g.Failing) > 0 {
		t.Errorf("nothing to tell is an empty list: %v, %v", g.Health, g.Failing)
	}
	current.Health = []result.Finding{result.Noted("a", "of its own")}
	g, err := gate.Judge(current, nil, rules(t, "R@10: >= 0.5"), profile(t, "default"), today)
	if err != nil || g.Baseline != nil || g.State != result.GatePassed || len(g.Health) != 1 {
		t.Errorf("without a baseline: %v, %+v", err, g)
	}
	// Without rules it is that of the source.
	if g := judge(t, side("pr", 0.94), baseline, gate.Rules{}); g.State != result.GateFailed || g.Rules[0].Rule != "R@10: drop <= 5%" {
		t.Errorf("no rules: %s, %+v", g.State, g.Rules)
	}
}

func TestNotComparable(t *testing.T) {
	current := side("pr", 1)
	for _, test := range []struct {
		change func(*gate.Side)
		want   string
	}{
		{func(s *gate.Side) { s.TestSet.SHA256 = "2f" }, "not comparable: the test set of the baseline is set (all, sha256 2f), and of the current system set (all, sha256 1f)"},
		{func(s *gate.Side) { s.TestSet.Part = "heldout" }, "not comparable: the part of the baseline is heldout, and of the current system all"},
		{func(s *gate.Side) { s.Profile = "kebab" }, "not comparable: the profile of the baseline is kebab, and of the current system default"},
		{func(s *gate.Side) { s.Rows[0] = query("q0", "nDCG@10", 1) }, "not comparable: the baseline has no R@10; it has nDCG@10"},
		{func(s *gate.Side) { s.TestSet.Part, s.Profile = "all", "" }, ""}, // means of unknown queries
	} {
		baseline := side("main", 1)
		test.change(&baseline)
		_, err := gate.Judge(current, &baseline, rules(t, "R@10: drop <= 5%", "coverage: >= 0.5", "nDCG@5: >= 0.1"), profile(t, "default"), today)
		var not *gate.NotComparableError
		if test.want == "" && err != nil || test.want != "" && (!errors.As(err, &not) || err.Error() != test.want) {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

// Rules that ask for more than a baseline can answer are refused, not passed.
func TestRulesBeyondTheBaseline(t *testing.T) {
	means := &gate.Side{Means: map[string]float64{"R@10": 1}}
	for _, test := range []struct {
		rule     string
		mode     gate.Mode
		baseline *gate.Side
		want     string
	}{
		{"R@10: drop <= 5%", gate.Point, nil, "there is no baseline"},
		{"R@10: drop <= 5%", gate.Regression, means, "in mode regression needs the baseline's queries"},
		{"R@10{stratum=a}: drop <= 5%", gate.Point, means, "is about a stratum"},
		{"R@10: drop <= 5%", gate.Point, means, ""},
		{"R@10: >= 0.5", gate.NonInferior, nil, ""},
	} {
		r := rules(t, test.rule)
		r.Mode = test.mode
		_, err := gate.Judge(side("pr", 1), test.baseline, r, profile(t, "default"), today)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s, %s: %v, want %q", test.rule, test.mode, err, test.want)
		}
	}
}

// Older than max_age is refused; of rankings that no one timed nothing is known.
func TestStaleRecordings(t *testing.T) {
	ago := func(age time.Duration) *time.Time {
		at := today.Add(-age)
		return &at
	}
	for _, test := range []struct {
		maxAge time.Duration
		at     *time.Time
		stale  bool
	}{
		{24 * time.Hour, ago(24 * time.Hour), false},
		{24 * time.Hour, ago(24*time.Hour + 1), true},
		{24 * time.Hour, nil, false},
		{0, ago(1000 * time.Hour), false},
	} {
		r := rules(t, "R@10: drop <= 5%")
		r.MaxAge = test.maxAge
		current, baseline := side("pr", 1), side("main", 1)
		current.RecordedAt = test.at
		_, err := gate.Judge(current, &baseline, r, profile(t, "default"), today)
		var old *gate.StaleError
		if errors.As(err, &old) != test.stale || !test.stale && err != nil {
			t.Errorf("recorded at %v, at most %s: %v", test.at, test.maxAge, err)
		}
	}
}

// Nothing may pass or fail by the scores of that benchmark.
func TestNoGateForCSB(t *testing.T) {
	if _, err := gate.Judge(side("pr", 1), nil, gate.Rules{}, profile(t, "csb"), today); err == nil || !strings.Contains(err.Error(), "forbids a gate") {
		t.Errorf("%v", err)
	}
}

// A waiver lets a rule fail, or be inconclusive, through the day on which it
// expires, and lets off nothing that was not measured.
func TestWaivers(t *testing.T) {
	broken := func() gate.Side {
		s := side("pr", 0, 0)
		s.Rows[0].Stratum, s.Rows[1].Stratum = "a: b", "a: b"
		return s
	}
	day := func(text string) time.Time {
		d, err := time.Parse(time.DateOnly, text)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	waiver := func(rule, expires string) gate.Waiver {
		return gate.Waiver{Rule: rule, Owner: "jane", Reason: "reindexing", Expires: day(expires)}
	}
	for _, test := range []struct {
		what, rule string
		mode       gate.Mode
		current    gate.Side
		now        time.Time
		waivers    []gate.Waiver
		want       result.GateState
		reason     string
	}{
		{"the last moment", "R@10: drop <= 5%", "", broken(), day("2026-11-23").Add(-1), []gate.Waiver{waiver("R@10", "2026-11-22")}, result.GatePassed, "required rules: 0 kept, 1 waived"},
		{
			"the day after", "R@10: drop <= 5%", "", broken(), day("2026-11-23"),
			[]gate.Waiver{waiver("R@10", "2026-11-22")},
			result.GateFailed, `R@10 fell from 1.0000 to 0.0000, by 100.0 %, which breaks "drop <= 5%"; the queries show a drop of at least 58.1 % (95 % bound); the waiver of jane expired on 2026-11-22`,
		},
		{"the whole rule", "R@10: drop <= 5%", "", broken(), today, []gate.Waiver{waiver("R@10: drop <= 5%", "2027-01-01")}, result.GatePassed, ""},
		{"another limit", "R@10: drop <= 5%", "", broken(), today, []gate.Waiver{waiver("R@10: drop <= 4%", "2027-01-01")}, result.GateFailed, ""},
		{"another measure", "R@10: drop <= 5%", "", broken(), today, []gate.Waiver{waiver("R@5", "2027-01-01")}, result.GateFailed, ""},
		{"a stratum with a colon", "R@10{stratum=a: b}: drop <= 5%", "", broken(), today, []gate.Waiver{waiver("R@10{stratum=a: b}", "2027-01-01")}, result.GatePassed, ""},
		{"a part of a stratum's name", "R@10{stratum=a: b}: drop <= 5%", "", broken(), today, []gate.Waiver{waiver("R@10{stratum=a", "2027-01-01")}, result.GateFailed, ""},
		{"renewed", "R@10: drop <= 5%", "", broken(), today, []gate.Waiver{waiver("R@10", "2026-11-01"), waiver("R@10", "2027-01-01")}, result.GatePassed, ""},
		{"renewed, the new one first", "R@10: drop <= 5%", "", broken(), today, []gate.Waiver{waiver("R@10", "2027-01-01"), waiver("R@10", "2026-11-01")}, result.GatePassed, ""},
		{"inconclusive", "R@10: drop <= 5%", gate.NonInferior, side("pr", 1, 1), today, []gate.Waiver{waiver("R@10", "2027-01-01")}, result.GatePassed, ""},
		{"not measured", "latency_p95_ms: <= 5", "", broken(), today, []gate.Waiver{waiver("latency_p95_ms", "2027-01-01")}, result.GateFault, ""},
	} {
		r := rules(t, test.rule)
		r.Mode, r.Waivers = test.mode, test.waivers
		baseline := side("main", 1, 1)
		baseline.Rows[0].Stratum, baseline.Rows[1].Stratum = "a: b", "a: b"
		g, err := gate.Judge(test.current, &baseline, r, profile(t, "default"), test.now)
		if err != nil {
			t.Fatal(err)
		}
		if g.State != test.want || !strings.HasPrefix(g.Reason, test.reason) {
			t.Errorf("%s: %s, want %s: %s", test.what, g.State, test.want, g.Reason)
		}
		if w := g.Rules[0].Waiver; g.State == result.GatePassed && (g.Rules[0].Status != result.RuleWaived || w == nil || w.Expired || w.Owner != "jane" || w.Reason != "reindexing") {
			t.Errorf("%s: %s by %+v", test.what, g.Rules[0].Status, w)
		}
	}
}

// twoMeasures returns the sides of TestModes with this number of lost and won under R@10, and
// so many under P@10.
func twoMeasures(recall, precision [2]int) (current, baseline gate.Side) {
	c, b := lostAndWon(recall[0], recall[1])
	current, baseline = side("pr", c...), side("main", b...)
	c, b = lostAndWon(precision[0], precision[1])
	for q := range c {
		current.Rows[q].Scores["P@10"], baseline.Rows[q].Scores["P@10"] = &c[q], &b[q]
	}
	return current, baseline
}

// How several rules are one decision. Alone, a drop of 42 lost and 18 won of 400
// is proven to be more than 5 % with p = .0310 (mpmath); twice that, .062, is
// not, while Holm asks the larger of two p for no more than .05 if the smaller is
// 6e-12, which 80 lost and 10 won have.
func TestSeveralRules(t *testing.T) {
	const (
		all   = "all rules must pass, so that each one more makes a failure by chance likelier"
		among = "all rules must pass; those of mode regression fail where a drop shows, corrected for 2 rules (Holm)"
	)
	weak, strong := [2]int{42, 18}, [2]int{80, 10}
	for _, test := range []struct {
		what              string
		recall, precision [2]int
		modes             [2]gate.Mode
		evidence          gate.Evidence
		advisory          bool // a rule above those two
		several           string
		state             result.GateState
		reason            string
	}{
		{"both weak", weak, weak, [2]gate.Mode{gate.Regression, gate.Regression}, "", false, among, result.GatePassed, "the means are beyond a limit, but the queries do not show that it is broken: R@10 fell from 0.5000 to 0.4400, by 12.0 %"},
		{"below an advisory one", weak, weak, [2]gate.Mode{gate.Regression, gate.Regression}, "", true, among, result.GatePassed, "the means are beyond a limit, but the queries do not show that it is broken"},
		{"evidence required", weak, weak, [2]gate.Mode{gate.Regression, gate.Regression}, gate.EvidenceRequired, false, among, result.GateInconclusive, "R@10 fell from 0.5000"},
		{"one strong", weak, strong, [2]gate.Mode{gate.Regression, gate.Regression}, "", false, among, result.GateFailed, "R@10 fell from 0.5000 to 0.4400"},
		{"one regression", weak, [2]int{0, 0}, [2]gate.Mode{gate.Regression, gate.Point}, "", false, all, result.GateFailed, "R@10 fell from 0.5000 to 0.4400"},
		{"none", weak, weak, [2]gate.Mode{gate.Point, gate.NonInferior}, "", false, all, result.GateFailed, "R@10 fell from 0.5000 to 0.4400"},
	} {
		r := rules(t, "R@10: drop <= 5%", "P@10: drop <= 5%")
		r.Rules[0].Mode, r.Rules[1].Mode, r.Evidence = test.modes[0], test.modes[1], test.evidence
		if test.advisory {
			r.Rules = append(rules(t, "R@10: drop <= 4%").Rules, r.Rules...)
			r.Rules[0].Advisory, r.Rules[0].Mode = true, gate.Regression
		}
		current, baseline := twoMeasures(test.recall, test.precision)
		g := judge(t, current, baseline, r)
		if g.Settings.Several != test.several || g.State != test.state || !strings.HasPrefix(g.Reason, test.reason) {
			t.Errorf("%s: %s\n%s: %s", test.what, g.Settings.Several, g.State, g.Reason)
		}
		const note = "; but among 2 such rules chance may have caused it (Holm, p = 0.062)"
		if last := g.Rules[len(g.Rules)-1].Text; strings.HasSuffix(last, note) != (test.several == among && test.precision == weak) {
			t.Errorf("%s: %s", test.what, last)
		}
	}
	one := rules(t, "R@10: drop <= 5%", "P@10: drop <= 5%")
	one.Rules[1].Advisory = true
	current, baseline := twoMeasures([2]int{0, 0}, strong)
	if g := judge(t, current, baseline, one); g.Settings.Several != "one rule decides" || g.State != result.GatePassed {
		t.Errorf("next to an advisory rule: %s, %s", g.Settings.Several, g.State)
	}
}

// A broken rule outweighs what was not measured, and that what is open; the
// reason names those that decide, and next to what is broken what was not measured.
// An advisory rule never decides.
func TestVerdict(t *testing.T) {
	const broken, lacking, open, kept = "R@10: >= 0.9", "latency_p95_ms: <= 5", "R@10: drop <= 5%", "R@10: >= 0.1"
	for _, test := range []struct {
		rules    []string
		advisory int // of these the first
		state    result.GateState
		reason   string
	}{
		{[]string{kept}, 0, result.GatePassed, "every rule is kept"},
		{[]string{open, lacking, broken, "R@10: >= 0.95"}, 0, result.GateFailed, `R@10 is 0.8000, which breaks ">= 0.9"; R@10 is 0.8000, which breaks ">= 0.95"; latency_p95_ms was not measured in the current system`},
		{[]string{open, lacking, "failed_queries: rise <= 0"}, 0, result.GateFault, "latency_p95_ms was not measured in the current system"},
		{[]string{kept, open}, 0, result.GateInconclusive, `R@10 is 0.8000 as in the baseline, which keeps "drop <= 5%"; but the queries allow for a drop of 100.0 % (95 % bound)`},
		{[]string{broken, lacking, open, kept}, 3, result.GatePassed, "every required rule is kept; advisory rules: 1 broken, 2 not decided"},
		{[]string{broken, kept}, 1, result.GatePassed, "every required rule is kept; advisory rules: 1 broken, 0 not decided"},
		{[]string{broken, lacking, open}, 3, result.GatePassed, "no rule is required, so nothing was decided; advisory rules: 1 broken, 2 not decided"},
	} {
		r := rules(t, test.rules...)
		for i := range r.Rules {
			r.Rules[i].Advisory = i < test.advisory
			if test.rules[i] == open {
				r.Rules[i].Mode = gate.NonInferior
			}
		}
		g := judge(t, side("pr", 0.8, 0.8), side("main", 0.8, 0.8), r)
		if g.State != test.state || g.Reason != test.reason {
			t.Errorf("%s, %d advisory: %s: %s", test.rules, test.advisory, g.State, g.Reason)
		}
	}
}

// At least 95 % of the queries must be measured in both systems, and 19 of 20 are.
func TestCoverage(t *testing.T) {
	sides := func() (current, baseline gate.Side) {
		return side("pr", repeat(20, 0.5, 0, 0)...), side("main", repeat(20, 0.5, 0, 0)...)
	}
	drop := func(s *gate.Side, n int) { s.Rows = s.Rows[n:] }
	fail := func(s *gate.Side, n int) {
		for q := range n {
			s.Rows[q].Status = result.Failed
		}
	}
	for _, test := range []struct {
		what   string
		change func(current, baseline *gate.Side)
		want   string
	}{
		{"one not in the current system", func(c, _ *gate.Side) { drop(c, 1) }, "every rule is kept"},
		{"two not in the current system", func(c, _ *gate.Side) { drop(c, 2) }, "only 90.0 % of 20 queries were measured in both systems, and min_coverage is 95.0 %"},
		{"one not in the baseline", func(_, b *gate.Side) { drop(b, 1) }, "every rule is kept"},
		{"two not in the baseline", func(_, b *gate.Side) { drop(b, 2) }, "only 90.0 % of 20 queries were measured in both systems, and min_coverage is 95.0 %"},
		{"one failed in the baseline", func(_, b *gate.Side) { fail(b, 1) }, "every rule is kept"},
		{"three failed in the baseline", func(_, b *gate.Side) { fail(b, 3) }, "only 85.0 % of 20 queries were measured in both systems, and min_coverage is 95.0 %"},
		{"two failed in the current system", func(c, _ *gate.Side) { fail(c, 2) }, "only 90.0 % of 20 queries were measured in both systems, and min_coverage is 95.0 %"},
		{"two that nobody has judged", func(c, _ *gate.Side) { c.TestSet.Queries, c.TestSet.Unjudged = 22, 2 }, "every rule is kept"},
		{"a baseline of means", func(_, b *gate.Side) { b.Rows, b.Means = nil, map[string]float64{"R@10": 0.5} }, "every rule is kept"},
	} {
		current, baseline := sides()
		test.change(&current, &baseline)
		g := judge(t, current, baseline, rules(t, "R@10: drop <= 5%"))
		if g.Reason != test.want || (g.State == result.GateFault) != (test.want != "every rule is kept") {
			t.Errorf("%s: %s: %s", test.what, g.State, g.Reason)
		}
	}
	// A share as it is, and no percentage lost to rounding: 19 of 20 is not .951.
	current, baseline := sides()
	drop(&current, 1)
	r := rules(t, "R@10: drop <= 5%")
	least := 0.951
	r.MinCoverage = &least
	if g := judge(t, current, baseline, r); g.State != result.GateFault {
		t.Errorf("19 of 20 where .951 is asked for: %s", g.State)
	}
	if g, err := gate.Judge(current, nil, rules(t, "R@10: >= 0.1"), profile(t, "default"), today); err != nil || g.State != result.GatePassed {
		t.Errorf("without a baseline: %v, %+v", err, g)
	}
}
