package compare_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

func read(t *testing.T, name, table string) *scoring.Table {
	t.Helper()
	s, err := scorefile.Read(name, strings.NewReader(table))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Queries and measures are matched by name, wherever they stand, and every pair
// is listed when that is asked for, by the order of the ids.
func TestPairsByName(t *testing.T) {
	a := read(t, "a", "query_id,RR,R@5\nq1,.5,.1\nq2,.25,.2\nq3,1,\n")
	b := read(t, "b", "query_id,R@5,RR\nq3,.7,.5\nq1,.4,1\nq2,.6,.75\n")
	p := compared(t, a, b, compare.Settings{PerQuery: true})
	num := func(v float64) *float64 { return &v }
	want := []result.QueryDifference{
		{QueryID: "q1", A: map[string]*float64{"RR": num(.5), "R@5": num(.1)}, B: map[string]*float64{"RR": num(1), "R@5": num(.4)}, Difference: map[string]*float64{"RR": num(.5), "R@5": num(.4 - .1)}},
		{QueryID: "q2", A: map[string]*float64{"RR": num(.25), "R@5": num(.2)}, B: map[string]*float64{"RR": num(.75), "R@5": num(.6)}, Difference: map[string]*float64{"RR": num(.5), "R@5": num(.6 - .2)}},
		{QueryID: "q3", A: map[string]*float64{"RR": num(1), "R@5": nil}, B: map[string]*float64{"RR": num(.5), "R@5": num(.7)}, Difference: map[string]*float64{"RR": num(-.5), "R@5": nil}},
	}
	near := cmp.Comparer(func(x, y float64) bool { return x-y < 1e-15 && y-x < 1e-15 })
	if diff := cmp.Diff(want, p.PerQuery, near); diff != "" {
		t.Errorf("pairs (-by hand +got):\n%s", diff)
	}
	if m := measureOf(t, p, "R@5"); m.N != 2 || m.Undefined != 1 || m.Wins != 2 {
		t.Errorf("R@5: %d pairs, %d undefined, %d wins; want 2, 1, 2", m.N, m.Undefined, m.Wins)
	}
	if p := compared(t, a, b, compare.Settings{}); p.PerQuery != nil {
		t.Error("pairs are listed that nobody asked for")
	}
}

// What does not belong together is refused, and the message says both sides.
func TestRefusedPairs(t *testing.T) {
	table := func(change func(s *scoring.Table)) *scoring.Table {
		s := tablesOf(t, "b", map[string][]float64{"RR": {.1, .2}, "Judged@2": {1, 1}})
		change(s)
		return s
	}
	same := func(*scoring.Table) {}
	for _, c := range []struct {
		name     string
		b        *scoring.Table
		settings compare.Settings
		want     string
	}{
		{"the same", table(same), compare.Settings{}, ""},
		{"other profiles", table(func(s *scoring.Table) { s.Profile.Name = "trec" }), compare.Settings{}, "and b under trec; runs of different profiles"},
		{"other measures", tablesOf(t, "b", map[string][]float64{"RR": {.1, .2}, "AP": {1, 1}}), compare.Settings{}, "a was scored by Judged@2, RR and b by AP, RR;"},
		{"other test set", table(func(s *scoring.Table) { s.TestSet.SHA256 = "other" }), compare.Settings{}, "score both on one test set"},
		{"other part", table(func(s *scoring.Table) { s.TestSet.Part = "heldout" }), compare.Settings{}, "score both on one test set"},
		{"other queries", table(func(s *scoring.Table) { s.Edit(0).QueryID = "q9" }), compare.Settings{}, `only in a: "q000"; only in b: "q9"`},
		{"settings", table(same), compare.Settings{Alpha: 2}, "alpha 2"},
		{"a primary measure that was not scored", table(same), compare.Settings{Primary: scoring.Named("AP")}, "primary measure AP is not among the measures Judged@2, RR"},
		{"a primary measure that cannot decide", table(same), compare.Settings{Primary: scoring.Named("Judged@2")}, "Judged@2 cannot decide: neither higher nor lower"},
		{"a guardrail that was not scored", table(same), compare.Settings{Guardrails: []metrics.Measure{scoring.Named("AP")}}, "guardrail AP is not among the measures Judged@2, RR"},
		{"a guardrail that cannot decide", table(same), compare.Settings{Guardrails: []metrics.Measure{scoring.Named("Judged@2")}}, "Judged@2 cannot decide"},
	} {
		got, err := compare.Against(table(func(s *scoring.Table) { s.Name = "a" }), []*scoring.Table{c.b}, c.settings)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || got != nil):
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	if _, err := compare.Against(table(same), nil, compare.Settings{}); !errors.Is(err, result.ErrNoCandidate) {
		t.Errorf("no candidate: %v", err)
	}
	counts := tablesOf(t, "a", map[string][]float64{"NumRet": {3}, "Judged@2": {1}})
	if _, err := compare.Against(counts, []*scoring.Table{counts}, compare.Settings{}); err == nil || !strings.Contains(err.Error(), "none of the measures Judged@2, NumRet can decide") {
		t.Errorf("no measure that can decide: %v", err)
	}
}

// The profile's own measure decides, or else the first that can.
func TestPrimary(t *testing.T) {
	list := []metrics.Measure{scoring.Named("NumRet"), scoring.Named("RR"), scoring.Named("AP")}
	for _, c := range []struct {
		own      metrics.Measure
		measures []metrics.Measure
		want     string
	}{
		{nil, list, "RR"},
		{scoring.Named("AP"), list, "AP"},
		{scoring.Named("P@5"), list, "RR"},
		{scoring.Named("AP"), list[2:], "AP"},
		{nil, list[:1], ""},
	} {
		got := ""
		if m := compare.Primary(metrics.Profile{Primary: c.own}, c.measures); m != nil {
			got = m.String()
		}
		if got != c.want {
			t.Errorf("of %v, %v of the profile's own: %q, want %q", c.measures, c.own, got, c.want)
		}
	}
	if err := compare.CheckDecides(list[0]); err == nil || err.Error() != "NumRet cannot decide: it is a sum and no mean over queries" {
		t.Errorf("NumRet: %v", err)
	}
	if compare.CheckDecides(list[1]) != nil || compare.Decides(list[0]) || !compare.Decides(list[1]) {
		t.Error("RR can decide, NumRet cannot")
	}
}

// Scores that are numbers, whose difference is none.
func TestDifferencesBeyondNumbers(t *testing.T) {
	a, b := tableOf(t, "a", "mine", []float64{1, -1.7e308, 1}), tableOf(t, "b", "mine", []float64{1, 1.7e308, 1})
	_, err := compare.Against(a, []*scoring.Table{b}, compare.Settings{})
	if err == nil || !strings.Contains(err.Error(), `mine: scores that are not finite, of the queries "q001"`) {
		t.Errorf("%v, want the query that is named", err)
	}
}

// Both arms' findings by arm, and what both have once, of neither.
func TestFindingsOfBothArms(t *testing.T) {
	a, b := tableOf(t, "a", "RR", []float64{.1, .2}), tableOf(t, "b", "RR", []float64{.1, .3})
	both, one, other := result.Warned("both", "of both"), result.Warned("one", "of one"), result.Warned("other", "of other")
	a.Health, b.Health = []result.Finding{both, one}, []result.Finding{other, both}
	var texts []string
	for _, f := range compared(t, a, b, compare.Settings{}).Health {
		texts = append(texts, f.Text)
	}
	want := []string{"of both", "a: of one", "b: of other", "2 pairs are few: only large differences can be told from chance"}
	if !slices.Equal(texts, want) {
		t.Errorf("findings %q, want %q", texts, want)
	}
}

// The same scores throughout, undefined ones included, are suspicious.
func TestIdenticalArms(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b map[string][]float64
		want bool
	}{
		{"the same", map[string][]float64{"RR": {.1, .2}, "AP": {.3, nan}}, map[string][]float64{"RR": {.1, .2}, "AP": {.3, nan}}, true},
		{"one measure differs", map[string][]float64{"RR": {.1, .2}, "AP": {.3, .4}}, map[string][]float64{"RR": {.1, .2}, "AP": {.3, .5}}, false},
		{"defined in one arm", map[string][]float64{"RR": {.1, .2}, "AP": {.3, nan}}, map[string][]float64{"RR": {.1, .2}, "AP": {.3, .4}}, false},
		{"defined in the other", map[string][]float64{"RR": {.1, .2}, "AP": {.3, .4}}, map[string][]float64{"RR": {.1, .2}, "AP": {nan, .4}}, false},
		{"nothing defined in both", map[string][]float64{"RR": {.1, nan}}, map[string][]float64{"RR": {nan, .1}}, false},
	} {
		p := compared(t, tablesOf(t, "a", c.a), tablesOf(t, "b", c.b), compare.Settings{})
		if _, found := wingtest.Finding(p.Health, result.FindingIdentical); found != c.want {
			t.Errorf("%s: %v, want %v", c.name, wingtest.Codes(p.Health), c.want)
		}
	}
}

