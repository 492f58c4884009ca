package power_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/power"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/stats"
)

// assumed returns the row of a plan by a standard deviation.
func assumed(t *testing.T, sd float64, n int, width float64, q power.Question) result.PowerRow {
	t.Helper()
	p, err := power.Assumed("R@10", sd, n, width, q)
	if err != nil || len(p.Rows) != 1 {
		t.Fatalf("%+v, %v; want one row", p, err)
	}
	return p.Rows[0]
}

// rowOf returns the row of a plan by differences.
func rowOf(t *testing.T, s power.Sample, q power.Question) result.PowerRow {
	t.Helper()
	p, err := power.Of([]power.Sample{s}, q)
	if err != nil || len(p.Rows) != 1 {
		t.Fatalf("%+v, %v; want one row", p, err)
	}
	return p.Rows[0]
}

// between fails where a number of queries is none or outside [low, high].
func between(t *testing.T, what string, n *int, low, high float64) {
	t.Helper()
	if n == nil {
		t.Errorf("%s: no number, want %v to %v", what, low, high)
	} else if float64(*n) < low || float64(*n) > high {
		t.Errorf("%s: %d queries, want %v to %v", what, *n, low, high)
	}
}

// evenly returns n differences of this standard deviation, half of them gains.
func evenly(sd float64, n int) []float64 {
	d := make([]float64, n)
	for i := range d {
		d[i] = sd * math.Sqrt(float64(n-1)/float64(n)) * float64(1-2*(i%2))
	}
	return d
}

// withLosses returns n differences of which the first few are loss, and the others none.
func withLosses(loss float64, few, n int) []float64 {
	d := make([]float64, n)
	for i := range few {
		d[i] = loss
	}
	return d
}

// With many queries the rule is the t test, and Guenther (1981),
// doi:10.1111/j.1467-9574.1981.tb00715.x, gives its number of pairs by hand:
// n = (z₁₋α/₂ + z.₈)²·sd²/δ² + z₁₋α/₂²/2, with z.₉₇₅ = 1.9600, z.₉₉₅ = 2.5758 and
// z.₈ = .8416. Of several candidates the first of Holm's method has α/m. That there
// is not a difference two one-sided tests show with (z₁₋α + z.₉)²·sd²/margin² pairs,
// z.₉₅ = 1.6449 and z.₉ = 1.2816 (Chow, Shao and Wang, Sample size calculations in
// clinical research, 3.1), where the ±1 that the interval adds no longer counts.
func TestQueriesByHand(t *testing.T) {
	for _, c := range []struct {
		sd, effect, margin float64
		tests              int
		queries, equality  float64
	}{
		{.2, .02, .02, 1, 786.8, 0},
		{.36, .02, .02, 1, 2544.9, 2774.7},
		{.25, .01, .01, 1, 4907.5, 5352.4},
		{.2, .02, .02, 5, 1171.2, 0},
	} {
		row := assumed(t, c.sd, 0, 1, power.Question{Effects: []float64{c.effect}, Margin: c.margin, Tests: c.tests})
		what := fmt.Sprintf("sd %v, %d tests, ", c.sd, c.tests)
		between(t, fmt.Sprintf("%seffect %v", what, c.effect), row.Effects[0].Queries, .995*c.queries, 1.005*c.queries)
		if c.equality > 0 {
			between(t, fmt.Sprintf("%sequality within %v", what, c.margin), row.Equality, .99*c.equality, 1.01*c.equality)
		}
	}
}

// The smallest differences that many queries show with 80 % power, by the t test:
// R's power.t.test to the digits given.
func TestDetectable(t *testing.T) {
	numbers := []int{200, 500, 1000, 5000, 10000}
	for sd, want := range map[float64][]float64{
		.36: {.072, .045, .032, .014, .010},
		.25: {.050, .031, .022, .010, .007},
		.14: {.028, .018, .012, .0055, .0039},
		.10: {.020, .013, .009, .004, .003},
	} {
		for i, n := range numbers {
			row := assumed(t, sd, n, 1, power.Question{})
			if e := row.Detectable; e == nil || math.Abs(*e-want[i]) > .0005 {
				t.Errorf("%d queries with sd %v detect %v, want %v", n, sd, e, want[i])
			}
			if row.Std != sd || row.Changed != 1 || row.N != n {
				t.Errorf("%+v; want what was assumed", row)
			}
		}
	}
}

// With sd = .1 and n = 100, t₉₉ = 1.9842, the mean has to pass 1.9842·.1/√100 =
// .0198, more than the allowance of .28·2^⅓·ln(40)/100 = .0130, and does in 80 % of
// the cases when it is .8416·.1/√100 = .0084 above: .0283.
func TestAssumedExtremes(t *testing.T) {
	if e := assumed(t, .1, 100, 1, power.Question{}).Detectable; e == nil || math.Abs(*e-.0283) > .0001 {
		t.Errorf("100 queries detect %v, want .0283", e)
	}
	if e := assumed(t, .2, 3, 1, power.Question{}).Detectable; e != nil {
		t.Errorf("3 queries detect %v; want nothing, since 2/2³ is above .05", *e)
	}
}

