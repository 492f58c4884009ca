package gate_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/result"
)

// shown returns a number as a test names it, – where there is none.
func shown(x *float64) string {
	if x == nil {
		return "–"
	}
	return fmt.Sprint(*x)
}

func failingOf(g *result.Gate) []string {
	out := []string{}
	for _, q := range g.Failing {
		if q.Error != "" {
			out = append(out, fmt.Sprintf("%s %s: %s", q.QueryID, q.Stratum, q.Error))
			continue
		}
		out = append(out, fmt.Sprintf("%s %s: %s to %s", q.QueryID, q.Stratum, shown(q.Baseline), shown(q.Current)))
	}
	return out
}

// fallen returns queries of two strata with so much before and now:
//
//	a 1 to .5, b and h 1 to 0, c .5 to .45, d 1 to .95, e .2 to 1,
//	f failed, g new with 0, i without a score before, j without one now
func fallen() (current, baseline gate.Side) {
	add := func(s *gate.Side, id, stratum string, score float64) {
		row := query(id, "R@10", score)
		row.Stratum = stratum
		s.Rows = append(s.Rows, row)
	}
	current, baseline = sideOf("pr"), sideOf("main")
	for _, q := range []struct {
		id, stratum string
		before, now float64
	}{
		{"a", "x", 1, 0.5},
		{"h", "y", 1, 0},
		{"c", "y", 0.5, 0.45},
		{"d", "y", 1, 0.95},
		{"b", "x", 1, 0},
		{"e", "x", 0.2, 1},
		{"f", "y", 1, 0},
		{"i", "x", 1, 0},
		{"j", "x", 1, 0},
	} {
		add(&baseline, q.id, q.stratum, q.before)
		add(&current, q.id, q.stratum, q.now)
	}
	add(&current, "g", "y", 0)
	current.Rows[6].Status, current.Rows[6].Error, current.Rows[6].Scores = result.Failed, "timeout", nil
	baseline.Rows[7].Scores, current.Rows[8].Scores = nil, nil
	return current, baseline
}

// Listed are the queries that failed, then below each rule that did not pass
// those that break it alone, worst first and then by id. 1 to .95 is a drop of
// exactly 5 %.
func TestFailingQueries(t *testing.T) {
	empty := func(name string, scores ...float64) gate.Side { return scored(name, "EmptyResultRate", scores...) }
	current, baseline := fallen()
	for _, test := range []struct {
		rule              string
		current, baseline gate.Side
		want              []string
	}{
		{"R@10: drop <= 5%", current, baseline, []string{"f y: timeout", "b x: 1 to 0", "h y: 1 to 0", "a x: 1 to 0.5", "c y: 0.5 to 0.45"}},
		{"R@10: drop <= 0.05", current, baseline, []string{"f y: timeout", "b x: 1 to 0", "h y: 1 to 0", "a x: 1 to 0.5"}},
		{"R@10{stratum=x}: drop <= 5%", current, baseline, []string{"f y: timeout", "b x: 1 to 0", "a x: 1 to 0.5"}},
		{"R@10{stratum=x}: >= 0.7", current, baseline, []string{"f y: timeout", "b x: 1 to 0", "i x: – to 0", "a x: 1 to 0.5"}},
		{"R@10: >= 0.1", current, baseline, []string{"f y: timeout"}}, // kept
		{"failed_queries: <= 0", current, baseline, []string{"f y: timeout"}},
		{"EmptyResultRate: rise <= 0.05", empty("pr", 0, 0.05, 0.5, 1), empty("main", 1, 0, 0.3, 0), []string{"q3 : 0 to 1", "q2 : 0.3 to 0.5"}},
		{"EmptyResultRate: <= 0.3", empty("pr", 0, 0.3, 0.5, 1), empty("main", 1, 0, 0.3, 0), []string{"q3 : 0 to 1", "q2 : 0.3 to 0.5"}},
	} {
		if got := failingOf(judge(t, test.current, test.baseline, rules(t, test.rule))); !slices.Equal(got, test.want) {
			t.Errorf("%s:\n%q, want\n%q", test.rule, got, test.want)
		}
	}
}

// A rule that failed comes before one that the queries neither broke nor kept.
func TestFailingRulesFirst(t *testing.T) {
	current, baseline := fallen()
	r := rules(t, "R@10{stratum=y}: drop <= 5%", "R@10{stratum=x}: >= 0.7")
	r.Rules[0].Mode = gate.Regression
	g := judge(t, current, baseline, r)
	if g.Rules[0].Status == result.RuleFailed || g.Rules[1].Status != result.RuleFailed {
		t.Fatalf("%s and %s, want the second to fail alone", g.Rules[0].Status, g.Rules[1].Status)
	}
	want := []string{"f y: timeout", "b x: 1 to 0", "i x: – to 0", "a x: 1 to 0.5", "h y: 1 to 0", "c y: 0.5 to 0.45"}
	if got := failingOf(g); !slices.Equal(got, want) {
		t.Errorf("%q, want\n%q", got, want)
	}
}

// Each comes with its text, its rule, and where the relevant documents were.
func TestFailingQueryInFull(t *testing.T) {
	current, baseline := side("pr", 0), side("main", 1)
	current.Rows[0].Text, current.Rows[0].Stratum = "sore throat", "paraphrase"
	baseline.Rows[0].Relevant = []result.RankedRelevant{{DocID: "d", Grade: 1, Rank: 3}}
	current.Rows[0].Relevant = []result.RankedRelevant{{DocID: "d", Grade: 1, Rank: 12}}
	g := judge(t, current, baseline, rules(t, "R@10: drop <= 5%", "R@10: >= 0.5"))
	var zero, one float64 = 0, 1
	want := []result.GateQuery{
		{
			QueryID: "q0", Text: "sore throat", Stratum: "paraphrase", Rule: "R@10: drop <= 5%", Baseline: &one, Current: &zero,
			Relevant: current.Rows[0].Relevant, Before: baseline.Rows[0].Relevant,
		},
	}
	want = append(want, want[0])
	want[1].Rule = "R@10: >= 0.5"
	if !reflect.DeepEqual(g.Failing, want) {
		t.Errorf("%+v, want\n%+v", g.Failing, want)
	}
}

