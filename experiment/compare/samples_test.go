package compare_test

import (
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// Differences are one a unit: of a group the mean of its wordings that have the
// measure, whatever its place; of a stratum its own queries alone.
func TestUnitDifferences(t *testing.T) {
	row := func(group, stratum string, d *float64) result.QueryDifference {
		return result.QueryDifference{Group: group, Stratum: stratum, Difference: map[string]*float64{"RR": d}}
	}
	rows := []result.QueryDifference{
		row("g", "long", new(.25)), row("", "short", new(.5)), row("h", "long", nil), row("g", "short", new(.75)), row("", "long", new(-.5)), row("h", "long", new(.125)),
	}
	for _, c := range []struct {
		name, unit, stratum string
		want                []float64 // by hand
	}{
		{"groups", "groups", "", []float64{.5, .5, -.5, .125}},
		{"groups of a stratum", "groups", "long", []float64{.25, -.5, .125}},
		{"queries", "", "", []float64{.25, .5, .75, -.5, .125}},
		{"queries of a stratum", "", "short", []float64{.5, .75}},
		{"no such stratum", "groups", "none", nil},
	} {
		m := result.MeasureComparison{Measure: "RR", Inference: result.Inference{Unit: c.unit}}
		if got := compare.UnitDifferences(rows, m, c.stratum); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// A plan is made by what decides: the differences whose mean the comparison
// reports, and its baseline's mean.
func TestSamples(t *testing.T) {
	a, b := grouped(t)
	c, err := compare.Against(a, []*scoring.Table{b}, compare.Settings{PerQuery: true})
	if c == nil {
		t.Fatal(err)
	}
	samples := compare.Samples(c)
	if len(samples) != 1 || samples[0].Measure != "RR" || samples[0].Unit != "groups" || samples[0].Range != 1 {
		t.Fatalf("%+v, want RR over groups, whose scores are in 0–1", samples)
	}
	for i, want := range []float64{.3, 0, -.5, .1} { // by hand, see grouped
		wingtest.WantNumber(t, "difference", &samples[0].Differences[i], want, 1e-15, "by hand")
	}
	wingtest.WantNumber(t, "mean of A", &samples[0].BaselineMean, (.3+.3+.6+.3)/4, 1e-15, "by hand")
	c.Comparisons[0].Measures[0].Verdict = result.NoVerdict
	if samples := compare.Samples(c); len(samples) != 0 {
		t.Errorf("%+v of a measure that decides nothing, want none", samples)
	}
}