// That nothing changed is proven to are within 5 % of .8 by so many pairs, by the
// t test with (z.₉₅ + z.₈)²·sd²/.04² + z.₉₅²/2: 502.2 and 242.9.
func TestGateByHand(t *testing.T) {
	for sd, want := range map[float64]float64{.36: 503, .25: 243} {
		row := rowOf(t, power.Sample{Differences: evenly(sd, 1000), BaselineMean: .8, Range: 1}, power.Question{})
		between(t, fmt.Sprintf("a gate with sd %v", sd), row.Gate, want-1, want+1)
		if row.GateLimit == nil || *row.GateLimit != .05 {
			t.Errorf("limit %v, want 5 %%", row.GateLimit)
		}
	}
	if row := rowOf(t, power.Sample{Differences: evenly(.25, 1000), Range: 1}, power.Question{}); row.Gate != nil || row.GateLimit != nil {
		t.Errorf("without a baseline there is a gate of %v queries for %v", row.Gate, row.GateLimit)
	}
	row := rowOf(t, power.Sample{Differences: evenly(.25, 1000), BaselineMean: .8, Range: 1}, power.Question{Alpha: .01, Power: .9, Gate: .1})
	// By t (2.3263 + 1.2816)²·.25²/.08² + 2.3263²/2 = 129.8; the allowance of
	// ln(100)/n leaves .08 − 1.2816·.25/√n from n = 82 on.
	between(t, "a gate at alpha .01 with power .9", row.Gate, 129, 131)
	if *row.GateLimit != .1 {
		t.Errorf("limit %v, want the 10 %% that were asked for", *row.GateLimit)
	}
}

// A gate allows for a query that loses the whole range and was not seen: with sd =
// .02 and a margin of .05 n pairs are enough when .05 − ln(20)/n ≥ .8416·.02/√n, and
// ln(20)/63 = .0476, .8416·.02/√63 = .0021.
func TestGateAllowsForTheUnseen(t *testing.T) {
	s := power.Sample{Differences: evenly(.02, 400), BaselineMean: .1, Range: 1}
	between(t, "a gate of half of .1", rowOf(t, s, power.Question{Gate: .5}).Gate, 63, 63)
}

// The zero question is answered for the usual levels, and a plan says which.
func TestQuestion(t *testing.T) {
	for _, c := range []struct {
		q       power.Question
		want    result.PowerPlan
		effects []float64
	}{
		{power.Question{}, result.PowerPlan{Alpha: .05, Power: .8, Margin: .02, Tests: 1}, []float64{.01, .02, .04}},
		{power.Question{Margin: .1}, result.PowerPlan{Alpha: .05, Power: .8, Margin: .1, Tests: 1}, []float64{.05, .1, .2}},
		{
			power.Question{Alpha: .01, Power: .9, Margin: .05, Tests: 3, Effects: []float64{.03}},
			result.PowerPlan{Alpha: .01, Power: .9, Margin: .05, Tests: 3},
			[]float64{.03},
		},
	} {
		p, err := power.Assumed("R@10", .2, 0, 1, c.q)
		if err != nil {
			t.Fatal(err)
		}
		if p.Alpha != c.want.Alpha || p.Power != c.want.Power || p.Margin != c.want.Margin || p.Tests != c.want.Tests {
			t.Errorf("%+v is answered for alpha %v, power %v, margin %v, %d tests", c.q, p.Alpha, p.Power, p.Margin, p.Tests)
		}
		var effects []float64
		for _, e := range p.Rows[0].Effects {
			effects = append(effects, e.Effect)
		}
		if !slices.Equal(effects, c.effects) {
			t.Errorf("%+v is answered for %v, want %v", c.q, effects, c.effects)
		}
		if p.Rows[0].Detectable != nil {
			t.Errorf("no queries detect %v", *p.Rows[0].Detectable)
		}
	}
	for _, q := range []power.Question{{Alpha: .7}, {Power: 2}, {Effects: []float64{math.Inf(1)}}} {
		_, assumedErr := power.Assumed("R@10", .2, 100, 1, q)
		_, err := power.Of([]power.Sample{{Measure: "R@10", Differences: evenly(.2, 100), Range: 1}}, q)
		if !errors.Is(assumedErr, stats.ErrOutOfRange) || !errors.Is(err, stats.ErrOutOfRange) || !strings.HasPrefix(err.Error(), "R@10: ") {
			t.Errorf("%+v: %v, and %v", q, assumedErr, err)
		}
	}
}