// A difference of five hundredths in the share of judged hits is none to speak
// of, a larger one is: of two queries one has one, or two, of ten hits judged.
func TestJudgedShares(t *testing.T) {
	j := wingtest.JudgmentsFrom(t, "q1 0 x 1\nq1 0 y 0\nq2 0 x 1\n")
	run := func(first ...string) string {
		docs := append(first, "u1", "u2", "u3", "u4", "u5", "u6", "u7", "u8", "u9", "u10")[:10]
		return runOf(1, docs, false) + strings.ReplaceAll(runOf(1, []string{"u1", "u2", "u3", "u4", "u5", "u6", "u7", "u8", "u9", "u10"}, false), "q1 ", "q2 ")
	}
	b := wingtest.Scored(t, "b", run(), j, "RR")
	for n, want := range map[int]string{1: "", 2: "the first 10 hits are judged for 0 % in b but 10 % in the other arm; unjudged hits count as not relevant, so b may look worse than it is"} {
		a := wingtest.Scored(t, "a", run([]string{"x", "y"}[:n]...), j, "RR")
		f, _ := wingtest.Finding(compared(t, a, b, compare.Settings{}).Health, result.FindingJudged)
		if f.Text != want {
			t.Errorf("%d of 20 hits judged: %q, want %q (by hand)", n, f.Text, want)
		}
		f, _ = wingtest.Finding(compared(t, b, a, compare.Settings{}).Health, result.FindingJudged)
		if f.Text != want {
			t.Errorf("the other way round: %q, want %q (by hand)", f.Text, want)
		}
	}
}

