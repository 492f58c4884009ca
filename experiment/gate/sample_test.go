package gate_test

import (
	"math"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
)

// Wordings of one need are one unit, whose score is their mean; a query that
// failed, is new, or has no score is left out wherever it is. What is left:
//
//	need 1: (1 + 0)/2 now, (1 + 1)/2 before
//	need 2: (.4 + .2 + .6)/3 now, (.4 + .3 + .2)/3 before
//	q9 alone: .3 now, .8 before
func TestSamples(t *testing.T) {
	current, baseline := sideOf("pr", failedQuery("q0")), sideOf("main", query("q0", "R@10", 0))
	for _, q := range []struct {
		id, group, stratum string
		now, before        float64
	}{
		{"q1", "need 1", "a", 1, 1},
		{"q2", "need 2", "a", 0.4, 0.4},
		{"undefined", "need 1", "a", 1, 0},
		{"q3", "need 1", "a", 0, 1},
		{"new", "need 2", "a", 1, 0},
		{"q4", "need 2", "b", 0.2, 0.3},
		{"failed before", "", "a", 1, 0},
		{"q5", "need 2", "b", 0.6, 0.2},
		{"q9", "", "b", 0.3, 0.8},
	} {
		now, before := query(q.id, "R@10", q.now), query(q.id, "R@10", q.before)
		now.Group, now.Stratum = q.group, q.stratum
		switch q.id {
		case "undefined":
			now.Scores = nil
		case "failed before":
			before = failedQuery(q.id)
		}
		current.Rows = append(current.Rows, now)
		if q.id != "new" {
			baseline.Rows = append(baseline.Rows, before)
		}
	}
	for _, test := range []struct {
		rule, unit  string
		n           int
		now, before float64
	}{
		{"R@10: drop <= 90%", "groups", 3, (0.5 + 0.4 + 0.3) / 3, (1 + 0.3 + 0.8) / 3},
		{"R@10{stratum=a}: drop <= 90%", "groups", 2, (0.5 + 0.4) / 2, (1 + 0.4) / 2},
		{"R@10{stratum=b}: drop <= 90%", "groups", 2, (0.4 + 0.3) / 2, (0.25 + 0.8) / 2},
		// A floor asks nothing of the baseline: there are the new one and the one that failed before, too.
		{"R@10: >= 0.1", "groups", 4, (0.5 + (0.4+1+0.2+0.6)/4 + 1 + 0.3) / 4, math.NaN()},
	} {
		r := rules(t, test.rule)
		var none float64
		r.MinCoverage = &none
		rule := judge(t, current, baseline, r).Rules[0]
		before := result.OrNaN(rule.BaselineMean)
		if rule.N != test.n || rule.Unit != test.unit || math.Abs(*rule.CurrentMean-test.now) > 1e-12 || !(math.Abs(before-test.before) < 1e-12) && !math.IsNaN(test.before) {
			t.Errorf("%s: %d %s, %v and %v, want %d %s, %v and %v", test.rule, rule.N, rule.Unit, before, *rule.CurrentMean, test.n, test.unit, test.before, test.now)
		}
	}
	if rule := judge(t, side("pr", 1, 1), side("main", 1, 1), rules(t, "R@10: drop <= 5%")).Rules[0]; rule.Unit != "" {
		t.Errorf("single queries are of unit %q", rule.Unit)
	}
}