// Without ranks before, what the measure does not see is first. A rule that is
// broken is not reason to be silent about one that was not measured.
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
		t.Errorf("documents of the query that fell: %s, want them as the system has them, next to the ranks before", got)
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

// Both means are over the queries that both sides have: those of x are 1, 1, .2
// before and .5, 0, 1 now, those of y 1, .5, 1 and 0, .45, .95.
func TestMeans(t *testing.T) {
	means := func(current gate.Side, baseline *gate.Side, texts ...string) []string {
		g, err := gate.Judge(current, baseline, rules(t, texts...), profile(t, "default"), today)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, m := range g.Means {
			out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s", m.Measure, m.Stratum))+fmt.Sprintf(" %d: %s to %s", m.N, rounded(m.Baseline), rounded(m.Current)))
		}
		return out
	}
	current, baseline := fallen()
	few := 0.5
	current.Rows[2].Scores["MRR"] = &few // and no one before
	for _, measure := range []string{"AP", "P@10"} {
		current.Rows[0].Scores[measure], baseline.Rows[0].Scores[measure] = &few, &few
	}
	current.TestSet.Order = []string{"y", "x"}
	both := []string{
		"R@10 6: 0.7833 to 0.4833", "R@10 y 3: 0.8333 to 0.4667", "R@10 x 3: 0.7333 to 0.5000",
		"P@10 1: 0.5000 to 0.5000", "P@10 x 1: 0.5000 to 0.5000", "AP 1: 0.5000 to 0.5000", "AP x 1: 0.5000 to 0.5000",
	}
	if got := means(current, &baseline, "R@10: drop <= 5%", "P@10: >= 0.1"); !slices.Equal(got, both) {
		t.Errorf("rules first, strata in their order:\n%q, want\n%q", got, both)
	}
	// Alone there are g and i, too: 0 in y and 0 in x.
	current.TestSet.Order = nil
	for _, measure := range []string{"MRR", "AP", "P@10"} {
		delete(current.Rows[0].Scores, measure)
		delete(current.Rows[2].Scores, measure)
	}
	alone := []string{"R@10 8: – to 0.3625", "R@10 x 4: – to 0.3750", "R@10 y 4: – to 0.3500"}
	if got := means(current, nil, "R@10: >= 0.1"); !slices.Equal(got, alone) {
		t.Errorf("without a baseline:\n%q, want\n%q", got, alone)
	}
	of := gate.Side{Means: map[string]float64{"R@10": 0.9}}
	beside := []string{"R@10 8: 0.9000 to 0.3625", "R@10 x 4: – to 0.3750", "R@10 y 4: – to 0.3500"}
	if got := means(current, &of, "R@10: drop <= 5%"); !slices.Equal(got, beside) {
		t.Errorf("next to means, which have no strata:\n%q, want\n%q", got, beside)
	}
}

func rounded(x *float64) string {
	if x == nil {
		return "–"
	}
	return fmt.Sprintf("%.4f", *x)
}

// Health names what the pairs lack, and waivers of rules that are not there.
func TestHealth(t *testing.T) {
	health := func(current, baseline gate.Side, waivers ...gate.Waiver) []string {
		r := rules(t, "R@10: drop <= 5%", "R@10{stratum=x}: >= 0.001")
		if baseline.Rows == nil {
			r = rules(t, "R@10: drop <= 5%")
		}
		r.Mode, r.Waivers = "", waivers
		out := []string{}
		for _, f := range judge(t, current, baseline, r).Health {
			out = append(out, fmt.Sprintf("%s %s: %s", f.Severity, f.Code, f.Text))
		}
		return out
	}
	current, baseline := fallen()
	waivers := []gate.Waiver{
		{Rule: "R@10", Owner: "jane", Expires: today.AddDate(1, 0, 0)},
		{Rule: "R@10", Owner: "max", Expires: today.AddDate(1, 0, 1)},
		{Rule: "R@10: drop <= 5%", Owner: "jane"},
		{Rule: "R@10{stratum=x}", Owner: "jane"},
		{Rule: "R@10: drop <= 4%", Owner: "joe"},
	}
	baseline.Rows[0].Status, baseline.Rows[1].Status = result.Missing, result.Missing
	want := []string{
		`warning failed_queries: 1 query failed in the current system: "f"`,
		`warning missing_queries: 1 query not in the baseline: "g"`,
		`warning missing_queries: 2 queries not in the run of the baseline, where they score 0: "a", "h"`,
		`warning long_waiver: the waiver of max for "R@10" ends on ` + today.AddDate(1, 0, 1).Format(time.DateOnly) + `, in more than a year: give it an end that someone will see`,
		`warning idle_waiver: the waiver of joe is for "R@10: drop <= 4%", and there is no such rule`,
	}
	if got := health(current, baseline, waivers...); !slices.Equal(got, want) {
		t.Errorf("%q, want\n%q", got, want)
	}
	if got := health(side("pr", 1), gate.Side{Means: map[string]float64{"R@10": 1}}); len(got) > 0 {
		t.Errorf("means lack no single query: %q", got)
	}
}