// The ranks of a moved query's documents, by id, also of those that no one found.
func TestRanksOfMovedQueries(t *testing.T) {
	j := wingtest.JudgmentsFrom(t, "q1 0 a 1\nq1 0 b 3\nq1 0 c 3\nq1 0 d 1\nq1 0 e 1\nq1 0 f 3\nq1 0 g 1\nq1 0 h 2\n")
	one := listed(t, "one", "q1: d u b e a\n", j, "RR")
	two := listed(t, "two", "q1: u d c v b a w e\n", j, "RR")
	var got []string
	for _, d := range compared(t, one, two, compare.Settings{}).Moved[0].Documents {
		got = append(got, fmt.Sprintf("%s:%d %d>%d", d.DocID, d.Grade, d.RankA, d.RankB))
	}
	if want := []string{"a:1 5>6", "b:3 3>5", "c:3 0>3", "d:1 1>2", "e:1 4>8", "f:3 0>0", "g:1 0>0", "h:2 0>0"}; !slices.Equal(got, want) {
		t.Errorf("ranks %v, want %v", got, want)
	}
}

// Times are paired by query, over those that both arms answered.
func TestPairedTimes(t *testing.T) {
	table := func(name string, ms ...float64) *scoring.Table {
		s := tableOf(t, name, "RR", make([]float64, len(ms)))
		for q, took := range ms {
			if took > 0 {
				s.Edit(q).Status, s.Edit(q).LatencyMS = result.Scored, &ms[q]
			}
		}
		return s
	}
	a, b := table("a", 10, 20, 0, 40), table("b", 15, 0, 9, 44)
	l := compared(t, a, b, compare.Settings{Alpha: .1}).Latency
	const source = "by hand"
	if l.N != 2 || l.A.N != 3 || l.B.N != 3 {
		t.Errorf("%d pairs of %d and %d, want 2 of 3 and 3 (%s)", l.N, l.A.N, l.B.N, source)
	}
	wingtest.WantNumber(t, "mean difference", l.MeanDifferenceMS, 4.5, 1e-12, source)                  // 5 and 4
	wingtest.WantNumber(t, "low", &l.Interval.Low, 4.5-.5*studentQuantile(.05, 1), 1e-8, integrated)   // the standard error is .5
	wingtest.WantNumber(t, "high", &l.Interval.High, 4.5+.5*studentQuantile(.05, 1), 1e-8, integrated) // at level 1 − alpha
	if l := compared(t, a, table("c", 0, 0, 7, 0), compare.Settings{}).Latency; l == nil || l.N != 0 || l.MeanDifferenceMS != nil || l.B.MeanMS != 7 {
		t.Errorf("no query answered by both: %+v, want both means and no difference", l)
	}
	for name, l := range map[string]*result.LatencyComparison{
		"a": compared(t, a, table("c", 0, 0, 0, 0), compare.Settings{}).Latency, "b": compared(t, table("c", 0, 0, 0, 0), b, compare.Settings{}).Latency,
	} {
		if l != nil {
			t.Errorf("times of %s alone: %+v, want none", name, l)
		}
	}
}

