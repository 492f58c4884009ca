package stats_test

import (
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// By hand. Holm, smallest first: 3·.01, 2·.03, and .04 not below that; 3·.02,
// 2·.9 cut at 1. Benjamini and Hochberg, largest first: .5, .02·3/2, .01·3.
func TestAdjustRoles(t *testing.T) {
	p := func(x float64) *float64 { return &x }
	hypotheses := []stats.Hypothesis{
		{stats.Primary, p(.01)},
		{stats.Secondary, p(.02)},
		{stats.Exploratory, p(.01)},
		{stats.Primary, p(.04)},
		{stats.Secondary, p(.9)},
		{stats.Exploratory, p(.02)},
		{stats.Primary, p(.03)},
		{stats.Secondary, nil}, // stays in the family
		{stats.Exploratory, p(.5)},
	}
	want := []*float64{p(.03), p(.06), p(.03), p(.06), p(1), p(.03), p(.06), nil, p(.5)}
	got, err := stats.AdjustRoles(hypotheses, stats.Holm)
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range want {
		if got[i].Size != 3 || got[i].Family != hypotheses[i].Role || (got[i].P == nil) != (w == nil) {
			t.Fatalf("hypothesis %d: %+v", i, got[i])
		}
		if w != nil {
			near(t, "adjusted p", *got[i].P, *w, 1e-12)
		}
	}
	// Whatever else is measured, the primary's p stays.
	alone, err := stats.AdjustRoles([]stats.Hypothesis{hypotheses[0], hypotheses[3], hypotheses[6]}, stats.Holm)
	if err != nil || *alone[0].P != *got[0].P || *alone[1].P != *got[3].P || *alone[2].P != *got[6].P {
		t.Errorf("the primary alone: %+v, %v", alone, err)
	}
	none, err := stats.AdjustRoles(hypotheses, stats.None)
	if err != nil || *none[2].P != .01 || *none[0].P != .01 {
		t.Errorf("no correction: %+v, %v", none, err)
	}
	if got, err := stats.AdjustRoles(nil, stats.Holm); err != nil || len(got) != 0 {
		t.Errorf("nothing: %v, %v", got, err)
	}
	if _, err := stats.AdjustRoles([]stats.Hypothesis{{stats.Primary, p(2)}}, stats.Holm); err == nil {
		t.Error("p = 2 is accepted")
	}
}