// Of a measure without a known range no one can say when equality is shown; all
// else is answered. What no test set reaches has no number.
func TestWithoutNumber(t *testing.T) {
	row := assumed(t, .2, 500, 0, power.Question{})
	if row.Equality != nil || row.Detectable == nil || row.Effects[1].Queries == nil {
		t.Errorf("%+v; want all but equality", row)
	}
	row = assumed(t, .5, 500, 1, power.Question{Effects: []float64{1e-5, .1}}) // 7.849·.25/1e-10 = 2·10¹⁰
	if row.Effects[0].Queries != nil || row.Effects[1].Queries == nil {
		t.Errorf("%+v; want no number of queries for .00001", row.Effects)
	}
}

// The curve is that of the middle effect: below .8 before the number of queries
// that this effect needs, above it after, each point a quarter further on, up to
// where a finding is nearly certain. By Guenther .03 needs 7.849·144 + 1.92 = 1132.
func TestCurve(t *testing.T) {
	curve := assumed(t, .36, 0, 1, power.Question{Effects: []float64{.01, .03, .06}}).Curve
	for i, p := range curve {
		switch last := i == len(curve)-1; {
		case p.Queries < 1126 && p.Power >= .8, p.Queries > 1138 && p.Power <= .8:
			t.Errorf("a chance of %v with %d queries, but it is .8 with 1132", p.Power, p.Queries)
		case (p.Power > .995) != last:
			t.Errorf("point %d of %d has a chance of %v; want the last alone to be nearly certain", i+1, len(curve), p.Power)
		case i == 0 && p.Queries != 10, i > 0 && (p.Queries <= curve[i-1].Queries || 4*p.Queries > 5*curve[i-1].Queries):
			t.Errorf("point %d is at %d queries", i+1, p.Queries)
		}
	}
	curve = assumed(t, .5, 0, 1, power.Question{Effects: []float64{1e-4}}).Curve
	if last := curve[len(curve)-1]; last.Power > .1 || last.Queries < 800_000 || last.Queries > 1_000_000 {
		t.Errorf("the curve of what is hardly ever found ends with %+v; want it to end before a million queries", last)
	}
}

// Every sample has its row, with the share that changed, and a word where its
// numbers are missing or optimistic. A share p of equal losses is skewed by
// −(1−2p)/√(p(1−p)), which is −4.1, −1.2 and −.9.
func TestNotes(t *testing.T) {
	samples := []power.Sample{
		{Measure: "same", Differences: make([]float64, 50), Range: 1, BaselineMean: .8},
		{Measure: "shifted", Differences: withLosses(.1, 50, 50), Range: 1},
		{Measure: "even", Stratum: "s", Unit: "groups", Differences: evenly(.2, 400), Range: 1},
		{Measure: "rare", Differences: withLosses(-1, 20, 400), Range: 1},
		{Measure: "quarter", Differences: withLosses(-1, 100, 400), Range: 1},
		{Measure: "gains", Differences: withLosses(1, 20, 400), Range: 1},
		{Measure: "third", Differences: withLosses(-1, 120, 400), Range: 1},
		{Measure: "two", Differences: []float64{.1, .3}, Range: 1},
	}
	p, err := power.Of(samples, power.Question{})
	if err != nil || len(p.Rows) != len(samples) {
		t.Fatalf("%+v, %v; want a row of each sample", p, err)
	}
	for i, want := range []struct {
		note    string
		changed float64
		found   bool // how the differences vary is known
	}{
		{"do not vary", 0, false},
		{"do not vary", 1, false},
		{"", 1, true},
		{"are skewed (-4.1), and these numbers optimistic", .05, true},
		{"are skewed (-1.2), and these numbers optimistic", .25, true},
		{"are skewed (+4.1), and these numbers optimistic", .05, true},
		{"", .3, true},
		{"", 1, true},
	} {
		s, row := samples[i], p.Rows[i]
		if row.Measure != s.Measure || row.Stratum != s.Stratum || row.Unit != s.Unit || row.N != len(s.Differences) || row.Changed != want.changed {
			t.Errorf("%s: %+v; want a share of %v changed", s.Measure, row, want.changed)
		}
		if (row.Note == "") != (want.note == "") || !strings.Contains(row.Note, want.note) {
			t.Errorf("%s: note %q, want %q", s.Measure, row.Note, want.note)
		}
		if (len(row.Effects) > 0) != want.found || (len(row.Curve) > 0) != want.found || row.Effects == nil || row.Curve == nil {
			t.Errorf("%s: effects %v, curve %v", s.Measure, row.Effects, row.Curve)
		}
	}
	if _, err := power.Of([]power.Sample{{Measure: "R@10", Differences: []float64{math.NaN()}}}, power.Question{}); err == nil || !strings.HasPrefix(err.Error(), "R@10: ") {
		t.Errorf("a score that is none: %v", err)
	}
}