// A profile that counts failed queries keeps them in the pair, with their score,
// and has nothing to state apart.
func TestFailedQueriesThatCount(t *testing.T) {
	a, b := tableOf(t, "a", "RR", []float64{.5, .5, .5, .5}), tableOf(t, "b", "RR", []float64{1, 1, 0, 1})
	b.Edit(2).Status = result.Failed
	none := 0.
	for n, counts := range map[int]bool{4: true, 3: false} {
		a.Profile.CountsFailed, b.Profile.CountsFailed = counts, counts
		p := compared(t, a, b, compare.Settings{MinCoverage: &none})
		if m := p.Measures[0]; m.N != n || m.Undefined != 0 || (p.FailuresAsZero == nil) != counts {
			t.Errorf("failed queries count: %v; %d pairs, %d undefined, %+v; want %d", counts, m.N, m.Undefined, p.FailuresAsZero, n)
		}
	}
	a.Profile.CountsFailed, b.Profile.CountsFailed = false, false
	b.Edit(2).Status, a.Edit(0).Status = "", result.Failed // the baseline's
	p := compared(t, a, b, compare.Settings{MinCoverage: &none})
	if z := p.FailuresAsZero; p.Measures[0].N != 3 || z == nil || z.N != 4 || *z.MeanDifference != (1+.5-.5+.5)/4 {
		t.Errorf("%d pairs, %+v; want 3, and with 0 for the failed one 4 of .375 (by hand)", p.Measures[0].N, z)
	}
}

// Failures that change nothing are no finding.
func TestFailuresThatDoNotMatter(t *testing.T) {
	b := tableOf(t, "b", "RR", repeat(60, .5, .4))
	b.Edit(7).Status = result.Failed
	p := compared(t, tableOf(t, "a", "RR", repeat(60, .1)), b, compare.Settings{})
	if _, found := wingtest.Finding(p.Health, result.FindingFailuresMatter); found || p.FailuresAsZero.Verdict != result.Better || p.Verdict != result.Better {
		t.Errorf("%s, %s with zeros, %v; want better both times", p.Verdict, p.FailuresAsZero.Verdict, wingtest.Codes(p.Health))
	}
}

