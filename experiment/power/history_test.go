package power_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/rankduel/rankduel/experiment/power"
	"github.com/rankduel/rankduel/experiment/result"
)

// pastOf returns a past system by its scores; nil is undefined.
func pastOf(name string, scores ...*float64) power.Past {
	p := power.Past{Name: name}
	for i, v := range scores {
		p.Rows = append(p.Rows, result.Row{QueryID: fmt.Sprint(i), Scores: map[string]*float64{"RR": v}})
	}
	return p
}

// The variance is pooled over the pairs that differ, on the queries that all have,
// wherever in a file they are.
func TestHistory(t *testing.T) {
	f := func(v float64) *float64 { return &v }
	a := pastOf("a", f(.5), f(.5), f(.5), f(.5), nil)
	again := pastOf("again", f(.5), f(.5), f(.5), f(.5), f(1))
	b := pastOf("b", f(.6), f(.4), f(.6), f(.4), f(0)) // differs from a by ±.1
	c := pastOf("c", f(.8), f(.8), f(.2), f(.2), f(0)) // by ±.3, and from b by .2, .4, −.4, −.2
	c.Rows[0], c.Rows[3] = c.Rows[3], c.Rows[0]
	other := power.Past{Name: "other", Rows: []result.Row{{QueryID: "0", Scores: map[string]*float64{"AP": f(1)}}}}
	p, err := power.OfHistory([]power.Past{a, again, other, b, c}, []power.Sample{{Measure: "RR", Range: 1}, {Measure: "AP", Range: 1}}, power.Question{})
	if err != nil {
		t.Fatal(err)
	}
	row := p.Rows[0]
	// Sums of squares over 3: twice .04 with b, twice .36 with c, and .4 of b and c.
	want := math.Sqrt((2*.04 + 2*.36 + .4) / 3 / 5)
	if math.Abs(row.Std-want) > 1e-12 || row.N != 4 || row.Note != "4 of the 5 runs have scores" {
		t.Errorf("sd %v of %d queries (%s), want %v of 4 queries and four of five runs", row.Std, row.N, row.Note, want)
	}
	if row.StdSure == nil || *row.StdSure <= row.Std {
		t.Errorf("to be 80 %% sure: %v", row.StdSure)
	}
	for _, e := range row.Effects {
		if e.Queries == nil || e.QueriesSure == nil || *e.QueriesSure <= *e.Queries {
			t.Errorf("effect %v: %v, %v queries", e.Effect, e.Queries, e.QueriesSure)
		}
	}
	if p.Rows[1].Note == "" || len(p.Rows[1].Effects) != 0 {
		t.Errorf("one run has a spread: %+v", p.Rows[1])
	}
}

// Wordings of one need count once.
func TestHistoryOfGroups(t *testing.T) {
	f := func(v float64) *float64 { return &v }
	var past []power.Past
	for _, p := range []power.Past{pastOf("a", f(0), f(0), f(0), f(0)), pastOf("b", f(.1), f(.3), f(0), f(.4))} {
		p.Rows[0].Group, p.Rows[1].Group = "g", "g"
		past = append(past, p)
	}
	p, err := power.OfHistory(past, []power.Sample{{Measure: "RR", Range: 1}}, power.Question{})
	if err != nil {
		t.Fatal(err)
	}
	// .2, 0 and .4 have the mean .2 and the variance .04.
	if row := p.Rows[0]; row.N != 3 || row.Unit != "groups" || math.Abs(row.Std-.2) > 1e-12 {
		t.Errorf("%+v, want three units with a standard deviation of .2", row)
	}
}
