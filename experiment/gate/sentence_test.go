package gate_test

import (
	"testing"

	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/result"
)

// The figures of 400 queries with this number of lost and won are by mpmath: chance
// alone causes as much with p = .0314 and .0037 (t test of the differences,
// one-sided), and with that spread n queries show an unchanged system to be within
// the limit where .025 − (t₍.95₎ + z₍.80₎)·sd/√n ≥ 0, and at n ≥ ln(20)/.025 at
// least. The bounds are those of boundsOf, computed in Python.
func TestSentences(t *testing.T) {
	pair := func(measure string, scores func([]float64) []float64, lost, won int) (current, baseline gate.Side) {
		c, b := lostAndWon(lost, won)
		return scored("pr", measure, scores(c)...), scored("main", measure, scores(b)...)
	}
	high := func(lost, won int) (current, baseline gate.Side) {
		return pair("R@10", func(x []float64) []float64 { return x }, lost, won)
	}
	low := func(lost, won int) (current, baseline gate.Side) { return pair("EmptyResultRate", mirrored, lost, won) }
	of := func(current, baseline []float64) func(int, int) (gate.Side, gate.Side) {
		return func(int, int) (gate.Side, gate.Side) { return side("pr", current...), side("main", baseline...) }
	}
	// 100 lose .2 and 60 win .2: 156 queries would do.
	graded := append(repeat(100, 0.3, 60, 0.7), repeat(240, 0.5, 0, 0)...)
	floor := repeat(320, 1, 80, 0)
	for _, test := range []struct {
		rule      string
		sides     func(lost, won int) (gate.Side, gate.Side)
		lost, won int
		want      string
	}{
		{"R@10: drop <= 5%", high, 80, 10, `R@10 fell from 0.5000 to 0.3250, by 35.0 %, which breaks "drop <= 5%"; the queries show a drop of at least 27.9 % (95 % bound)`},
		{"R@10: drop <= 5%", high, 40, 25, `R@10 fell from 0.5000 to 0.4625, by 7.5 %, which breaks "drop <= 5%"; ` +
			`where nothing changed, chance alone causes such a drop in 3 % of comparisons; about 1599 queries would show that an unchanged system is within the limit`},
		{"R@10: drop <= 0.025", high, 45, 23, `R@10 fell from 0.5000 to 0.4450, by 0.0550, which breaks "drop <= 0.025"; ` +
			`where nothing changed, chance alone causes such a drop in less than 1 % of comparisons; about 1658 queries would show that an unchanged system is within the limit`},
		{"R@10: drop <= 5%", high, 32, 28, `R@10 fell from 0.5000 to 0.4900, by 2.0 %, which keeps "drop <= 5%"; ` +
			`but the queries allow for a drop of 8.3 % (95 % bound); about 1488 queries would show that an unchanged system is within the limit`},
		{"R@10: drop <= 5%", high, 12, 8, `R@10 fell from 0.5000 to 0.4900, by 2.0 %, which keeps "drop <= 5%"; ` +
			`but the queries allow for a drop of 5.7 % (95 % bound); about 497 queries would show that an unchanged system is within the limit`},
		{"R@10: drop <= 5%", high, 25, 60, `R@10 rose from 0.5000 to 0.5875, by 17.5 %, which keeps "drop <= 5%"; the queries show no drop (95 % bound)`},
		{"EmptyResultRate: rise <= 0.025", low, 40, 25, `EmptyResultRate rose from 0.5000 to 0.5375, by 0.0375, which breaks "rise <= 0.025"; ` +
			`where nothing changed, chance alone causes such a rise in 3 % of comparisons; about 1599 queries would show that an unchanged system is within the limit`},
		{"EmptyResultRate: rise <= 5%", low, 32, 28, `EmptyResultRate rose from 0.5000 to 0.5100, by 2.0 %, which keeps "rise <= 5%"; ` +
			`but the queries allow for a rise of 8.6 % (95 % bound); about 1488 queries would show that an unchanged system is within the limit`},
		{"EmptyResultRate: rise <= 5%", low, 25, 60, `EmptyResultRate fell from 0.5000 to 0.4125, by 17.5 %, which keeps "rise <= 5%"; the queries show no rise (95 % bound)`},
		{"R@10: drop <= 0.025", of(graded, repeat(400, 0.5, 0, 0)), 0, 0, `R@10 fell from 0.5000 to 0.4800, by 0.0200, which keeps "drop <= 0.025"; ` +
			`but the queries allow for a drop of 0.0303 (95 % bound)`},
		{"R@10: >= 0.7", of(floor, floor), 0, 0, `R@10 is 0.8000, which keeps ">= 0.7"; the queries show at least 0.7646 (95 % bound)`},
		{"R@10: >= 0.79", of(floor, floor), 0, 0, `R@10 is 0.8000, which keeps ">= 0.79"; but the queries allow for 0.7646 (95 % bound)`},
		{"R@10: >= 0.81", of(floor, floor), 0, 0, `R@10 is 0.8000, which breaks ">= 0.81"`},
		{"R@10: >= 0.9", of(floor, floor), 0, 0, `R@10 is 0.8000, which breaks ">= 0.9"; the queries show at most 0.8330 (95 % bound)`},
		// Of one query, or where all move alike, it is not known how they spread.
		{"R@10: drop <= 5%", of([]float64{0.8}, []float64{1}), 0, 0, `R@10 fell from 1.0000 to 0.8000, by 20.0 %, which breaks "drop <= 5%"`},
		{"R@10: drop <= 5%", of([]float64{1, 0.5}, []float64{1, 0.5}), 0, 0, `R@10 is 0.7500 as in the baseline, which keeps "drop <= 5%"; ` +
			`but the queries allow for a drop of 100.0 % (95 % bound)`},
		// Of a baseline of 0 nothing is a share, and nothing can be lost.
		{"R@10: drop <= 5%", of([]float64{0.5, 0.25}, []float64{0, 0}), 0, 0, `R@10 rose from 0.0000 to 0.3750, by 0.3750, which keeps "drop <= 5%"; ` +
			`but the queries allow for a drop of 0.0000 (95 % bound)`},
	} {
		current, baseline := test.sides(test.lost, test.won)
		if got := judge(t, current, baseline, rules(t, test.rule)).Rules[0].Text; got != test.want {
			t.Errorf("%d lost, %d won:\n%s, want\n%s", test.lost, test.won, got, test.want)
		}
	}
	for limit, want := range map[string]string{
		"<= 0.3":  `EmptyResultRate is 0.2000, which keeps "<= 0.3"; the queries show at most 0.2354 (95 % bound)`,
		"<= 0.21": `EmptyResultRate is 0.2000, which keeps "<= 0.21"; but the queries allow for 0.2354 (95 % bound)`,
	} {
		current := scored("pr", "EmptyResultRate", mirrored(floor)...)
		if got := judge(t, current, current, rules(t, "EmptyResultRate: "+limit)).Rules[0].Text; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	means := gate.Side{System: result.System{Name: "main"}, Means: map[string]float64{"R@10": 0.5}}
	if got := judge(t, side("pr", 0.25, 0.74), means, rules(t, "R@10: drop <= 5%")).Rules[0].Text; got != `R@10 fell from 0.5000 to 0.4950, by 1.0 %, which keeps "drop <= 5%"` {
		t.Errorf("means only: %s", got)
	}
}