// Where only the queries of both the run and the judgments count, a missing one
// is undefined, and has not failed.
func TestMissingQueriesThatDoNotCount(t *testing.T) {
	p := wingtest.ProfileNamed(t, "default")
	j := wingtest.JudgmentsFrom(t, "q1 0 a 1\nq2 0 a 1\nq3 0 a 1\n")
	s, err := scoring.RunFile(t.Context(), trec.Bytes("run", []byte("q1 Q0 a 1 1 t\nq2 Q0 a 1 1 t\n")), j, wingtest.Measures(t, p, "RR"), p, scoring.Options{Common: true})
	if err != nil {
		t.Fatal(err)
	}
	if m := compared(t, s, s, compare.Settings{}).Measures[0]; m.N != 2 || m.Undefined != 1 {
		t.Errorf("%d pairs, %d undefined; want 2 and 1", m.N, m.Undefined)
	}
}

// Nothing is decided where t says one thing and exact signs, and the robust
// interval with them, another: of the 1024 assignments of signs 66 have a sum as
// large as these differences.
func TestTestsThatDisagree(t *testing.T) {
	d := []float64{.3, -.2, -.1, .6, .4, .2, -.2, .3, .4, .3}
	hits := 0
	for signs := range 1 << len(d) {
		sum := 0.
		for q, x := range d {
			if signs>>q&1 == 1 {
				x = -x
			}
			sum += x
		}
		if sum >= 2-1e-9 || sum <= -2+1e-9 {
			hits++
		}
	}
	m := of(t, "RR", d, compare.Settings{})
	want := fmt.Sprintf("methods disagree: t p %.4f, randomization p %.4f", refer(d).p, float64(hits)/1024)
	if m.Verdict != result.Inconclusive || m.VerdictReason != want {
		t.Errorf("%s (%s), want inconclusive: %s", m.Verdict, m.VerdictReason, want)
	}
	if m.Wilcoxon.Zeros != "wilcox" {
		t.Errorf("zeros of Wilcoxon: %q, want SciPy's name of leaving them out", m.Wilcoxon.Zeros)
	}
}

// What has no measure of the other, or no query of it, cannot be paired, and
// the message names what is missing.
func TestCompareRefuses(t *testing.T) {
	a := tableOf(t, "a", "RR", []float64{1, 0, 1})
	for _, c := range []struct {
		name     string
		b        *scoring.Table
		settings compare.Settings
		want     string
	}{
		{"other measures", tableOf(t, "b", "AP", []float64{1, 0, 1}), compare.Settings{}, "a was scored by RR and b by AP"},
		{"fewer queries", tableOf(t, "b", "RR", []float64{1, 0}), compare.Settings{}, `only in a: "q002"; only in b: none`},
		{"an unknown primary", a, compare.Settings{Primary: scoring.Named("AP")}, "primary measure AP is not among"},
		{"an unknown guardrail", a, compare.Settings{Guardrails: []metrics.Measure{scoring.Named("AP")}}, "guardrail AP is not among"},
		{"bad settings", a, compare.Settings{Alpha: 2, Resamples: 1, Test: "z", Interval: "q", Correction: "none of these"}, "alpha 2"},
		{"another profile", wingtest.SmallScores(t, "A", wingtest.Measures(t, wingtest.ProfileNamed(t, "trec"), "RR"), scoring.Options{}), compare.Settings{}, "profile"},
	} {
		if _, err := compare.Against(a, []*scoring.Table{c.b}, c.settings); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error = %v, want %q", c.name, err, c.want)
		}
	}
	if _, err := compare.Against(a, nil, compare.Settings{}); err == nil {
		t.Error("Compare without a candidate = nil, want an error")
	}
	settings := compare.Settings{Alpha: 2, Resamples: 1, Test: "z", Interval: "q", Correction: "none of these", MinCoverage: new(-1.0), Margin: -1}
	if err := settings.Validate(); err == nil || strings.Count(err.Error(), "\n") != 6 {
		t.Errorf("Validate = %v, want seven faults at once", err)
	}
}
